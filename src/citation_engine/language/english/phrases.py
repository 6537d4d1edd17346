"""Phrases by which a sentence in English shows that it states no fact of its own."""

# They say that something is said.
SAYING = """
says say said states stated writes write wrote notes noted reads puts adds added reports reported
according quote quotes quoted words literally verbatim
"""
# Words that name a source, or only hold the others together.
SOURCE_WORDS = """
a an the this that its his her their it he she they in on of by to as at for from and also act acts
law laws statute regulation directive code paper papers study report article book document source
sources text page letter author authors writer editors guideline standard section paragraph chapter
clause follows here there where word
"""
# What a text does with its matter, or does not.
TREATING = """
require requires required demand demands prescribe prescribes mention mentions mentioned contain
contains contained name names named include includes regulate regulates provide provides specify
specifies define defines discuss discusses address addresses cover covers silent speak speaks tell
tells rule rules provision provisions
"""
_PARTS = (
    r"(?:sections?|chapters?|parts?|tables?|figures?|charts?|lists?|appendix|annex|paragraphs?"
    r"|pages?"
    r"|diagrams?|overview|summary|box)"
)
_WORKS = (
    rf"(?:{_PARTS}|report|document|paper|article|memo|note|brief|briefing|guide|review|analysis)"
)
_TELLS = (
    r"(?:describes?|shows?|gives?|provides?|presents?|discuss(?:es)?|summari[sz]es?|outlines?"
    r"|lists?"
    r"|examines?|explains?|covers?|looks?|deals?|explores?|compares?|reviews?|sets? out|turns?"
    r"|begins?"
    r"|starts?|concludes?|closes?|focus(?:es)?|aims?|introduces?|addresses|illustrates?|details?"
    r"|answers?|considers?|will|is (?:structured|organi[sz]ed|divided|laid out)|contains?|offers?)"
)
_TELL = (
    r"(?:turn|look|consider|move|discuss|examine|begin|start|describe|explain|present|show|outline|"
    r"summari[sz]e|review|explore|compare|introduce|focus|address|return|proceed|go|close|conclude"
    r"|give|set out|take)"
)
# How a sentence begins that leads from one part of the draft to the next.
TRANSITION = rf"""
      (?:in|within|throughout)\ (?:the|this)\ (?:following|next|remaining|present|previous|last
          |first|second
        |third|final|rest\ of\ (?:this|the))?\ ?{_WORKS}\b,?\ (?:we|i|the|this|you|it|our)\b
    | in\ (?:what\ follows|the\ following)\b
    | (?:the|this|each|our)\ (?:(?:following|next|present|remaining|final|last|first|second|third
        |below)\ )?
        {_WORKS}(?:\ (?:below|above))?\ (?:(?:\w+ly|first|then|also|now|next
        |briefly)\ )?{_TELLS}\b
    | the\ (?:rest|remainder)\ of\ (?:this|the)\b
    | {_PARTS}\ (?:\d{{1,3}}(?:\.\d{{1,3}})*|[A-Z])\ (?:\w+ly\ )?{_TELLS}\b
    | (?:below|above|here)(?:,|\ is\b|\ are\b|\ you\b|\ we\b|\ follows?\b|['’]s\b)
    | (?:let\ us|let['’]s|let\ me)\ (?:now\ |first\ |next\ )?{_TELL}\b
    | (?:we|i)\ (?:now|then|next|first|will(?:\ now|\ first|\ then|\ next)?|shall(?:\ now)?
        |begin\ by|start\ by)
        \ {_TELL}\b
    | (?:we|i)\ (?:now\ )?(?:turn|move|return|proceed)\ (?:now\ |back\ |on\ )?to\b
    | (?:first|next|then|finally|now),?\ (?:we|i|let\ us|let['’]s)\ (?:will\ |now\ )?{_TELL}\b
    | (?:turning|moving|returning)\ (?:now\ |on\ |back\ )?to\b(?![^,]*,)
    | before\ (?:we|turning|going)\b[^,]*,\ (?:we|let|i|it\ (?:helps|is\ worth))\b
    | (?:further|more|additional)\ (?:details|information|figures|data|examples)\ (?:is|are|can
        |may)\b
"""
# Nothing but words that lead from one thought to the next.
CONNECTIVE = (
    r"in (?:summary|conclusion|short|brief|sum|other words|addition)|to (?:sum up|conclude"
    r"|summari[sz]e|begin with|start with)|overall|finally|first(?:ly)?|second(?:ly)?|third(?:ly)?"
    r"|next|lastly|on the (?:one|other) hand|for (?:example|instance)|as (?:mentioned|noted"
    r"|described|discussed|shown|outlined|seen) (?:above|below|earlier|before)|by contrast"
    r"|as follows|more precisely"
)
STRUCTURE = (
    r"(?:(?:first|next|then|finally), )?an? (?:[\w-]+ ){0,3}(?:introduction|overview|summary"
    r"|description)\b[^.]*\b(?:is|are) (?:given|provided|presented|found)"
    rf"(?:\.?\Z| (?:below|above|in (?:the )?{_PARTS})\b)"
    r"|(?:this|the) (?:report|document|paper|article|guide|study|analysis|chapter|section|memo) "
    r"(?:has|consists of|contains|comprises|is (?:divided|structured|organi[sz]ed|split"
    r"|arranged|concluded))\b.*?\b(?:parts?|sections?|chapters?|pages|steps|as follows)\b"
    r"|(?:all|the) (?:sources|links|urls|websites|figures) (?:were|was) (?:last )?(?:accessed"
    r"|retrieved)\b"
)
_MODIFIERS = (
    r"(?:(?:personally|firmly|strongly|also|therefore|would|thus|further|do|still|hence)\ )*"
)
# How the author's opinion begins, and what marks it anywhere.
OPINION_BEGINS = rf"""
      (?:(?:\w+ly|still|yet|but|so|and|overall),?\ )?(?:we|i)\ {_MODIFIERS}(?:think|believe|feel
        |suspect|hope|doubt|argue|prefer|welcome|regret|appreciate|fear|like|wish|trust
        |(?:are|am)\ (?:convinced|confident|of\ the\ opinion)|consider\ (?:it|this|that)
        |find\ (?:it|this|that)\ (?!that))\b
    | (?:personally|ideally|frankly|honestly|arguably),
"""
OPINION = r"""
      \b(?:in|from)\ (?:my|our|the\ authors?['’])\ (?:view|opinion|judge?ment|experience|assessment
        |perspective|point\ of\ view|eyes)\b
    | \bto\ (?:my|our)\ mind\b | \bit\ (?:seems|appears)\ to\ (?:me|us)\b
"""
# One of these is in every opinion, which is quicker to see.
OPINION_HINTS = "my |our |author|to me|to us"
RECOMMENDATION = rf"""
      \b(?:we|i)\ {_MODIFIERS}(?:recommend|suggest|advise|propose|urge|encourage|call\ (?:on|for))\b
    | \bour\ (?:recommendation|advice|suggestion)\b | \bmy\ (?:recommendation|advice|suggestion)\b
    | ^(?:therefore,?\ |thus,?\ |so\ )?(?:we|you|one)\ (?:should|ought\ to|had\ better)\b
    | \bit\ (?:is|would\ be|seems)\ (?:advisable|wise|prudent|sensible|desirable|recommended|best
        |better|worthwhile|worth|preferable)\b
    | ^[^\d]*\bshould\ [^\d]*$
"""
RECOMMENDATION_HINTS = (
    "recommend|suggest|advi|propos|urge|encourage|call on|call for|should|ought|better|best|wise"
    "|prudent|sensible|desirable|worth|preferable"
)
GREETING = r"""
      (?:dear|hello|hi|hey)\b(?=[\s,!]) | good\ (?:morning|afternoon|evening)\b
    | (?:sure|certainly|of\ course|absolutely)(?:[,!.]?\Z|[,!.]\ (?:here|i(?:['’]ll|\ will|\ can
        |['’]d))\b)
    | great\ question | thank\ you | thanks\b | (?:kind|best|warm)\ regards | sincerely | yours\b
    | i\ hope\ (?:this|that|it|you)\b | let\ me\ know\b | feel\ free\b | happy\ to\ help
    | please\ (?:let\ me|let\ us|feel\ free|do\ not\ hesitate|don['’]t\ hesitate)
    | if\ you\ (?:have|need|would\ like|want)\ (?:any|more|further|me|to\ know|questions)
    | as\ an\ ai\b | i['’]m\ happy\b | here['’]s\ (?:the|a|an|your)\b
"""
ABOUT = (
    r"(?:authors?|date|version|status|last updated|updated|created|published|keywords?|tags?"
    r"|word count|reading time|client|project|reference no\.?|generated|research date)\s?:"
    r"|(?:prepared|written|compiled|generated) (?:by|for|on|from|with|using)\b|copyright\b"
    r"|(?:this )?report (?:was )?(?:generated|prepared|written)\b"
    r"|table of contents\Z|contents\Z|page \d"
)
SOURCE_LINE = (
    r"(?:data )?(?:source(?:s|\(s\))?|ref(?:erence)?s?\.?|cit(?:ation|e)s?|evidence|transcripts?)"
)
# A sentence that these begin states what follows them.
NOTE_THAT = (
    r"(?:please |also )?(?:note|notice|remember|bear in mind|keep in mind"
    r"|be aware)(?: also)?(?: that|:|,)"
    r"|it (?:is|should be) (?:important|worth|noted|interesting)(?: to note| noting)?,? that"
)
# They lead to what a report claims, and add nothing to it.
_READ = r"contexts?|passages?|texts?|documents?|sources?|excerpts?|search results|information"
LEADING = (
    r"(?:however|additionally|furthermore|moreover|notably|importantly|interestingly|nevertheless"
    r"|nonetheless|indeed|yes|in (?:addition|fact|summary|conclusion|short)|to (?:sum up"
    r"|summari[sz]e|conclude)|for (?:example|instance)|of course|as (?:mentioned|noted"
    r"|described|discussed|shown|outlined) (?:above|earlier|before))\s?,"
    r"|(?:it (?:is|['’]s) (?:also )?(?:worth|important|interesting|notable|noteworthy|crucial)"
    r"(?: (?:noting|mentioning|pointing out|remembering|to (?:note|mention|point out|remember)))"
    r"|it (?:should|must|can) (?:also )?be noted|it is (?:notable|noteworthy)"
    r"|(?:please )?note|we (?:also )?note),? that|(?:please )?note\s?:"
    rf"|(?:based on|according to|as (?:stated|described|mentioned|noted) in|per) (?:the |this )?"
    rf"(?:(?:given|provided|cited|available|above|following) )?(?:{_READ})(?: provided| given)?\s?,"
)
_SURE_COMMANDS = (
    "click|ensure|visit|install|remember|avoid|choose|don['’]t|do not|select|enter|download|compare"
    "|consult|verify|confirm|discard|delete|remove|refer|submit|consider|make sure|switch|unplug"
    "|recall|imagine|suppose|assume|replace|rinse|wash|separate|collect|dispose|engage"
)
_LIKELY_COMMANDS = (
    "open|use|see|run|add|check|contact|keep|read|press|type|copy|save|store|follow|call|ask|go"
    "|take|try|start|stop|be|let|set|create|update|review|fill|print|sign|send|bring|put|turn|hold"
    "|wait|look|watch|apply|get|give|find|place|leave|log|scroll|drag|drop|tap|note|report|record"
    "|document|test|measure|clean|sort|throw|return|move|close|pay|make|do|talk|speak|write|listen"
)
INSTRUCTION = rf"""
      please\ \w+ | (?:{_SURE_COMMANDS})\b
    | (?:{_LIKELY_COMMANDS})\ (?:the|a|an|your|all|any|this|that|these|those|each|every|only|it
        |them|to|on|in|for|at|sure|with|here|below|above|our|both|no|not|up|out|down|off|away
        |whether|if|also|as|section|chapter|table|figure|appendix|page|empty|used|old|into|back
        |by)\b
    | cf\.\  | see\ \[
"""
# How sure a report is. "(high confidence)" may be what its source says.
GRADES = (
    r"(?:confidence|certainty|evidence)\s?:\s?(?:very )?(?:high|strong|medium|moderate|low|weak)"
)
# What a claim goes on with where it states something after all.
THAT = "that"
# Signs before a remark in a block quotation that is no quotation.
REMARKS = (
    r"Note|Notes|Tip|Hint|Warning|Important|Caution|Info|Remark|Disclaimer|Key \w+|Summary"
    r"|Bottom line|TL;DR"
)
# What begins a phrase that only names something beside the statement.
NAMING = (
    r"unlike|in contrast to|in contrast with|contrary to|compared (?:to|with)|similar(?:ly)? to"
    r"|following|building (?:up)?on|based on|inspired by|in addition to|apart from|beyond|besides"
)
# What is to be read about elsewhere stands between these: "for a review of rye, see Moe".
POINTING_FOR = "for|on"
POINTING_TO = (
    r"see(?: also)?|cf\.?|consult|(?:please |we )?refer to"
    r"|(?:the )?(?:interested )?readers? (?:(?:may|can|should) (?:refer to|turn to|consult|see)"
    r"|(?:is|are) (?:referred|directed) to)"
)
# The author speaks.
OWN_VOICE = "we|our|ours"
# Verbs behind the name of a source, before what it is said to have found.
REPORTING = (
    r"shows?|showed|shown|finds?|found|reports?|reported|observes?|observed|argues?|argued"
    r"|demonstrates?|demonstrated|suggests?|suggested|notes?|noted|concludes?|concluded|claims?"
    r"|claimed|states?|stated|confirms?|confirmed|reveals?|revealed|estimates?|estimated|proves?"
    r"|proved|indicates?|indicated|says?|said|writes?|wrote|holds?|held|points? out|pointed out"
    r"|warns?|warned|cautions?|cautioned|explains?|explained|asserts?|asserted|posits?|establish(?:es|ed)?"
    r"|provid(?:es|ed|ing)|stress(?:es|ed)?|emphasi[sz]e[sd]?|recogni[sz]e[sd]?|highlights?|highlighted"
)
# Those that a statement may follow without "that".
REPORTING_PLAINLY = (
    r"shows?|showed|finds?|found|argues?|argued|notes?|noted|concludes?|concluded|says?|said"
    r"|claims?|claimed|suggests?|suggested|reports?|reported"
)
# Forms behind which nothing else is a statement than what others say.
REPORTED = "described|discussed|documented|mentioned|adds|added"
REPORTING_HELPS = "have|has|had|also|then|later|it is|it was|the authors|authors|further|first"
# What begins a clause that is granted before the statement.
CONCEDING = "although|even though|though|despite|in spite of"
# What limits a statement before it, and is no statement of its own.
LIMITING = (
    "if|unless|until|when|than|without|except|only|provided|as long as|at least|albeit|though only"
)
EXAMPLES = "such as"
AS_SAID = "as|according to|per|in the words of"
# The same where no comma need follow, and between commas inside what is said.
ACCORDING = "according to"
INSERTED = r"according to|as (?:described|noted|observed|reported|shown|stated) by"
# What several do only together.
COLLECTIVE = (
    r"both\b|merge|together|total|share|differ|each other|one another|between|joint|combined|sum\b"
    r"|join|meet|met\b|equal|same\b|similar|compete|agree|respectively|altogether|cooperat|among"
)
# A statement about so many things, of which each source has one.
EACH = {"2": "both|the two|two", "3": "all three|the three|three", "4": "all four|the four|four"}
# A lead that these stand in is no statement without its list.
FOLLOWING = r"following|as follows|below|these are|namely"
# What the items of a list are called where they are announced.
ANNOUNCING = "these"
# How a sentence begins that says what its authors did or found.
OWN_WORK = r"""
      (?:(?:\w+ly|first|then|here|finally|next|instead|thus|therefore|however|moreover
        |since\ [^,]{3,99}
        |in\ (?:this|our|addition)\b[^,]{0,40}|(?:to|for|unlike|following|while)\ [^,]{3,80}),?\ )?
      (?:we|i)\ (?:(?:\w+ly|also|then|further|first|now|next|instead|again|only|do\ not|have
        |therefore|will|can|could|did)\ )*
      (?:adapt|add|adopt|aggregate|aim|analy[sz]e|annotate|apply|ask|assess|assign|assume|average|base
        |began|begin|benchmark|build|built|calculate|calibrate|choose|chose|collect|combine|compare
        |compute|conduct|consider|construct|create|define|demonstrate|denote|deploy|derive|describe
        |design|develop|discuss|draw|drew|employ|ensure|establish|estimate|evaluate|examine|exclude
        |explore|extend|extract|filter|fine-tune|fit|fix|focus|follow|formali[sz]e|formulate|found|find
        |generate|identify|illustrate|implement|include|instantiate|integrate|introduce|investigate
        |label|limit|measure|model|modify|motivate|normali[sz]e|observe|obtain|omit|optimi[sz]e|outline
        |perform|pick|plot|pool|present|process|provide|prove|quantify|query|ran|run|randomi[sz]e|refine
        |release|remove|render|replace|report|restrict|review|sample|score|select|set|show|simulate
        |solve|split|study|studie|summari[sz]e|survey|take|took|test|track|train|treat|tune|use
        |utili[sz]e|validate|vary|varie|verify|verifie|visuali[sz]e|weight
        |re-?(?:examine|evaluate|measure|run|score|train|use|implement|produce))
        (?:e?d|s|t?ted|ped|ned)?\b
    | (?:\w+ly,?\ )?our\ (?:\w+[- ]){0,3}?(?:results?|findings?|experiments?|approach|methods?
        |methodology|analys[ie]s|models?|evaluation|contributions?|framework|work|study|paper|pipeline
        |implementation|design|dataset|benchmark|proposal|algorithm|survey|review|tests?|hypothes[ie]s
        |objective|concern|claims?|observations?|conclusions?)\b
    | (?:this\ (?:section|chapter|paper|report|article|document|thesis|appendix|subsection)
        |the\ (?:present|proposed|current)\ (?:study|work|paper|approach|method|framework))
        \b(?!.*\bthat\b)
    | the\ (?:rest|remainder|goal|aim|purpose|objective|scope)\ of\ (?:this|the\ present|our)\b
    | (?:in|throughout)\ this\ (?:section|chapter|paper|report|study|work|article|document|thesis)\b
    | no\ (?:prior|previous|existing)\ (?:work|study)\ (?:that\ )?(?:we|i)\b
"""
# What sections are called that speak of the work of others.
BACKGROUND = (
    r"introduction|background|related work|related literature|literature|state of the art"
    r"|prior work|previous work|motivation|context|overview|history|theory|theoretical"
)
# What sections are called that say again what stands elsewhere in the draft.
SUMMARIES = (
    r"summary|abstract|conclusions?|key (?:findings|takeaways|points|insights)|takeaways|tl;dr"
    r"|bottom line|highlights|at a glance|in brief|concluding remarks"
)
# What sections are called in which authors say what they did, found, lack and advise.
OWN_SECTIONS = (
    r"methods?|methodology|simulations?|experiments|results|discussion|limitations?|future work"
    r"|outlook|next steps|recommendations?|roadmap|to-?dos?|scope|assumptions|caveats"
)
# How a sentence begins that says what follows from others.
INFERENCE = (
    r"(?:this|that|these|it) (?:shows?|means?|implies|imply|suggests?|makes?|is why|explains?)"
    r"|(?:thus|therefore|hence|so|consequently|accordingly|overall)\b|in (?:sum|short|other words)"
    r"|(?:for example|for instance|e\.g\.|imagine|suppose|assume|assuming)\b"
)
# What is wanted, and no fact yet.
AIM = "should|shall|ought to"
# What sections are called whose statements the draft denies.
DENIED = (
    r"myths|misconceptions|misunderstandings|fallacies|falsehoods|rumou?rs"
    r"|(?:false|wrong|mistaken|refuted|debunked|disproved|disproven|retracted|withdrawn) \w+s"
)
# With these the authors state a fact as well, which a source may carry.
FINDING = r"that|finds?|found|shows?|showed|reports?|reported|observed?|estimated?|identif(?:y|ied)"
# A table or figure of the draft's own.
OWN_FIGURES = (
    r"\b(?:tables?|figures?|figs?\.?|appendix|appendices|listing|algorithm|eqs?\.?|equations?)"
)
NUMBERED_STATEMENTS = (
    "claim|hypothesis|theorem|lemma|proposition|corollary|definition|example|remark|assumption"
    "|finding|question|rq|step|case|contribution|requirement|objective|challenge|goal|principle"
)
# What stands in the way of a page: a login, a consent, a test for robots, a page that is not there.
WALL = (
    r"(?:enable|turn on|allow) (?:javascript|cookies)|javascript is (?:disabled|not enabled)"
    r"|verify(?:ing)? (?:that )?you are (?:a |not a )?(?:human|robot)|checking your browser"
    r"|just a moment\.\.\.|complete the security check|unusual traffic from"
    r"|access (?:to this page )?(?:has been |was |is )?denied|403 forbidden"
    r"|(?:sign|log) in to (?:continue|read|view|access)|please (?:sign|log) in"
    r"|subscribe to (?:continue|read)|create (?:a free |an )?account to (?:continue|read)"
    r"|we (?:value|care about) your privacy|(?:accept|allow) (?:all )?cookies"
    r"|page (?:was )?not found|404 not found"
)
# How a sentence begins whose clauses are no facts by themselves.
BOUND = (
    r"if|unless|whether|suppose|assuming|were|had|should|neither|nobody|no one|nothing|few|hardly"
    r"|[^.;]{0,80}?\b(?:not|no|never|false|untrue|wrong|incorrect|den(?:y|ies|ied)|doubts?|doubted"
    r"|rejects?|rejected|myth|unlikely|disputes?|disputed|refutes?|refuted|unclear|nobody)\b"
    r"[^.;,]{0,40}?\b(?:that|whether|if)"
)
