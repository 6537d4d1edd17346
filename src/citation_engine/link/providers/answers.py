"""Reads the answer of any provider, recognised by its form."""

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from citation_engine.display import shortened
from citation_engine.errors import InvalidInput
from citation_engine.link.providers import (
    anthropic,
    bedrock,
    cohere,
    gemini,
    langchain,
    llama_index,
    mistral,
    openai,
    perplexity,
    pydantic_ai,
)
from citation_engine.link.providers.assembly import AnswerForm, Building, Events
from citation_engine.link.providers.shapes import field, is_list, parse_text
from citation_engine.model.draft import Answer
from citation_engine.ports import Provider

# In order of specificity: a form that others could be taken for comes after them.
_FORMS: tuple[AnswerForm, ...] = (
    langchain.FORM,
    pydantic_ai.FORM,
    llama_index.FORM,
    gemini.GROUNDING_CHECK,
    bedrock.KNOWLEDGE,
    bedrock.FORM,
    *cohere.FORMS,
    gemini.FORM,
    gemini.INTERACTIONS,
    perplexity.RESPONSES,
    perplexity.CHAT,
    mistral.FORM,
    openai.ASSISTANTS,
    openai.RESPONSES,
    anthropic.FORM,
    openai.CHAT,
)
# What the text of a saved answer or stream can begin with.
_BEGINNINGS = ("{", "[", "data:", "event:", "id:", "retry:", ":")


@dataclass(frozen=True, slots=True)
class KnownProvider:
    """A provider of ours, in all the forms of its answers."""

    name: str

    def fits(self, data: Any) -> bool:
        """Whether this is an answer of the provider, or the events of one."""
        forms = _forms_of(self.name)
        events = data if is_list(data) else [data]
        return bool(_form_for(data, forms) or _form_for_events(events, forms))

    def read(self, data: Any) -> Answer:
        """The answer."""
        return read_answer(data, provider=self.name)


PROVIDERS: Mapping[str, Provider] = {
    name: KnownProvider(name) for name in sorted({form.provider for form in _FORMS})
}


def read_answer(
    data: Any,
    *,
    provider: str | Provider | None = None,
    others: Mapping[str, Provider] | None = None,
) -> Answer:
    """
    Return the answer of a provider: its text, its citations, and the sources they name.

    `data` is a message, a response, or the events of a stream in a list, as parsed JSON or as
    the objects of the provider's package; or the text of any of these. The provider is recognised
    by the form; `provider` says which it is. What cannot be read in it is said in warnings, and
    no citation is dropped. `others` are providers beside ours, by name; ours are tried first.
    """
    beside = others or {}
    if isinstance(provider, str):
        provider = beside.get(provider, provider)
    if isinstance(provider, Provider):
        return provider.read(_plain(data))
    forms = _forms_of(provider)
    given = _plain(data)
    form = _form_for(given, forms)
    answer = Building(form.provider if form else "")
    if form:
        form.read(given, answer)
        return answer.done()
    events = given if is_list(given) else [given]
    form = _form_for_events(events, forms)
    if form is None:
        fitting = (other for other in beside.values() if other.fits(given))
        if provider is None and (other := next(fitting, None)):
            return other.read(given)
        raise _unfit(data, provider)
    answer = Building(form.provider)
    form.read(form.gather(events, answer), answer)
    return answer.done()


def _forms_of(provider: str | None) -> tuple[AnswerForm, ...]:
    if provider is None:
        return _FORMS
    name = provider.strip().lower().replace("_", "-") if isinstance(provider, str) else provider
    forms = tuple(form for form in _FORMS if form.provider == name)
    if not forms:
        raise InvalidInput(
            f"There is no provider {shortened(provider, 60)} whose answers can be read.",
            fix=f"Give one of these: {', '.join(PROVIDERS)}.",
        )
    return forms


def _form_for(data: Any, forms: tuple[AnswerForm, ...]) -> AnswerForm | None:
    return next((form for form in forms if form.fits(data)), None)


def _form_for_events(events: Events, forms: tuple[AnswerForm, ...]) -> AnswerForm | None:
    if not any(isinstance(event, Mapping) for event in events):
        return None
    return next((form for form in forms if form.fits_events(events)), None)


def _plain(data: Any) -> Any:
    """The data itself, from its text or from objects of a provider's package."""
    if isinstance(data, bytes | bytearray):
        data = bytes(data).decode("utf-8", "replace")
    if isinstance(data, str):
        if not data.removeprefix("\ufeff").lstrip()[:8].startswith(_BEGINNINGS):
            raise _unfit(data, None)
        return parse_text(data)
    if is_list(data):
        return [_dumped(item) for item in data]
    return _dumped(data)


def _dumped(value: Any) -> Any:
    """A model of a provider's package as the mapping it was made from."""
    if isinstance(value, dict | list | str):
        return value
    for name in ("model_dump", "to_dict"):
        dump = getattr(value, name, None)
        if callable(dump) and not isinstance(value, type | Mapping):
            return dump()
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return dataclasses.asdict(value)
    return value


def _unfit(data: Any, provider: str | None) -> InvalidInput:
    whose = f"of {provider}" if provider else "of a known provider"
    return InvalidInput(
        f"This is not an answer {whose}: {_described(data)}.",
        fix="Give the whole message or response as the provider sent it, or the events of its "
        "stream in a list"
        + (", or leave `provider` out so that it is recognised." if provider else "."),
    )


def _described(data: Any) -> str:
    if isinstance(data, Mapping):
        names = ", ".join(shortened(name, 30) for name in list(data)[:8])
        kind = field(data, "type", "object")
        said = f" of the type {shortened(kind, 40)}" if isinstance(kind, str) else ""
        return f"a mapping{said} with the fields {names}" if names else "an empty mapping"
    if is_list(data):
        return f"a list of {len(data):,}"
    return shortened(data, 60)
