"""What the styles of a Word document say: headings, captions, lists, hidden text."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from citation_engine.formats.office.xml_lookup import child, is_on, number_of, value_of
from citation_engine.formats.xml import Element

_HEADING = re.compile(r"heading ([1-9])")
_MOST_BASES = 20


class ListPlace(NamedTuple):
    """The list that a paragraph belongs to, and how deep in it."""

    list: str
    level: int | None


@dataclass(frozen=True, slots=True)
class Style:
    """One style."""

    id: str
    name: str
    based_on: str
    outline_level: int | None
    hidden: bool | None
    list: ListPlace | None


class Styles:
    """The styles of a document, and what follows from them for a paragraph or a run."""

    def __init__(self, styles: Element | None) -> None:
        found = [_style(one) for one in styles.all("style")] if styles else []
        self._styles = {style.id: style for style in found}
        usual = [one for one in styles.all("style") if is_usual(one)] if styles else []
        self._usual = usual[0].get("styleId") if usual else ""

    def name_of(self, properties: Element | None) -> str:
        """The name of a paragraph's style, in small letters."""
        chain = next(self._chain(value_of(properties, "pStyle")), None)
        return chain.name if chain else ""

    def heading_level(self, properties: Element | None) -> int | None:
        """The level of a heading from 1, or None where a paragraph is none."""
        stated = number_of(value_of(properties, "outlineLvl"))
        if stated is not None:
            return stated + 1 if 0 <= stated < 9 else None
        for style in self._chain(value_of(properties, "pStyle")):
            if style.name == "title":
                return 1
            if found := _HEADING.fullmatch(style.name):
                return int(found[1])
            if style.outline_level is not None:
                return style.outline_level + 1 if 0 <= style.outline_level < 9 else None
        return None

    def is_hidden(self, paragraph: Element | None, run: Element | None) -> bool:
        """Whether a run is hidden, by itself or by its styles."""
        stated = is_on(run, "vanish")
        if stated is not None:
            return stated
        chains = self._chain(value_of(run, "rStyle")), self._chain(value_of(paragraph, "pStyle"))
        for chain in chains:
            for style in chain:
                if style.hidden is not None:
                    return style.hidden
        return False

    def list_of(self, properties: Element | None) -> tuple[ListPlace | None, str]:
        """The list of a paragraph, and the style that puts it there, if a style does."""
        if stated := list_place(properties):
            return stated, ""
        for style in self._chain(value_of(properties, "pStyle")):
            if style.list:
                return style.list, style.id
        return None, ""

    def _chain(self, style_id: str | None) -> Iterator[Style]:
        """A style and those that it is based on."""
        for _ in range(_MOST_BASES):
            style = self._styles.get(style_id if style_id is not None else self._usual)
            if style is None:
                return
            yield style
            style_id = style.based_on


def is_usual(style: Element) -> bool:
    """Whether a style is the one of paragraphs that name none."""
    return style.get("type") == "paragraph" and style.get("default") in ("1", "true", "on")


def list_place(properties: Element | None) -> ListPlace | None:
    """The list that these properties name."""
    numbers = child(properties, "numPr")
    stated = value_of(numbers, "numId")
    level = number_of(value_of(numbers, "ilvl"))
    if stated is None:
        return None
    return ListPlace(stated, level)


def _style(element: Element) -> Style:
    paragraph = child(element, "pPr")
    return Style(
        id=element.get("styleId"),
        name=(value_of(element, "name") or "").lower(),
        based_on=value_of(element, "basedOn") or "",
        outline_level=number_of(value_of(paragraph, "outlineLvl")),
        hidden=is_on(child(element, "rPr"), "vanish"),
        list=list_place(paragraph),
    )
