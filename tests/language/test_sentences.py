from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from citation_engine.language.blocks import find_blocks, find_fences
from citation_engine.language.sentences import split_sentences
from hanging import must_end

SETS = ("sentences_english.txt", "sentences_german.txt", "sentences_german_legal.txt")

PIECES = (
    *(" ", "  ", "\n", "\n\n", ".", ". ", "! ", "? ", "…", "...", "(", ")", "[1]", "„", "“", '"'),
    *("§ 8 ", "Abs. 1 ", "S. 2 ", "i. S. d. ", "z. B. ", "Dr. ", "31. ", "Dezember ", "1. ", "a) "),
    *(
        "- ",
        "# ",
        "| ",
        "```\n",
        "---\n",
        "> ",
        "\u00a0",
        "\u00ad\n",
        "Die ",
        "The ",
        "frist ",
        "A. ",
    ),
)
texts = st.one_of(st.text(), st.lists(st.sampled_from(PIECES), max_size=40).map("".join))


def sentences(text):
    return [span.of(text) for span in split_sentences(text)]


def labelled(name):
    """Yield each text of a set with the offsets where its sentences begin."""
    content = Path(__file__).with_name(name).read_text("utf-8")
    for block in content.split("\n%%\n")[1:]:
        pieces = block.strip("\n").split("¦")
        text = "".join(pieces)
        starts, at = set(), 0
        for piece in pieces[:-1]:
            at += len(piece)
            starts.add(at + len(text[at:]) - len(text[at:].lstrip()))
        yield text, starts


def after_blank_line(text, offset):
    before = text[:offset]
    return "\n\n" in before[len(before.rstrip()) :]


def compare(name):
    """Return precision, recall and the number of boundaries other than blank lines."""
    found = right = wanted = 0
    for text, starts in labelled(name):
        by_hand = {at for at in starts if not after_blank_line(text, at)}
        ours = {span.start for span in split_sentences(text)[1:]}
        ours = {at for at in ours if not after_blank_line(text, at)}
        found += len(ours)
        right += len(ours & by_hand)
        wanted += len(by_hand)
    return right / found, right / wanted, wanted


@pytest.mark.parametrize("name", SETS)
def test_boundaries_agree_with_those_set_by_hand(name):
    precision, recall, _ = compare(name)

    assert precision >= 0.97
    assert recall >= 0.97


def test_the_sets_have_enough_boundaries_half_of_them_legal():
    counts = [compare(name)[2] for name in SETS]

    assert sum(counts) >= 250
    assert counts[2] >= 0.49 * sum(counts)


@pytest.mark.parametrize(
    "text",
    [
        "Nach § 8 Abs. 1 S. 2 Nr. 3 gilt Art. 5 Abs. 2 lit. b.",
        "Das gilt i. S. d. § 2 und z. B. für Vereine.",
        "So a. a. O., Rn. 17 ff., und die h. M.",
        "Sie gilt ab dem 31. Dezember und am 3. Oktober.",
        "Smith et al. 2023 agree, e.g. with Dr. Lee vs. No. 5.",
        "The U.S. Army paid 3.5 million.",
        "Das Gesetz vom\n26\\. November 2010 gilt fort.",
        "Die Frist endet am\n31. Dezember.",
        "„Wirklich?“, fragte er.",
        "Er kam (spät. Sehr spät.) und ging.",
        "Gilt\u00a0z.\u202fB.\u00a0Satz\u00a01.",
        "II. Die Klage ist begründet.",
        "Das gilt gem. Satz 1 und mind. Absatz 2.",
    ],
)
def test_one_sentence_stays_one(text):
    assert sentences(text) == [text]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Es gilt § 8 Abs. 1. § 9 gilt nicht.", ["Es gilt § 8 Abs. 1.", "§ 9 gilt nicht."]),
        ("Obst usw. Die Liste fehlt.", ["Obst usw.", "Die Liste fehlt."]),
        ("Vgl. Rn. 17 ff. Das genügt.", ["Vgl. Rn. 17 ff.", "Das genügt."]),
        ("“It works.” She left.", ["“It works.”", "She left."]),
        ("It fell. (See below.) Then it rose.", ["It fell.", "(See below.)", "Then it rose."]),
        ("We waited … Then it came.", ["We waited …", "Then it came."]),
        ("It is so. [1] It was not.[2] End.", ["It is so. [1]", "It was not.[2]", "End."]),
        ("It was kept.12 Nobody knew.", ["It was kept.12", "Nobody knew."]),
        ("He changed his mind. The rain came.", ["He changed his mind.", "The rain came."]),
        ("It stood in the rain. Nobody came.", ["It stood in the rain.", "Nobody came."]),
        ("Heading\n\nno full stop", ["Heading", "no full stop"]),
        ("# One. Two\nThree.", ["# One. Two", "Three."]),
        ("Title\n=====\nText.", ["Title\n=====", "Text."]),
        ("Items:\n- one\n- two", ["Items:", "- one", "- two"]),
        ("1. One. Two.\n2. Three", ["1. One.", "Two.", "2. Three"]),
        ("| a. B | c |\n| d | e |", ["| a. B | c |", "| d | e |"]),
        ("```\nx = a. B\ny = 1\n```", ["```", "x = a. B", "y = 1", "```"]),
        ("> One\n> two. Three.", ["> One\n> two.", "Three."]),
    ],
)
def test_sentences_end_where_they_should(text, expected):
    assert sentences(text) == expected


@pytest.mark.parametrize(
    "unit", "dB m s h A V W K nm mV ppm min sec hrs pct kHz km/h m/s mg/l GmbH".split()
)
@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("It went from 10 to 25", "Median pay was 46,900 euros."),
        ("It lies between 10 and 25", "Median pay was 46,900 euros."),
        ("Der Wert stieg von 10 auf 25", "Umsatz und Gewinn fielen."),
        ("Er liegt bei 10 und 25,5", "Umsatz und Gewinn fielen."),
    ],
)
def test_a_full_stop_after_a_number_with_its_unit_ends_the_sentence(unit, first, second):
    assert sentences(f"{first} {unit}. {second}") == [f"{first} {unit}.", second]


@pytest.mark.parametrize(
    "text",
    [
        "Es kostet 5 Mio. Euro im Jahr.",
        "Nach 3 Std. Fahrt waren 2 Mrd. Menschen da.",
        "Zu Abs. 2 s. Urteil des BGH.",
        "Siehe § 5 s. Anlage 3.",
        "Um 300 v. Chr. Geburt war es so.",
        "In 2020 A. Smith wrote it.",
        "Seit 2015 leitet und seit 2019 K. Meier prüft es.",
        "So BGH NJW 2010, 12 m. Anm. Schmidt.",
    ],
)
def test_what_follows_a_number_and_is_no_unit_ends_no_sentence(text):
    assert sentences(text) == [text]


@pytest.mark.parametrize("short", ["Inc", "Mio", "et al", "Nr", "z. B"])
def test_a_marker_that_stood_before_a_full_stop_ends_the_sentence(short):
    text = f"It is from Acme {short}. Revenue rose."
    at = text.index(". Revenue")

    assert len(split_sentences(text)) == 1
    assert [span.of(text) for span in split_sentences(text, cited={at})] == [
        text[: at + 1],
        "Revenue rose.",
    ]


def test_a_line_end_does_not_end_a_sentence():
    text = "The lines of a printed page end where\nthe paper ends, not where a sentence\nends."

    assert sentences(text) == [text]


def test_a_blank_line_ends_a_sentence_without_a_full_stop():
    assert sentences("one two\n \t\nthree") == ["one two", "three"]


def test_an_open_fence_does_not_swallow_the_prose_after_it():
    assert sentences("```\n\nOne. Two.") == ["```", "One.", "Two."]
    assert len(find_fences("```\n\nOne. Two.")) == 1


@pytest.mark.parametrize(
    "code",
    [
        "- ```\n  x = 1\n  ```\n",
        "1. ```python\n   x = 1\n   ```\n",
        "10) ~~~\n    x = 1\n    ~~~\n",
        "* - ```\n    x = 1\n    ```\n",
        "- ```\nx = 1\n```\n",
    ],
)
def test_a_fence_on_the_line_of_a_list_item_ends_where_it_is_closed(code):
    text = f"{code}\nOne. Two."

    assert [fence.of(text) for fence in find_fences(text)] == [code.lstrip("*-10.) ")]
    assert sentences(text)[-2:] == ["One.", "Two."]


def test_a_list_item_with_backticks_in_its_words_opens_no_fence():
    assert find_fences("- ``` is a fence ```\n\nOne.") == []
    assert find_fences("Write ``` to open one.\n\nOne.") == []


@given(texts)
@example("1.\n")
@example("\ufeff. A")
@example(".\x1c.")
def test_sentences_are_ordered_and_hold_all_but_white_space(text):
    spans = split_sentences(text)

    end = 0
    for span in spans:
        assert end <= span.start < span.end
        assert not text[end : span.start].strip()
        assert span.of(text) == span.of(text).strip()
        end = span.end
    assert not text[end:].strip()


@given(texts)
def test_blocks_hold_all_but_white_space(text):
    blocks = find_blocks(text)

    end = 0
    for block in blocks:
        assert end <= block.span.start <= block.words <= block.span.end
        assert not text[end : block.span.start].strip()
        end = block.span.end
    assert not text[end:].strip()


@pytest.mark.slow
@must_end
@pytest.mark.parametrize(
    "piece",
    ["§ § § ", "1. 1. 1. ", "((((", ".", "a. ", "x. [1] ", "(.) ", "```\n", "1.\n", "*", "x\n"],
)
def test_a_text_made_to_be_slow_is_split_to_its_end(piece):
    text = piece * (500_000 // len(piece))

    spans = split_sentences(text)

    # Only a line of its own that is no prose is a sentence of its own.
    assert len(spans) == (text.count("\n") if piece in ("```\n", "1.\n") else 1)
    assert (spans[0].start, spans[-1].end) == (0, len(text.rstrip()))


def test_a_quoted_fence_does_not_close_one_that_is_not_quoted():
    assert len(find_fences("```\n> ```\ncode\n```\n\nprose")) == 1


def test_the_austrian_name_of_february_does_not_begin_a_sentence():
    assert len(split_sentences("Wien, 3. Feber 2024 abends war es kalt.")) == 1
