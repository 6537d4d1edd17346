from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from citation_engine.model.passage import Span
from citation_engine.sections.legal import (
    Kind,
    Part,
    Reference,
    format_reference,
    parse_reference,
)
from citation_engine.sections.provisions import LawText
from hanging import must_end

STATUTE = Path(__file__).with_name("statute.md").read_text("utf-8")
PLAIN = "text/plain"


def parts(text):
    reference = parse_reference(text)
    return reference and tuple((str(kind), value) for kind, value in reference.parts)


def words(reference, text=STATUTE, media_type="text/markdown"):
    span = LawText(text, media_type).resolve(parse_reference(reference))
    return span and " ".join(span.of(text).split())


def cited(phrase, text=STATUTE, media_type="text/markdown"):
    reference = LawText(text, media_type).reference_at(text.index(phrase))
    return reference and format_reference(reference)


# Reading and writing references.

FULL = (("§", "147"), ("Abs.", "3"), ("Satz", "1"), ("Nr.", "2"), ("lit.", "b"))


@pytest.mark.parametrize(
    "text",
    [
        "§ 147 Abs. 3 Satz 1 Nr. 2 lit. b AO",
        "§147 Abs.3 S.1 Nr.2 lit.b AO",
        "§147Abs.3S.1Nr.2lit.b AO",
        "§\u00a0147\u2009Abs.\u202f3 S. 1\u00a0Nr.\u00a02 Buchst. b) AO",
        "§ 147 Absatz 3 Satz 1 Nummer 2 Buchstabe b der AO",
        "AO § 147 Abs. (3) Satz 1 Nr. 2 lit. b",
        "§ 147 III 1 Nr. 2 lit. b AO",
        "Section 147(3) sentence 1 number 2 letter b AO",
        "§ 147 Abs. III, Satz 1, Ziff. 2, lit. b AO.",
    ],
)
def test_a_reference_is_read_however_it_is_written(text):
    assert parts(text) == FULL
    assert parse_reference(text).law == "AO"


@pytest.mark.parametrize(
    ("text", "expected", "law"),
    [
        ("§§ 238 bis 241 HGB", (("§", "238-241"),), "HGB"),
        ("§§ 147, 148 und 150a AO", (("§", "147,148,150a"),), "AO"),
        ("§§ 3 ff. UStG", (("§", "3 ff."),), "UStG"),
        ("§ 3f UStG", (("§", "3f"),), "UStG"),
        ("§ 15 a EStG a. F.", (("§", "15a"),), "EStG a. F."),
        ("Rz. 17f.", (("Rn.", "17 f."),), None),
        ("Art. 6(1)(f) GDPR", (("Art.", "6"), ("Abs.", "1"), ("lit.", "f")), "GDPR"),
        ("Article 6 paragraph 1", (("Art.", "6"), ("Abs.", "1")), None),
        ("Section 12(3)(b)", (("§", "12"), ("Abs.", "3"), ("lit.", "b")), None),
        ("Nr. 1, 4 und 4a", (("Nr.", "1,4,4a"),), None),
        ("§ 4 Nr. 8 Buchst. a bis g", (("§", "4"), ("Nr.", "8"), ("lit.", "a-g")), None),
        ("§ 3 Satz 1 2. HS", (("§", "3"), ("Satz", "1"), ("Halbs.", "2")), None),
        ("Anhang III Nr. 2.4", (("Anhang", "III"), ("Nr.", "2.4")), None),
        ("Anlage Nr. 2", (("Anlage", ""), ("Nr.", "2")), None),
        ("Kapitel 8 Abschnitt 3", (("Kapitel", "8"), ("Abschnitt", "3")), None),
        ("§ 5 SGB VI", (("§", "5"),), "SGB VI"),
        ("§ 4 lit. a lit. bb", (("§", "4"), ("lit.", "a"), ("Doppelbuchst.", "bb")), None),
        (
            "Artikel 5 Buchstabe a der Verordnung (EU) 2016/679",
            (("Art.", "5"), ("lit.", "a")),
            "Verordnung (EU) 2016/679",
        ),
    ],
)
def test_lists_ranges_and_other_kinds_are_read(text, expected, law):
    assert parts(text) == expected
    assert parse_reference(text).law == law


@pytest.mark.parametrize(
    "text",
    [
        "",
        "§",
        "hello",
        "S. 12",
        "p. 12",
        "Artenschutz",
        "§ 8 Abs. 1, § 9",
        "§ 147 AO Abs. 3",
        "§ 5 gilt",
    ],
)
def test_what_is_no_single_reference_is_none(text):
    assert parse_reference(text) is None


def test_a_reference_is_written_the_way_it_is_cited():
    reference = parse_reference("§147 Abs.3 S.1 Nr.2 lit.b AO")

    assert format_reference(reference) == "§ 147 Abs. 3 Satz 1 Nr. 2 lit. b AO"
    assert format_reference(reference, "en") == "Section 147(3) sentence 1 number 2 letter b AO"
    assert format_reference(parse_reference("Art. 6 Abs. 1 lit. f"), "en") == "Article 6(1)(f)"
    assert format_reference(parse_reference("§§ 3-5, 7")) == "§§ 3 bis 5 und 7"


numbers = st.integers(1, 999).map(str)
lettered = st.builds(
    lambda number, letter: number + letter, numbers, st.sampled_from(["", "a", "b"])
)
elements = st.one_of(lettered, st.builds("{}-{}".format, lettered, lettered))
number_values = st.one_of(
    lettered,
    st.lists(elements, min_size=1, max_size=3).map(",".join),
    numbers.map("{} ff.".format),
    numbers.map("{} f.".format),
)
letter_values = st.sampled_from(["a", "b", "h", "z", "a-c", "a,d", "A"])
heads = st.builds(
    Part,
    st.sampled_from(
        [Kind.SECTION, Kind.ARTICLE, Kind.CHAPTER, Kind.ANNEX, Kind.SCHEDULE, Kind.PART]
    ),
    number_values,
)
inner = st.one_of(
    st.builds(
        Part,
        st.sampled_from(
            [
                *(Kind.PARAGRAPH, Kind.SUBPARAGRAPH, Kind.SENTENCE, Kind.HALF_SENTENCE),
                *(Kind.NUMBER, Kind.MARGIN, Kind.ALTERNATIVE),
            ]
        ),
        number_values,
    ),
    st.builds(Part, st.just(Kind.LETTER), letter_values),
    st.builds(Part, st.just(Kind.DOUBLE_LETTER), st.sampled_from(["aa", "bb", "aa-cc"])),
)
laws = st.sampled_from([None, "AO", "DSGVO", "SGB VI", "EStG a. F.", "Data Protection Act 2018"])
references = st.builds(
    lambda head, rest, law: Reference((head, *rest), law), heads, st.lists(inner, max_size=4), laws
)


@given(references, st.sampled_from(["de", "en"]))
@example(parse_reference("§ 12 Abs. 3 lit. b Nr. 2"), "en")
@example(parse_reference("Anlage Nr. 2 AO"), "de")
def test_a_reference_is_the_same_after_writing_and_reading_it(reference, language):
    assert parse_reference(format_reference(reference, language)) == reference


@given(st.text())
def test_any_text_can_be_tried_as_a_reference(text):
    reference = parse_reference(text)

    assert reference is None or reference.parts


@given(
    st.lists(
        st.sampled_from("§ 1 a Abs. ( ) Satz S. Nr. lit. b AO , und bis ff. II".split()),
        max_size=12,
    )
)
def test_what_is_read_from_a_jumble_is_written_so_that_it_reads_the_same(tokens):
    reference = parse_reference(" ".join(("§ 1", *tokens)))

    if reference:
        assert parse_reference(format_reference(reference)) == reference


# From references to words and back.


@pytest.mark.parametrize(
    ("reference", "start", "end"),
    [
        ("§ 1", "#### § 1 Anwendungsbereich", "bleiben unberührt."),
        ("§ 1 Abs. 1", "(1) Dieses Gesetz", "Satz 1 bleibt unberührt."),
        ("§ 1 Abs. 1 Satz 1", "Dieses Gesetz gilt", "§ 2 Abs. 1."),
        ("§ 1 Abs. 1 Satz 2", "Es gilt nicht", "bleibt unberührt."),
        ("§ 1 Abs. 1 Satz 2 Halbs. 2", "Satz 1 bleibt", "unberührt."),
        ("§ 1 Abs. 2 Satz 1", "Andere Gesetze", "bleiben unberührt."),
        ("§ 2 Nr. 1", "1. Muster:", "ein Teil davon,"),
        ("§ 2 Satz 1 Nr. 1 lit. a Doppelbuchst. bb", "bb) verplombt", "Eine Plombe genügt;"),
        ("§ 2 Nr. 1 lit. a Doppelbuchst. bb Satz 2", "Eine Plombe", "genügt;"),
        ("§ 2 Nr. 2 Satz 2", "Als Halter gilt", "es vermittelt."),
        ("§ 2 Nr. 2 Satz 3", "Verliert er es", "bleibt er Halter,"),
        ("§ 2 Nr. 2a", "2a. Lager", "jeder Raum."),
        ("§ 2 Satz 2", "Satz 1 Nr. 2 gilt nicht", "für Behörden."),
        ("§ 2 Satz 3", "Die §§ 3 und 5", "bleiben unberührt."),
        ("§ 3 Abs. 1 Satz 1", "Muster sind aufzubewahren", "nicht verdorben sind."),
        ("§ 3 Abs. 1 Satz 1 Nr. 1 und 3", "1. ihr Wert", "anordnet,"),
        ("§ 3 Abs. 1 Satz 2", "Die Frist", "zehn Jahre."),
        ("§ 3 Abs. 1a", "(1a) Absatz 1", "für Teile."),
        ("§ 3 Abs. 1 bis 2", "(1) Muster", "die Anlage."),
        ("§ 5", "#### (XXXX) §§ 4 bis 6", "(weggefallen)"),
        ("§§ 1 bis 3", "#### § 1", "die Anlage."),
        ("§§ 1 f.", "#### § 1", "Die §§ 3 und 5 bleiben unberührt."),
        ("§§ 7 ff.", "#### § 7", "sich öffnen lassen."),
        ("Teil 2", "## Zweiter Teil", "(zu § 3 Abs. 2)"),
        ("Teil 1 Abschnitt 2", "### Zweiter Abschnitt", "(weggefallen)"),
        ("Anlage 1 § 1 Satz 2", "Er ist selbstlos", "tätig."),
        ("Anlage 2 Nr. 1.2", "1.2 Sie sind", "genügen.[^F1]"),
        ("Anlage 2 Nr. 2.1 Abs. 2 Satz 2", "Zwei", "genügen."),
    ],
)
def test_a_reference_means_its_words(reference, start, end):
    found = words(reference)

    assert found.startswith(start)
    assert found.endswith(end)


@pytest.mark.parametrize(
    "reference",
    [
        "§ 99",
        "§ 1 Abs. 9",
        "§ 1 Abs. 1 Satz 3",
        "§ 1 Satz 1",
        "§ 1 Nr. 1",
        "§ 2 Abs. 1",
        "§ 2 Nr. 9",
        "§ 3 Abs. 1 Satz 2 Nr. 1",
        "§ 3 Abs. 1 Alt. 1",
        "§ 1 Abs. 1 und 9",
        "Abschnitt 1",
        "Abs. 1",
        "Satz 1",
        "Art. 1",
        "Anlage 3",
        "Anlage",
        "Rn. 5",
    ],
)
def test_what_is_not_there_or_not_certain_is_none(reference):
    assert words(reference) is None


@pytest.mark.parametrize(
    ("phrase", "expected"),
    [
        ("Anwendungsbereich", "§ 1"),
        ("Es gilt nicht für", "§ 1 Abs. 1 Satz 2"),
        ("Andere Gesetze", "§ 1 Abs. 2"),
        ("gekennzeichnet", "§ 2 Satz 1 Nr. 1 lit. a Doppelbuchst. aa"),
        ("Eine Plombe", "§ 2 Satz 1 Nr. 1 lit. a Doppelbuchst. bb Satz 2"),
        ("vermittelt", "§ 2 Satz 1 Nr. 2 Satz 2 lit. b"),
        ("Die §§ 3 und 5", "§ 2 Satz 3"),
        ("ihr Wert", "§ 3 Abs. 1 Satz 1 Nr. 1"),
        ("und solange", "§ 3 Abs. 1 Satz 1"),
        ("weggefallen", "§§ 4 bis 6"),
        ("Zweiter Teil", "Teil 2"),
        ("selbstlos", "Anlage 1 § 1 Satz 2"),
        ("zehn Jahre\n", "Anlage 1 § 2"),
        ("Fenster genügen", "Anlage 2 Nr. 1.2 Satz 2"),
        ("Schlüssel", "Anlage 2 Nr. 2.1 Abs. 2 Satz 1"),
        ("sich öffnen", "Anlage 2 Nr. 2.1"),
    ],
)
def test_a_place_is_cited_as_exactly_as_can_be(phrase, expected):
    assert cited(phrase) == expected


@pytest.mark.parametrize(
    ("begin", "end", "expected"),
    [
        ("Dieses Gesetz", "Abs. 1.", "§ 1 Abs. 1 Satz 1"),
        ("Dieses Gesetz", "unberührt.", "§ 1 Abs. 1 Satz 1 bis 2"),
        ("Es gilt nicht", "bleiben unberührt.", "§ 1 Abs. 1 bis 2"),
        ("Es gilt nicht", "Halter, wer", "§§ 1 bis 2"),
        ("gekennzeichnet", "ein Teil davon", "§ 2 Satz 1 Nr. 1 lit. a bis b"),
        ("ein Teil davon", "Behörden.", "§ 2 Satz 1 bis 2"),
        ("Die Frist", "Er ist selbstlos", None),
    ],
)
def test_words_are_cited_by_the_most_exact_reference_that_holds_them_all(begin, end, expected):
    law = LawText(STATUTE)
    start = STATUTE.index(begin)
    span = Span(start, STATUTE.index(end, start) + len(end))

    reference = law.reference_of(span)

    assert (reference and format_reference(reference)) == expected
    if reference:
        found = law.resolve(parse_reference(expected))
        assert found.start <= span.start
        assert span.end <= found.end


def test_as_many_parts_of_a_reference_as_are_there_are_resolved():
    law = LawText(STATUTE)

    beginning, span = law.resolve_beginning(parse_reference("§ 1 Abs. 2 Satz 9 Nr. 3"))

    assert format_reference(beginning) == "§ 1 Abs. 2"
    assert span == law.resolve(parse_reference("§ 1 Abs. 2"))
    assert law.resolve_beginning(parse_reference("§ 99 Abs. 1")) is None


def test_before_the_first_provision_there_is_nothing_to_cite():
    assert cited("Ausfertigungsdatum") is None


def test_every_place_of_a_law_is_in_the_words_its_reference_means():
    law = LawText(STATUTE)
    first = STATUTE.index("## Erster Teil")

    for offset in range(first, len(STATUTE)):
        reference = law.reference_at(offset)
        if STATUTE[offset].isspace() and reference is None:
            continue
        span = law.resolve(reference)
        assert span.start <= offset < span.end
        assert parse_reference(format_reference(reference)) == reference


PLAIN_LAW = """Inhaltsübersicht
§ 1 Zweck
§ 2 Pflichten

§ 1 Zweck
Das Gesetz dient der Ordnung.
§ 2 Pflichten
(1) Muster sind aufzubewahren. Das gilt nach
(2) nicht.
(2) Wer ein Muster
1. verliert oder
2. zerstört,
handelt ordnungswidrig. Der Versuch
ist strafbar.
"""


def test_a_law_in_plain_text_is_read_too():
    assert words("§ 1", PLAIN_LAW, PLAIN) == "§ 1 Zweck Das Gesetz dient der Ordnung."
    assert words("§ 2 Abs. 1 Satz 2", PLAIN_LAW, PLAIN) == "Das gilt nach (2) nicht."
    assert words("§ 2 Abs. 2 Nr. 1", PLAIN_LAW, PLAIN) == "1. verliert oder"
    assert cited("aufzubewahren", PLAIN_LAW, PLAIN) == "§ 2 Abs. 1 Satz 1"


def test_a_fragment_without_headings_has_paragraphs():
    text = "(1) Eins. Zwei.\n\n(2) Drei."

    assert words("Abs. 1 Satz 2", text) == "Zwei."
    assert cited("Drei", text) == "Abs. 2"


def test_the_numbered_paragraphs_of_an_article_are_found_as_in_european_law():
    text = (
        "# Article 6\n\n1. Processing is lawful if:\n\n(a) one;\n\n(b) two.\n\n2. States may act.\n"
    )

    assert words("Art. 6(1)(b)", text) == "(b) two."
    assert words("Art. 6(2)", text) == "2. States may act."
    assert cited("one;", text) == "Art. 6 Abs. 1 lit. a"


def test_numbers_in_the_margin_are_found_where_they_count_on():
    text = "16 Die Klage ist zulässig.\n\n17 Sie ist begründet.\nDenn so ist es.\n\n18 Ende.\n"

    assert words("Rn. 17", text) == "17 Sie ist begründet. Denn so ist es."
    assert words("Rn. 16 f.", text).endswith("Denn so ist es.")
    assert words("Rn. 19", text) is None
    assert words("Rn. 17", "Zeile\n\n17 Tage vergingen.\n") is None


def test_a_paragraph_that_is_there_twice_is_not_guessed():
    text = "# § 1\n\n(1) Alte Fassung.\n\n(1) Neue Fassung.\n"

    assert words("§ 1 Abs. 1", text) is None
    assert cited("Neue", text) == "§ 1"


LINES = (
    *(
        "# § 1 A\n",
        "## § 2\n",
        "# Anlage 1\n",
        "# §§ 3 bis 5\n",
        "(1) Eins. Zwei.\n",
        "(2) a\n",
        "\n",
    ),
    *(
        "1.  eins,\n",
        "2.  zwei. Drei.\n",
        "    a)  x,\n",
        "        aa) y;\n",
        "a) z\n",
        "*   b\n",
        "Text.\n",
    ),
    *("    weiter\n", "A.  B\n", "I.  C\n", "1.1 D\n", "17 E\n", "Ende; und\n"),
)


@given(st.one_of(st.text(), st.lists(st.sampled_from(LINES), max_size=25).map("".join)))
def test_no_text_makes_a_reference_that_does_not_lead_back(text):
    for media_type in ("text/markdown", PLAIN):
        law = LawText(text, media_type)
        for offset in range(0, len(text), 3):
            reference = law.reference_at(offset)
            if reference:
                span = law.resolve(reference)
                assert span.start <= offset < span.end <= len(text)
                assert parse_reference(format_reference(reference)) == reference


@given(st.lists(st.sampled_from(LINES), max_size=25).map("".join), st.data())
def test_no_words_have_a_reference_that_does_not_hold_them_all(text, data):
    law = LawText(text)
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))

    reference = law.reference_of(Span(start, end))

    if reference:
        span = law.resolve(reference)
        assert span.start <= start
        assert end <= span.end
        assert parse_reference(format_reference(reference)) == reference


@pytest.mark.slow
@must_end
@pytest.mark.parametrize(
    ("piece", "found"),
    [
        ("§ § § ", None),
        ("1. 1. 1. ", "Nr. 1"),
        ("((((", None),
        ("a)\n", "lit. a"),
        ("# § 1\n", None),
        ("# §§ 1 bis 3\n", None),
        ("(1)\n", "Abs. 1"),
        ("1 X\n\n", None),
    ],
)
def test_half_a_megabyte_made_to_be_slow_is_read_to_its_end(piece, found):
    law = LawText(piece * (500_000 // len(piece)))

    reference = law.reference_at(250_000)

    assert reference == (parse_reference(found) if found else None)
    assert law.resolve(parse_reference("§ 1 Abs. 1 Satz 1 Nr. 1")) is None


def test_a_very_long_text_is_no_reference():
    assert parse_reference("§ 1, " * 100_000) is None
    assert parse_reference("§ " + "1," * 190) is not None
