"""
What other systems call their kinds of sources, and which of ours each one is.

They say it in a field `source_type` or `type`. Their word is kept in the metadata under
`source_type`, so that they get back what they gave.
"""

from types import MappingProxyType
from typing import Any

from citation_engine.model.source import Source, SourceType

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
