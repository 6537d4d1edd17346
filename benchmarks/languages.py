"""
Measures which language texts are taken for: claims, questions, sentences and passages.

DATA has `written.*.jsonl.gz` (English and German), `xquad.LANGUAGE.json.gz` and
`eval.xnli-LANGUAGE.jsonl.gz`, as the benchmark of the judges. Texts of fewer than six words, or of
fewer than ten in other languages than English and German, are left out: their document tells.
"""

import argparse
import gzip
import json
from collections import Counter
from pathlib import Path

from harness import table

from citation_engine.language.detection import KNOWN, tell_language
from citation_engine.language.sentences import split_sentences

FEWEST = {"en": 6, "de": 6}
FEWEST_OTHERS = 10


def texts_in(data: Path) -> dict[tuple[str, str], set[str]]:
    """The texts by their set and language."""
    found: dict[tuple[str, str], set[str]] = {}
    for path in sorted([*data.glob("written.*.gz"), *data.glob("eval.xnli-*.gz")]):
        name, default = path.name.split(".")[0], path.name.split(".")[1].removeprefix("xnli-")
        for row in map(json.loads, gzip.decompress(path.read_bytes()).splitlines()):
            claim, premise = row.get("language", default), row.get("passage_language", default)
            found.setdefault((f"{name}, claims", claim), set()).add(row["claim"])
            found.setdefault((f"{name}, premises", premise), set()).add(row["premise"])
    for path in sorted(data.glob("xquad.*.gz")):
        language = path.name.split(".")[1]
        told = json.loads(gzip.decompress(path.read_bytes()))["data"]
        for one in (paragraph for document in told for paragraph in document["paragraphs"]):
            asked = {each["question"] for each in one["qas"]}
            found.setdefault(("XQuAD, questions", language), set()).update(asked)
            found.setdefault(("XQuAD, passages", language), set()).add(one["context"])
    for (name, language), passages in [*found.items()]:
        if not name.endswith(("claims", "questions")):
            sentences = {one.strip() for text in passages for one in _sentences(text)}
            found[(f"{name}, sentences", language)] = sentences
    return found


def _sentences(text: str) -> list[str]:
    return [text[one.start : one.end] for one in split_sentences(text)]


def main() -> None:
    """Print what the texts of each set are taken for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    rows = []
    for (name, language), texts in sorted(texts_in(parser.parse_args().data).items()):
        fewest = FEWEST.get(language, FEWEST_OTHERS)
        told = Counter(tell_language(one) for one in texts if len(one.split()) >= fewest)
        own = [told[one] for one in KNOWN]
        rest = told.total() - sum(own) - told[""]
        rows.append([name, language, told.total(), *own, rest, told[""]])
    head = ["texts", "language", "number", *(f"taken for {one}" for one in KNOWN)]
    table("languages", [*head, "for another", "left open"], rows)


if __name__ == "__main__":
    main()
