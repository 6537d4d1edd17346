"""The interface that every form of answer has: recognise it, read it, put its stream together."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from citation_engine.link.providers.building import Building

Events = Sequence[Any]


@dataclass(frozen=True, slots=True)
class Form:
    """
    One form in which a provider sends answers.

    `fits` says whether data has this form, and `read` reads it. Where answers of this form can
    be streamed, `fits_events` knows the events and `gather` makes the whole of them.
    """

    provider: str
    fits: Callable[[Any], bool]
    read: Callable[[Any, Building], None]
    fits_events: Callable[[Events], bool] = lambda _events: False
    gather: Callable[[Events, Building], Any] = lambda events, _answer: events
