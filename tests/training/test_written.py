"""The written pairs are split by passage, and what is mixed in has the label it should have."""

import gzip
import json
import random

import pytest
from training.data.edits import edited_german
from training.data.pairs import NOT_ENOUGH, SUPPORTED, is_kept_document
from training.data.prepare import encoded
from training.data.written import ASIDE, CHOICES, TRAIN, mixed, part_of, read_written, write_sets

PASSAGE = "The mill opened in 1904. It ground rye for six villages. A fire closed it in 1931."


def row(claim, label="e", **more):
    given = {"premise": PASSAGE, "claim": claim, "label": label, "kind": "para"}
    given |= {"language": "en", "passage_language": "en", "passage": "P1", "set": "mills"}
    return given | more


def test_all_pairs_on_a_passage_are_in_one_part_and_a_tenth_is_kept_out():
    parts = [part_of(f"mills/P{number}") for number in range(5_000)]

    assert 0.08 < parts.count(ASIDE) / len(parts) < 0.12
    assert 0.04 < parts.count(CHOICES) / len(parts) < 0.08
    assert part_of("mills/P1") == part_of("mills/P1")


def test_pairs_on_a_kept_document_are_never_trained_on():
    titles = [f"Document_{number}" for number in range(100)]
    kept = [title for title in titles if is_kept_document(title)]
    parts = {part_of(f"real/{title}", f"XQuAD {title}") for title in kept}

    assert 30 < len(kept) < 70
    assert parts == {ASIDE}


@pytest.fixture
def rows_made(tmp_path):
    """What is mixed of a mill's and a ferry's pairs, thirty passages of each."""
    file = tmp_path / "written.jsonl"
    other = "The ferry sails twice a day. It carries twelve cars. Tickets cost nine euros."
    rows = [row(f"The mill has {n} wheels.", passage=f"M{n}") for n in range(2, 32)]
    rows += [row(f"The ferry has {n} decks.", premise=other, passage=f"F{n}") for n in range(2, 32)]
    file.write_text("\n".join(json.dumps(one) for one in rows), "utf-8")
    written = [one._replace(part=TRAIN) for one in read_written([file])]
    return list(mixed(written, random.Random(1)))


def test_a_sentence_of_the_passage_is_supported_and_a_claim_of_another_is_not(rows_made):
    verbatim = [one for one in rows_made if one.kind == "w-verbatim"]
    others = [one for one in rows_made if one.kind == "w-other"]

    assert verbatim
    assert all(one.claim in one.premise and one.label == SUPPORTED for one in verbatim)
    assert others
    assert all(one.label == NOT_ENOUGH for one in others)


def test_a_supported_claim_with_another_number_is_not_supported(rows_made):
    changed = [one for one in rows_made if one.kind == "w-number"]

    assert changed
    assert all(one.label != SUPPORTED and one.claim not in one.premise for one in changed)


def test_a_passage_among_others_keeps_its_words_and_its_label(rows_made):
    among = [one for one in rows_made if one.kind == "w-among" and one.label == SUPPORTED]
    longer = [one for one in among if len(one.premise) > len(PASSAGE)]

    assert longer
    assert all(
        one.claim in one.premise or "wheels" in one.claim or "decks" in one.claim for one in among
    )
    assert all("mill" in one.premise for one in among if "wheels" in one.claim)


@pytest.mark.parametrize(
    ("sentence", "ways"),
    [
        ("Die Mühle ist seit 1904 in Betrieb.", {"number", "negation"}),
        ("Der Mieter zahlt mindestens 40 Euro.", {"number", "opposite"}),
        ("Der Antrag ist nicht zulässig.", {"negation", "opposite"}),
    ],
)
def test_a_german_sentence_is_changed_in_one_thing(sentence, ways):
    made = [edited_german(sentence, random.Random(seed)) for seed in range(40)]

    assert {way for _, _, way in made} == ways
    assert all(text != sentence and label != SUPPORTED for text, label, _ in made)


def test_sets_for_choices_and_for_reporting_have_no_row_of_the_training(tmp_path):
    file = tmp_path / "written.jsonl"
    rows = [row(f"Claim {n}.", passage=f"P{n}", premise=f"{PASSAGE} {n}") for n in range(300)]
    file.write_text("\n".join(json.dumps(one) for one in rows), "utf-8")
    written = read_written([file])

    write_sets(written, tmp_path)

    found = set()
    for path in tmp_path.glob("*.gz"):
        with gzip.open(path, "rt", encoding="utf-8") as lines:
            found |= {json.loads(line)["claim"] for line in lines}
    assert found == {one.pair.claim for one in written if one.part != TRAIN}


@pytest.fixture
def both(tmp_path):
    """A file of pairs written in both languages."""
    german = "Die Mühle öffnete 1904. Sie mahlte Roggen für sechs Dörfer und die Stadt."
    claim = {"en": "The mill opened in 1904.", "de": "Die Mühle wurde 1904 eröffnet."}
    passage = {"id": "mills-1", "passage_en": PASSAGE, "passage_de": german}
    file = tmp_path / "both.jsonl"
    claims = [claim | {"label": "e", "kind": "close"}]
    file.write_text(json.dumps(passage | {"claims": claims}), "utf-8")
    return file


def test_a_claim_in_both_languages_is_a_pair_with_either_passage_and_one_part(both):
    written = read_written([both])

    assert [one.language for one in written] == ["en-en", "de-de", "de-en", "de-en"]
    assert len({one.part for one in written}) == 1
    english = (PASSAGE, "The mill opened in 1904.")
    assert {tuple(one.pair[:2]) for one in written if one.pair.english is None} == {english}
    assert {one.pair.english for one in written} == {None, english}


def test_an_encoder_of_english_reads_the_english_of_a_german_pair(both, tmp_path):
    pairs = [one.pair for one in read_written([both])]
    vocabulary = tmp_path / "english.txt"
    pieces = ["<s>", "<pad>", "</s>", "<unk>", *map(str, range(4, 104)), "[UNK]", "mill", "the"]
    vocabulary.write_text("\n".join(pieces), "utf-8")

    rows = encoded([*pairs, pairs[1]._replace(english=None)], [str(vocabulary)])

    *twins, german = [row.ids[0] for row in rows]
    assert all(ids == twins[0] for ids in twins)
    assert german != twins[0]
    assert [row.foreign for row in rows] == [False, False, False, False, True]
