"""What places in sources, laws and drafts are called in German."""

NUMBER_LABELS = """
art paragraph phase version iso din tab en artt artikel artikels abs absatz absatzes absätze
absätzen satz satzes sätze sätzen nr nrn nummer nummern ziffer ziffern ziff rn rdnr rz tz
randnummer randnummern kapitel kap seite seiten s tabelle tabellen abbildung abbildungen abb anhang
anlage anlagen teil teile band bd titel buch paragraf zeile zeilen fn fussnote buchstabe buchst lit
abschnitt abschnitts abschnitte schritt weltkrieg regel stufe klasse erwägungsgrund
"""
ROMAN_LABELS = "papst"
LOOSE_LISTS = "anmerkungen|weblinks|belege|verweise"
STRICT_LISTS = """
quellen|quellenverzeichnis|verzeichnis der quellen|quellenangaben|quellenangabe|quellennachweis|
quellennachweise|quellenliste|literatur|literaturverzeichnis|literaturangaben|literaturnachweise|
literaturliste|literaturquellen|bibliographie|bibliografie|fußnoten|fussnoten|endnoten|
einzelnachweise|nachweise|referenzen|referenzliste|verwendete quellen|verwendete literatur|
zitierte quellen|zitierte literatur|quellen und literatur|literatur und quellen|
quellen und verweise|quellen und literaturverzeichnis|literatur und quellenverzeichnis|
quellen und anmerkungen|anmerkungen und quellen|anmerkungen und nachweise
"""
PLACES = (
    r"S\.|Seiten?\b|Kap\.|Kapitel\b|Abschn\.|Abschnitt\b|Abs\.|Absatz\b|Art\.|Artikel\b|Abb\."
    r"|Tabelle\b|Rn\.|Rz\.|Tz\.|Zeilen?\b|Satz\b"
)
# A page and a section as a draft names them beside a marker, with what may follow a section.
PAGE_LABELS = r"S\.|[Ss]eiten?"
SECTION_LABELS = r"[Aa]rt\.|[Aa]rtikel"
PARAGRAPH_LABELS = r"Abs\.|Absatz"
SENTENCE_LABELS = "Satz"
# The line of a page number: "Seite 3 von 7".
PAGE_LINES = r"seite|s\."
PAGE_TOTALS = "von"
SECTION_RANKS = (
    "buch|anlage anhang|teil|kapitel|abschnitt|unterabschnitt|titel|untertitel|artikel art"
)
# How ordinals of headings begin: "Zweiter Teil".
HEADING_ORDINALS = r"Erst|Zweit|Dritt|Viert|Fünft|Sechst|Siebe?n?t|Acht|Neunt|Zehnt|Elft|Zwölft"
PROVISION_ORDINALS = """
erst zweit dritt viert fünft sechst siebent acht neunt zehnt elft zwölft
"""
PROVISION_KINDS = "Buch|Teil|Kapitel|Abschnitt|Unterabschnitt|Titel|Untertitel"
HEADING_LABELS = (
    "Kapitel|Kap|Abschnitt|Abschn|Teil|Artikel|Art|Ziffer|Ziff|Nummer|Nr|Punkt|Anlage|Anhang|Folie"
)
ANY_HEADING_LABELS = "Kap|Abschn|Ziff|Nummer|Nr|Punkt"
PROVISION_LABELS = r"Art(?:\.|ikel)?"
# After the number of a heading comes its title, not the rest of a reference.
REFERENCE_LABELS = (
    "Abs|Absatz|Absätze|Satz|Sätze|S|Nr|Nummer|Buchst|Buchstabe|lit|Halbs|Halbsatz|Rn|Rz"
)
# Nor does the first sentence of a section begin so; the two lists differ.
SECTION_REFERENCES = "Abs|Absatz|Satz|Nr|Nummer|Buchst|Buchstabe|Art|Artikel"
# What the parts of a reference to a law are called.
LEGAL_LABELS = {
    "book": "Buches|Buch",
    "part": "Teils|Teil",
    "chapter": "Kapitels|Kapitel|Kap",
    "division": "Abschnitts|Abschnitte|Abschnitt|Abschn",
    "subdivision": "Unterabschnitts|Unterabschnitt|Unterabschn",
    "title": "Titels|Titel",
    "subtitle": "Untertitels|Untertitel",
    "annex": "Anhangs|Anhang|Anh",
    "schedule": "Anlagen|Anlage|Anl",
    "section": "Paragrafen|Paragraf",
    "article": "Artikels|Artikeln|Artikel|Artt|Art",
    "margin": "Randnummern|Randnummer|Randziffer|Textziffer|Rdnrn|Rdnr|Rdn|Rn|Rz|Tz",
    "paragraph": "Absatzes|Absätzen|Absätze|Absatz|Abs",
    "subparagraph": "Unterabsatzes|Unterabsatz|Unterabs|UAbs",
    "sentence": "Satzes|Sätzen|Sätze|Satz|S",
    "half_sentence": "Halbsatzes|Halbsatz|Halbs|Hs",
    "alternative": "Alternative|Alt|Variante|Var",
    "number": "Nummern|Nummer|Nrn|Nr|Ziffern|Ziffer|Ziff",
    "letter": "Buchstaben|Buchstabe|Buchst|lit",
    "double_letter": "Doppelbuchstaben|Doppelbuchstabe|Doppelbuchst",
}
LAW_ARTICLES = "der|des|dem|zur|zum"
LAW_WORDS = "der|des|und|zur|zum|über|für"
# What stands above the date of a law, below its short name.
LAW_DATES = "Ausfertigungsdatum"
PART_LABELS = (
    r"abschnitt|kapitel|tabelle|abbildung|abb\.|tab\.|teil|anhang|anlage|schritt|seite|nr\."
    r"|abschnitten?|kapiteln?|tabellen|abbildungen"
)
CAPTION_LABELS = r"Tabelle|Abbildung|Abb\.|Grafik|Schaubild|Diagramm|Übersicht"
# A mark after one of these is a word of its sentence.
ASKS_FOR_NUMBERS = (
    r"abs|absatz|abschnitt|als|am|an|anlage|art|artikel|auf|aus|bei|bereich|bis|bzw|das|dem|den|der"
    r"|des|die|durch|formel|für|gemäß|gl|gleichung|hat|im|intervall|ist|kapitel|kein|laut|liste|menge"
    r"|mit|nach|nicht|nr|nummer|nur|oder|s|satz|schritt|seite|siehe|sind|stufe|tabelle|und|unter"
    r"|vgl|vom|von|vor|wie|ziffer|zu|zum|zur|zwischen"
)
NOTE_LABELS = r"anm\.?|fn\.?|fußnote"
SEE_WORDS = r"siehe auch |siehe |vgl\. |z\. ?B\. "
FIGURE_CAPTIONS = "abb|abbildung|grafik|schaubild|diagramm"
MARKER_LEADS = (
    r"(?:siehe|vgl\.?)(?: auch)?|s\.|z\. ?B\.|quellen?|nach|gemäß|laut|(?:wie )?(?:angegeben|belegt"
    r"|berichtet|beschrieben|dargestellt|definiert|dokumentiert|erläutert|erwähnt|festgelegt"
    r"|geregelt|gezeigt|genannt|nachgewiesen|veröffentlicht|zitiert) in"
)
MARKER_LABELS = r"quellen?"
CITING_LEADS = r"siehe auch|siehe|vgl\.?|quellen?:?|zit\. nach|zitiert nach"
SAME_SOURCE = r"ebd\.?|ebenda"
AUTHOR_PARTICLES = "vom zum zur"
WITHIN_AUTHORS = "für der des"
# In the place of a year.
UNDATED = r"o\.\s?[JD]\."
OTHER_AUTHORS = r"u\.\s?a\.|und andere"
NO_AUTHORS = """
frühling frühjahr sommer herbst winter montag dienstag mittwoch donnerstag freitag samstag sonntag
tabelle abbildung abschnitt kapitel fassung stand seit bis vor nach jahr jahre im ab von anfang
ende mitte abgerufen zuletzt
"""
SOURCE_LEADS = r"quellen?|belege?|siehe|vgl\.?|aus|datei|dateien|dokumente?"
MARKER_BEGINNINGS = "zitat|quelle"
NAMED_PLACES = r"S\.|Kap\.|Abs\."
LINK_WORDS = "quellen?|hier|mehr|mehr dazu|einzelheiten"
OWN_LISTS = "quellen(?:verzeichnis)?|literatur(?:verzeichnis)?|fußnoten"
LIST_CLASSES = "quellen|literatur"
NOBODYS_TITLES = "unbenannt bericht datei dokument quelle studie seite"
TITLE_FIELDS = "titel überschrift untertitel"
LEGAL_BASES = "norm|rechtsgrundlage|fundstelle|vorschrift"
EVIDENCE_GRADES = (
    "(?:beleg|evidenz|konfidenz)(?:stufe|grad|status|niveau|level|stärke)|konfidenz"
    "|(?:verifikations|prüf)status|verifiziert|geprüft|priorität|relevanz|wichtigkeit"
)
STATUS = "status|bearbeitungsstand"
MARKER_ASKS = r"in|von|laut|lt\.|gemäß|gem\.|i\. ?S\. ?[dv]\.|i\. ?V\. ?m\.|nach|wie|siehe"
MARKER_JOINING = "und|sowie"
CLAIM_PLACES = r"S\.|[Ss]eiten?|[Aa]bs\."
HEAD_LABELS = {
    "title": "titel|bezeichnung|langtitel",
    "address": "quelle|adresse|fundstelle|abgerufen von",
    "author": "autor|autoren|verfasser|herausgeber",
    "date": "datum|jahr|stand|veröffentlicht",
    "identifier": "kennung",
    "abbreviation": "abkürzung|kurztitel|jurabk|kurzbezeichnung",
}
VENUES = "zeitschrift tagungsband konferenz universität verlag jahrbuch"
TITLE_ARTICLES = "der die das ein eine"
NAME_PARTICLES = "und für zu zur"
LIST_WORDS = """
quellen literatur nachweise einzelnachweise belege referenzen fußnoten primärquellen
"""
ABOUT_ANOTHER = (
    "kommentar zu|rezension zu|rezension von|besprechung von|erwiderung auf|zusammenfassung von"
)
OTHER_WORKS = (
    r"(?:[\w-]+e )?literatur(?:verzeichnis|hinweise|liste|angaben|empfehlungen?)?|lehrbücher"
    r"|quellen(?:verzeichnis)?|(?:buch)?(?:besprechung|rezension)(?:en)?"
)
VOLUMES = "teil|band|bd"
ABOUT_WORKS = (
    "(?:zusammenfassung|(?:buch)?(?:rezension|besprechung)|notizen|mitschrift|lösungen|folien)"
    "(?: von .*)?"
)
NAMES_SHORTLY = r"im folgenden|nachfolgend|kurz"
EXPLAINING = (
    r"(?:akronym|abkürzung|kurz|kurzform|kürzel|synonym) (?:für|von)\b"
    r"|(?:also|daher|das heißt|d\. ?h\.|etwa|übrigens|z\. ?B\.),? (?-i:[a-zäöü])"
)
