"""A source of another system on its way in: what the engine is told about it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from citation_engine.display import shortened
from citation_engine.errors import InvalidInput
from citation_engine.hashing import sha256_hex
from citation_engine.model.source import Source, SourceType
from citation_engine.urls import canonical_url, fault_of, is_web_address

FIELD = "source_type"

KINDS = MappingProxyType(
    {
        # Rows of a pool.
        "web": SourceType.WEBSITE,
        "file": SourceType.DOCUMENT,
        "attachment": SourceType.DOCUMENT,
        "manual": SourceType.CUSTOM,
        # Outputs of tools.
        "api": SourceType.CUSTOM,
        "mcp": SourceType.CUSTOM,
        # Our own.
        "document": SourceType.DOCUMENT,
        "website": SourceType.WEBSITE,
        "database": SourceType.DATABASE,
        "custom": SourceType.CUSTOM,
    }
)

# The word for a source of ours that came with none.
_WORDS = {
    SourceType.WEBSITE: "web",
    SourceType.DOCUMENT: "file",
    SourceType.DATABASE: "database",
    SourceType.CUSTOM: "custom",
}


def type_of(kind: Any, *, has_address: bool = False, has_path: bool = False) -> SourceType:
    """
    Return our type for another system's kind.

    A thing with a web address is a page whatever it is called, except a database result, which
    is known by its query; a thing with a path is a document. A kind that is not in the table
    says nothing, and a page without an address can only be kept as a document.
    """
    known = KINDS.get(kind.strip().lower()) if isinstance(kind, str) else None
    if known is SourceType.DATABASE:
        return known
    if has_address:
        return SourceType.WEBSITE
    if has_path or known in (None, SourceType.WEBSITE):
        return SourceType.DOCUMENT
    return known


def kind_of(source: Source) -> str:
    """Return the kind a source came with, else the rows' word for its type."""
    kind = source.metadata.get(FIELD)
    return kind if isinstance(kind, str) and kind.strip() else _WORDS[source.type]


@dataclass(frozen=True, slots=True)
class Registration:
    """The arguments of a registration; `content` are the words, `preview` a short piece of them."""

    type: SourceType
    identifier: str
    name: str | None = None
    content: str | None = field(default=None, repr=False)
    preview: str | None = None
    metadata: dict[str, Any] = field(default_factory=dict)

    @property
    def canonical_key(self) -> str:
        """The key by which the source is known: its address, else what identifies it."""
        return key_of(self.type, self.identifier)

    def arguments(self, *, fetch: bool = False) -> dict[str, Any]:
        """
        The arguments of `engine.register_source`.

        A page is fetched only if `fetch` says so and its words are not given. A path is never
        opened, because whoever wrote the row may not be allowed to read the file.
        """
        given: dict[str, Any] = {
            "type": self.type.value,
            "identifier": self.identifier,
            "name": self.name,
            "metadata": self.metadata,
            "content": self.content,
            "preview": self.preview,
            "fetch": fetch,
        }
        if self.content is None and self.type is SourceType.WEBSITE and fetch:
            given["preview"] = None
        elif self.content is None and self.preview is None and self.type is not SourceType.WEBSITE:
            given["content"] = ""
        return given


def canonical_key(source: Source) -> str:
    """Return the key by which a recorded source is known."""
    return key_of(source.type, source.identifier)


def key_of(type: SourceType, identifier: str) -> str:
    """Return the canonical address of a page, the case of its path kept; else the identifier."""
    return canonical_url(identifier) if type is SourceType.WEBSITE else identifier


def snippet_key(title: str, snippet: str) -> str:
    """Return what identifies a source of which only a title and a piece are known."""
    # Half characters are refused later, with a sentence.
    words = f"{len(title)}:{title}{snippet}".encode("utf-8", "surrogatepass")
    return f"title:{sha256_hex(words)}"


def identify(
    kind: Any, *, url: str | None, path: str | None, identifier: str | None, key: str
) -> tuple[SourceType, str]:
    """
    Return the type and the identifier of a source: by address, else path, else name, else `key`.

    An address that no reader of addresses could follow identifies, and is not a page's.
    """
    page = url.strip() if url and is_page_address(url) else None
    type = type_of(kind, has_address=page is not None, has_path=path is not None)
    return type, page or url or path or identifier or key


def is_page_address(url: str) -> bool:
    """Whether this is the address of a page."""
    return is_web_address(url) and fault_of(url.strip()) is None


def text_field(given: Mapping[str, Any], name: str) -> str | None:
    """Return a text; a blank one counts as none, and anything else is refused."""
    value = given.get(name)
    if value is None or (isinstance(value, str) and not value.strip()):
        return None
    if isinstance(value, str):
        return value
    raise InvalidInput(
        f"The {name} of the source is {shortened(value, 80)}, not a text.",
        fix=f"Give {name} as a string, or leave it out.",
    )
