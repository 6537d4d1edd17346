"""
Reads textbooks in CNXML into sections of sentences, with their summaries and glossaries.

A section's summary says in other words what its paragraphs say, and a glossary entry defines what
they explain: claims that people wrote about long passages. Only books whose collection file names
a licence that asks for nothing but attribution are read; of others, not a word.

    python -m training.data.books CHECKOUT... --out books.jsonl.gz
"""

import argparse
import gzip
import json
import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path

from citation_engine.language.sentences import split_sentences

PERMITTED = ("creativecommons.org/licenses/by/4.0",)
LEAST_PARAGRAPHS = 3
_SKIPPED = {
    *("exercise", "figure", "table", "equation", "note", "media", "list", "footnote", "problem"),
    *("solution", "code", "link", "glossary", "metadata", "abstract", "iframe"),
}
_SUMMARY = re.compile(r"summary|key-concepts|section-summary|key-takeaways", re.I)
_EXERCISES = re.compile(
    r"review|exercise|problem|critical|objective|further|multiple|matching|short-answer|fill|true|"
    r"homework|practice|suggest|references|key-terms|questions|assess|bibliograph|check",
    re.I,
)
_BRACKETED = re.compile(r"\s*\((?:see\s*)?(?:[A-Z]\w+\s)?[^\w()]*\)")
_MATHS = re.compile(r"[{}\\_^]|\$\$")


@dataclass
class Section:
    """A section of a book: paragraphs of sentences, summary sentences, and glossary entries."""

    book: str
    title: str
    paragraphs: list[list[str]] = field(default_factory=list)
    summary: list[str] = field(default_factory=list)
    glossary: list[tuple[str, str]] = field(default_factory=list)


def read_checkout(folder: Path) -> Iterator[Section]:
    """The sections of the books in a checkout whose licence permits it."""
    named: dict[str, str] = {}
    for collection in sorted((folder / "collections").glob("*.collection.xml")):
        text = collection.read_text("utf-8")
        if any(one in text for one in PERMITTED):
            book = collection.name.removesuffix(".collection.xml")
            for module in re.findall(r'document="(m\d+)"', text):
                named.setdefault(module, book)
    for module, book in named.items():
        file = folder / "modules" / module / "index.cnxml"
        if file.exists():
            yield read_module(ET.parse(file).getroot(), book)


def read_module(root: ET.Element, book: str) -> Section:
    """One module of a book as a section."""
    title = next((_words(one) for one in root if _name(one) == "title"), "")
    title = re.sub(r"<[^>]*>|[^\w\s.,:;?!'’()&-]", "", title).strip()
    section = Section(book, title)
    for element in root:
        if _name(element) == "content":
            _walk(element, section, summary=False)
        elif _name(element) == "glossary":
            section.glossary.extend(_definitions(element))
    return section


def _walk(element: ET.Element, section: Section, *, summary: bool) -> None:
    for child in element:
        name, kind = _name(child), child.get("class", "")
        if name == "section":
            if _SUMMARY.search(kind):
                _walk(child, section, summary=True)
            elif not _EXERCISES.search(kind):
                _walk(child, section, summary=summary)
        elif summary and name in ("para", "list"):
            for part in [child] if name == "para" else child:
                section.summary.extend(_sentences(_words(part)))
        elif name == "para" and (found := _sentences(_words(child))):
            section.paragraphs.append(found)


def _definitions(glossary: ET.Element) -> Iterator[tuple[str, str]]:
    for one in glossary:
        parts = {_name(part): _words(part) for part in one}
        if parts.get("term") and parts.get("meaning"):
            yield parts["term"], parts["meaning"]


def _sentences(text: str) -> list[str]:
    found = (text[span.start : span.end].strip() for span in split_sentences(text))
    return [one for one in found if _is_prose(one)]


def _is_prose(sentence: str) -> bool:
    """Whether it is a whole sentence, and not an entry of a list of books or a formula."""
    words = sentence.split()
    capitals = sum(word[:1].isupper() for word in words)
    ends = sentence.rstrip("\"”’')")[-1:] in (".", "!")
    return (
        ends and 6 <= len(words) <= 80 and capitals < len(words) / 2 and not _MATHS.search(sentence)
    )


def _name(element: ET.Element) -> str:
    return element.tag.rpartition("}")[2]


def _words(element: ET.Element) -> str:
    """The text of an element without figures, notes and links, in one line."""
    pieces: list[str] = []

    def gather(one: ET.Element) -> None:
        if _name(one) not in _SKIPPED or one is element:
            pieces.append(one.text or "")
            for child in one:
                gather(child)
                pieces.append(child.tail or "")

    gather(element)
    text = " ".join("".join(pieces).split())
    return re.sub(r"\s+([.,;:])", r"\1", _BRACKETED.sub("", text))


def main() -> None:
    """Write the sections of all checkouts to one file."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("checkouts", nargs="+", type=Path)
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    counts = {"sections": 0, "sentences": 0, "summary": 0, "glossary": 0}
    with gzip.open(options.out, "wt", encoding="utf-8") as out:
        for folder in options.checkouts:
            for section in read_checkout(folder):
                if len(section.paragraphs) < LEAST_PARAGRAPHS:
                    continue
                counts["sections"] += 1
                counts["sentences"] += sum(map(len, section.paragraphs))
                counts["summary"] += len(section.summary)
                counts["glossary"] += len(section.glossary)
                out.write(json.dumps(asdict(section), ensure_ascii=False) + "\n")
    print(counts)


if __name__ == "__main__":
    main()
