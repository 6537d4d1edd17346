"""What a search finds: passages with their sources, and texts that are alike."""

from citation_engine.model.passage import Passage, Span, Value
from citation_engine.model.source import Source


class Found(Value):
    """
    A source, where in its words something was found, how well it fits, and why.

    `why` are the words that were found, as they stand there; `marks` are their places, counted
    in the same text as the passage. `score` goes from 0 to 1 and only orders what one call
    gives. It is no verdict.
    """

    source: Source
    snapshot_id: int | None = None
    score: float
    why: tuple[str, ...] = ()
    marks: tuple[Span, ...] = ()


class Hit(Found):
    """
    Something a search found.

    `passage` is None where only what the source is called fits. `in_name` says that it does.
    """

    passage: Passage | None = None
    in_name: bool = False


class Evidence(Found):
    """A passage that may carry a claim; whether it does is for a judge to say."""

    passage: Passage


class Duplicate(Value):
    """A source whose words are nearly those of another, and how alike they are, from 0 to 1."""

    source: Source
    likeness: float
