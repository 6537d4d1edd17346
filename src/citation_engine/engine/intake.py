"""Checks what callers hand in, before anything is looked up or written."""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from pathlib import Path
from typing import Any, TypeGuard, TypeVar

from pydantic import ValidationError

from citation_engine.collect.identity import name_key, page_key, path_key
from citation_engine.collect.incoming import text_of as text_of
from citation_engine.display import one_line, shortened
from citation_engine.errors import InvalidInput, InvalidLocator, QuoteTooLong, ReasoningRequired
from citation_engine.model.citation import (
    Confidence,
    ExtractionMethod,
    MadeBy,
    NewCitation,
    RelationType,
)
from citation_engine.model.passage import Locator
from citation_engine.model.source import SourceType
from citation_engine.settings import Settings, variable_of
from citation_engine.urls import fault_of, is_web_address

E = TypeVar("E", bound=StrEnum)

_ID = re.compile(r"\s*\[?\s*(?:cite_)?0*([1-9]\d{0,17})\s*\]?\s*", re.ASCII)
_NUMBER = re.compile(r"\[?\s*S\s*([1-9]\d{0,8})\s*\]?", re.ASCII | re.IGNORECASE)
_LONGEST_ID = 100
_LONGEST_TAG = 100
_LARGEST = 2**63 - 1
_PAGED = ("page", "page_start", "page_end")
_CONTRADICTING = {
    SourceType.DOCUMENT: ("query",),
    SourceType.WEBSITE: ("query", *_PAGED),
    SourceType.DATABASE: ("heading_context", *_PAGED),
    SourceType.CUSTOM: (),
}
_EXPECTED = {
    SourceType.DOCUMENT: '{"page": 24, "section": "§ 8.1"}',
    SourceType.WEBSITE: '{"heading_context": "Section title"}',
    SourceType.DATABASE: '{"query": "SELECT …", "table": "papers"}',
    SourceType.CUSTOM: '{"row": 3}',
}
_REASON_NEEDED = {
    "none": (),
    "low": (Confidence.LOW,),
    "medium": (Confidence.LOW, Confidence.MEDIUM),
    "high": tuple(Confidence),
}


def new_citation(
    settings: Settings,
    *,
    claim: Any,
    quote: Any = None,
    context: Any = None,
    language: str | None = None,
    reasoning: Any = None,
    confidence: str = "high",
    method: str | None = None,
    locator: Any = None,
    related: Iterable[Any] | Any = (),
    relation: str | None = None,
    made_by: MadeBy = MadeBy.CITE,
) -> NewCitation:
    """A citation whose form is right; what is wrong is said in one sentence."""
    claim = text_of("claim", claim, settings.max_claim, required=True)
    quote = _quote_of(quote, settings.max_quote)
    chosen = member_of("confidence", Confidence, confidence)
    default = ExtractionMethod.DIRECT_QUOTE if quote else ExtractionMethod.PARAPHRASE
    reasoning = text_of("relevance_reasoning", reasoning, settings.max_reasoning)
    if reasoning is None and chosen in _REASON_NEEDED[settings.reasoning_required]:
        raise ReasoningRequired(
            f"A citation with confidence {chosen.value} needs a reason "
            f"(CITATION_REASONING_REQUIRED is {settings.reasoning_required})."
        )
    numbers = tuple(dict.fromkeys(citation_id(item) for item in _as_list(related)))
    return NewCitation(
        claim=claim or "",
        verbatim_quote=quote,
        quote_context=text_of("quote_context", context, settings.max_context),
        quote_language=text_of("quote_language", language, 35),
        relevance_reasoning=reasoning,
        confidence=chosen,
        extraction_method=member_of("extraction_method", ExtractionMethod, method or default),
        locator=locator_of(locator, settings.max_metadata),
        related_citations=numbers,
        relation_type=_relation_of(relation, numbers),
        made_by=made_by,
    )


def _quote_of(quote: Any, limit: int) -> str | None:
    if isinstance(quote, str) and len(quote) > limit:
        raise QuoteTooLong(
            f"The quote has {len(quote):,} characters; the limit is {limit:,}.",
            fix="Quote the decisive sentence and put the rest into quote_context.",
        )
    return text_of("verbatim_quote", quote, limit)


def member_of(name: str, kind: type[E], value: Any) -> E:
    """A member of a closed set, or a sentence that lists the set."""
    for member in kind:
        if isinstance(value, str) and member == value:
            return member
    raise InvalidInput(f"{name} is {shortened(value)}.", fix=f"Use one of: {', '.join(kind)}.")


def locator_of(value: Any, limit: int) -> Locator:
    """A locator from a mapping, as the record keeps it; any extra field is kept."""
    if isinstance(value, Locator):
        value = {**dict(value), **(value.model_extra or {})}
    if value is not None and not isinstance(value, Mapping):
        raise InvalidLocator(
            f"The locator is a {type(value).__name__}, not a mapping.",
            fix=f"Give it like this: {_EXPECTED[SourceType.DOCUMENT]}.",
        )
    if not value:
        return Locator()
    if any(isinstance(item, str) and len(item) > limit for item in value.values()):
        raise _too_large(limit)
    try:
        fields = Locator(**{str(key): item for key, item in value.items()}).given()
        size = len(json.dumps(fields, allow_nan=False, ensure_ascii=False).encode())
    except (ValueError, TypeError, RecursionError) as error:
        raise InvalidLocator(
            f"The locator cannot be kept: {_fault(error)}.",
            fix=f"Give it like this: {_EXPECTED[SourceType.DOCUMENT]}.",
        ) from error
    if size > limit:
        raise _too_large(limit)
    return Locator(**fields)


def _too_large(limit: int) -> InvalidLocator:
    return InvalidLocator(
        f"The locator has more than {limit:,} bytes.",
        fix=f"Shorten it, or raise {variable_of('max_metadata')}.",
    )


def _fault(error: Exception) -> str:
    if not isinstance(error, ValidationError):
        return one_line(str(error))
    first = error.errors()[0]
    return one_line(f"field {first['loc'][0]!r}: {first['msg']}")


def check_locator(locator: Locator, type: SourceType, *, paged: bool = False) -> None:
    """Refuse only what contradicts the kind of source, or itself."""
    for name in _CONTRADICTING[type]:
        if getattr(locator, name) is not None and not (paged and name in _PAGED):
            raise InvalidLocator(
                f"The locator has {name!r}, which a {type.value} source does not have.",
                fix=f"For a {type.value} give something like {_EXPECTED[type]}.",
            )
    for name in _PAGED:
        page = getattr(locator, name)
        if isinstance(page, int) and page < 1:
            raise InvalidLocator(f"{name} is {page}.", fix="Pages are counted from 1.")
    first, last = locator.page_start, locator.page_end
    if isinstance(first, int) and isinstance(last, int) and last < first:
        raise InvalidLocator(
            f"The pages go from {first} to {last}.", fix="Give the first page as page_start."
        )


def citation_id(value: Any) -> int:
    """A citation's number from 3, "3", "[3]" or "cite_3"."""
    if isinstance(value, int) and not isinstance(value, bool) and 0 < value < 10**18:
        return value
    match = _ID.fullmatch(value) if isinstance(value, str) and len(value) < _LONGEST_ID else None
    if match is None:
        raise InvalidInput(
            f"{shortened(value)} is not the number of a citation.",
            fix="Give a number such as 3 or '[3]'.",
        )
    return int(match[1])


def is_row_id(value: Any) -> TypeGuard[int]:
    """Whether something can be the number of a row in the database."""
    return isinstance(value, int) and not isinstance(value, bool) and 0 < value <= _LARGEST


def count_of(name: str, value: Any, most: int = _LARGEST) -> int:
    """A number of things, the same on every database, and not more than `most`."""
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise InvalidInput(f"{name} is {value!r}.", fix=f"Give {name} as a number of 0 or more.")
    return min(value, most)


def log_index(value: Any) -> int:
    """A place in the log; -1 is before the first, and any later one than the last is the last."""
    if not isinstance(value, int) or isinstance(value, bool):
        raise InvalidInput(f"as_of is {value!r}.", fix="Give as_of as an index of the log.")
    return max(-1, min(value, _LARGEST))


def tag_of(tag: Any) -> str:
    """A tag: one short line, in small letters, so that `GDPR` and `gdpr` are one."""
    text = " ".join((text_of("tag", tag, _LONGEST_TAG, required=True) or "").split())
    if not text.isprintable():
        raise InvalidInput(
            f"The tag {shortened(tag)} has characters that cannot be shown.",
            fix="Use letters, digits and ordinary signs.",
        )
    return text.casefold()


def tags_of(tags: Sequence[Any]) -> list[str]:
    """At least one tag."""
    if not tags:
        raise InvalidInput("No tag was given.", fix="Name at least one tag.")
    return [tag_of(tag) for tag in tags]


def _as_list(value: Any) -> list[Any]:
    if value is None:
        return []
    if isinstance(value, Iterable) and not isinstance(value, str | bytes | Mapping):
        return list(value)
    return [value]


def _relation_of(relation: str | None, related: Sequence[int]) -> RelationType | None:
    if relation is None and not related:
        return None
    if relation is None or not related:
        raise InvalidInput(
            "A relation needs both the related citations and its type.",
            fix="Give related_citations and relation_type together.",
        )
    return member_of("relation_type", RelationType, relation)


def source_number(name: str) -> int | None:
    """The session's number for a source, from `S3` or `[S3]`."""
    match = _NUMBER.fullmatch(name.strip())
    return int(match[1]) if match else None


def source_keys(name: str, session: str) -> list[str]:
    """
    The keys under which a path, an address or a name may be known, the surest first.

    The last part of a path or an address is never tried alone: a file of the
    same name in another folder is another file.
    """
    named = [name_key(name, session)]
    if is_web_address(name):
        return named if fault_of(name.strip()) else [page_key(name), *named]
    try:
        return [path_key(Path(name), session), *named]
    except (OSError, ValueError, RuntimeError):
        return named


def source_text(content: Any) -> str:
    """The words of a source that are handed in directly."""
    if not isinstance(content, str):
        raise InvalidInput(
            f"The content is a {type(content).__name__}, not a text.",
            fix="Give the source's words as a string.",
        )
    return content


def source_type(name: Any) -> SourceType:
    """A type of source; `web` is the same as `website`."""
    return member_of("source_type", SourceType, "website" if name == "web" else name)


def check_evidence(new: NewCitation, type: SourceType) -> None:
    """Refuse a citation of a text that names no words of it, since nothing could be checked."""
    described = type in (SourceType.DATABASE, SourceType.CUSTOM)
    negative = new.extraction_method is ExtractionMethod.NEGATIVE
    if new.verbatim_quote or new.quote_context or described or negative:
        return
    raise InvalidInput(
        "Neither a quote nor a context was given.",
        fix="Quote the words of the source that carry the claim.",
    )
