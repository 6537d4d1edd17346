"""Claims that only attribute a quotation are judged by what they quote."""

import pytest

from citation_engine import CitationEngine
from citation_engine.verify.check import asserted

QUOTE = "Records are kept for ten years."


@pytest.mark.parametrize(
    "claim",
    [
        'The act says: "Records are kept for ten years."',
        "According to the law, “Records are kept for ten years.”",
        "Im Gesetz heißt es wörtlich: „Records are kept for ten years.“",
        'gobd.pdf states "Records are kept for ten years."',
    ],
)
def test_a_claim_that_only_says_who_says_it_asserts_the_quote(claim):
    assert asserted(claim, QUOTE, "gobd.pdf") == QUOTE


@pytest.mark.parametrize(
    "claim",
    [
        'The act does not say "Records are kept for ten years."',
        'The act wrongly says "Records are kept for ten years."',
        'The act says "Records are kept for ten years." to all archives.',
        'Nobody says "Records are kept for ten years."',
        'Does the act say "Records are kept for ten years." anywhere?',
        "Records are kept for ten years.",
        "The act says something else.",
    ],
)
def test_a_claim_that_asserts_a_word_more_is_judged_as_a_whole(claim):
    assert asserted(claim, QUOTE, "act") == claim


@pytest.mark.parametrize(
    ("claim", "name"),
    [
        ('Vaccines cause autism: "The study found no effect."', "Vaccines cause autism.md"),
        ('Vaccines cause autism, says "The study found no effect."', "Vaccines cause autism"),
        ("The act says The study found no effect.", "act"),
        ('"The study found no effect."', "act"),
    ],
)
def test_the_name_of_a_source_does_not_become_true_by_a_quotation(claim, name):
    with CitationEngine(":memory:", judge="overlap") as engine:
        source = engine.add_text("The study found no effect. It was small.", name=name)
        result = engine.cite(claim, source, quote="The study found no effect.")

    assert asserted(claim, "The study found no effect.", name) == claim
    assert result.verification_status != "verified" or claim.startswith('"')


def test_an_attributed_sentence_of_the_source_is_verified_by_its_words():
    with CitationEngine(":memory:", judge="overlap") as engine:
        engine.add_text("§ 7 Records are kept for ten years. Letters are burnt.", name="act")
        said = engine.cite(f'The act says: "{QUOTE}"', "S1", quote=QUOTE)
        cut = engine.cite('The act says: "Letters are"', "S1", quote="Letters are")

    assert said.verification_status == "verified"
    assert cut.verification_status == "unverified"
