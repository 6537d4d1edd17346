"""Texts in two languages: a claim carries its translation, and nothing else than its passage."""

import gzip
import json
import random

from training.data.pairs import SUPPORTED
from training.data.parallel import Claim, claim_rows, read_claims
from training.data.written import TRAIN, part_of

TRUE = Claim(True, "Die Mühle schloss 1931.", "The mill closed in 1931.")
FALSE = Claim(False, "Die Mühle schloss 1913.", "The mill closed in 1913.")


def test_a_claim_carries_its_translation_and_a_true_one_no_false_one():
    rows = [one for seed in range(20) for one in claim_rows([[TRUE, FALSE]], random.Random(seed))]

    translations = {
        (TRUE.german, TRUE.english),
        (FALSE.german, FALSE.english),
        (TRUE.english, TRUE.german),
        (FALSE.english, FALSE.german),
    }
    assert {(one.premise, one.claim) for one in rows if one.label == SUPPORTED} == translations
    others = {(one.premise, one.claim) for one in rows if one.label != SUPPORTED}
    assert {(TRUE.german, FALSE.english), (TRUE.english, FALSE.german)} <= others


def test_a_claim_with_one_thing_changed_is_not_carried_by_its_translation():
    rows = [one for seed in range(20) for one in claim_rows([[TRUE, FALSE]], random.Random(seed))]

    changed = [one for one in rows if one.kind == "claim-edited"]
    known = {TRUE.german, TRUE.english, FALSE.german, FALSE.english}
    assert changed
    assert all(one.label != SUPPORTED for one in changed)
    assert all({one.premise, one.claim} - known for one in changed)


def test_claims_are_read_with_their_translations_and_none_that_is_kept_out(tmp_path):
    passages = [f"P{number}" for number in range(40)]
    rows = [
        {"set": "mills", "passage": passage, "passage_language": "de", "language": language}
        | {"label": "e", "claim": claim}
        for passage in passages
        for language, claim in (("de", TRUE.german), ("en", TRUE.english))
    ]
    file = tmp_path / "written.jsonl.gz"
    with gzip.open(file, "wt", encoding="utf-8") as lines:
        lines.write("\n".join(map(json.dumps, rows)))

    trained = [one for one in passages if part_of(f"mills/{one}") == TRAIN]
    assert read_claims(file) == [[TRUE]] * len(trained)
    assert len(trained) < len(passages)
