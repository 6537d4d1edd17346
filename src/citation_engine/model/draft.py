"""Drafts: what an AI wrote, its claims and markers, and a provider's answer."""

from enum import StrEnum

from citation_engine.model.passage import Locator, Span, Value

# Why a claim needs no evidence although it may cite: it names something, or what the author did.
MENTION = "mention"
OWN_WORK = "own work"
# Or although it states something: others around it cite some, or say the same.
COVERED = "covered"
SUMMARY = "summary"


class DraftFormat(StrEnum):
    """The formats a draft can have."""

    MARKDOWN = "markdown"
    HTML = "html"
    JSON = "json"
    YAML = "yaml"
    TEXT = "text"
    LATEX = "latex"
    DOCX = "docx"
    PDF = "pdf"


class ClaimKind(StrEnum):
    """What a claim is in its draft."""

    SENTENCE = "sentence"
    ITEM = "item"
    CELL = "cell"
    CAPTION = "caption"
    HEADING = "heading"
    FIELD = "field"


class Marker(Value):
    """
    A sign in a draft that points to sources; several dialects, one type.

    It points by numbers, or by names: the label of a footnote, the address of a link. Where it
    cannot be understood it has neither, and `problem` says why.
    """

    dialect: str
    span: Span
    text: str
    numbers: tuple[int, ...] = ()
    names: tuple[str, ...] = ()
    problem: str = ""


class Quoted(Value):
    """Words that a claim puts between quotation marks, without the marks."""

    span: Span
    text: str


class Claim(Value):
    """
    One assertion in a draft, with its span or its JSON Pointer.

    `text` are its words as a reader sees them, without markup and markers; `span` is where it
    stands in the draft's text, markup and markers included. `markers` are those that reach it.
    `id` is the hash of its folded text and an ordinal, so that it is known again after edits.
    Where it needs no evidence, `why` says what it is: a heading, a question, an opinion.
    `heads` is what the words around it say of it: of a "10" in a table "letters, years kept", of
    the clause "weighs 2" behind "Rye costs 1 and" the subject "Rye".
    """

    id: str = ""
    text: str
    span: Span | None = None
    pointer: str | None = None
    kind: ClaimKind = ClaimKind.SENTENCE
    markers: tuple[Marker, ...] = ()
    quotes: tuple[Quoted, ...] = ()
    needs_evidence: bool = True
    why: str = ""
    page: int | None = None
    heads: str = ""

    @property
    def statement(self) -> str:
        """What it states and is judged by: its words, behind those that they leave out."""
        if not self.heads:
            return self.text
        return f"{self.heads}{':' if self.kind is ClaimKind.CELL else ''} {self.text}"

    @property
    def names_only(self) -> bool:
        """Whether it names something and states nothing, so that no source can carry it."""
        return not self.needs_evidence and self.why == MENTION


class Reference(Value):
    """
    An entry of a draft's own list of references, or the definition of a footnote.

    `label` is what markers call it by: "1" for `[1]` and `[^1]`, "smith2020" for `[^smith2020]`.
    `is_note` says that it is a footnote or an endnote, which signs of its own point to.
    """

    label: str
    span: Span
    text: str
    addresses: tuple[str, ...] = ()
    doi: str | None = None
    is_note: bool = False


class Draft(Value):
    """
    What the AI wrote.

    `text` is the file as it is, line ends and byte-order mark included, so that every span holds
    in the file; of a DOCX or PDF it is the text that was read. `dialects` are those of its
    markers, the most frequent first.
    """

    text: str
    format: DraftFormat = DraftFormat.MARKDOWN
    name: str | None = None
    claims: tuple[Claim, ...] = ()
    markers: tuple[Marker, ...] = ()
    references: tuple[Reference, ...] = ()
    dialects: tuple[str, ...] = ()


class AnswerSource(Value):
    """
    Something an answer cites; `key` is unique in the answer.

    `text` are words of it that the provider sent along. They are the provider's, not evidence.
    `index` is its place among the documents that were sent, from 0, where the answer has one.
    """

    key: str
    title: str = ""
    url: str | None = None
    file_id: str | None = None
    file_name: str | None = None
    index: int | None = None
    text: str = ""


class AnswerCitation(Value):
    """
    A stretch of the answer, and the source it is said to rest on.

    `span` is None where the place in the answer could not be found out: a warning says so, and
    the citation stays. `quote` are words of the source according to the provider.
    """

    source: str
    span: Span | None = None
    quote: str | None = None
    locator: Locator = Locator()
    warnings: tuple[str, ...] = ()


class Answer(Value):
    """A provider's answer: its text, the citations in it, and the sources they name."""

    provider: str
    text: str
    citations: tuple[AnswerCitation, ...] = ()
    sources: tuple[AnswerSource, ...] = ()
    warnings: tuple[str, ...] = ()
