"""Answers of providers that come with citations of their own, whatever their shape was."""

from citation_engine.model.passage import Locator
from citation_engine.model.span import Span
from citation_engine.model.value import Value


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
