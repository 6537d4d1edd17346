"""`cite locate`: where do these words stand in this file? Nothing is kept."""

from pathlib import Path

import click

from citation_engine.cli.call import Call
from citation_engine.cli.commands import Command, Scope
from citation_engine.cli.passage import show_words


@click.command(
    "locate",
    cls=Command,
    scope=Scope.NOTHING,
    examples=(
        'cite locate "kept for ten years" law.pdf',
        'cite locate "kept for ten years" law.pdf -o page.png --json',
    ),
)
@click.argument("words", metavar="WORDS")
@click.argument("file", metavar="FILE")
@click.option("-o", "--output", "target", metavar="FILE", help="Where the marked page goes.")
@click.option("--reader", metavar="NAME", help="The reader to use, such as pymupdf or ocr.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.pass_obj
def command(
    call: Call, words: str, file: str, target: str | None, reader: str | None, as_json: bool
) -> int:
    """
    Find words in a file, without a database.

    Printed are how the words stand there (exact, normalised, elided, near or
    absent), the page, the section and what differs. The page is written with
    the words marked. The exit code is 1 if the words are not there as given.
    """
    from citation_engine.engine.engine import CitationEngine

    with CitationEngine(":memory:", settings=call.settings, judge="none") as engine:
        source = engine.add(Path(file), reader=reader)
        return show_words(call, engine, source, words, file=target, as_json=as_json)
