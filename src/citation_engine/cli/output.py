"""How results are printed: tables, JSON, JSON Lines, CSV, and text that is safe for terminals."""

import csv
import io
import json
import re
import secrets
import sys
import textwrap
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from shutil import get_terminal_size
from threading import Event, Thread
from typing import TYPE_CHECKING, Any, Self, TypeVar

import click

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text


Row = Mapping[str, Any]

# Sources may carry escape sequences or turn the direction of writing to deceive a reader.
_TURNING = "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"
_UNSAFE = re.compile(f"[\x00-\x08\x0b-\x1f\x7f-\x9f{_TURNING}\u2028\u2029\ud800-\udfff]")
_UNSAFE_IN_JSON = re.compile(f"[\x7f-\x9f{_TURNING}\u2028\u2029\ud800-\udfff]")
_PLAIN_SIGNS = {
    "✓": "+",
    "○": "o",
    "✗": "x",
    "…": "...",
    "→": "->",
    "·": "-",
    "│": "|",
    "–": "-",
    "»": ">>",
    "«": "<<",
    "≈": "~",
    "⇄": "<>",
    "\ufffd": "?",
}
PIPED_WIDTH = 160
MOST_IN_A_CELL = 32
LEAST_IN_A_CELL = 16


def safe(text: str) -> str:
    """The text with everything that could steer a terminal shown as U+FFFD."""
    shown = text.replace("\r\n", "\n").replace("\u00ad\n", "-\n").replace("\t", "    ")
    return _UNSAFE.sub("\ufffd", shown)


def one_line(text: str, limit: int | None = None) -> str:
    """The text on one line, shortened where a limit is given."""
    flat = " ".join(safe(text).split())
    return flat if limit is None or len(flat) <= limit else flat[: limit - 1].rstrip() + "…"


def counted(number: int, noun: str) -> str:
    """A number with its noun, such as `1 source` or `2 sources`."""
    plural = noun if number == 1 else f"{noun[:-1]}ies" if noun.endswith("y") else f"{noun}s"
    return f"{number:,} {plural}"


def say(text: str) -> None:
    """Write a line to stderr, after what was printed before it."""
    if sys.stdout is not None:
        sys.stdout.flush()
    if sys.stderr is not None:
        shown = _wrapped(safe(text)) if sys.stderr.isatty() else safe(text)
        encoding = getattr(sys.stderr, "encoding", None) or "utf-8"
        sys.stderr.write(_encodable(shown, encoding) + "\n")


def _wrapped(text: str) -> str:
    """The lines of a text broken between words, each further line under the first."""
    width = max(20, get_terminal_size().columns - 1)
    lines = []
    for line in text.split("\n"):
        indent = " " * (len(line) - len(line.lstrip()))
        wrapper = textwrap.TextWrapper(width, subsequent_indent=indent, break_long_words=False)
        lines += wrapper.wrap(line) or [""]
    return "\n".join(lines)


class ProgressBar:
    """One line on stderr that says how far it is, and is gone afterwards."""

    def __init__(self, line: Callable[[str, int, int], str]) -> None:
        self._line = line
        self._length = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self._clear()

    def step(self, stage: str, done: int, all: int) -> None:
        """Say how much of a stage is done."""
        line = self._line(stage, done, all)
        sys.stderr.write("\r" + line.ljust(self._length))
        sys.stderr.flush()
        self._length = len(line)
        if done >= all:
            self._clear()

    def _clear(self) -> None:
        if self._length:
            sys.stderr.write("\r" + " " * self._length + "\r")
            sys.stderr.flush()
            self._length = 0


class ProgressLines:
    """
    Lines on stderr that say how far it is where nobody watches, if it takes long, and not many.

    A new one comes for another stage, for a tenth more, or after a minute without one.
    """

    def __init__(self, line: Callable[[str, int, int], str], seconds: float = 10) -> None:
        self._line, self._seconds = line, seconds
        self._at: tuple[str, int, int] | None = None
        self._ended = Event()
        self._thread = Thread(target=self._say, daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *exception: object) -> None:
        self._ended.set()
        self._thread.join()

    def step(self, stage: str, done: int, all: int) -> None:
        """Note how much of a stage is done."""
        self._at = (stage, done, all)

    def _say(self) -> None:
        said, silent = ("", 0, 0), 0
        while not self._ended.wait(self._seconds):
            silent += 1
            if self._at is None or self._at[1] >= self._at[2]:
                continue
            stage, done, all = self._at
            if stage != said[0] or 10 * (done - said[1]) >= all or silent >= 6:
                say(self._line(stage, done, all))
                said, silent = (stage, done, all), 0


class Printer:
    """Prints results to stdout and remarks to stderr, with colours where they are wanted."""

    def __init__(self, color: str, *, quiet: bool = False) -> None:
        self._color = color
        self.quiet = quiet

    # how ----------------------------------------------------------------------------------

    @cached_property
    def console(self) -> "Console":
        """The measuring and colouring; what it makes is printed by `_write` alone."""
        from rich.console import Console

        settings: dict[str, Any] = {}
        if self._color == "always":
            settings = {"force_terminal": True, "color_system": "standard", "no_color": False}
        elif self._color == "never":
            settings = {"force_terminal": False, "color_system": None}
        console = Console(highlight=False, markup=False, emoji=False, **settings)
        if console.legacy_windows:
            return Console(color_system=None, width=console.width)
        return console

    @property
    def styled(self) -> bool:
        """Whether bold and underlined words show; if not, signs mark them."""
        return self.console.color_system is not None

    @property
    def width(self) -> int:
        """How many columns there are; a pipe has room for long lines."""
        return self.console.width if self._wraps else PIPED_WIDTH

    @cached_property
    def _wraps(self) -> bool:
        return sys.stdout is not None and sys.stdout.isatty()

    @cached_property
    def _encoding(self) -> str:
        return getattr(sys.stdout, "encoding", None) or "utf-8"

    def _write(self, text: str) -> None:
        if sys.stdout is not None:
            sys.stdout.write(_encodable(text, self._encoding))

    # for people ---------------------------------------------------------------------------

    def text(self, *parts: "str | tuple[str, str]", join: str = "") -> "Text":
        """A text from plain parts and parts with a style; all of it made safe."""
        from rich.text import Text

        pieces = [(p, "") if isinstance(p, str) else p for p in parts]
        return Text(join).join(Text(safe(words), style=style) for words, style in pieces)

    def line(self, *parts: "str | tuple[str, str]", indent: str = "", wrap: bool = True) -> None:
        """Print a line; on a terminal it is wrapped under its indent, unless it is to be copied."""
        self.block(self.text(*parts), indent=indent, wrap=wrap)

    def block(self, text: "Text", *, indent: str = "", wrap: bool = True) -> None:
        """Print a text of several lines, each behind the indent."""
        lines: Iterable[Text] = text.split("\n", allow_blank=True)
        if self._wraps and wrap:
            width = max(20, self.console.width - len(indent))
            lines = [part for line in lines for part in line.wrap(self.console, width) or [line]]
        for line in lines:
            line.rstrip()
            self._write(f"{indent}{self._rendered(line)}".rstrip(" ") + "\n")

    def _rendered(self, line: "Text") -> str:
        with self.console.capture() as printed:
            self.console.print(line, soft_wrap=True, end="")
        return printed.get()

    def remark(self, text: str) -> None:
        """Say something beside the result; left out with -q."""
        if not self.quiet:
            say(text)

    def table(self, titles: Sequence[str], rows: Sequence[Sequence[Any]]) -> None:
        """Print rows under their titles; the last column takes what room is left."""
        cells = [[self.text((title, "bold")) for title in titles]]
        cells += [[self._cell(cell) for cell in row] for row in rows]
        columns = zip(*cells, strict=True)
        widths = [min(MOST_IN_A_CELL, max(c.cell_len for c in column)) for column in columns]
        widths[-1] = max(LEAST_IN_A_CELL, self.width - sum(width + 2 for width in widths[:-1]))
        for row in cells:
            for cell, width in zip(row, widths, strict=True):
                cell.truncate(width, overflow="ellipsis", pad=cell is not row[-1])
            self._write(self._rendered(self.text("  ").join(row)).rstrip() + "\n")

    def facts(self, facts: Mapping[str, Any], *, indent: str = "  ") -> None:
        """Print names with their values, one below the other; empty ones are left out."""
        shown = {name: value for name, value in facts.items() if value not in (None, "")}
        width = max((len(name) for name in shown), default=0)
        for name, value in shown.items():
            self.line((f"{name:<{width}}", "dim"), f"  {one_line(str(value))}", indent=indent)

    def words(self, text: str) -> None:
        """Print the words of a source: made safe for a terminal, exact for a file or a pipe."""
        if self._wraps:
            self.raw(safe(text))
        else:
            self.exact(text)

    def _cell(self, cell: Any) -> "Text":
        words, style = cell if isinstance(cell, tuple) else (cell, "")
        return self.text((one_line(str(words)), style))

    # for machines -------------------------------------------------------------------------

    def raw(self, text: str) -> None:
        """Print a text for machines; what the encoding lacks is escaped."""
        if sys.stdout is not None:
            sys.stdout.write(text)

    def exact(self, text: str) -> None:
        """Print a text whose every byte counts, in UTF-8 whatever the terminal has."""
        click.echo(text.encode("utf-8"), nl=False)

    def json(self, value: Any) -> None:
        """Print one JSON value."""
        self.raw(self._as_json(value, indent=2) + "\n")

    def rows(self, rows: Sequence[Row], form: str, columns: Sequence[str]) -> None:
        """Print rows as `json` or `jsonl`, whole, or as `csv` with these columns."""
        if form == "json":
            self.json(rows)
        elif form == "jsonl":
            for row in rows:
                self.raw(self._as_json(row) + "\n")
        else:
            self._csv(rows, columns)

    def _as_json(self, value: Any, indent: int | None = None) -> str:
        ascii_only = self._encoding.lower().replace("-", "") != "utf8"
        text = json.dumps(value, ensure_ascii=ascii_only, indent=indent)
        return _UNSAFE_IN_JSON.sub(lambda found: f"\\u{ord(found[0]):04x}", text)

    def _csv(self, rows: Sequence[Row], columns: Sequence[str]) -> None:
        buffer = io.StringIO()
        writer = csv.writer(buffer, lineterminator="\n")
        writer.writerow(columns)
        for row in rows:
            writer.writerow(_field(row[name]) for name in columns)
        text = buffer.getvalue()
        self.raw(safe(text) if self._wraps else text)


def _field(value: Any) -> Any:
    """A value as it stands in a CSV field; what has parts is JSON."""
    return json.dumps(value, ensure_ascii=False) if isinstance(value, dict | list) else value


def _encodable(text: str, encoding: str) -> str:
    """The text with plain signs in place of those the encoding lacks."""
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        for sign, plain in _PLAIN_SIGNS.items():
            try:
                sign.encode(encoding)
            except UnicodeEncodeError:
                text = text.replace(sign, plain)
    return text


F = TypeVar("F", bound=Callable[..., Any])
FORMS = {"json": "a JSON array", "jsonl": "one JSON object per line", "csv": "CSV"}


def json_form(function: F) -> F:
    """Give a command `--json`."""
    return click.option("--json", "as_json", is_flag=True, help="Print JSON.")(function)


def row_forms(function: F) -> F:
    """Give a command `--json`, `--jsonl` and `--csv`; the last one given counts as `form`."""
    for name, words in reversed(FORMS.items()):
        option = click.option(f"--{name}", "form", flag_value=name, help=f"Print {words}.")
        function = option(function)
    return function


def read_text(path: str) -> str:
    """The text of a file; one that cannot be read is a mistake in the call."""
    try:
        return Path(path).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "it is not UTF-8 text"
        raise click.UsageError(f"{path} cannot be read: {reason}.") from error


def write_text(path: str, text: str) -> None:
    """Write a text in one step, with line feeds as line ends."""
    write_bytes(path, text.encode("utf-8"))


def write_bytes(path: str, data: bytes) -> None:
    """Write a file in one step, so that an older one is replaced whole or not at all."""
    target = Path(path)
    draft = target.with_name(f".{target.name}.{secrets.token_hex(4)}")
    try:
        try:
            draft.write_bytes(data)
            draft.replace(target)
        finally:
            draft.unlink(missing_ok=True)
    except OSError as error:
        raise click.UsageError(f"{path} cannot be written: {error.strerror}.") from error
