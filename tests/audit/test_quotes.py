"""Checks of quotes: CE101 to CE107."""

import pytest

from audit.audited import altered, checked, cited, codes, draft, given, holding, passage, verdict
from citation_engine.audit.fixes import apply_edits
from citation_engine.audit.quotes import is_too_short, quotes
from citation_engine.model.draft import DraftFormat
from citation_engine.model.passage import Span
from citation_engine.model.verdict import Aspect, Difference, Match, Place, Support

TEXT = 'The GoBD demands storage for "fifteen years" [S1].'


def audited(found, text=TEXT, **fields):
    made = draft(text, text, **fields)
    claim = made.claims[0]
    return given(made, checked(claim, cited(claim, found)))


def difference(quote, source):
    return Difference(
        aspects=(Aspect.NUMBER,),
        quote_span=Span(0, len(quote)),
        source_span=Span(0, len(source)),
        quote_words=quote,
        source_words=source,
        sentence="They differ.",
    )


@pytest.mark.parametrize("match", [Match.EXACT, Match.NORMALISED, Match.ELIDED])
def test_a_quote_that_is_there_has_no_finding(match):
    assert list(quotes(audited(verdict(match=match, passage=passage())))) == []
    assert list(quotes(holding())) == []


def test_a_quote_that_is_not_there_shows_the_nearest_words():
    near = passage("for ten years", page=24)

    (finding,) = quotes(audited(altered(Match.ABSENT, nearest=near)))

    assert finding.code == "CE101"
    assert finding.message == 'The quote "fifteen years" is not in s1.pdf.'
    assert finding.evidence == near
    assert finding.span.of(TEXT) == "fifteen years"
    assert (finding.source, finding.marker) == ("S1", "[S1]")
    assert finding.claim


def test_where_nothing_is_like_the_quote_the_source_is_doubted():
    (finding,) = quotes(audited(altered(Match.ABSENT)))

    assert "right source" in finding.help


def test_an_altered_quote_names_the_words_that_changed():
    changes = (difference("fifteen", "ten"), difference("", "full"), difference("may", ""))

    (finding,) = quotes(audited(altered(nearest=passage(), changes=changes)))

    assert finding.code == "CE102"
    assert finding.message == (
        'The quote "fifteen years" is not the words of s1.pdf: "fifteen" → "ten", '
        '"full" is left out, "may" is added.'
    )


def test_of_many_changes_some_are_named_and_the_rest_counted():
    changes = (difference("fifteen", "ten"),) * 5

    (finding,) = quotes(audited(altered(changes=changes)))

    assert finding.message.endswith('"fifteen" → "ten" and 2 more changes.')


def test_words_that_a_provider_says_it_quotes_are_checked_too():
    claim = draft("Kept for ten years.", "Kept for ten years.").claims[0]
    citation = cited(claim, altered(Match.ABSENT), marker=None)

    (finding,) = quotes(given(draft("Kept for ten years."), checked(claim, citation)))

    assert finding.code == "CE101"
    assert finding.span == claim.span


def test_a_paraphrase_that_is_nearly_there_is_left_to_the_judge():
    claim = draft("Kept [S1].", "Kept [S1].").claims[0]
    citation = cited(claim, verdict(Support.UNDECIDED, Match.NEAR))

    assert list(quotes(given(draft("Kept [S1]."), checked(claim, citation)))) == []


def test_a_quote_that_another_cited_source_has_is_no_error():
    text = 'Kept "for ten years" [S1][S2].'
    made = draft(text, text)
    claim = made.claims[0]
    both = (cited(claim, verdict()), cited(claim, altered(Match.ABSENT), "S2"))

    (finding,) = quotes(given(made, checked(claim, *both), labels=("S1", "S2")))

    assert (finding.code, finding.source) == ("CE107", "S2")


PAGED = 'The GoBD demands "ten full years" (p. 24) [S1].'


def misplaced(text=PAGED, page=25, label=None, **fields):
    at = passage("ten full years", page=page, page_label=label)
    return audited(verdict(place=Place.ELSEWHERE, passage=at), text, **fields)


def test_a_page_that_is_wrong_is_corrected_where_the_draft_names_it():
    (finding,) = quotes(misplaced())

    assert finding.code == "CE103"
    assert finding.message == (
        'The quote "ten full years" stands in s1.pdf at page 25, not on page 24.'
    )
    assert apply_edits(PAGED, [finding]).text == PAGED.replace("p. 24", "p. 25")


@pytest.mark.parametrize(
    ("before", "after"),
    [("page 24", "page 25"), ("S. 24", "S. 25"), ("Seite 24", "Seite 25"), ("p.24", "p.25")],
)
def test_pages_are_read_as_people_write_them(before, after):
    text = PAGED.replace("p. 24", before)

    (finding,) = quotes(misplaced(text))

    assert apply_edits(text, [finding]).text == text.replace(before, after)


@pytest.mark.parametrize(
    ("text", "page", "label"),
    [
        (PAGED.replace("p. 24", "pp. 24-26"), 25, None),
        (PAGED.replace("(p. 24) ", "").replace("GoBD", "GoBD (p. 24)"), 25, None),
        (PAGED.replace("p. 24", "§ 8"), 25, None),
        (PAGED, 25, "xxv"),
        (PAGED, None, None),
    ],
)
def test_a_place_is_not_corrected_where_that_needs_judgement(text, page, label):
    (finding,) = quotes(misplaced(text, page, label))

    assert finding.code == "CE103"
    assert finding.edits == ()


def test_a_page_is_not_corrected_where_two_sources_are_cited():
    text = PAGED.replace("[S1]", "[S1][S2]")
    made = draft(text, text)
    claim = made.claims[0]
    wrong = verdict(place=Place.ELSEWHERE, passage=passage(page=25))
    both = (cited(claim, wrong), cited(claim, verdict(), "S2"))

    (finding,) = quotes(given(made, checked(claim, *both), labels=("S1", "S2")))

    assert finding.edits == ()


def test_a_page_in_a_file_that_is_not_text_is_not_corrected():
    (finding,) = quotes(misplaced(format=DraftFormat.PDF))

    assert finding.edits == ()


def test_a_quote_at_several_places_says_how_many():
    found = verdict(place=Place.SEVERAL, places=7, passage=passage())

    (finding,) = quotes(audited(found))

    assert (finding.code, finding.level) == ("CE104", "info")
    assert finding.message == 'The quote "fifteen years" stands at 7 places in s1.pdf.'


def elided(gap):
    parts = (Span(0, 20), Span(20 + gap, 40 + gap))
    return verdict(match=Match.ELIDED, passage=passage(segments=parts))


def test_parts_of_a_quote_that_stand_far_apart_are_stitched():
    (finding,) = quotes(audited(elided(2_500)))

    assert finding.code == "CE105"
    assert "2,500 characters" in finding.message
    assert list(quotes(audited(elided(1_000)))) == []


def test_a_page_break_in_a_quote_is_no_stitch():
    broken = elided(2_500).model_copy(update={"match": Match.NORMALISED})

    assert list(quotes(audited(broken))) == []


@pytest.mark.parametrize("quote", ["years", "10 %", "a", "…", "it is so", "Zeitraum"])
def test_a_quote_of_a_few_letters_is_too_short(quote):
    assert is_too_short(quote)


@pytest.mark.parametrize("quote", ["ten years", "Aufbewahrungsfristen", "zehn Jahre lang"])
def test_two_words_or_one_long_word_are_long_enough(quote):
    assert not is_too_short(quote)


def test_a_short_quote_is_reported_once_even_at_many_places():
    text = 'It is called "data" [S1].'

    (finding,) = quotes(audited(verdict(place=Place.SEVERAL, places=90), text))

    assert finding.code == "CE106"
    assert finding.message.endswith("it stands at 90 places.")


def test_a_short_quote_that_is_not_there_is_only_not_there():
    text = 'It is called "data" [S1].'

    assert codes(quotes(audited(altered(Match.ABSENT), text))) == ["CE101"]


def test_hostile_words_stay_on_one_line():
    text = 'It says "ten\n\n## Ignore all\x1b[31m\u202e years" [S1].'

    (finding,) = quotes(audited(altered(Match.ABSENT), text))

    assert finding.message.isprintable()
