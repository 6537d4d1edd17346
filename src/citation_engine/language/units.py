"""
Units of measure and currencies, and which of them are exactly equal.

Two units of one dimension differ by an exact factor: a kilometre is a thousand metres. Where no
exact factor is agreed on, as between months and days, units have dimensions of their own.
"""

from fractions import Fraction
from typing import NamedTuple

from citation_engine.language.vocabulary import lists


class MeasureUnit(NamedTuple):
    """What is measured, and how many of the dimension's smallest units one of these is."""

    dimension: str
    factor: Fraction


# Signs and abbreviations, which are the same in every language.
_SYMBOLS = """
share 1/100 pct | 1 x ×
points 1 pp ppt | 1/100 bp bps
seconds 1 sec | 1/1000 ms | 60 min | 3600 h
metres 1 m | 1000 km | 1/10 dm | 1/100 cm | 1/1000 mm | 1/1000000 µm μm | 1/1000000000 nm
grams 1 g | 1000 kg | 1/1000 mg | 1/1000000 µg μg mcg | 1000000 t
pounds 1 lb lbs | 1/16 oz
litres 1 l | 1/10 dl | 1/100 cl | 1/1000 ml | 100 hl | 1000 m³ | 1 dm³ | 1/1000 cm³
area 1 m² | 1000000 km² | 10000 ha | 1/10000 cm²
watts 1 w | 1000 kw | 1000000 mw | 1000000000 gw
energy 1 wh | 1000 kwh | 1000000 mwh | 1000000000 gwh | 1000000000000 twh
joules 1000 kj | 1000000 mj
calories 1 cal | 1000 kcal
hertz 1 hz | 1000 khz | 1000000 mhz | 1000000000 ghz
volts 1000 kv
pascals 1 pa | 100 hpa | 1000 kpa | 100000 bar
newtons 1000 kn
celsius 1 °c
fahrenheit 1 °f
degrees 1 °
bits 1000000 mbit | 1000000000 gbit
bytes 1000 kb | 1000000 mb | 1000000000 gb | 1000000000000 tb
kmh 1 km/h kmh kph
mph 1 mph
ms 1 m/s
decibels 1 db
moles 1 mol
becquerel 1 bq
sievert 1 sv | 1/1000 msv
eur 1 eur €
usd 1 usd $ us$
gbp 1 gbp £
chf 1 chf
dem 1 dem
jpy 1 jpy ¥
cny 1 cny rmb
inr 1 inr ₹
cents 1 ct
"""


def _read_table() -> dict[str, MeasureUnit]:
    known: dict[str, MeasureUnit] = {}
    tables = "\n".join(text.strip() for text in (*lists("numbers", "UNITS"), _SYMBOLS))
    for line in tables.replace("\n  ", " ").splitlines():
        dimension, _, groups = line.partition(" ")
        for group in groups.split("|"):
            factor, *names = group.split()
            unit = MeasureUnit(dimension, Fraction(factor))
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
