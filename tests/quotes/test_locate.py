import re
import unicodedata

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from citation_engine.language.fold import trim
from citation_engine.language.tokens import cuts_token
from citation_engine.model.passage import Span
from citation_engine.model.verdict import Match
from citation_engine.quotes.locate import find_quote
from citation_engine.quotes.places import same_words
from citation_engine.quotes.searchable_text import SearchedText
from citation_engine.quotes.variants import CAPITAL, CASE
from hanging import must_end

GOBD = (
    "Sämtliche buchungsrelevanten Transaktionsdaten sind für einen Zeitraum von zehn Jahren "
    "unveränderbar zu speichern."
)
WORDS = st.sampled_from(
    "Daten zehn Jahre schön für Größe ﬁnal naïve it’s état 1999 2.5 §147 long-term E-Mail "
    "שלום مرحبا привет Ελλάδα 日本語 नमस्ते 한국 𝔘nicode x² (AO) „ja“ 👩‍💻 "
    "cafe\u0301 un\u00adveränderbar مي\u200cخواهم".split()
)
GAPS = st.sampled_from([" ", "\n", ", ", ". ", " – ", "\u00a0", " \n ", "; ", " … ", " 👍 "])
NASTY = "aB1 2.,-–'’\"…\n\u00ad\u200b\u0301é\u00a0ﬁ漢²"


@st.composite
def passages(draw):
    """A text made of words, and the place of some of them."""
    words = draw(st.lists(WORDS, min_size=1, max_size=12))
    gaps = [draw(GAPS) for _ in words]
    first = draw(st.integers(0, len(words) - 1))
    last = draw(st.integers(first, len(words) - 1))
    before = "".join(w + g for w, g in zip(words[:first], gaps, strict=False))
    inside = "".join(
        w + g for w, g in zip(words[first : last + 1], [*gaps[first:last], ""], strict=True)
    )
    after = "".join(g + w for g, w in zip(gaps[last:], words[last + 1 :], strict=False))
    assume(any(map(str.isalnum, inside)))
    return before + inside + after, Span(len(before), len(before) + len(inside))


def overlaps(place, span):
    return place.start < span.end and span.start < place.end


@given(passages())
def test_any_words_of_any_text_are_found_exactly_where_they_stand(passage):
    text, span = passage

    found = find_quote(span.of(text), text)

    assert found.match is Match.EXACT
    assert any(overlaps(place, span) for place in found.places)
    assert all(place.of(text) == span.of(text) for place in found.places)


DAMAGE = {
    "straight quotes": lambda s: re.sub("[„“’]", "'", s),
    "curly quotes": lambda s: s.replace("'", "’").replace('"', "”"),
    "hyphens for dashes": lambda s: s.replace("–", "-"),
    "minus for hyphen": lambda s: s.replace("-", "\u2011"),
    "hard spaces": lambda s: s.replace(" ", "\u00a0"),
    "line breaks": lambda s: re.sub(r"\s+", "\n    ", s),
    "decomposed": lambda s: unicodedata.normalize("NFD", s),
    "composed": lambda s: unicodedata.normalize("NFC", s),
    "ligatures": lambda s: s.replace("fi", "ﬁ"),
    "no ligatures": lambda s: s.replace("ﬁ", "fi"),
    "soft hyphens": lambda s: re.sub(r"(?<=[a-zäöü]{2})(?=[a-zäöü])", "\u00ad", s),
    "no soft hyphens": lambda s: s.replace("\u00ad", ""),
    "split words": lambda s: re.sub(r"(?<=[a-zäöü]{2})(?=[a-zäöü]{2})", "-\n", s, count=3),
    "soft split words": lambda s: re.sub(r"(?<=[a-zäöü]{2})(?=[a-zäöü]{2})", "\u00ad\n ", s),
    "zero width": lambda s: s.replace(" ", "\u200b "),
    "three dots": lambda s: s.replace("…", "..."),
}


@pytest.mark.parametrize("damage", DAMAGE.values(), ids=DAMAGE)
@given(passage=passages())
def test_words_typeset_otherwise_are_found_in_their_place(damage, passage):
    text, span = passage
    quote = damage(span.of(text))

    found = find_quote(quote, text)

    assert found.match in (Match.EXACT, Match.NORMALISED)
    assert any(overlaps(place, span) for place in found.places)
    assert all(same_words(place.of(text), quote) for place in found.places)
    assert bool(found.differences) == (found.match is Match.NORMALISED)


@pytest.mark.parametrize("damage", DAMAGE.values(), ids=DAMAGE)
@given(passage=passages())
def test_words_are_found_in_a_text_that_is_typeset_otherwise(damage, passage):
    text, span = passage
    before, quote, after = text[: span.start], span.of(text), text[span.end :]
    damaged = damage(before), damage(quote), damage(after)
    place = Span(len(damaged[0]), len(damaged[0] + damaged[1]))

    found = find_quote(quote, "".join(damaged), near=place)

    assert found.match in (Match.EXACT, Match.NORMALISED)
    assert any(overlaps(other, place) for other in found.places)


def test_other_typography_where_expected_goes_before_the_same_characters_elsewhere():
    text = "ten years here, and ten\nyears there"

    assert find_quote("ten years", text).places == (Span(0, 9),)
    assert find_quote("ten years", text, near=Span(0, 14)).match is Match.EXACT
    assert find_quote("ten years", text, near=Span(10, 12)).match is Match.EXACT

    found = find_quote("ten years", text, near=Span(16, 35))

    assert found.match is Match.NORMALISED
    assert found.places == (Span(0, 9), Span(20, 29))
    assert found.differences == ("white space",)


@settings(max_examples=400)
@given(st.text(NASTY, max_size=14), st.text(NASTY, min_size=1, max_size=6))
@example("10-\n12 a", "12 a")
@example("a -5", "5")
@example("é\xad\xad1", "1")
@example("1", "1. ")
@example("1", "1.\u200b")
@example('1"1', "11")
@example("1", "'1.'\xad")
@example("1", "'1’")
def test_whatever_is_found_is_there(text, quote):
    found = find_quote(quote, text)

    for place in found.places:
        words = place.of(text)
        assert words == words.strip()
        # Letters read in the wrong encoding are compared as what they stand for.
        if "character encoding" not in found.differences:
            assert not cuts_token(text, place.start)
            assert not cuts_token(text, place.end)
        assert found.match is Match.ELIDED or letters(words) == letters(quote)
        # Signs around the words may differ where the answer says so.
        if {"its last sign", "quotation marks around it"} & set(found.differences):
            words, quote = (re.sub(r"^[\W_]+|[\W_]+$", "", one) for one in (words, quote))
        assert found.match is Match.ELIDED or same_words(words, quote)


@settings(max_examples=300)
@given(st.text(NASTY, max_size=12), st.data())
def test_whatever_is_there_is_found(text, data):
    spans = [Span(a, b) for a in range(len(text)) for b in range(a + 1, len(text) + 1)]
    spans = [
        span
        for span in spans
        if trim(span.of(text)) == span.of(text)
        and any(map(str.isalnum, span.of(text)))
        and not cuts_token(text, span.start)
        and not cuts_token(text, span.end)
    ]
    assume(spans)
    span = data.draw(st.sampled_from(spans))

    found = find_quote(span.of(text), text)

    assert found.match is Match.EXACT
    assert any(overlaps(place, span) for place in found.places)


def letters(words):
    """Letters and digits, by a way that shares nothing with the fold."""
    return [c for c in unicodedata.normalize("NFKD", words) if c.isalnum()]


@pytest.mark.parametrize(
    ("quote", "text"),
    [
        (GOBD.replace("zehn", "sechs"), GOBD),
        (GOBD.replace("Sämtliche", "Samtliche"), GOBD),
        (GOBD.replace("unveränderbar", "veränderbar"), GOBD),
        (GOBD.replace("zu speichern", "zu löschen"), GOBD),
        ("Daten dürfen gelöscht werden", "Daten dürfen nicht gelöscht werden"),
        ("Records are kept", "Records are not kept"),
        ("We can agree", "We can't agree"),
        ("We can", "We can't"),
        ("costs 10", "It costs 1000"),
        ("costs 10", "It costs 10 000 Euro"),
        ("costs 10", "It costs 10.5 Euro"),
        ("about 2.", "about 2.5 percent"),
        ("5 degrees", "2.5 degrees"),
        ("5 degrees", "1,5 degrees"),
        ("5 degrees", "-5 degrees"),
        ("5 degrees", "−5 degrees"),
        ("-5 degrees", "3-5 degrees"),
        ("-5 degrees", "5 degrees"),
        ("102 m", "10² m"),
        ("10 m", "10² m"),
        ("12 m", "½ m"),
        ("5′ wide", "5″ wide"),
        ("art", "party"),
        ("profit work", "non-profit work"),
        ("compliance", "non-\ncompliance"),
        ("fer of data", "trans-\nfer of data"),
        ("a bc", "ab c"),
        ("schon", "schön"),
        ("schon", "scho\u0308n"),
        ("Records are kept", "Records are"),
        ("五年", "十五年"),
        ("the U.S", "the US"),
        ("10:30", "1030"),
        ("55 years", '5"5 years'),
        ("a 5 pipe", 'a 5" pipe'),
    ],
)
def test_altered_words_are_never_found(quote, text):
    assert not find_quote(quote, text).match.located
    assert not find_quote(f"Vorwort. {quote}", f"Vorwort. {text}").match.located


@given(st.integers(0, len(GOBD) - 1), st.sampled_from("aZ0.-ß"))
def test_one_altered_character_is_never_found(position, other):
    altered = GOBD[:position] + other + GOBD[position + 1 :]
    assume(altered.lower() != GOBD.lower())

    assert not find_quote(altered, GOBD).match.located


@given(st.text("0123456789.,-", min_size=1, max_size=8), st.text("0123456789", min_size=1))
def test_a_number_is_found_only_where_it_is_that_number(number, quote):
    found = find_quote(f"costs {quote}", f"It costs {number} Euro")

    assert not found.match.located or re.fullmatch(rf"{quote}(?![.,]?\d).*", number)


def test_near_words_are_shown_with_their_likeness():
    text = f"Vorher. {GOBD} Nachher."
    quote = GOBD.replace("zehn", "sechs")

    found = find_quote(quote, text)

    assert found.match is Match.NEAR
    assert found.places == found.segments == ()
    assert found.nearest.of(text) == GOBD
    assert 0.9 < found.similarity < 1


def test_made_up_words_are_absent_with_the_nearest_ones():
    found = find_quote("Der Mond besteht aus grünem Käse und Honig", GOBD)

    assert found.match is Match.ABSENT
    assert found.similarity < 0.8
    assert found.nearest is not None


@pytest.mark.parametrize("quote", ["", "  \n", "...", "[…]", "–", "\u200b", ".", "🎉", '"?!"'])
def test_a_quotation_without_words_is_absent(quote):
    found = find_quote(quote, f'{GOBD} ... [...] – . 🎉 "?!"')

    assert (found.match, found.similarity, found.nearest) == (Match.ABSENT, 0.0, None)


def test_white_space_and_invisible_characters_around_a_quotation_are_ignored():
    found = find_quote("\ufeff \n zehn Jahren\u200b \t", GOBD)

    assert found.match is Match.EXACT
    assert found.places[0].of(GOBD) == "zehn Jahren"


def test_a_german_sentence_is_found_in_the_lines_of_a_page():
    page = (
        "Seite 12\nSämtliche buchungsrelevanten Transaktions\u00ad\ndaten sind für einen "
        "Zeit\u00ad\nraum von zehn\u00a0Jahren unver\u00ad\nänderbar zu speichern.\nFußnote"
    )

    found = find_quote(GOBD, page)

    assert found.match is Match.NORMALISED
    assert found.places[0].of(page) == page[len("Seite 12\n") : -len("\nFußnote")]
    assert found.differences == ("white space", "line-end hyphens")


def test_an_omission_is_found_as_elided_with_its_parts():
    found = find_quote("Sämtliche buchungsrelevanten Transaktionsdaten sind […] zu speichern", GOBD)

    assert found.match is Match.ELIDED
    assert [part.of(GOBD) for part in found.segments] == [
        "Sämtliche buchungsrelevanten Transaktionsdaten sind",
        "zu speichern",
    ]
    assert found.places == (Span(found.segments[0].start, found.segments[1].end),)


@pytest.mark.parametrize(
    ("text", "match"),
    [("He said ... and left", Match.EXACT), ("He said … and left", Match.NORMALISED)],
)
def test_dots_that_stand_in_the_text_are_not_an_omission(text, match):
    assert find_quote("He said ... and left", text).match is match


def test_dots_of_the_source_do_not_send_a_changed_quotation_to_a_less_alike_copy():
    said = "Mine is Josh... I am late to class now and the whole school is waiting for me"
    copy = "His was Anna, said he. I am late to class now and the whole school is waiting for me"
    between = "Records are kept for ten years by the office. " * 3
    text = f"{copy} again. {between} {said} today. {between}"

    found = find_quote(said.replace("whole", "old").replace("Mine is Josh", "Nine is Jos"), text)

    assert found.nearest.of(text) == said


def test_every_place_is_listed_in_order_whatever_is_expected():
    text = "ten years and ten years and ten years"

    found = find_quote("ten years", text, near=Span(28, 37))

    assert [place.start for place in found.places] == [0, 14, 28]
    assert found.segments == (Span(0, 9),)


def test_a_text_that_is_searched_again_gives_the_same_answer():
    text = f"„{GOBD}“\nEnde"
    quotes = (GOBD, GOBD.replace(" ", "\n"), "Sämtliche … zu speichern", "sechs Jahren", "")
    searched = SearchedText(text)

    for quote in (*quotes, *quotes):
        assert find_quote(quote, searched) == find_quote(quote, text)


@must_end
@pytest.mark.parametrize(
    ("quote", "text", "match"),
    [
        ("a" * 20_000, "a" * 1_000_000, Match.ABSENT),
        ("a" * 20_000 + "b", "a" * 1_000_000, Match.ABSENT),
        ("ab " * 6_666 + "a", "ab " * 333_333, Match.NEAR),
        ("a … " * 5_000, "a " * 500_000, Match.ABSENT),
        ("abcdefgh ijklm … " * 18, "abcdefgh ijklm " * 60_000, Match.ELIDED),
        ("x" + " " * 20_000 + "y", "x" + " " * 1_000_000, Match.ABSENT),
        ("e" + "\u0301" * 20_000, "e" + "\u0301" * 1_000_000, Match.ABSENT),
    ],
    ids=range(7),
)
def test_hostile_input_is_answered(quote, text, match):
    assert find_quote(quote, text).match is match


# The first letter ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("quote", "text"),
    [
        ("the sample was small", "We saw it. The sample was small."),
        ("The sample was small", "We saw that the sample was small."),
        ("über die Frist entscheidet das Amt", "Über die Frist entscheidet das Amt."),
    ],
)
def test_a_quotation_may_begin_with_a_small_letter_where_the_source_has_a_capital(quote, text):
    found = find_quote(quote, text)

    assert found.match is Match.NORMALISED
    assert CAPITAL in found.differences


@pytest.mark.parametrize(
    ("quote", "text"),
    [
        ("The Sample was small", "The sample was small."),
        ("the Sample was small", "The sample was small."),
        ("THE sample was small", "The sample was small."),
    ],
)
def test_words_in_another_case_are_found_with_a_note(quote, text):
    found = find_quote(quote, text)

    assert found.match is Match.NORMALISED
    assert found.differences == (CASE,)


def test_a_quotation_with_omissions_may_begin_with_a_small_letter_too():
    text = "The sample that we took from all archives was too small to say anything at all."
    found = find_quote("the sample that we took […] was too small to say anything", text)

    assert found.match is Match.ELIDED
    assert CAPITAL in found.differences
