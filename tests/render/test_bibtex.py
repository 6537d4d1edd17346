"""BibTeX that cannot be turned into something else by a title."""

import re
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citation_engine.model.passage import Locator
from citation_engine.model.source import Source
from citation_engine.render.styles import escape, format_bibliography, format_reference

PAYLOADS = [
    r"\input{/etc/passwd}",
    r"\include{secret}",
    r"\immediate\write18{rm -rf x}",
    r"\openin5=/etc/passwd \read5 to\line",
    r"\def\x{\x\x}\x",
    r"\catcode`\@=0",
    r"^^5cinput{/etc/passwd}",
    r"}, note = {forged",
    r"}} @misc{evil, title={x",
    r"{{{{",
    r"}}}}",
    "a\n}\n@comment{b",
    "50% of $x_1 & #2 ~ ^3",
    r"\\",
    '" # "injected',
    r"\verb|\end{document}|",
    r"\csname input\endcsname{x}",
    "\u202e}evil{\x00\x1b",
]
COMMANDS = r"\\(?:text(?:backslash|braceleft|braceright|asciitilde|asciicircum)\{\}|[&%$#_])"


def source(**given):
    metadata = given.pop("metadata", {})
    values = {"type": "document", "identifier": "i", "name": "Title", **given}
    return Source(
        id=7, entry_id="e", metadata=metadata, created_at=datetime(2024, 6, 1, tzinfo=UTC), **values
    )


def fields(entry):
    """The fields of an entry, by a parser that counts braces as BibTeX does."""
    body = re.fullmatch(r"@misc\{source\d+,\n(.*)\}", entry, re.DOTALL)[1]
    found = dict(re.findall(r"^  (\w+) = (\{.*\}),$", body, re.MULTILINE))
    assert "".join(f"  {name} = {value},\n" for name, value in found.items()) == body
    for value in found.values():
        assert balanced(value), value
    return found


def balanced(value):
    """Whether the first brace is closed by the last one and by no other before it."""
    depth = 0
    for at, sign in enumerate(value):
        depth += (sign == "{") - (sign == "}")
        if depth == 0 and at < len(value) - 1:
            return False
    return depth == 0


@pytest.mark.parametrize("payload", PAYLOADS)
def test_a_payload_stays_text_in_every_field(payload):
    hostile = source(
        name=payload,
        version=payload,
        metadata={
            "title": payload,
            "authors": [payload, f"{payload}, {payload}", {"family": payload, "given": payload}],
            "publisher": payload,
            "year": payload,
        },
    )

    found = fields(format_reference(hostile, Locator(section=payload), "bibtex"))

    assert set(found) <= {"author", "title", "year", "publisher", "note"}
    for value in found.values():
        assert "\\" not in re.sub(COMMANDS, "", value)
        assert "^" not in value
        assert not re.search(r"(?<!\\)[%$#&]", value)


@pytest.mark.parametrize("payload", [p for p in PAYLOADS if p.isprintable() and " " not in p])
def test_a_payload_in_an_address_is_percent_encoded(payload):
    page = source(type="website", identifier=f"https://example.org/{payload}")

    url = fields(format_reference(page, style="bibtex"))["url"][1:-1]

    assert not set(url) & set('\\{}^"')


@given(st.text())
def test_escaped_text_has_balanced_braces_and_known_commands_only(text):
    escaped = escape(text)

    assert balanced(f"{{{escaped}}}")
    assert "\\" not in re.sub(COMMANDS, "", escaped)


def test_an_entry_says_what_the_source_knows():
    book = source(
        version="4",
        metadata={
            "authors": ["Doe, Jane", "ACME & Sons"],
            "year": 2024,
            "publisher": "Pearson",
            "url": "https://example.org/a_b?c=d%20e",
            "accessed": "2024-06-02",
        },
    )

    assert format_reference(book, Locator(page=3), "bibtex") == "\n".join(
        [
            "@misc{source7,",
            r"  author = {{Doe}, Jane and {ACME \& Sons}},",
            "  title = {{Title}},",
            "  year = {2024},",
            "  publisher = {Pearson},",
            "  note = {Version 4, p. 3},",
            "  url = {https://example.org/a_b?c=d%20e},",
            "  urldate = {2024-06-02},",
            "}",
        ]
    )


def test_entries_stand_apart():
    shown = format_bibliography([source(), source()], "bibtex")

    assert shown.count("\n\n@misc{") == 1
