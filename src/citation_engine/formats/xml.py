"""
XML files, such as a book's table of contents, without what makes XML dangerous.

Nothing outside the file is loaded, a file that declares entities is refused, and so is one that
is nested too deeply. Names come without their namespaces.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Protocol
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


class XmlVisitor(Protocol):
    """Is told of each element and text in the order of the file."""

    def start(self, name: str, attributes: dict[str, str]) -> None:
        """An element begins."""
        ...

    def end(self, name: str) -> None:
        """An element ends."""
        ...

    def words(self, text: str) -> None:
        """Text, in as many pieces as it comes."""
        ...


def visit_xml(data: bytes, name: str, visitor: XmlVisitor) -> None:
    """Tell `visitor` of all that is in a file too large to keep. Raises `SourceUnreadable`."""
    parser = expat.ParserCreate()
    # Without this, expat would ask for declarations from elsewhere.
    parser.SetParamEntityParsing(expat.XML_PARAM_ENTITY_PARSING_NEVER)
    parser.buffer_text = True
    depth = 0

    def start(tag: str, attributes: dict[str, str]) -> None:
        nonlocal depth
        depth += 1
        if depth > MOST_DEPTH:
            raise SourceUnreadable(
                f"{name} is nested more than {MOST_DEPTH} levels deep.", fix="Save it anew."
            )
        if any(":" in key for key in attributes):
            attributes = {key.rpartition(":")[2]: value for key, value in attributes.items()}
        visitor.start(tag.rpartition(":")[2], attributes)

    def end(tag: str) -> None:
        nonlocal depth
        depth -= 1
        visitor.end(tag.rpartition(":")[2])

    def declared(*_: object) -> None:
        raise SourceUnreadable(f"{name} declares entities.", fix="Save it anew without them.")

    parser.StartElementHandler = start
    parser.EndElementHandler = end
    parser.CharacterDataHandler = visitor.words
    parser.EntityDeclHandler = declared
    try:
        parser.Parse(data, True)
    except expat.ExpatError as error:
        raise SourceUnreadable(f"{name} is not XML ({error}).", fix="Save it anew.") from error


def parse_xml(data: bytes, name: str) -> Element:
    """The file's elements, under one without a name. Raises `SourceUnreadable`."""
    tree = _Tree()
    visit_xml(data, name, tree)
    return tree.top


class _Tree:
    """Keeps all elements of a file."""

    def __init__(self) -> None:
        self.top = Element("")
        self._inside = [self.top]

    def start(self, name: str, attributes: dict[str, str]) -> None:
        element = Element(name, attributes)
        self._inside[-1].children.append(element)
        self._inside.append(element)

    def end(self, name: str) -> None:
        self._inside.pop()

    def words(self, text: str) -> None:
        self._inside[-1].texts.append(text)
