"""Number words, months, units and quantifiers of German."""

CARDINALS = """
null ein zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn
sechzehn siebzehn achtzehn neunzehn
"""
CARDINAL_SPELLINGS = "eins=1 zwo=2 zween=2"
COMPOUND_TENS = "zwanzig dreissig vierzig fünfzig sechzig siebzig achtzig neunzig"
# Those that are not made of their number and "t" or "st".
ORDINAL_STEMS = "erst=1 zweit=2 dritt=3 viert=4 siebt=7 siebent=7 acht=8"
WEAK_ONES = "ein eins eine einer eines einem einen"
SCALES = """
tsd=1e3 million=1e6 millionen=1e6 mio=1e6 mill=1e6 milliarde=1e9 milliarden=1e9 mrd=1e9
billion=1e12 billionen=1e12 bio=1e12 trillion=1e18 trillionen=1e18 billiarde=1e15 billiarden=1e15
dutzend=12
"""
SHORT_SCALES = "tsd mio mill mrd bio"
# Those that are written with a full stop.
STOPPED_SCALES = "mio mrd tsd mill bio"
# Words that say a number by themselves.
WHOLE_NUMBERS = """
hälfte=1/2 halb=1/2 halbe=1/2 halben=1/2 halber=1/2 halbes=1/2 anderthalb=3/2 eineinhalb=3/2
dreiviertel=3/4 dreizehntel=1/13
"""
UNIT_ENDINGS = (
    (r"jährig(?:e[nmrs]?)?|jährlich", "year"),
    (r"monatig(?:e[nmrs]?)?", "month"),
    (r"wöchig(?:e[nmrs]?)?", "week"),
    (r"tägig(?:e[nmrs]?)?", "day"),
    (r"stündig(?:e[nmrs]?)?", "hour"),
    (r"minütig(?:e[nmrs]?)?", "minute"),
    (r"prozentig(?:e[nmrs]?)?", "percent"),
    (r"mal(?:ig(?:e[nmrs]?)?|s)?", "times"),
    (r"fach(?:e[nmrs]?)?", "fold"),
    (r"(?:er|köpfig(?:e[nmrs]?)?|teilig(?:e[nmrs]?)?|stellig(?:e[nmrs]?)?)", ""),
)
DIGIT_ENDINGS = "er fach mal"
LIST_WORDS = "und oder bis sowie"
RANGE_WORDS = "bis und oder"
# Before the number of a year they are parts of no name.
TIME_PREFIXES = "ende anfang mitte vor nach ab bis"
MONTHS = """
januar/jänner/jan februar/feber/feb märz/mrz/mar april/apr mai juni/jun juli/jul august/aug
september/sept/sep oktober/okt november/nov dezember/dez
"""
DOUBTFUL_MONTHS = "mai"
QUARTERS = "quartal quartals"
# Between a date and its year: "des Jahres 2024".
BEFORE_YEARS = "des"
YEAR_NOUNS = "jahres jahr"
FIGURE_WORDS = """
zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf|fünfzehn|zwanzig|dreißig|vierzig|fünfzig|
sechzig|siebzig|achtzig|neunzig|hundert|tausend|ein|eine|einem|einen
"""
FIGURE_MEASURES = """
jahren?|monaten?|wochen?|tagen?|stunden?|minuten?|prozent|grad|mal|tonnen|kilometern?|metern?|
millionen|milliarden|drittel|viertel|fünftel
"""
PERCENT = "Prozent"
FIGURES_ALONE = r"verdoppel\w+|verdreifach\w+|halbier\w+|millionen|milliarden"
QUANTIFIERS = {
    "all": "alle|allen|aller|alles|jede|jeder|jedes|jedem|jeden|jeweils|sämtliche|sämtlichen"
    "|sämtlicher|stets|immer|gesamte|gesamten|gesamter|beide|beiden|beider|jedermann",
    "most": "meist|meiste|meisten|meistens|mehrheit|mehrheitlich|überwiegend|überwiegende"
    "|überwiegenden|in der regel|regelmäßig|grundsätzlich",
    "many": "viele|vielen|vieler|mehrere|mehreren|mehrerer|oft|zahlreiche|zahlreichen|zahlreicher"
    "|häufig",
    "some": "einige|einigen|einiger|manche|manchen|mancher|manchmal|teilweise|zum teil|etliche"
    "|etlichen",
    "few": "wenige|wenigen|weniger|wenig",
    "only": "nur|ausschließlich|lediglich|allein|bloß",
    "at least": "mindestens|wenigstens|zumindest|nicht weniger als|minimal|oder mehr",
    "at most": "höchstens|maximal|bis zu|nicht mehr als|längstens|spätestens|allenfalls",
    "more": "mehr als|mehr|über|übersteigt|übersteigen|größer als|länger als|höher als|frühestens",
    "less": "weniger als|unter|unterhalb|kleiner als|kürzer als|geringer als",
    "about": "etwa|rund|ungefähr|ca|fast|knapp|nahezu|annähernd",
    "exactly": "genau",
}
UNITS = """
share 1/100 prozent | 1/1000 promille
points 1 prozentpunkt prozentpunkte prozentpunkten | 1/100 basispunkt basispunkte basispunkten
months 1 monat monate monaten monats | 3 quartal quartale quartalen quartals | 12 jahr jahre jahren
  jahres | 120 jahrzehnt jahrzehnte jahrzehnten jahrzehnts | 1200 jahrhundert jahrhunderte
  jahrhunderten jahrhunderts | 12000 jahrtausend jahrtausende jahrtausenden
seconds 1 sekunde sekunden sek | 1/1000 millisekunde millisekunden | 60 minute minuten | 3600
  stunde stunden std | 86400 tag tage tagen tages | 604800 woche wochen
workdays 1 werktag werktage werktagen werktages arbeitstag arbeitstage arbeitstagen
metres 1 meter metern | 1000 kilometer kilometern | 1/10 dezimeter | 1/100 centimeter zentimeter
  zentimetern | 1/1000 millimeter millimetern | 1/1000000 mikrometer | 1/1000000000 nanometer
inches 1 zoll | 12 fuss | 63360 meile meilen
grams 1 gramm | 1000 kilo kilogramm | 1/1000 milligramm | 1/1000000 mikrogramm | 1000000 tonne
  tonnen | 50000 zentner
litres 1 liter litern | 1/10 dezilitre deziliter | 1/100 zentiliter | 1/1000 milliliter millilitern
  | 100 hektoliter | 1000 kubikmeter kubikmetern cbm | 1 kubikdezimeter | 1/1000 kubikzentimeter
  ccm
area 1 quadratmeter quadratmetern qm | 1000000 quadratkilometer quadratkilometern | 10000 hektar |
  100 ar | 1/10000 quadratzentimeter
watts 1 watt | 1000 kilowatt | 1000000 megawatt | 1000000000 gigawatt
energy 1 wattstunde wattstunden | 1000 kilowattstunde kilowattstunden | 1000000 megawattstunde
  megawattstunden | 1000000000 gigawattstunde gigawattstunden | 1000000000000 terawattstunde
  terawattstunden
joules 1 joule | 1000 kilojoule | 1000000 megajoule
calories 1 kalorie kalorien | 1000 kilokalorie kilokalorien
hertz 1 hertz | 1000 kilohertz | 1000000 megahertz | 1000000000 gigahertz
volts 1 volt | 1000 kilovolt
amperes 1 ampere
pascals 1 pascal | 100 hektopascal | 1000 kilopascal
newtons 1 newton | 1000 kilonewton
celsius 1 celsius
fahrenheit 1 fahrenheit
kelvin 1 kelvin
degrees 1 grad
bits 1 bit bits
bytes 1 byte bytes | 1000 kilobyte | 1000000 megabyte | 1000000000 gigabyte | 1000000000000
  terabyte
decibels 1 dezibel
becquerel 1 becquerel
sievert 1 sievert | 1/1000 millisievert
eur 1 euro euros | 1/100 eurocent eurocents
usd 1 dollar us-dollar
pound 1 pfund
chf 1 franken sfr
dem 1 mark
jpy 1 yen
cny 1 yuan renminbi
inr 1 rupien
cents 1 cent cents
people 1 person personen
"""
SHARE_LINKS = "von der den des aus aller allen insgesamt"
COUNTED_WORDS = """
nutzen nutzt nutzten verwenden verwendet verwendeten setzen setzt einsetzen haben hat enthalten
enthält nennen nennt erwähnen erwähnt zeigen zeigt gehören gehört beschreiben beschreibt
untersuchten untersuchte ausgewerteten betrachteten geprüften insgesamt genau
"""
COUNT_NAMES = "anzahl zahl"
WHOLE_NAMES = "von gesamt insgesamt alle gesamtzahl"
TRUE_CELLS = "ja wahr j"
FALSE_CELLS = "nein falsch"
