"""Finds the addresses and the DOI that a reference gives."""

import re

from citation_engine.markers.hyperlinks import find_hyperlinks

# What is allowed in a DOI is nearly everything; what closes a sentence is taken off its end.
_DOI = re.compile(
    r"(?:\bdoi:\s*|\bdoi\.org/|(?<![\w/.]))(10\.\d{4,9}/[^\s<>\"\[\]{}|\\^`]{1,300})", re.IGNORECASE
)
_WEB = ("http://", "https://")


def addresses_in(words: str) -> tuple[str, ...]:
    """Return the web addresses in the words of a reference, in order and each once."""
    links = (link.target for link in find_hyperlinks(words, ()) if not link.is_image)
    return tuple(dict.fromkeys(link for link in links if link.lower().startswith(_WEB)))


def doi_in(words: str) -> str | None:
    """Return the first DOI in the words of a reference, without its address, or None."""
    found = _DOI.search(words)
    if found is None:
        return None
    doi = found[1].rstrip(".,;:!?'\"*_…”’»")
    while doi.endswith(")") and doi.count(")") > doi.count("("):
        doi = doi[:-1].rstrip(".,;:")
    return doi
