"""Number words, months, units and quantifiers of English."""

CARDINALS = """
zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen
sixteen seventeen eighteen nineteen
"""
TENS = "twenty thirty forty fifty sixty seventy eighty ninety"
ORDINALS = """
first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth
fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth
"""
ORDINAL_TENS = """
twentieth thirtieth fortieth fiftieth sixtieth seventieth eightieth ninetieth hundredth
"""
# Seldom meant as a figure.
WEAK_ONES = "one ones"
SCALES = """
hundred=100 thousand=1e3 million=1e6 mln=1e6 mn=1e6 bn=1e9 bln=1e9 billion=1e9 trillion=1e12
trn=1e12 dozen=12 lakh=1e5 crore=1e7
"""
# Abbreviations, which say something only behind a number.
SHORT_SCALES = "mln mn bn bln trn"
# After them "and" goes on with a number: "a hundred and five".
JOINED_SCALES = "hundred thousand million"
# Words that say a number by themselves, and the unit that is in them.
WHOLE_NUMBERS = "once=1=times twice=2=times thrice=3=times half=1/2 halves=1/2"
PARTS = "quarter=4 quarters=4"
# Second halves of compounds, and the unit they stand for.
UNIT_ENDINGS = ((r"fold", "fold"),)
# What is written right behind digits.
DIGIT_ENDINGS = "st nd rd th s fold"
LIST_WORDS = "and or to"
RANGE_WORDS = "to and or"
# Before the number of a year they are parts of no name: "mid-1990".
TIME_PREFIXES = "mid pre post early late non"
# The months in order, each in all its spellings.
MONTHS = """
january/jan february/feb march/mar april/apr may june/jun july/jul august/aug september/sept/sep
october/oct november/nov december/dec
"""
# Words as well as months: only beside a number are they dates.
DOUBTFUL_MONTHS = "may march mar jan august sep dec jun"
QUARTERS = "quarter"
DAY_ENDINGS = "st nd rd th"
# Between a date and its year: "of the year 2024".
BEFORE_YEARS = "of"
YEAR_NOUNS = "year"
BEFORE_MONTHS = "of"
# Number words and measures that make a statement one with a figure.
FIGURE_WORDS = """
two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|sixty|
seventy|eighty|ninety|hundred|thousand|half|one
"""
FIGURE_MEASURES = r"""
years?|months?|weeks?|days?|hours?|minutes?|percent|per cent|euros?|dollars?|degrees?|times|tonnes|
kilomet\w+|met(?:er|re)s?|million|billion|thirds?|quarters?|of all|of the population|fold
"""
# How "%" is spelled out.
PERCENT = "percent|per cent"
FIGURES_ALONE = "doubled|tripled|halved|million|billion"
# By what they say: how many, how much, and the bounds of a number.
QUANTIFIERS = {
    "all": "all|every|each|always|any|everyone|everybody|everything|entire|entirely|whole|both",
    "most": "most|mostly|majority|the majority of|mainly|usually|generally",
    "many": "many|several|numerous|often",
    "some": "some|sometimes|partly|partially|in part",
    "few": "few|little|a few",
    "only": "only|solely|exclusively|merely",
    "at least": "at least|no less than|not less than|no fewer than|not fewer than|minimum"
    "|minimum of|at the least|or more",
    "at most": "at most|no more than|not more than|up to|at the most|maximum|maximum of|or less"
    "|or fewer",
    "more": "more than|more|over|above|exceeding|exceeds|exceed|greater than|greater|larger than"
    "|longer than|higher than|later than",
    "less": "less than|fewer than|less|fewer|under|below|smaller than|shorter than|lower than"
    "|earlier than",
    "about": "about|approximately|around|nearly|almost|roughly|circa",
    "exactly": "exactly|precisely",
}
# What is measured, and how many of the smallest units one of each is.
UNITS = """
share 1 fold times | 1/100 percent | 1/1000 permille
points 1 percentage_point percentage_points | 1/100 basis_point basis_points
months 1 month months mo mos | 12 year years yr yrs | 120 decade decades | 1200 century centuries |
  12000 millennium millennia
seconds 1 second seconds secs | 1/1000 millisecond milliseconds | 60 minute minutes mins | 3600
  hour hours hr hrs | 86400 day days | 604800 week weeks | 1209600 fortnight fortnights
workdays 1 workday workdays working_day working_days business_day business_days
metres 1 metre metres meter meters | 1000 kilometre kilometres kilometer kilometers | 1/10
  decimetre decimetres | 1/100 centimetre centimetres centimeter centimeters | 1/1000 millimetre
  millimetres millimeter millimeters | 1/1000000 micrometre micrometres micrometer micrometers |
  1/1000000000 nanometre nanometres nanometer nanometers
inches 1 inch inches | 12 foot feet ft | 36 yard yards yd yds | 63360 mile miles mi
grams 1 gram grams gramme grammes | 1000 kilogram kilograms kilogramme kilo kilos | 1/1000
  milligram milligrams | 1/1000000 microgram micrograms | 1000000 tonne tonnes metric_ton
  metric_tons
pounds 1/16 ounce ounces
litres 1 litre litres liter liters | 1/10 decilitre deciliter | 1/100 centilitre centiliter |
  1/1000 millilitre millilitres milliliter milliliters | 100 hectolitre hectolitres | 1000
  cubic_metre cubic_metres cubic_meter cubic_meters | 1 cubic_decimetre | 1/1000 cubic_centimetre
  cubic_centimetres
gallons 1 gallon gallons gal | 1/8 pint pints
area 1 square_metre square_metres square_meter square_meters sqm | 1000000 square_kilometre
  square_kilometres square_kilometer square_kilometers | 10000 hectare hectares
acres 1 acre acres | 640 square_mile square_miles
watts 1 watt watts | 1000 kilowatt kilowatts | 1000000 megawatt megawatts | 1000000000 gigawatt
  gigawatts
energy 1 watt_hour watthour | 1000 kilowatt_hour kilowatt_hours | 1000000 megawatt_hour
  megawatt_hours | 1000000000 gigawatt_hour gigawatt_hours | 1000000000000 terawatt_hour
  terawatt_hours
joules 1 joule joules | 1000 kilojoule kilojoules | 1000000 megajoule megajoules
calories 1 calorie calories | 1000 kilocalorie kilocalories
hertz 1 hertz | 1000 kilohertz | 1000000 megahertz | 1000000000 gigahertz
volts 1 volt volts | 1000 kilovolt
amperes 1 ampere amperes amp amps
pascals 1 pascal pascals | 100 hectopascal | 1000 kilopascal
newtons 1 newton newtons | 1000 kilonewton
celsius 1 celsius
fahrenheit 1 fahrenheit
kelvin 1 kelvin
degrees 1 degree degrees
bits 1 bit bits
bytes 1 byte bytes | 1000 kilobyte kilobytes | 1000000 megabyte megabytes | 1000000000 gigabyte
  gigabytes | 1000000000000 terabyte terabytes
decibels 1 decibel decibels
moles 1 mole moles
becquerel 1 becquerel
sievert 1 sievert | 1/1000 millisievert
eur 1 euro euros | 1/100 eurocent eurocents
usd 1 dollar dollars us_dollar us_dollars us-dollar | 1/100 us_cent us_cents
gbp 1 sterling
pound 1 pound pounds
chf 1 franc francs
dem 1 dm_currency
jpy 1 yen
cny 1 yuan renminbi
inr 1 rupee rupees
cents 1 cent cents
people 1 person persons people
"""
# Between a part and its whole: "42 out of the 60", "70 % of".
SHARE_LINKS = "of out the all these those a total"
# What is said of things that are counted without leaving some of them out.
COUNTED_WORDS = """
use uses used employ employs employed adopt adopts adopted apply applies applied have has contain
contains include includes name names named mention mentions mentioned report reports
reported show shows belong belongs describe describes reviewed examined analysed analyzed surveyed
altogether overall match matches
"""
# Words that are pronouns elsewhere and point to nothing here: "there are 42 papers that use it".
NO_PRONOUNS = "there which who that these those"
# What columns of counts are called, and columns that say of how many.
COUNT_NAMES = "n count counts cnt num number"
WHOLE_NAMES = "of total all"
TRUE_CELLS = "true yes 1 t y"
FALSE_CELLS = "false no 0 f n"
