"""
BibTeX entries that say what they say, whatever a title tries.

BibTeX counts braces even behind a backslash, and TeX reads a title as a program.
So braces become commands, and an address keeps no sign that TeX could act on.
"""

from urllib.parse import quote

from citation_engine.render.facts import Facts, Name

_SPECIAL = str.maketrans(
    {
        "\\": r"\textbackslash{}",
        "{": r"\textbraceleft{}",
        "}": r"\textbraceright{}",
        "~": r"\textasciitilde{}",
        "^": r"\textasciicircum{}",
        "&": r"\&",
        "%": r"\%",
        "$": r"\$",
        "#": r"\#",
        "_": r"\_",
    }
)


def bibtex(facts: Facts) -> str:
    """A `@misc` entry: of all types the one that needs nothing a source may not know."""
    note = ", ".join(part for part in (_version(facts), facts.place) if part)
    fields = {
        "author": " and ".join(map(_author, facts.authors)),
        "title": f"{{{escape(facts.title)}}}",
        "year": facts.year or "",
        "publisher": escape(facts.publisher or ""),
        "howpublished": escape(facts.descriptor or ""),
        "note": escape(note),
        "url": _address(facts.url or ""),
        "urldate": facts.accessed.isoformat() if facts.accessed else "",
    }
    lines = [f"  {name} = {{{value}}}," for name, value in fields.items() if value]
    return "\n".join([f"@misc{{{facts.key},", *lines, "}"])


def escape(text: str) -> str:
    """The text with every sign TeX acts on made harmless."""
    return text.translate(_SPECIAL)


def _author(name: Name) -> str:
    """`Doe, Jane`; a name taken as it is goes into braces, so that it is not taken apart."""
    if name.given:
        return f"{{{escape(name.family)}}}, {escape(name.given)}"
    return f"{{{escape(name.family)}}}"


def _address(url: str) -> str:
    """The address with everything escaped that is not plain in one."""
    return quote(url, safe="%:/?#[]@!$&'()*+,;=~-._")


def _version(facts: Facts) -> str | None:
    return f"Version {facts.version}" if facts.version else None
