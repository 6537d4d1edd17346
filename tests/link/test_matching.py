from datetime import UTC, datetime

import pytest

from citation_engine.errors import InvalidInput
from citation_engine.link.candidate_sources import GivenSource, given_source
from citation_engine.link.matching import SourceIndex, match_source
from citation_engine.model.checked import LinkedBy
from citation_engine.model.source import Source, SourceType

GOBD = GivenSource(label="S1", identifier="/data/law/gobd.pdf", name="gobd.pdf")
STUDY = GivenSource(
    label="S2",
    identifier="/data/can-they-be-read.pdf",
    title="Can they still be read? A study of sixty archives",
    doi="10.1000/ABC.1",
    author="Doe, Jane",
    year="2023",
)
PAGE = GivenSource(
    label="S3", identifier="https://example.org/rules?utm_source=x", name="Rules of the house"
)
SOURCES = (GOBD, STUDY, PAGE)


@pytest.mark.parametrize(
    ("text", "label", "by"),
    [
        ("Doe, J., doi:10.1000/abc.1.", "S2", LinkedBy.DOI),
        ("https://dx.doi.org/10.1000/ABC.1", "S2", LinkedBy.DOI),
        ("The rules, http://www.example.org/rules/", "S3", LinkedBy.ADDRESS),
        ("See GoBD.pdf, p. 4", "S1", LinkedBy.FILE_NAME),
        ("law/gobd.pdf", "S1", LinkedBy.FILE_NAME),
        ("BMF, https://bmf.example/download/GoBD.pdf", "S1", LinkedBy.FILE_NAME),
        ("GoBD, § 8.1", "S1", LinkedBy.TITLE),
        ("Doe, “Can they still be read?” 2023", "S2", LinkedBy.TITLE),
        ("Doe: Can they stil be read? A study of sixty archives", "S2", LinkedBy.TITLE),
        ("Rules of the House (2020)", "S3", LinkedBy.TITLE),
        ("can they be read", "S2", LinkedBy.TITLE),
    ],
)
def test_a_source_is_known_by_what_is_written_of_it(text, label, by):
    found = match_source(SOURCES, text)

    assert (found.sources, found.linked_by, found.problem) == ((label,), by, "")


@pytest.mark.parametrize(
    "text",
    [
        "doi:10.1000/abc.12",
        "https://example.org/rules/more",
        "https://example.com/rules",
        "my-gobd.pdf",
        "other/gobd.pdf",
        "The journal, GoBD",
        "Can they still be written? A study of sixty archives",
        "Can they still be unread? A study of sixty archives",
        "",
        "?",
    ],
)
def test_what_only_resembles_a_source_is_not_it(text):
    assert match_source(SOURCES, text).sources == ()


def test_years_and_volumes_tell_titles_apart():
    reports = [
        GivenSource(
            label=f"S{at}", identifier=f"r{at}.pdf", title=f"Annual report of the bank {year}"
        )
        for at, year in enumerate(("2021", "2022"), 1)
    ]

    assert match_source(reports, "Annual report of the bank, 2022").sources == ("S2",)
    assert match_source(reports, "Annual report of the bank 2023").sources == ()


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (
            "Effects of caffeine on sleep in male mice",
            "Effects of caffeine on sleep in female mice",
        ),
        ("A theory of symmetric information flows", "A theory of asymmetric information flows"),
        ("History of the second war, part II", "History of the second war, part III"),
        ("How to increase costs in large banks", "How to decrease costs in large banks"),
    ],
)
def test_a_title_that_says_something_else_is_not_a_misspelling(one, other):
    assert (
        match_source([GivenSource(label="S1", identifier="x1.pdf", title=one)], other).sources == ()
    )


def test_the_year_after_a_title_must_be_the_source_s():
    report = GivenSource(label="S1", identifier="x1.pdf", title="Annual report", year="2022")

    assert match_source([report], "Annual report 2022").sources == ("S1",)
    assert match_source([report], "Annual report 2023").sources == ()


def test_two_sources_that_fit_equally_are_candidates():
    twins = [
        GivenSource(label=label, identifier=f"{folder}/report.pdf", title="The long report")
        for label, folder in (("S10", "a"), ("S9", "b"))
    ]
    by_title = match_source(twins, "The long report, Berlin")
    by_file = match_source(twins, "report.pdf")

    for found in (by_title, by_file):
        assert found.sources == ()
        assert found.candidates == ("S9", "S10")
        assert "2 sources" in found.problem
    assert match_source(twins, "b/report.pdf").sources == ("S9",)


def test_year_and_author_decide_between_equal_titles():
    twins = [
        GivenSource(label="S1", identifier="1.pdf", title="The long report", author="Doe, J."),
        GivenSource(label="S2", identifier="2.pdf", title="The long report", year="2020"),
    ]

    assert match_source(twins, "The long report (2020)").sources == ("S2",)
    assert match_source(twins, "Doe: The long report").sources == ("S1",)
    assert match_source(twins, "Roe: The long report").candidates == ("S1", "S2")


def test_the_longer_of_two_titles_counts():
    laws = [
        GivenSource(label="S1", identifier="1.pdf", title="Records Act"),
        GivenSource(label="S2", identifier="2.pdf", title="Records Act Commentary"),
    ]

    assert match_source(laws, "Doe, Records Act Commentary").sources == ("S2",)
    assert match_source(laws, "Records Act, § 3").sources == ("S1",)


def test_an_entry_may_name_several_sources():
    found = match_source(SOURCES, "gobd.pdf, and can-they-be-read.pdf, p. 3")

    assert found.sources == ("S1", "S2")


def test_a_title_with_another_doi_or_on_another_host_is_a_guess():
    other_doi = match_source(SOURCES, "Can they still be read? doi:10.1000/other")
    other_host = match_source(SOURCES, "Rules of the house, https://copies.example/rules")

    assert (other_doi.sources, other_doi.linked_by) == (("S2",), LinkedBy.LIKENESS)
    assert (other_host.sources, other_host.linked_by) == (("S3",), LinkedBy.LIKENESS)


def test_a_file_name_at_the_end_of_an_address_is_not_a_page_of_another_address():
    page = GivenSource(label="S1", identifier="https://a.org/report.pdf")

    saved = GivenSource(label="S2", identifier="report.pdf", url="https://a.org/report.pdf")

    assert match_source([page], "https://b.org/report.pdf").sources == ()
    assert match_source([saved], "https://b.org/report.pdf").sources == ()
    assert match_source([saved], "https://a.org/report.pdf").linked_by is LinkedBy.ADDRESS


def test_what_a_provider_knows_of_a_source_is_used():
    index = SourceIndex(SOURCES)

    assert match_source(index, url="https://example.org/rules#top").sources == ("S3",)
    assert match_source(index, title="gobd.pdf").sources == ("S1",)
    assert match_source(index, file_name="GOBD.PDF").sources == ("S1",)
    assert match_source(index, doi="10.1000/abc.1").sources == ("S2",)
    assert match_source(index, title="Rules of the house").sources == ("S3",)


def test_names_with_spaces_are_found_in_a_text():
    report = GivenSource(label="S1", identifier="docs/Annual report 2022.pdf")

    assert (
        match_source([report], "See “Annual Report 2022.pdf”, p. 3").linked_by is LinkedBy.FILE_NAME
    )


def test_two_sources_cannot_have_one_label():
    with pytest.raises(InvalidInput, match="same label"):
        SourceIndex([GOBD, GOBD])


def test_a_source_of_the_record_brings_what_linking_needs():
    source = Source(
        id=7,
        entry_id="x",
        type=SourceType.DOCUMENT,
        identifier="/data/study.pdf",
        name="study.pdf",
        number=4,
        metadata={
            "title": "A study",
            "authors": ["Doe, Jane", {"family": "Roe"}],
            "published": "2023-05-01",
            "DOI": "https://doi.org/10.1000/ABC",
            "url": "https://a.org",
        },
        created_at=datetime(2024, 1, 1, tzinfo=UTC),
    )

    assert given_source(source) == GivenSource(
        label="S4",
        identifier="/data/study.pdf",
        name="study.pdf",
        number=4,
        file_name="study.pdf",
        title="A study",
        url="https://a.org",
        doi="10.1000/abc",
        author="Doe, Jane; Roe",
        year="2023",
    )
