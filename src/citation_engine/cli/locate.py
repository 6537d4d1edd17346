"""`cite locate`, and how words of a source are shown where they stand."""

import os
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from citation_engine.cli.commands import Call, Command, Scope
from citation_engine.cli.failures import Exit
from citation_engine.cli.output import Printer, json_form, one_line, write_bytes, write_text
from citation_engine.cli.verdicts import show_passage

if TYPE_CHECKING:
    from citation_engine.engine.engine import CitationEngine
    from citation_engine.engine.passages import Located
    from citation_engine.model.passage import Passage
    from citation_engine.model.source import Source


@click.command(
    "locate",
    cls=Command,
    scope=Scope.NOTHING,
    examples=(
        'cite locate "kept for ten years" law.pdf',
        'cite locate law.pdf "kept for ten years"',
        'cite locate "kept for ten years" law.pdf -o page.png --json',
    ),
)
@click.argument("words", metavar="WORDS")
@click.argument("file", metavar="FILE")
@click.option("-o", "--output", "target", metavar="FILE", help="Where the marked page goes.")
@click.option("--reader", metavar="NAME", help="The reader to use, such as pymupdf or ocr.")
@json_form
@click.pass_obj
def command(
    call: Call, words: str, file: str, target: str | None, reader: str | None, as_json: bool
) -> int:
    """
    Find words in a file, without a database.

    The file may also come first: what there is a file of is the file.
    Printed are how the words stand there (exact, normalised, elided, near or
    absent), the page, the section and what differs. The page is written with
    the words marked. The exit code is 1 if the words are not there as given.
    """
    from citation_engine.engine.engine import CitationEngine

    if _is_file(words) and not _is_file(file):
        words, file = file, words
    with CitationEngine(":memory:", settings=call.settings, judge="none") as engine:
        source = engine.add(Path(file), reader=reader)
        return show_words(call, engine, source, words, file=target, as_json=as_json)


def _is_file(given: str) -> bool:
    # os.path answers for words of any length and kind.
    return os.path.isfile(given)  # noqa: PTH113


_UNSAFE = re.compile(r"[^\w.-]+")


def show_words(
    call: Call,
    engine: "CitationEngine",
    source: "Source",
    words: str,
    *,
    file: str | None,
    as_json: bool,
) -> int:
    """Print where the words stand and write the page; words that are not there are bad."""
    found = engine.locate(source, words)
    written = write_pages(engine, source, found, file)
    if as_json:
        call.output.json({**found.model_dump(mode="json"), "files": written})
    else:
        _print(call.output, source, found, written)
    return Exit.GOOD if found.passages else Exit.BAD


def show_section(
    call: Call, engine: "CitationEngine", source: "Source", name: str, *, as_json: bool
) -> int:
    """Print the words of a section and where it stands."""
    passage = engine.resolve(source, name)
    if as_json:
        call.output.json(passage.model_dump(mode="json"))
    else:
        call.output.line((source.label, "bold"), f"  {place_of(passage)}")
        call.output.block(call.output.text(passage.text), indent="    │ ")
    return Exit.GOOD


def write_pages(
    engine: "CitationEngine", source: "Source", found: "Located", file: str | None
) -> list[str]:
    """Write each page the first place is on as a picture, or the stored web page."""
    if not found.passages:
        return []
    passage = found.passages[0]
    stem = file or _UNSAFE.sub("-", source.label)
    if passage.rects:
        pages = sorted({rect.page for rect in passage.rects})
        names = [
            _name(stem, f"-page-{page}", ".png", file if len(pages) == 1 else None)
            for page in pages
        ]
        for page, name in zip(pages, names, strict=True):
            write_bytes(name, engine.page_picture(source, passage, page=page))
        return names
    snapshot = engine.get_snapshot(source.snapshot_id or 0)
    if snapshot is not None and snapshot.layout.nodes:
        name = _name(stem, "-page", ".html", file)
        write_text(name, engine.stored_page(source, passage))
        return [name]
    return []


def _name(stem: str, part: str, ending: str, given: str | None) -> str:
    if given:
        return given
    return f"{stem.removesuffix(ending)}{part}{ending}"


def _print(output: Printer, source: "Source", found: "Located", written: list[str]) -> None:
    if not found.passages:
        output.line((f"The words are not there ({found.match.value}).", "red"))
        if found.nearest is not None:
            likeness = f"likeness {found.similarity:.2f}, " if found.similarity else ""
            output.line(f"Nearest words, {likeness}{place_of(found.nearest)}:")
            show_passage(output, found.nearest)
        _print_differences(output, found)
        return
    for passage in found.passages:
        match = found.match.value + (
            f" ({', '.join(found.differences)})" if found.differences else ""
        )
        output.line((source.label, "bold"), f"  {match}, {place_of(passage)}")
        show_passage(output, passage)
    if found.places > len(found.passages):
        output.line(f"… and {found.places - len(found.passages)} more places.")
    for name in written:
        output.remark(f"Wrote {one_line(name)}.")


def _print_differences(output: Printer, found: "Located") -> None:
    for change in found.changes:
        output.line(one_line(change.sentence), indent="    ")


def place_of(passage: "Passage") -> str:
    """Where a passage stands, for a person: page, section, line."""
    parts: list[Any] = []
    if passage.page is not None:
        shown = passage.page_label
        label = f" (printed {shown})" if shown and shown != str(passage.page) else ""
        parts.append(f"page {passage.page}{label}")
    if passage.section:
        parts.append(one_line(passage.section))
    if passage.line is not None and passage.page is None:
        parts.append(f"line {passage.line}")
    return ", ".join(parts) or f"character {passage.start}"
