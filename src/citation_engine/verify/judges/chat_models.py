"""Takes a chat model as frameworks make them (LangChain's, and all with its `invoke`) as ours."""

import json
import threading
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any

from citation_engine.display import one_line
from citation_engine.errors import JudgeUnavailable, VerificationTimeout
from citation_engine.ports import LanguageModel, Message, Reply

# What frameworks call the address of a server.
_ADDRESSES = ("base_url", "openai_api_base", "azure_endpoint", "endpoint_url")


def is_chat_model(thing: object) -> bool:
    """Whether `thing` can be asked: one of ours, or one with `invoke`."""
    return isinstance(thing, LanguageModel) or callable(getattr(thing, "invoke", None))


def as_language_model(model: Any, *, seconds: float) -> LanguageModel:
    """Return the model as the port has it."""
    return model if isinstance(model, LanguageModel) else ChatModel(model, seconds=seconds)


class ChatModel:
    """
    A framework's chat model behind our port.

    The form of the answer is asked for with `with_structured_output` where the model has it. The
    model's own settings for retries hold; whatever it raises becomes a `JudgeError`.
    """

    def __init__(self, model: Any, *, seconds: float) -> None:
        self._model = model
        self._seconds = seconds
        self._structured = callable(getattr(model, "with_structured_output", None))

    @property
    def name(self) -> str:
        """The name the model gives itself, else that of its class."""
        for attribute in ("model_name", "model", "model_id"):
            name = getattr(self._model, attribute, None)
            if isinstance(name, str) and name:
                return name
        return type(self._model).__name__

    @property
    def server(self) -> str:
        """Where the framework asks it, as far as it says so."""
        told = (getattr(self._model, name, None) for name in _ADDRESSES)
        return next((one for one in told if isinstance(one, str) and one), "")

    def complete(
        self,
        messages: Sequence[Message],
        *,
        schema: Mapping[str, Any] | None = None,
        most_tokens: int | None = None,
    ) -> Reply:
        """The model's answer, or a `JudgeError` in time."""
        said = [(message.role, message.text) for message in messages]
        if schema is not None and self._structured:
            with suppress(_CannotBeHeld):
                return self._formed(said, schema)
        return _reply_of(self._in_time(lambda: self._model.invoke(said)))

    def _formed(self, said: list[tuple[str, str]], schema: Mapping[str, Any]) -> Reply:
        try:
            held = self._model.with_structured_output(dict(schema), include_raw=True)
        except (NotImplementedError, TypeError, ValueError) as error:
            # Not every model can be held to a form; the answer is read with care anyway.
            self._structured = False
            raise _CannotBeHeld from error
        answer = self._in_time(lambda: held.invoke(said))
        if not isinstance(answer, Mapping) or "raw" not in answer:
            return Reply(json.dumps(answer, default=str))
        reply = _reply_of(answer["raw"])
        parsed = answer.get("parsed")
        return _with_text(reply, json.dumps(parsed, default=str)) if parsed else reply

    def _in_time(self, call: Callable[[], Any]) -> Any:
        """The result of a call, which is left to itself when it takes too long."""
        results: list[Any] = []
        errors: list[BaseException] = []

        def run() -> None:
            try:
                results.append(call())
            except BaseException as error:  # noqa: BLE001  It is raised again, where it belongs.
                errors.append(error)

        thread = threading.Thread(target=run, daemon=True, name="citation-engine-judge")
        thread.start()
        thread.join(self._seconds)
        if errors:
            raise self._as_ours(errors[0]) from errors[0]
        if not results:
            raise VerificationTimeout(
                f"The model {one_line(self.name, 80)} did not answer within "
                f"{self._seconds:g} seconds."
            )
        return results[0]

    def _as_ours(self, error: BaseException) -> JudgeUnavailable | VerificationTimeout:
        kind = type(error).__name__
        said = f"The model {one_line(self.name, 80)} failed with {kind}."
        late = isinstance(error, TimeoutError) or "timeout" in kind.lower()
        return VerificationTimeout(said) if late else JudgeUnavailable(said)


class _CannotBeHeld(Exception):
    """The model cannot be held to a form."""


def _reply_of(message: Any) -> Reply:
    """The reply in a framework's message, in whatever shape its text comes."""
    content = getattr(message, "content", message)
    if isinstance(content, list):
        parts = [part.get("text") if isinstance(part, Mapping) else part for part in content]
        content = "".join(part for part in parts if isinstance(part, str))
    counts = getattr(message, "usage_metadata", None)
    counts = counts if isinstance(counts, Mapping) else {}
    text = content if isinstance(content, str) else json.dumps(content, default=str)
    return Reply(
        text,
        input_tokens=_count(counts.get("input_tokens")),
        output_tokens=_count(counts.get("output_tokens")),
    )


def _with_text(reply: Reply, text: str) -> Reply:
    return Reply(text, reply.refused, reply.input_tokens, reply.output_tokens)


def _count(value: Any) -> int | None:
    return value if type(value) is int and value >= 0 else None
