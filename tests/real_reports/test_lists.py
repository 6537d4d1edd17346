"""Lists of sources that nothing announces, and notes at the foot of a page."""

import pytest

from citation_engine import check

NAMES = ("barley.txt", "oats.txt", "rye.txt")


@pytest.fixture
def sources(tmp_path):
    folder = tmp_path / "sources"
    folder.mkdir()
    for name in NAMES:
        (folder / name).write_text(f"These are the words about {name[:-4]}.", "utf-8")
    return folder


def linked(report):
    names = {one.label: one.name for one in report.sources}
    return [
        (one.claim.text, [(names[cited.source], str(cited.linked_by)) for cited in one.citations])
        for one in report.claims
        if one.claim.markers
    ]


LISTS = {
    "labels with a colon": "S1: rye.txt\nS2: oats.txt",
    "items": "- S1: rye.txt\n- S2: oats.txt",
    "bold items": "- **S1** – rye.txt\n- **S2** – oats.txt",
    "a table": "| ID | File |\n|---|---|\n| S1 | rye.txt |\n| S2 | oats.txt |",
    "one line": "S1 = rye.txt; S2 = oats.txt",
    "one line below a heading": "## Sources\n\nS1 = rye.txt; S2 = oats.txt",
}


@pytest.mark.parametrize("listed", LISTS.values(), ids=LISTS)
def test_files_listed_behind_labels_are_what_the_labels_mean(listed, sources):
    report = check(
        f"Rye bends in wind [S1]. Oats sleep in frost [S2].\n\n{listed}\n",
        sources=sources,
        judge="none",
    )

    assert linked(report) == [
        ("Rye bends in wind.", [("rye.txt", "file name")]),
        ("Oats sleep in frost.", [("oats.txt", "file name")]),
    ]


@pytest.mark.parametrize("listed", ["[1] Rye\n[2] Oats", "1. Rye\n2. Oats"])
def test_the_names_of_the_sources_below_a_text_say_what_its_numbers_mean(listed):
    report = check(
        f"Rye bends in wind [1]. Oats sleep in frost [2].\n\n{listed}\n",
        sources=[{"title": "Oats", "text": "Oats sleep."}, {"title": "Rye", "text": "Rye bends."}],
        judge="none",
    )

    assert linked(report) == [
        ("Rye bends in wind.", [("Rye", "title")]),
        ("Oats sleep in frost.", [("Oats", "title")]),
    ]
    assert len(report.claims) == 2


def test_a_volume_behind_a_comma_begins_no_entry(sources):
    report = check(
        "Rye bends in wind [1].\n\n## References\n\n1. Moe, Yearbook, 2: 33, rye.txt\n",
        sources=sources,
        judge="none",
    )

    assert linked(report) == [("Rye bends in wind.", [("rye.txt", "file name")])]
