"""The first question: where the words stand, and what is around them."""

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citation_engine.formats.geometry import EvenStretch, PageBoxes, pack, pack_page
from citation_engine.model.citation import NewCitation
from citation_engine.model.passage import Locator, Span
from citation_engine.model.source import Snapshot, SourceType
from citation_engine.model.verdict import Match, Place
from citation_engine.verify.words import MOST_AROUND, find_words, paragraph_around, passage_at

LAW = "Preface.\n\nRecords are kept for ten years.\n\nInvoices are kept for ten years too."
DOCUMENT = SourceType.DOCUMENT


def snapshot(text=LAW):
    return Snapshot(
        id=1, entry_id="e", source_id=1, ordinal=1, text=text, taken_at=datetime.now(UTC)
    )


def words(text=LAW, type=DOCUMENT, **citation):
    return find_words(NewCitation(claim="c", **citation), type, snapshot(text))


def test_a_quote_is_found_with_its_line_and_surroundings():
    found = words(verbatim_quote="Records are kept")

    passage = found.passages[0]
    assert (found.match, found.place, found.places) == (Match.EXACT, Place.UNSTATED, 1)
    assert LAW[passage.start : passage.end] == passage.text == "Records are kept"
    assert passage.before == "Preface.\n\n"
    assert passage.line == 3
    assert found.quoted


def test_words_at_several_places_are_counted_and_all_given():
    found = words(verbatim_quote="kept for ten years")

    assert (found.place, found.places) == (Place.SEVERAL, 2)
    assert [passage.line for passage in found.passages] == [3, 5]


def test_of_many_places_only_a_few_are_taken_to_the_judge():
    found = words("ten years. " * 400, verbatim_quote="ten years")

    assert found.places == 400
    assert len(found.passages) == 5


@pytest.mark.parametrize("start", [48, 50])
def test_the_place_that_was_cited_is_the_one_that_is_judged(start):
    found = words(verbatim_quote="are kept", locator=Locator(char_offset_start=start))

    assert found.place is Place.AS_CITED
    assert [passage.line for passage in found.passages] == [5]
    assert found.places == 2


def test_words_that_stand_elsewhere_than_cited_say_so():
    found = words(
        verbatim_quote="Preface", locator=Locator(char_offset_start=30, char_offset_end=40)
    )

    assert found.place is Place.ELSEWHERE
    assert found.match.located


def test_offsets_beside_a_page_count_from_the_page_and_say_nothing_here():
    locator = Locator(page_start=24, page_end=25, char_offset_start=1205, char_offset_end=342)

    assert words(verbatim_quote="Preface", locator=locator).place is Place.UNSTATED


@pytest.mark.parametrize("start", [-1, 10**12])
def test_an_offset_outside_the_text_breaks_nothing(start):
    found = words(verbatim_quote="Preface", locator=Locator(char_offset_start=start))

    assert found.match is Match.EXACT


def test_without_a_quote_the_context_is_looked_for():
    found = words(quote_context="Records are kept for ten years.")

    assert found.match is Match.EXACT
    assert not found.quoted


def test_a_context_in_slightly_other_words_may_be_judged_and_a_quote_may_not():
    altered = "Records are kept for twelve years."

    context, quote = words(quote_context=altered), words(verbatim_quote=altered)

    assert context.match is quote.match is Match.NEAR
    assert (context.present, quote.present) == (True, False)
    assert context.passages[0].text == "Records are kept for ten years."


@pytest.mark.parametrize("type", [SourceType.DATABASE, SourceType.CUSTOM])
def test_the_context_of_a_result_describes_it_and_is_not_looked_for(type):
    described = words(type=type, quote_context="Preface.")
    quoted = words(type=type, verbatim_quote="Preface")

    assert described.match is None
    assert quoted.match is Match.EXACT


def test_the_context_of_a_negative_citation_describes_what_was_searched():
    assert words(quote_context="Preface.", extraction_method="negative").match is None


@given(st.text(max_size=60), st.text(max_size=20), st.text(max_size=60))
def test_a_passage_is_always_the_words_at_its_offsets(before, middle, after):
    text = before + middle + after
    passage = passage_at(snapshot(text), Span(len(before), len(before) + len(middle)))

    assert text[passage.start : passage.end] == passage.text == middle
    assert before.endswith(passage.before)
    assert after.startswith(passage.after)
    assert passage.line == before.count("\n") + 1


def test_the_context_of_a_quote_is_its_paragraph():
    start = LAW.index("Invoices")

    assert paragraph_around(LAW, Span(start, start + 8)) == LAW[start:]


def test_the_context_of_a_quote_in_an_endless_paragraph_is_cut():
    text = "a " * 10_000 + "QUOTE" + " b" * 10_000
    start = text.index("QUOTE")

    context = paragraph_around(text, Span(start, start + 5))

    assert "QUOTE" in context
    assert len(context) <= 2 * MOST_AROUND + 5


def test_a_context_that_is_cut_is_cut_between_sentences():
    sentences = [
        f"Nach § {n} Abs. 1 S. 2 i. S. d. Gesetzes (vgl. Meier et al. 2023, e.g. Rn. 7) gilt das."
        for n in range(100)
    ]
    text = "\n".join(sentences)
    start = text.index("§ 50")

    context = paragraph_around(text, Span(start, start + 4))

    assert context.startswith("Nach § ")
    assert context.endswith("gilt das.")
    assert "§ 50" in context
    assert len(context) <= 2 * MOST_AROUND + 4


def test_the_rectangles_of_a_quote_with_omissions_leave_the_omitted_words_out():
    line = EvenStretch(0, 100.0, 110.0)
    text = "one two three and some four"
    edges = [float(10 * at) for at in range(len(text))]
    boxes = PageBoxes(1, 0, edges, [edge + 10 for edge in edges], [line])
    shot = snapshot(text).model_copy(update={"geometry": pack([pack_page(boxes)])})
    new = NewCitation(claim="c", verbatim_quote="one two three […] four")

    (passage,) = find_words(new, DOCUMENT, shot).passages

    assert [(rect.x0, rect.x1) for rect in passage.rects] == [(0, 130), (230, 270)]
