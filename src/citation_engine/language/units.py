"""
Units of measure and currencies in English and German, and which of them are exactly equal.

Two units of one dimension differ by an exact factor: a kilometre is a thousand metres. Where no
exact factor is agreed on, as between months and days, units have dimensions of their own.
"""

from fractions import Fraction
from typing import NamedTuple


class Unit(NamedTuple):
    """What is measured, and how many of the dimension's smallest units one of these is."""

    dimension: str
    factor: Fraction


_TABLE = """
share 1 fold times | 1/100 percent prozent pct | 1/1000 promille permille
points 1 percentage_point percentage_points prozentpunkt prozentpunkte prozentpunkten pp ppt |
  1/100 basis_point basis_points basispunkt basispunkte basispunkten bp bps
months 1 month months mo mos monat monate monaten monats | 3 quartal quartale quartalen quartals
  | 12 year years yr yrs jahr jahre jahren jahres | 120 decade decades jahrzehnt jahrzehnte
  jahrzehnten jahrzehnts | 1200 century centuries jahrhundert jahrhunderte jahrhunderten
  jahrhunderts | 12000 millennium millennia jahrtausend jahrtausende jahrtausenden
seconds 1 second seconds sec secs sekunde sekunden sek | 1/1000 millisecond milliseconds
  millisekunde millisekunden ms | 60 minute minutes min mins minuten | 3600 hour hours hr hrs h
  stunde stunden std | 86400 day days tag tage tagen tages | 604800 week weeks woche wochen |
  1209600 fortnight fortnights
workdays 1 workday workdays working_day working_days business_day business_days werktag werktage
  werktagen werktages arbeitstag arbeitstage arbeitstagen
metres 1 metre metres meter meters metern m | 1000 kilometre kilometres kilometer kilometers
  kilometern km | 1/10 decimetre decimetres dezimeter dm | 1/100 centimetre centimetres
  centimeter centimeters zentimeter zentimetern cm | 1/1000 millimetre millimetres millimeter
  millimeters millimetern mm | 1/1000000 micrometre micrometres micrometer micrometers
  mikrometer µm μm | 1/1000000000 nanometre nanometres nanometer nanometers nm
inches 1 inch inches zoll | 12 foot feet fuss ft | 36 yard yards yd yds | 63360 mile miles meile
  meilen mi
grams 1 gram grams gramme grammes gramm g | 1000 kilogram kilograms kilogramme kilo kilos
  kilogramm kg | 1/1000 milligram milligrams milligramm mg | 1/1000000 microgram micrograms
  mikrogramm µg μg mcg | 1000000 tonne tonnes tonnen metric_ton metric_tons t | 50000 zentner
pounds 1 lb lbs | 1/16 ounce ounces oz
litres 1 litre litres liter liters litern l | 1/10 decilitre deciliter dezilitre deziliter dl |
  1/100 centilitre centiliter zentiliter cl | 1/1000 millilitre millilitres milliliter
  milliliters millilitern ml | 100 hectolitre hectolitres hektoliter hl | 1000 m³ cubic_metre
  cubic_metres cubic_meter cubic_meters kubikmeter kubikmetern cbm | 1 cubic_decimetre
  kubikdezimeter dm³ | 1/1000 cubic_centimetre cubic_centimetres kubikzentimeter cm³ ccm
gallons 1 gallon gallons gal | 1/8 pint pints
area 1 m² square_metre square_metres square_meter square_meters quadratmeter quadratmetern qm
  sqm | 1000000 km² square_kilometre square_kilometres square_kilometer square_kilometers
  quadratkilometer quadratkilometern | 10000 hectare hectares hektar ha | 100 ar | 1/10000 cm²
  quadratzentimeter
acres 1 acre acres | 640 square_mile square_miles
watts 1 watt watts w | 1000 kilowatt kilowatts kw | 1000000 megawatt megawatts mw | 1000000000
  gigawatt gigawatts gw
energy 1 watt_hour watthour wattstunde wattstunden wh | 1000 kilowatt_hour kilowatt_hours
  kilowattstunde kilowattstunden kwh | 1000000 megawatt_hour megawatt_hours megawattstunde
  megawattstunden mwh | 1000000000 gigawatt_hour gigawatt_hours gigawattstunde gigawattstunden
  gwh | 1000000000000 terawatt_hour terawatt_hours terawattstunde terawattstunden twh
joules 1 joule joules | 1000 kilojoule kilojoules kj | 1000000 megajoule megajoules mj
calories 1 calorie calories kalorie kalorien cal | 1000 kilocalorie kilocalories kilokalorie
  kilokalorien kcal
hertz 1 hertz hz | 1000 kilohertz khz | 1000000 megahertz mhz | 1000000000 gigahertz ghz
volts 1 volt volts | 1000 kilovolt kv
amperes 1 ampere amperes amp amps
pascals 1 pascal pascals pa | 100 hectopascal hektopascal hpa | 1000 kilopascal kpa | 100000 bar
newtons 1 newton newtons | 1000 kilonewton kn
celsius 1 celsius °c
fahrenheit 1 fahrenheit °f
kelvin 1 kelvin
degrees 1 degree degrees grad °
bits 1 bit bits | 1000000 mbit | 1000000000 gbit
bytes 1 byte bytes | 1000 kilobyte kilobytes kb | 1000000 megabyte megabytes mb | 1000000000
  gigabyte gigabytes gb | 1000000000000 terabyte terabytes tb
kmh 1 km/h kmh kph
mph 1 mph
ms 1 m/s
decibels 1 decibel decibels dezibel db
moles 1 mol mole moles
becquerel 1 becquerel bq
sievert 1 sievert sv | 1/1000 millisievert msv
eur 1 euro euros eur € | 1/100 eurocent eurocents
usd 1 dollar dollars usd $ us$ us_dollar us_dollars us-dollar | 1/100 us_cent us_cents
gbp 1 gbp £ sterling
pound 1 pound pounds pfund
chf 1 franc francs franken chf sfr
dem 1 dm_currency mark dem
jpy 1 yen jpy ¥
cny 1 yuan renminbi cny rmb
inr 1 rupee rupees rupien inr ₹
cents 1 cent cents ct
people 1 person persons people personen
"""


def _read_table() -> dict[str, Unit]:
    known: dict[str, Unit] = {}
    for line in _TABLE.strip().replace("\n  ", " ").splitlines():
        dimension, _, groups = line.partition(" ")
        for group in groups.split("|"):
            factor, *names = group.split()
            unit = Unit(dimension, Fraction(factor))
            known |= {name.replace("_", " "): unit for name in names}
    return known


UNITS = _read_table()
# Letters that are units only right behind a numeral, and mean something else elsewhere.
SHORT = frozenset(name for name in UNITS if len(name) <= 2 and name.isalpha())
# What stands before its number.
CURRENCY_SIGNS = frozenset(("€", "$", "£", "¥", "₹", "us$", "eur", "usd", "gbp", "chf"))
_FAMILIES = {
    "usd": "money",
    "eur": "money",
    "gbp": "money",
    "chf": "money",
    "dem": "money",
    "jpy": "money",
    "cny": "money",
    "inr": "money",
    "cents": "money",
    "months": "time",
    "seconds": "time",
    "workdays": "time",
    "metres": "length",
    "inches": "length",
    "grams": "mass",
    "pounds": "mass",
    "litres": "volume",
    "gallons": "volume",
    "area": "area",
    "acres": "area",
    "watts": "power",
    "energy": "energy",
    "joules": "energy",
    "calories": "energy",
    "celsius": "temperature",
    "fahrenheit": "temperature",
    "kelvin": "temperature",
    "degrees": "temperature",
    "kmh": "speed",
    "mph": "speed",
    "ms": "speed",
    "share": "share",
    "points": "share",
    "bits": "data",
    "bytes": "data",
}


_AMBIGUOUS = {"pound": ("gbp", "pounds")}


def may_be_one(left: str, right: str) -> bool:
    """Whether two dimensions are the same or can be: a pound is money or a weight."""
    return left == right or right in _AMBIGUOUS.get(left, ()) or left in _AMBIGUOUS.get(right, ())


def family_of(dimension: str) -> str:
    """Return what a dimension measures: years and days both measure time."""
    return _FAMILIES.get(dimension, dimension)
