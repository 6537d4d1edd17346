"""Reads the file of a report: its bytes, its format, and the text that every span counts in."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from os import PathLike
from pathlib import Path, PurePath
from typing import Any

from citation_engine.check.answers import answer_in
from citation_engine.collect.documents import KeptReadings, read_document
from citation_engine.collect.files import is_text, read_bytes
from citation_engine.display import one_line, shortened
from citation_engine.errors import CitationError, InvalidInput, SourceUnreadable
from citation_engine.formats.latex import read_latex
from citation_engine.formats.plain import decode
from citation_engine.hashing import sha256_hex
from citation_engine.language.blocks import open_fence_at
from citation_engine.model.draft import Answer, DraftFormat
from citation_engine.model.passage import Layout
from citation_engine.plugins import read_answer
from citation_engine.ports import Provider, Reader
from citation_engine.settings import Settings

_SUFFIXES = {
    ".md": DraftFormat.MARKDOWN,
    ".markdown": DraftFormat.MARKDOWN,
    ".mdx": DraftFormat.MARKDOWN,
    ".html": DraftFormat.HTML,
    ".htm": DraftFormat.HTML,
    ".xhtml": DraftFormat.HTML,
    ".json": DraftFormat.JSON,
    ".jsonl": DraftFormat.JSON,
    ".sse": DraftFormat.JSON,
    ".yaml": DraftFormat.YAML,
    ".yml": DraftFormat.YAML,
    ".txt": DraftFormat.TEXT,
    ".text": DraftFormat.TEXT,
    ".tex": DraftFormat.LATEX,
    ".latex": DraftFormat.LATEX,
    ".ltx": DraftFormat.LATEX,
    ".docx": DraftFormat.DOCX,
    ".pdf": DraftFormat.PDF,
}
_DOCUMENTS = (DraftFormat.DOCX, DraftFormat.PDF)
_MARK = "\ufeff"
# What a text is taken for that is not UTF-8.
_FOREIGN = "windows-1252"
_LATEX_LIST = re.compile(r"\\begin\{thebibliography\}.*?\\end\{thebibliography\}", re.DOTALL)


@dataclass(frozen=True, slots=True)
class ReportFile:
    """
    The file of a report, read.

    `text` has the byte-order mark and the line ends of the file. `encoding` is None where the
    text was read from a document and cannot be written back. `answer` is set where the file is
    a provider's answer with citations of its own.
    """

    name: str
    text: str
    format: DraftFormat
    sha256: str
    encoding: str | None = None
    layout: Layout = field(default_factory=Layout)
    answer: Answer | None = None
    notes: tuple[str, ...] = ()


def read_report(
    path: Path,
    settings: Settings,
    readers: "list[Reader]",
    *,
    format: str | None = None,
    provider: str | Provider | None = None,
    kept: KeptReadings | None = None,
) -> ReportFile:
    """The report in a file. Raises `SourceUnreadable` or `InvalidInput` where there is none."""
    data = read_bytes(path, settings.max_source_bytes)
    kind = format_of(path.name, data, format)
    if kind in _DOCUMENTS:
        read = read_document(data, path.name, settings, readers, kept=kept)
        return ReportFile(str(path), read.text, kind, sha256_hex(data), layout=read.layout)
    return report_of(data, str(path), kind, provider=provider)


def files_of(report: Path, settings: Settings) -> list[Path]:
    """
    The file of a report, and those that it takes in by LaTeX, each a report of its own.

    One that has no sentence but a list of references is none: what cites these is elsewhere.
    """
    found, lists = [report], []
    for file in found if _SUFFIXES.get(report.suffix.lower()) is DraftFormat.LATEX else ():
        try:
            text, _ = decode(read_bytes(file, settings.max_source_bytes))
        except CitationError:
            continue  # It is told when the report is read.
        beside_list, listed = _LATEX_LIST.subn("", text)
        if listed and file != report and "." not in read_latex(beside_list).view:
            lists.append(file)
        for name in read_latex(text).not_followed:
            # LaTeX looks from where the first file is.
            part = report.parent / f"{name.strip().removesuffix('.tex')}.tex"
            if part.is_file() and part not in found:
                found.append(part)
    return [file for file in found if file not in lists]


def report_in(
    given: Any, *, format: str | None = None, provider: str | Provider | None = None
) -> "Path | ReportFile":
    """
    The report that was given: the path of its file, or a text or an answer, read.

    A string is a path unless it has a line break or reads as a sentence that no file is called.
    """
    if isinstance(given, ReportFile | Path):
        return given
    if isinstance(given, str) and is_text(given):
        return report_from(given.encode("utf-8", "surrogatepass"), "text", format, provider)
    if isinstance(given, str | PathLike):
        return Path(given)
    if (answer := answer_in(given, provider)) is not None:
        return ReportFile("answer", answer.text, DraftFormat.MARKDOWN, "", answer=answer)
    if isinstance(given, Mapping) and isinstance(text := given.get("text"), str):
        name = given.get("title") or given.get("name") or "text"
        return report_from(text.encode("utf-8", "surrogatepass"), str(name), format, provider)
    raise InvalidInput(
        f"{shortened(given, 80)} is no report.",
        fix="Give a path, a text, or the answer of a provider.",
    )


def report_from(
    data: bytes, name: str, format: str | None = None, provider: str | Provider | None = None
) -> ReportFile:
    """The report that these bytes are, of a format that is text."""
    kind = format_of(name, data, format)
    if kind in _DOCUMENTS:
        raise InvalidInput(
            f"{one_line(name)} is {kind.value.upper()}, which is read from a file only.",
            fix="Save it as a file and give its path.",
        )
    return report_of(data, name, kind, provider=provider)


def report_of(
    data: bytes, name: str, format: DraftFormat, *, provider: str | Provider | None = None
) -> ReportFile:
    """The report that these bytes are, of any format that is text."""
    text, encoding = decode(data)
    notes: tuple[str, ...] = ()
    if encoding == _FOREIGN:
        notes = (f"{one_line(name)} is not UTF-8 and was read as Windows-1252.",)
    if "\0" in text:
        raise SourceUnreadable(
            f"{one_line(name)} is not a text: it has NUL characters.",
            fix="Save it as Markdown, HTML, LaTeX, JSON, YAML, DOCX or PDF.",
        )
    if format is DraftFormat.LATEX and (unread := read_latex(text).not_followed):
        named = ", ".join(map(one_line, unread))
        notes += (
            f"{one_line(name)} takes in other files, to be checked as reports of their own: "
            f"{named}.",
        )
    if format is DraftFormat.MARKDOWN and (fence := open_fence_at(text)) is not None:
        line = text.count("\n", 0, fence) + 1
        notes += (
            f"{one_line(name)}: the code that begins in line {line} is not closed, so nothing from "
            "there on was read.",
        )
    if _has_mark(data):
        text = _MARK + text
    answer = _answer_in(text, format, provider)
    if answer is not None:
        text, format = answer.text, DraftFormat.MARKDOWN
        encoding = ""
    return ReportFile(
        name, text, format, sha256_hex(data), encoding or None, answer=answer, notes=notes
    )


def format_of(name: str, data: bytes, format: str | None = None) -> DraftFormat:
    """The format of a file, by what was said, by its bytes, by its name."""
    if format and format != "auto":
        return format_named(format)
    if data.startswith(b"%PDF-"):
        return DraftFormat.PDF
    suffix = PurePath(name).suffix.lower()
    if suffix in _SUFFIXES:
        return _SUFFIXES[suffix]
    if data[:4] == b"PK\x03\x04" or b"\0" in data[:4096].replace(b"\xff\xfe", b"")[:2]:
        raise SourceUnreadable(
            f"{one_line(name)} is not a report of a kind that is read.",
            fix="Give Markdown, HTML, LaTeX, text, JSON, YAML, DOCX or PDF, or name it with "
            "--format.",
        )
    head = data[:512].lstrip().lower()
    if head.startswith((b"<!doctype html", b"<html")):
        return DraftFormat.HTML
    return DraftFormat.JSON if head[:1] in (b"{", b"[") and _is_json(data) else DraftFormat.MARKDOWN


def format_named(format: str) -> DraftFormat:
    """The format of that name, or of the ending of a file."""
    names = {"md": DraftFormat.MARKDOWN, "htm": DraftFormat.HTML, "yml": DraftFormat.YAML}
    names |= {"tex": DraftFormat.LATEX}
    names |= {known.value: known for known in DraftFormat}
    if format not in names:
        raise InvalidInput(
            f"There is no format {format!r}.", fix=f"Use one of: {', '.join(sorted(names))}."
        )
    return names[format]


def _has_mark(data: bytes) -> bool:
    return data.startswith((b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff", b"\x00\x00\xfe\xff"))


def _is_json(data: bytes) -> bool:
    try:
        json.loads(data)
    except ValueError:
        return False
    return True


def _answer_in(text: str, format: DraftFormat, provider: str | Provider | None) -> Answer | None:
    """The provider's answer that a JSON file is, if it is one."""
    if format is not DraftFormat.JSON:
        return None
    try:
        return read_answer(text, provider=provider)
    except InvalidInput:
        if provider is not None:
            raise
        return None
