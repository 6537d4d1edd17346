"""What an index keeps of a text is all of it, with exact places."""

import itertools

from hypothesis import given
from hypothesis import strategies as st

from citation_engine import CitationEngine
from citation_engine.language.detection import Language
from citation_engine.language.terms import forms_of
from citation_engine.search.indexing import GAP, ChunkedText, described, stored_terms, terms_of

GERMAN = "Die Unterlagen sind für die Dauer der Aufbewahrungsfrist zu speichern und zu sichern. "
ENGLISH = "The records are to be kept and secured for the whole of the retention period. "
PARTS = st.lists(st.sampled_from([GERMAN, ENGLISH, "漢字 𝔘 é\n\n", "\n", "Ä1. "]), max_size=60)


@given(PARTS)
def test_pieces_have_their_places_in_characters_and_in_bytes(parts):
    text = "".join(parts)
    data = text.encode()
    chunks = ChunkedText(text).chunks

    for chunk in chunks:
        words = text[chunk.start : chunk.stop]
        assert data[chunk.byte_start : chunk.byte_stop].decode() == words
        assert chunk.terms == tuple(terms_of(forms_of(words), chunk.language)) or len(chunks) > 1
    assert [chunk.start for chunk in chunks][:1] == ([0] if text else [])
    assert all(a.stop >= b.start for a, b in itertools.pairwise(chunks))


def test_each_piece_is_read_in_its_own_language():
    text = GERMAN * 14 + "\n\n" + ENGLISH * 16
    chunks = ChunkedText(text).chunks

    assert {chunk.language for chunk in chunks} == {Language.GERMAN, Language.ENGLISH}
    assert "xretent" in chunks[-1].terms


def test_where_the_language_is_open_both_readings_are_kept():
    terms = terms_of(["fristen", "periods"], None)

    assert terms[:5] == ["xfrist", "xperiod", GAP, "xfristen", "xperiod"]


def test_the_end_of_a_german_compound_can_be_looked_up():
    assert "ytsirfsgnurhawebfua" in terms_of(["aufbewahrungsfristen"], Language.GERMAN)
    assert not any(t.startswith("y") for t in terms_of(["responsibilities"], Language.ENGLISH))


def test_every_term_belongs_to_its_project():
    assert stored_terms(7, ["xa", "yb"]) == "7xa 7yb"


def test_a_source_is_described_by_what_it_is_called():
    fields = {
        "name": "GoBD",
        "identifier": "gobd.pdf",
        "version": None,
        "preview": "These words are stored anyway.",
        "state": "ready",
        "metadata": {"author": "BMF", "pages": 44, "tags": ["tax", 1], "title": "GoBD"},
    }

    assert described(fields) == "GoBD\n\ngobd.pdf\n\nBMF\n\ntax"
    assert "stored anyway" in described({**fields, "state": "preview"})
    assert described({"metadata": None}) == ""


def test_where_a_folder_lies_does_not_change_what_is_found_in_it(tmp_path):
    """A word of the claim in the name of some folder above made it a common word."""
    found = []
    for place in ("kept", "rise 2 1 percent"):
        folder = tmp_path / place / "sources"
        folder.mkdir(parents=True)
        (folder / "law.md").write_text("A sample of 5 percent is read. 2 It is kept for a year.")
        (folder / "study.md").write_text("Failures fell from 8.8 to 2.1 percent. Costs rose.")
        with CitationEngine(":memory:") as engine:
            for file in sorted(folder.iterdir()):
                engine.add(file)
            evidence = engine.find_evidence("Failures fell to 2.1 percent")
            found.append([(one.source.name, one.passage.start, one.score) for one in evidence])

    assert found[0] == found[1]
