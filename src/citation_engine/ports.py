"""The seams: what can be plugged in, and what the engine needs of a model and a store."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeVar, runtime_checkable

from citation_engine.errors import SourceUnreadable
from citation_engine.model.passage import Layout, Passage
from citation_engine.model.verdict import JudgeIdentity, Judgement, Support

# What only others need is not loaded where documents are read.
if TYPE_CHECKING:
    from citation_engine.model.checked import Checked
    from citation_engine.model.citation import Citation
    from citation_engine.model.draft import Answer, Marker
    from citation_engine.model.hit import Duplicate, Evidence
    from citation_engine.model.passage import Locator
    from citation_engine.model.source import Extraction, FoundSource, Snapshot, Source

T = TypeVar("T")


class Question(NamedTuple):
    """
    What a judge is asked: does this passage carry this claim? Never the agent's reasoning.

    `language` is that of the passage, by the caller's word or by the whole source, and
    `claim_language` that of the whole text which the claim is from, where they are known.
    `source` tells which passages are of the same source, where that is known.
    """

    claim: str
    passage: Passage
    language: str | None = None
    claim_language: str | None = None
    source: int | None = None


@runtime_checkable
class Judge(Protocol):
    """Says whether passages carry claims. Raises `JudgeError` when it cannot answer."""

    @property
    def identity(self) -> JudgeIdentity:
        """Who this judge is, for the record."""

    def judge(self, questions: Sequence[Question]) -> list[Judgement]:
        """One judgement for each question, in order."""


def is_waited_for(judge: Judge) -> bool:
    """
    Whether a judge's answers come from elsewhere, so that several calls at once gain time.

    A judge with a model that computes them in this process says so with `in_process = True`.
    """
    return bool(judge.identity.model) and not getattr(judge, "in_process", False)


def is_lasting(judge: Judge, judgement: Judgement) -> bool:
    """
    Whether a judge would say the same again, so that it need not be asked again.

    One that can tell has a method `is_lasting(judgement)`; what any other says is lasting, but
    for that it was not reached.
    """
    if judgement.support is Support.UNREACHABLE:
        return False
    told = getattr(judge, "is_lasting", None)
    return bool(told(judgement)) if callable(told) else True


class Message(NamedTuple):
    """One turn of what a language model is told: `system` or `user`, and the text."""

    role: str
    text: str


@dataclass(frozen=True, slots=True)
class Reply:
    """
    What a language model answered, and what it counted.

    `refused` is set when the model declined to answer. Counts are None where the server does
    not say them.
    """

    text: str
    refused: bool = False
    input_tokens: int | None = None
    output_tokens: int | None = None


@runtime_checkable
class LanguageModel(Protocol):
    """Answers one request. Raises `JudgeError` when there is no answer to be had."""

    @property
    def name(self) -> str:
        """Which model it is, for the record."""

    def complete(
        self,
        messages: Sequence[Message],
        *,
        schema: Mapping[str, Any] | None = None,
        most_tokens: int | None = None,
    ) -> Reply:
        """
        The answer to these messages.

        `schema` is the JSON Schema the answer should follow. A model that cannot be held to it
        answers as well as it can, so what comes back must be checked.
        """


@runtime_checkable
class Embedder(Protocol):
    """Turns texts into vectors, so that words which mean the same are found as well."""

    @property
    def identity(self) -> str:
        """The model and its version; vectors of another identity are never compared with these."""

    def embed(self, texts: Sequence[str]) -> Sequence[Sequence[float]]:
        """One vector for each text, in order, all of one length."""


@dataclass(frozen=True, slots=True)
class ReadText:
    """
    What a reader made of a file: its words, how they were read, and the way back.

    `geometry` holds where each character stands on its page, packed; the reader
    that packed it knows how to unpack it.
    """

    text: str
    media_type: str
    reader: str
    reader_version: str
    encoding: str | None = None
    metadata: Mapping[str, Any] = field(default_factory=dict)
    layout: Layout = field(default_factory=Layout)
    geometry: bytes | None = None


@runtime_checkable
class Reader(Protocol):
    """Turns the bytes of one family of formats into text. Raises `SourceUnreadable`."""

    name: str
    version: str

    def accepts(self, data: bytes, file_name: str) -> bool:
        """Whether this reader is the one for these bytes under this name."""

    def read(self, data: bytes, file_name: str) -> ReadText:
        """The text and how it was read."""


class NeedsReader(SourceUnreadable):
    """A reader found no words, and names another one that may find some."""

    def __init__(self, message: str, *, fix: str, reader: str) -> None:
        super().__init__(message, fix=fix)
        self.reader = reader


class Library(Protocol):
    """The sources that drafts are checked against, in memory or on the record."""

    @property
    def sources(self) -> "Sequence[Source]":
        """The sources without their words, in the order of their numbers."""

    @property
    def citations(self) -> "Sequence[Citation]":
        """The citations that were made of them before."""

    def snapshot(self, source: "Source") -> "Snapshot | None":
        """The latest words of a source, ready to be searched; None where there are none."""

    def find_evidence(
        self, claim: str, *, sources: "Sequence[Source] | None" = None, limit: int, least: float = 0
    ) -> "Sequence[Evidence]":
        """
        The passages of all sources, or of these, that speak of a claim, the best first.

        Those with a lower score than `least` may be left out.
        """

    def find_quote(self, quote: str, *, limit: int, beside: "Source") -> "Sequence[Source]":
        """Sources that have a quotation; where only `beside` is left to look at, none."""

    def near_duplicates(self, source: "Source") -> "Sequence[Duplicate]":
        """The sources whose words are nearly the same, the most alike first."""


@runtime_checkable
class Extractor(Protocol):
    """Turns the outputs of the tools whose names fit `pattern` into sources."""

    @property
    def pattern(self) -> str:
        """A regular expression that the names of its tools fit."""

    def extract(
        self, request_id: str, tool_name: str, parameters: Mapping[str, Any], output: Any
    ) -> "Extraction | Iterable[FoundSource] | None":
        """The sources in one output; an `Extraction` may also say why there are none."""


@runtime_checkable
class Dialect(Protocol):
    """Finds the markers of one way to cite."""

    def find(self, text: str, /) -> "Iterable[Marker]":
        """The markers of a text; those in code, comments and addresses are left out later."""


@runtime_checkable
class Provider(Protocol):
    """Reads the answers of one provider, parsed from JSON."""

    def fits(self, data: Any) -> bool:
        """Whether this is an answer of the provider."""

    def read(self, data: Any) -> "Answer":
        """The answer: its text, its citations, and the sources they name."""


@runtime_checkable
class Output(Protocol):
    """Writes what checks found in a format of its own."""

    def render(self, reports: "Sequence[Checked]", options: Any, /) -> str:
        """
        The text, with a line end.

        `options` has `language`, `width`, `root`, `show_sources` and `fail_on`; heed what fits.
        """


@runtime_checkable
class Style(Protocol):
    """Writes references to sources."""

    def entry(self, source: "Source", locator: "Locator", /) -> str:
        """A source, and the place in it where one is known."""

    def bibliography(self, entries: Sequence[str], /) -> str:
        """The entries of several sources as one list."""


@runtime_checkable
class StoreScheme(Protocol):
    """Says which database is meant by a URL that begins with its name."""

    def open(self, url: str, schema: str | None, settings: Any, /) -> Any:
        """The path or URL of another database, or a backend of its own."""


Row = Mapping[str, Any]


class EntryRef(NamedTuple):
    """An entry by its number in the database and its identity in the log."""

    id: int
    entry_id: bytes


class ProjectRow(NamedTuple):
    """A project and the log it owns."""

    id: int
    name: str
    origin: str
    name_key: bytes


class LogEntry(NamedTuple):
    """One stored entry with its place in the log (None while it waits for one)."""

    place: int | None
    id: int
    entry_id: bytes
    type: str
    subject: int | None
    seq: int | None
    body: bytes
    leaf: bytes


class Transaction(Protocol):
    """One write: numbers are taken, things are looked up, rows are added, all or nothing."""

    project: ProjectRow

    def number(self, kind: str) -> int:
        """The next number of a table such as `entry`, `source` or `citation`."""

    def add(self, table: str, row: Row) -> None:
        """Add one row when the transaction commits."""

    def delete_redacted(self, targets: Iterable[int]) -> None:
        """Delete the contents and aliases of redacted entries."""

    def lock(self, name: str) -> None:
        """Hold others back who take the same lock, until this transaction ends."""

    def rows(self, query: str, **values: Any) -> list[Row]:
        """The rows of a named look-up; `store/queries.py` lists them."""


class View(Protocol):
    """One project at one moment, for work that reads all of it."""

    @property
    def tables(self) -> Mapping[str, tuple[str, ...]]:
        """The projected tables and their columns."""

    def rows(self, query: str, **values: Any) -> list[Row]:
        """The rows of a named look-up; `store/queries.py` lists them."""

    def stream(self, name: str) -> Iterator[tuple[Any, ...]]:
        """The rows of a named stream or of a projected table, in order, a few at a time."""

    def self_check(self) -> list[str]:
        """What the database says is wrong with itself."""


class Store(Protocol):
    """Keeps entries, contents and what is folded from them."""

    backend: str

    def open_project(self, name: str, *, create: bool = True) -> ProjectRow:
        """The project of that name, made when it is new and may be."""

    def write(
        self,
        project: ProjectRow,
        work: Callable[[Transaction], T],
        *,
        needs: Mapping[str, int],
        recover: Callable[[Transaction], T | None] | None = None,
    ) -> T:
        """Run `work` in a durable transaction; several callers may share one commit."""

    def rows(self, project: ProjectRow, query: str, **values: Any) -> list[Row]:
        """The rows of a named look-up, read only."""

    def stream_log(self, project: ProjectRow, start: int, stop: int) -> Iterator[LogEntry]:
        """The sequenced entries of a range, in order, a few at a time."""

    def view(self, project: ProjectRow) -> AbstractContextManager[View]:
        """The project at one moment; writers go on meanwhile and are not seen."""

    def rebuild(
        self, project: ProjectRow, make: Callable[[View], Iterable[tuple[str, Row]]]
    ) -> int:
        """Replace the rows of the projected tables, and say how many there are now."""

    def erase(self) -> bool:
        """Leave nothing deleted behind in the files; false where a reader still holds it."""

    def sequence(self, project: ProjectRow) -> int:
        """Give every waiting entry its place in the log, and say how long the log is."""

    def close(self) -> None:
        """Let go of the database."""
