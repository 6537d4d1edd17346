"""
References in each style, held against the published rules of the styles.

Harvard: Cite Them Right, the variant most universities teach. IEEE: IEEE Reference Guide.
APA: Publication Manual, seventh edition, chapters 9 and 10. Italics are not shown in plain text,
and `Version` stands where a book has its edition, because that is what a source knows.
"""

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citation_engine.errors import InvalidInput
from citation_engine.model.passage import Locator
from citation_engine.model.source import Source
from citation_engine.render.styles import STYLES, format_bibliography, format_reference


def source(type="document", *, name="Title", identifier="i", version=None, **metadata):
    return Source(
        id=7,
        entry_id="e",
        type=type,
        identifier=identifier,
        name=name,
        version=version,
        metadata=metadata,
        created_at=datetime(2024, 6, 1, 23, tzinfo=UTC),
    )


BOOK = source(
    name="elements.pdf",
    title="The elements of style",
    authors=["Strunk, William", "White, E. B."],
    year=2000,
    publisher="Pearson",
    version="4",
)
REPORT = source(
    name="GoBD",
    author="Bundesministerium der Finanzen",
    date="2019-11-28",
    url="https://example.org/gobd.pdf",
    accessed="2024-05-03",
)
PAGE = source(
    "website",
    name="Ambient air pollution",
    identifier="https://www.example.org/air",
    author="World Health Organization",
    date="2022-12-19",
    publisher="World Health Organization",
)
BARE = source("website", name="Who pays?", identifier="https://example.org/pays")


@pytest.mark.parametrize(
    ("style", "which", "expected"),
    [
        (
            "harvard",
            BOOK,
            "Strunk, W. and White, E.B. (2000) The elements of style. Version 4. Pearson.",
        ),
        (
            "ieee",
            BOOK,
            "W. Strunk and E. B. White, The elements of style, version 4. Pearson, 2000.",
        ),
        (
            "apa",
            BOOK,
            "Strunk, W., & White, E. B. (2000). The elements of style (Version 4). Pearson.",
        ),
        (
            "harvard",
            REPORT,
            "Bundesministerium der Finanzen (2019) GoBD. "
            "Available at: https://example.org/gobd.pdf (Accessed: 3 May 2024).",
        ),
        (
            "ieee",
            REPORT,
            "Bundesministerium der Finanzen, GoBD. 2019. "
            "Accessed: May 3, 2024. [Online]. Available: https://example.org/gobd.pdf",
        ),
        (
            "apa",
            REPORT,
            "Bundesministerium der Finanzen. (2019). GoBD. https://example.org/gobd.pdf",
        ),
        (
            "harvard",
            PAGE,
            "World Health Organization (2022) Ambient air pollution. World Health Organization. "
            "Available at: https://www.example.org/air (Accessed: 1 June 2024).",
        ),
        (
            "ieee",
            PAGE,
            'World Health Organization, "Ambient air pollution." World Health Organization. 2022. '
            "Accessed: Jun. 1, 2024. [Online]. Available: https://www.example.org/air",
        ),
        (
            "apa",
            PAGE,
            "World Health Organization. (2022, December 19). Ambient air pollution. "
            "https://www.example.org/air",
        ),
        (
            "harvard",
            BARE,
            "Who pays? (n.d.). Available at: https://example.org/pays (Accessed: 1 June 2024).",
        ),
        (
            "ieee",
            BARE,
            '"Who pays?" Accessed: Jun. 1, 2024. [Online]. Available: https://example.org/pays',
        ),
        ("apa", BARE, "Who pays? (n.d.). Retrieved June 1, 2024, from https://example.org/pays"),
    ],
)
def test_a_reference_follows_the_rules_of_its_style(style, which, expected):
    assert format_reference(which, style=style) == expected


@pytest.mark.parametrize(
    ("style", "expected"),
    [
        ("inline", "elements.pdf (4), pp. 24–25, § 8"),
        (
            "harvard",
            "Strunk, W. and White, E.B. (2000) The elements of style. Version 4. "
            "Pearson, pp. 24–25, § 8.",
        ),
        (
            "ieee",
            "W. Strunk and E. B. White, The elements of style, version 4. "
            "Pearson, 2000, pp. 24–25, § 8.",
        ),
        (
            "apa",
            "Strunk, W., & White, E. B. (2000). "
            "The elements of style (Version 4, pp. 24–25, § 8). Pearson.",
        ),
    ],
)
def test_the_place_in_the_source_is_part_of_the_reference(style, expected):
    locator = Locator(page_start=24, page_end=25, section="§ 8")

    assert format_reference(BOOK, locator, style) == expected


def people(count):
    return source(authors=[f"Family{n}, Given" for n in range(1, count + 1)], year=2024)


@pytest.mark.parametrize(
    ("style", "count", "begins"),
    [
        ("harvard", 1, "Family1, G. (2024)"),
        ("harvard", 2, "Family1, G. and Family2, G. (2024)"),
        ("harvard", 3, "Family1, G., Family2, G. and Family3, G. (2024)"),
        ("harvard", 4, "Family1, G. et al. (2024)"),
        ("ieee", 2, "G. Family1 and G. Family2, Title."),
        ("ieee", 3, "G. Family1, G. Family2, and G. Family3, Title."),
        ("ieee", 7, "G. Family1 et al., Title."),
        ("apa", 2, "Family1, G., & Family2, G. (2024)."),
        ("apa", 3, "Family1, G., Family2, G., & Family3, G. (2024)."),
        ("apa", 21, "Family1, G., Family2, G., Family3, G., "),
    ],
)
def test_several_authors_are_joined_as_the_style_has_it(style, count, begins):
    assert format_reference(people(count), style=style).startswith(begins)


def test_of_more_than_twenty_authors_apa_leaves_out_the_middle():
    shown = format_reference(people(30), style="apa")

    assert "Family19, G., … Family30, G. (2024)." in shown
    assert "Family20" not in shown


@pytest.mark.parametrize(
    ("authors", "expected"),
    [
        ("Doe, Jane", "Doe, J."),
        ("Doe, Jane; Roe, Richard Q.", "Doe, J., & Roe, R. Q."),
        ("Doe, Jane and Roe, R.", "Doe, J., & Roe, R."),
        ("Jane Doe", "Jane Doe."),
        ("Sartre, Jean-Paul", "Sartre, J.-P."),
        ("Öz, Ümit", "Öz, Ü."),
        (["Doe, Jane", "Roe, R."], "Doe, J., & Roe, R."),
        ([{"family": "Doe", "given": "Jane"}, {"name": "ACME"}], "Doe, J., & ACME."),
        ([{"literal": "ACME Research"}], "ACME Research."),
        ("Strunk, William, Jr.", "Strunk, William, Jr."),
    ],
)
def test_names_are_turned_round_only_where_it_is_clear_which_part_is_which(authors, expected):
    shown = format_reference(source(author=authors, year=2024), style="apa")

    assert shown == f"{expected} (2024). Title."


@pytest.mark.parametrize(
    "metadata",
    [
        {},
        {"author": None, "year": None},
        {"author": 5, "authors": {}, "year": [], "publisher": {"a": 1}},
        {"authors": [None, 5, [], {}, "", " , "]},
        {"year": "soon", "date": "2024-13-45", "url": "javascript:alert(1)", "doi": "nonsense"},
        {"year": True, "accessed": "yesterday", "title": "   "},
    ],
    ids=str,
)
def test_what_is_not_known_is_left_out(metadata):
    assert format_reference(source(**metadata), style="apa") in (
        "Title. (n.d.).",
        "Title. (2024).",
    )


@pytest.mark.parametrize(
    ("given", "year"),
    [
        ({"year": 2024}, "2024"),
        ({"year": "2024"}, "2024"),
        ({"date": "28 November 2019"}, "2019"),
        ({"published": "2019-11-28T10:00:00Z"}, "2019"),
        ({"issued": "1789"}, "1789"),
        ({"year": "in press"}, "n.d."),
        ({"date": "12345"}, "n.d."),
    ],
)
def test_the_year_is_read_from_what_there_is(given, year):
    assert f"({year})" in format_reference(source(**given), style="harvard")


def test_a_doi_is_an_address():
    shown = format_reference(source(doi="doi:10.1000/xyz123", year=2024), style="apa")

    assert shown == "Title. (2024). https://doi.org/10.1000/xyz123"


@pytest.mark.parametrize(
    ("type", "said"), [("database", "[Database result]"), ("custom", "[Generated analysis]")]
)
@pytest.mark.parametrize("style", ["harvard", "ieee", "apa"])
def test_what_is_no_publication_says_what_it_is(type, said, style):
    assert said in format_reference(source(type), style=style)


def test_a_bibliography_has_an_entry_a_line_in_the_order_given():
    lines = format_bibliography([PAGE, BOOK, BARE], "apa").split("\n")

    assert [line[:5] for line in lines] == ["World", "Strun", "Who p"]


@pytest.mark.parametrize("style", ["chicago", "", None, 5, "x" * 10_000])
def test_an_unknown_style_is_refused_with_the_list(style):
    with pytest.raises(InvalidInput, match="inline, harvard, ieee, apa, bibtex") as caught:
        format_reference(BOOK, style=style)

    assert len(str(caught.value)) < 400


JSON = st.recursive(st.none() | st.booleans() | st.floats() | st.text(), st.lists, max_leaves=5)
KEYS = "title author authors year date publisher url doi accessed".split()


@given(
    st.sampled_from(sorted(STYLES)),
    st.sampled_from(["document", "website", "database", "custom"]),
    st.text(),
    st.dictionaries(st.sampled_from(KEYS), JSON),
)
def test_no_metadata_breaks_a_style(style, type, name, metadata):
    made = source(type, name=name, identifier="https://example.org/a", **metadata)

    shown = format_reference(made, Locator(section=name), style)

    assert len(shown) < 20_000
    if style != "bibtex":
        assert "\n" not in shown
