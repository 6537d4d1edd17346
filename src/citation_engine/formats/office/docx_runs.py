"""The words of one paragraph of a Word document, without what its reader does not see."""

from collections import Counter
from dataclasses import dataclass, field

from citation_engine.formats.office.docx_lists import written_number
from citation_engine.formats.office.docx_styles import Styles
from citation_engine.formats.office.xml_lookup import child, chosen, number_of, value_of
from citation_engine.formats.xml import Element

# Text that was deleted or moved away while changes were tracked, and what is no text.
_DELETED = frozenset(("del", "moveFrom"))
_NOT_TEXT = frozenset(("rPr", "pPr", "instrText", "delText", "delInstrText", "sectPr", "sdtPr"))
_SIGNS = {
    "tab": "\t",
    "ptab": "\t",
    "br": "\n",
    "cr": "\n",
    "noBreakHyphen": "\u2011",
    "softHyphen": "\u00ad",
}
_PICTURES = {"blip": "pictures", "imagedata": "pictures", "chart": "charts", "relIds": "diagrams"}
_OBJECTS = {"OLEObject": "embedded objects", "altChunk": "embedded documents"}
NOT_READ = _PICTURES | _OBJECTS
# Half points: below one point nobody reads anything.
_SMALLEST = 2


@dataclass(slots=True)
class RunText:
    """
    The words of a paragraph as they are gathered.

    `boxes` are the text boxes that hang on it. Words are hidden if they are marked as hidden, are
    smaller than a point, or are white on bare paper.
    """

    styles: Styles
    label_note: "LabelNote"
    bare_paper: bool = True
    parts: list[str] = field(default_factory=list)
    boxes: list[Element] = field(default_factory=list)
    hidden: int = 0
    deleted: int = 0
    not_read: Counter[str] = field(default_factory=Counter)
    _properties: Element | None = None

    @property
    def text(self) -> str:
        """The words so far."""
        return "".join(self.parts)

    def take_paragraph(self, paragraph: Element) -> None:
        """Take all runs of a paragraph."""
        self._properties = child(paragraph, "pPr")
        self._take(paragraph, hidden=False)

    def _take(self, element: Element, *, hidden: bool) -> None:
        for one in element.children:
            if one.name in _DELETED:
                self.deleted += _length(one)
            elif one.name == "r":
                self._take(one, hidden=hidden or self._is_hidden(child(one, "rPr")))
            elif one.name == "t":
                self._add("".join(one.texts), hidden=hidden)
            elif one.name == "txbxContent":
                self.boxes.append(one)
            elif one.name == "AlternateContent":
                self._take(chosen(one), hidden=hidden)
            elif one.name not in _NOT_TEXT:
                self._take_sign(one, hidden=hidden)
                self._take(one, hidden=hidden)

    def _take_sign(self, one: Element, *, hidden: bool) -> None:
        if one.name in _SIGNS:
            self._add(_SIGNS[one.name], hidden=hidden)
        elif one.name == "sym":
            self._add(_symbol(one.get("char")), hidden=hidden)
        elif one.name in ("footnoteReference", "endnoteReference"):
            self._add(self.label_note(one), hidden=hidden)
        elif one.name in NOT_READ and not hidden:
            self.not_read[NOT_READ[one.name]] += 1

    def _add(self, words: str, *, hidden: bool) -> None:
        if hidden:
            self.hidden += len(words.strip())
        else:
            self.parts.append(words)

    def _is_hidden(self, run: Element | None) -> bool:
        if self.styles.is_hidden(self._properties, run):
            return True
        size = number_of(value_of(run, "sz"))
        if size is not None and size < _SMALLEST:
            return True
        shaded = child(run, "shd") or child(run, "highlight") or child(self._properties, "shd")
        is_white = (value_of(run, "color") or "").upper() == "FFFFFF"
        return is_white and self.bare_paper and not shaded


class LabelNote:
    """Gives the sign that stands in the text where a note is referred to."""

    def __init__(self) -> None:
        self.numbers: dict[str, dict[str, str]] = {"footnote": {}, "endnote": {}}

    def __call__(self, reference: Element) -> str:
        """The sign of the note that is referred to; empty where the author wrote one."""
        kind = reference.name.removesuffix("Reference")
        labels = self.numbers[kind]
        note = reference.get("id")
        if reference.get("customMarkFollows") in ("1", "true", "on"):
            labels.setdefault(note, "")
            return ""
        if note not in labels:
            counted = sum(1 for label in labels.values() if label) + 1
            labels[note] = note_label(kind, counted)
        return f"[{labels[note]}]" if labels[note] else ""


def note_label(kind: str, number: int) -> str:
    """How Word counts notes where nothing else is said: footnotes 1, 2, 3, endnotes i, ii, iii."""
    return written_number(number, "decimal" if kind == "footnote" else "lowerRoman")


def _symbol(code: str) -> str:
    """A character of a symbol font, which fonts keep in a private area."""
    try:
        number = int(code, 16)
    except ValueError:
        return "\ufffd"
    return chr(number) if 0x20 <= number < 0xD800 or 0xE000 <= number <= 0xFFFD else "\ufffd"


def _length(deleted: Element) -> int:
    return sum(len("".join(one.texts)) for name in ("delText", "t") for one in deleted.all(name))
