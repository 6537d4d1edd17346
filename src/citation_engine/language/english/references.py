"""What places in sources, laws and drafts are called in English."""

# Words whose number is a name, not an amount.
NUMBER_LABELS = """
art article articles section sections sec no nos number numbers chapter chapters page pages p pp
table tables tab figure figures fig figs annex annexes appendix part volume vol title book
paragraph paragraphs para paras point points clause clauses line lines footnote step version war
rule rules phase level class item act scene schedule recital din iso en iec
"""
# Words with a Roman numeral behind them, besides.
ROMAN_LABELS = "king queen pope henry louis type"
# What sections are called that list the sources of a text, and may also hold prose.
LOOSE_LISTS = "notes|note|links|citations"
# What sections are called that list the sources of a text.
STRICT_LISTS = """
references|reference|reference list|list of references|references cited|cited references|sources|
source list|list of sources|sources cited|cited sources|sources used|sources consulted|works cited|
literature|cited works|works used|literature cited|cited literature|bibliography|footnotes|
endnotes|notes and references|references and notes|sources and references|references and sources|
sources and notes|source documents
"""
# What may follow the numbers of a marker: where in the source the words stand.
PLACES = (
    r"pages?\b|ch(?:ap)?\.|chapters?\b|sec\.|sections?\b|Art\.|article\b|figs?\.|figure\b|tab\."
    r"|table\b|paras?\b|lines?\b"
)
# A page and a section as a draft names them beside a marker.
PAGE_LABELS = r"[Pp]{1,2}\.?|[Pp]ages?"
SECTION_LABELS = r"[Aa]rt\.|[Aa]rticle|[Ss]ection"
# The line of a page number: "page 3 of 7".
PAGE_LINES = r"page|p\."
PAGE_TOTALS = "of"
# The parts of laws and reports from the largest to the smallest.
SECTION_RANKS = (
    "book|annex appendix schedule|part|chapter|section|subsection|title|subtitle|article art"
)
# What may stand before the number of a heading.
HEADING_LABELS = "Chapter|Ch|Section|Sect|Sec|Part|Article|Art|No|Point|Annex|Appendix|Slide"
# Those that may stand before the number of any heading, by their first letters.
ANY_HEADING_LABELS = "Ch|Sec|No|Point"
PROVISION_LABELS = r"Art(?:\.|icle)?"
# What the parts of a reference to a law are called; the last of each is written.
LEGAL_LABELS = {
    "book": "Book",
    "part": "Part",
    "chapter": "Chapters|Ch|Chapter",
    "division": "Divisions|Division",
    "subdivision": "Subdivisions|Subdivision",
    "title": "Titles|Title",
    "subtitle": "Subtitles|Subtitle",
    "annex": "Annexes|Appendix|Annex",
    "schedule": "Schedules|Schedule",
    "section": "Sections|Sect|Secs|Sec|Section",
    "article": "Articles|Artt|Arts|Art|Article",
    "margin": "margin numbers|mn|margin number",
    "paragraph": "paragraphs|paras|para|subsections|subsection|paragraph",
    "subparagraph": "subparagraphs|subparagraph",
    "sentence": "sentences|sentence",
    "half_sentence": "half-sentences|half-sentence",
    "alternative": "alternatives|alternative",
    "number": "numbers|Nos|No|number",
    "letter": "letters|points|point|letter",
    "double_letter": "double letters|double letter",
}
# Words before and inside the name of a law.
LAW_ARTICLES = "of the|of|the"
LAW_WORDS = "of|the|and|on|to"
# Words that number what follows them without counting anything.
PART_LABELS = (
    r"section|chapter|table|figure|fig\.|part|appendix|annex|step|page|pages|no\.|box|note"
    r"|footnote|version|option|phase|level|sections|chapters|tables|figures"
)
CAPTION_LABELS = r"Table|Tab\.|Figure|Fig\.|Chart|Graph|Box|Exhibit"
# A mark after one of these is a word of its sentence: "as shown in [3]", "the interval [1, 2]".
ASKS_FOR_NUMBERS = (
    r"a|an|and|are|array|articles?|as|at|be|between|by|cf|chapters?|clause|eq|equations?"
    r"|examples?|fig|figures?|following|for|from|have|has|in|index|indices|intervals?|is|items?"
    r"|level|like|lines?|list|matrix|no|nos|not|number|of|on|only|or|p|page|pages|paragraph|pp|per"
    r"|range|refs?|references?|sections?|see|sets?|steps?|tables?|than|that|the|to|tuple|using"
    r"|values?|vectors?|version|via|was|were|with|within"
)
# Marks in brackets that are surely none of the text's words.
NOTE_LABELS = "note|nb|footnote"
EDITORS_MARKS = r"citation needed|clarification needed|when\?|who\?|by whom\?|which\?"
SEE_WORDS = r"see also |see |cf\. |e\.g\.,? "
GREEK_LETTERS = """
alpha beta gamma delta epsilon zeta theta iota kappa lambda omicron sigma upsilon omega
"""
# What stands above or below a table and is the caption of something else.
FIGURE_CAPTIONS = "fig|figure|chart|graph|box|exhibit"
# What may stand in brackets with markers, and goes with them.
MARKER_LEADS = (
    r"(?:but )?see|see also|cf\.?|c\.f\.|e\.g\.|for (?:example|instance)|sources?|according to"
    r"|(?:as )?per|under"
    r"|(?:as )?(?:shown|given|cited|quoted|defined|described|detailed|discussed|documented"
    r"|estimated|explained|listed|measured|noted|observed|provided|published|quantified|recorded"
    r"|reported|required|specified|stated|summari[sz]ed) (?:in|by|under)"
)
# What may stand before the number in a marker, and how markers begin that are still written.
MARKER_LABELS = r"sources?|refs?\.?|references?"
# Before an author and a year: a citation follows.
CITING_LEADS = r"see also|see|cf\.?|c\.f\.|sources?:?|based on|adapted from|as cited in"
# What names the same source again.
SAME_SOURCE = r"ibid\.?|ibidem"
# Words inside the names of authors, and between those of one that is no person.
AUTHOR_PARTICLES = "van von de der den del della di da dos du la le ter ten zu zur bin al el"
WITHIN_AUTHORS = "of the for on in"
# In the place of a year.
UNDATED = r"n\.\s?d\."
OTHER_AUTHORS = r"et\s?al\.?|and others|and colleagues"
# What stands with a year and is no author.
NO_AUTHORS = """
spring summer autumn fall winter monday tuesday wednesday thursday friday saturday sunday table
figure section chapter version since until before after in by from during year years q fiscal
copyright updated accessed published as at on of the about circa ca early late mid
"""
# What stands before the name of a file in a marker: "(Source: act.pdf)".
SOURCE_LEADS = r"sources?|refs?\.?|references?|see|cf\.?|from|files?|documents?"
MARKER_BEGINNINGS = "usage|cit|sources?|ref"
# Where in its source the words of a named marker stand.
NAMED_PLACES = r"pp?\.|ch\."
# The words of a link that say nothing about where it leads.
LINK_WORDS = (
    r"sources?|links?|refs?\.?|references?|citations?|cites?|here|web|pdf|details|more|read more"
    r"|doi|url"
)
# Headings of lists that a text has of its own, and classes of elements that hold one.
OWN_LISTS = "references|sources|footnotes|bibliography|works cited"
LIST_CLASSES = (
    r"foot-?notes?(?:-list)?|end-?notes?|doc-endnotes|doc-bibliography|references|reference-list"
    r"|reflist|bibliography|sources|sources-list|source-list"
)
# Names that files get when nobody names them, and fields of data that hold a title.
NOBODYS_TITLES = """
article book chapter content data default doc document download export file full fulltext home
image index main new output page paper pdf preview print report result scan source study text title
untitled version view
"""
TITLE_FIELDS = "title heading headline subtitle name"
# What a column of provisions is called.
LEGAL_BASES = "legal basis|statute|provision|authority"
# What a column is called that grades its rows or their evidence, or says how far they are.
EVIDENCE_GRADES = (
    "(?:evidence|confidence|certainty)(?: (?:level|grade|rating|strength|status))"
    "|confidence|certainty|(?:level|strength|quality) of evidence"
    "|verified|verification(?: status)?|priority|relevance|importance"
)
STATUS = "status"
# A marker behind one of these is a word of its sentence: "described in [2]", "as [2] observe".
MARKER_ASKS = "in|by|from|of|to|than|on|with|via|as|following|using|like|against|after|see"
# What may stand between two markers, and in brackets at the end of a claim.
MARKER_JOINING = "and"
CLAIM_PLACES = r"[Pp]{1,2}\.|[Pp]ages?|[Aa]rt\.|[Ss]ection"
# What the lines above a saved page or in its front matter are called, by what they give.
HEAD_LABELS = {
    "title": "title|name",
    "address": "url|uri|link|source|source[ _-]url|website|permalink|canonical|retrieved from",
    "author": "author|authors|by|creator",
    "date": "date|year|published|publication[ _-]date|issued|created",
    "identifier": "doi|arxiv|arxiv[ _-]id|pmid|pmcid|pmc|isbn|id",
    "key": "slug|key|citekey|citation[ _-]key|cite[ _-]key|ref|label",
    "abbreviation": "abbreviation|short|short[ _-]title|acronym",
}
# What is called so in a list of references is where a work appeared, not the work.
VENUES = """
journal proceedings conference transactions workshop symposium press university publishers verlag
magazine review reviews letters bulletin advances annals
"""
# What may stand before a title, and among the names of authors.
TITLE_ARTICLES = "a an the"
NAME_PARTICLES = "and et al de la le van von der den del di du da of for the"
# Words of a heading below which a list of the text's sources may stand.
LIST_WORDS = """
references sources citations bibliography literature footnotes endnotes
"""
# How a work begins that is about another one, whose title comes next.
ABOUT_ANOTHER = (
    "commentary on|comment on|comments on|review of|reply to|response to|correction to|erratum to"
    "|summary of|notes on"
)
# What leads the works of others on a first page: "Textbooks: …".
OTHER_WORKS = (
    r"references|bibliography|literature|works cited|textbooks|reading list"
    r"|(?:further|suggested|recommended) reading|book reviews?|reviewed works?"
)
# What follows the title of a work in the name of a part of it, and of something about it.
VOLUMES = "part|book"
ABOUT_WORKS = "(?:summary|book review|notes|excerpts?|solutions|study guide|slides)(?: by .*)?"
# What gives a work a short name: "[hereinafter Guidance]".
NAMES_SHORTLY = r"hereinafter|hereafter"
# How a footnote begins that explains a word and names no source.
EXPLAINING = (
    r"(?:an )?(?:acronym|abbreviation|short|shorthand|synonym) (?:for|of)\b"
    r"|(?:note that|that is|i\.e\.|e\.g\.|such as),? (?-i:[a-z])"
)
