"""
Small XML files, such as a book's table of contents, without what makes XML dangerous.

Nothing outside the file is loaded, a file that declares entities is refused, and so is one that
is nested too deeply. Names come without their namespaces.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from xml.parsers import expat

from citation_engine.errors import SourceUnreadable

MOST_DEPTH = 200


@dataclass(slots=True)
class Element:
    """An element: its name, its attributes, its elements, and the text directly in it."""

    name: str
    attributes: dict[str, str] = field(default_factory=dict)
    children: list["Element"] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)

    @property
    def text(self) -> str:
        """The words directly in it, on one line."""
        return " ".join("".join(self.texts).split())

    def all(self, name: str) -> Iterator["Element"]:
        """The elements of that name, at any depth, in order."""
        for child in self.children:
            if child.name == name:
                yield child
            yield from child.all(name)

    def first(self, name: str) -> "Element | None":
        """The first element of that name, at any depth."""
        return next(self.all(name), None)

    def get(self, attribute: str) -> str:
        """An attribute, or nothing."""
        return self.attributes.get(attribute, "")


def parse_xml(data: bytes, name: str) -> Element:
    """The file's elements, under one without a name. Raises `SourceUnreadable`."""
    top = Element("")
    inside = [top]
    parser = expat.ParserCreate()
    # Without this, expat would ask for declarations from elsewhere.
    parser.SetParamEntityParsing(expat.XML_PARAM_ENTITY_PARSING_NEVER)

    def start(tag: str, attributes: dict[str, str]) -> None:
        if len(inside) > MOST_DEPTH:
            raise SourceUnreadable(
                f"{name} is nested more than {MOST_DEPTH} levels deep.", fix="Save it anew."
            )
        local = {key.rpartition(":")[2]: value for key, value in attributes.items()}
        element = Element(tag.rpartition(":")[2], local)
        inside[-1].children.append(element)
        inside.append(element)

    def declared(*_: object) -> None:
        raise SourceUnreadable(f"{name} declares entities.", fix="Save it anew without them.")

    def words(text: str) -> None:
        inside[-1].texts.append(text)

    parser.StartElementHandler = start
    parser.EndElementHandler = lambda _: inside.pop()
    parser.CharacterDataHandler = words
    parser.EntityDeclHandler = declared
    try:
        parser.Parse(data, True)
    except expat.ExpatError as error:
        raise SourceUnreadable(f"{name} is not XML ({error}).", fix="Save it anew.") from error
    return top
