"""
How a section is called, and whether two names mean the same one.

"Kapitel 8: Archiv", "8 Archiv" and "Archiv" may be one section; "Kapitel 9: Archiv" is another.
"""

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache

_LABEL = (
    r"§§?|(?:Kapitel|Kap|Chapter|Ch|Abschnitt|Abschn|Section|Sect|Sec|Teil|Part|Artikel|Article|Art"
    r"|Ziffer|Ziff|Nummer|Nr|No|Punkt|Point|Anlage|Anhang|Annex|Appendix|Slide|Folie)\b\.?"
)
_NUMBER = r"(?:\d{1,4}[a-z]?(?:\.\d{1,4}[a-z]?){0,6}|[IVXLC]{1,7})(?!\w)"
_NUMBERED = re.compile(
    rf"\s*(?:(?P<label>{_LABEL})\s*)?(?P<number>{_NUMBER})(?P<dot>[.):]?)(?P<rest>.*)\Z",
    re.IGNORECASE | re.DOTALL,
)
_THROUGH = re.compile(rf"\s*(?:-|–|—|\bbis\b|\bto\b)\s*(?:§\s*)?(?P<last>{_NUMBER})\s*\Z")
# The first of these that a path has divides it: a title may have one of the others.
_STEPS = (" › ", " > ", " » ", " → ", " / ")
_WORD = re.compile(r"\w+")
# What may stand before the number of a heading that has a number only.
_ANY_SECTION = re.compile(r"§§?|Kap|Ch|Abschn|Sec|Ziff|Nummer|Nr|No|Punkt|Point", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Name:
    """A section's name: all its words, its number, and its words without label and number."""

    words: str
    number: str
    bare: str

    def means(self, other: "Name") -> bool:
        """Whether two names with words mean the same; numbers may be missing, not differ."""
        if self.words == other.words:
            return bool(self.words)
        if not self.bare or self.bare != other.bare:
            return False
        return not self.number or not other.number or self.number == other.number


@lru_cache(maxsize=4096)
def read_name(title: str) -> Name:
    """Return the parts of a name by which it is compared."""
    plain = unicodedata.normalize("NFKC", title)
    words = _words(plain)
    found = _NUMBERED.match(plain)
    if not found or not _is_number(found):
        return Name(words, "", words)
    return Name(words, found["number"].casefold(), _words(found["rest"]))


def read_number(name: str) -> tuple[str, str] | None:
    """Return the first and last number of a name that is no more: "8.1", "§ 8.1-8.2"."""
    found = _NUMBERED.match(unicodedata.normalize("NFKC", name))
    if not found or not _is_number(found):
        return None
    if found["label"] and not _ANY_SECTION.match(found["label"]):
        return None
    first = found["number"].casefold()
    if not _words(found["rest"]):
        return first, first
    through = _THROUGH.match(found["rest"])
    return (first, through["last"].casefold()) if through else None


def steps_of(name: str) -> list[str]:
    """Return the titles of a path such as "Teil 1 › Kapitel 8", from the highest down."""
    sign = next((sign for sign in _STEPS if sign in name), None)
    return [step for step in name.split(sign) if step.strip()] if sign else [name]


def _is_number(found: re.Match[str]) -> bool:
    """Whether a number, or a Roman numeral that is no word: "I think" has none."""
    if found["number"][0].isdigit() or found["label"] or found["dot"]:
        return True
    return not found["rest"].strip()


def _words(title: str) -> str:
    return " ".join(_WORD.findall(title.casefold()))
