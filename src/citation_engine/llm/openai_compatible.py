"""
A language model behind any server that speaks OpenAI's chat protocol: llama.cpp, vLLM, others.

The client is its own: no redirects, no proxies, cookies or keys from the environment. Whatever
goes wrong ends in a `JudgeError`, within the time that was set, retries included.
"""

import json
import random
import ssl
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from email.utils import parsedate_to_datetime
from enum import IntEnum
from ipaddress import ip_address
from typing import TYPE_CHECKING, Any
from urllib.parse import SplitResult, urlsplit

from citation_engine.breaker import Breaker
from citation_engine.display import one_line
from citation_engine.errors import InvalidSetting, JudgeError, JudgeUnavailable, VerificationTimeout
from citation_engine.ports import Message, Reply

if TYPE_CHECKING:
    import httpx2

ATTEMPTS = 3
MOST_BYTES = 2 * 1024 * 1024
MOST_LEARNED = 5
FIRST_PAUSE = 0.5
# Seconds for which a server that keeps failing is left alone.
PAUSE = 10.0
SHOWN = 160
_TRY_AGAIN = {408, 425, 429, 500, 502, 503, 504, 529}
_MAY_BE_ABOUT_THE_REQUEST = {400, 404, 415, 422, 500, 501}
_KEY_REFUSED = {401, 403}
_PATH = "/chat/completions"
_FIX = "Set CITATION_LLM_URL to something like http://127.0.0.1:8080/v1 or https://host/v1."
# Words of a schema that bound lengths; some servers know no bounds.
_BOUNDS = ("minLength", "maxLength", "minItems", "maxItems")
_FORM_WORDS = ("response_format", "json_schema", "json schema", "json_object", "grammar", "schema")


# the address --------------------------------------------------------------------------------


def chat_address(url: str, *, with_key: bool) -> str:
    """
    Return where questions are posted, from the address of a server.

    The path of the protocol is added where it is missing. Private addresses are fine, since the
    operator named them. A key is not sent in the clear to another machine.
    """
    parts = _checked_address(url)
    if parts.scheme == "http" and with_key and not _is_this_machine(parts.hostname or ""):
        raise InvalidSetting(
            f"CITATION_LLM_URL is {one_line(url)}, where OPENAI_API_KEY would travel unencrypted.",
            fix="Use an https address, or unset OPENAI_API_KEY.",
        )
    path = parts.path.rstrip("/") or "/v1"
    path = path if path.endswith(_PATH) else path + _PATH
    return parts._replace(path=path).geturl()


def _checked_address(url: str) -> SplitResult:
    try:
        parts = urlsplit(url.strip())
        port_is_one = parts.port is None or 0 < parts.port < 65_536
    except ValueError:
        raise InvalidSetting("CITATION_LLM_URL is not an address.", fix=_FIX) from None
    if parts.username is not None or parts.password is not None:
        # The address may hold a password, so it is not shown.
        raise InvalidSetting(
            "CITATION_LLM_URL has a user name or a password in it.",
            fix="Leave it out, and set the key as OPENAI_API_KEY.",
        )
    whole = url.strip().isascii() and url.strip().isprintable() and " " not in url.strip()
    if parts.scheme not in ("http", "https") or not parts.hostname or not (port_is_one and whole):
        raise InvalidSetting(f"CITATION_LLM_URL is {one_line(url)!r}.", fix=_FIX)
    if parts.fragment or parts.query:
        raise InvalidSetting(
            f"CITATION_LLM_URL is {one_line(url.partition('?')[0])!r} with more behind the path.",
            fix=_FIX,
        )
    return parts


def _is_this_machine(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False


# the request --------------------------------------------------------------------------------


class ReplyForm(IntEnum):
    """How firmly the form of the answer is asked for, the firmest first."""

    SCHEMA = 0
    UNBOUNDED_SCHEMA = 1
    OBJECT = 2
    TEXT = 3


@dataclass(frozen=True, slots=True)
class Dialect:
    """
    What a server takes, as far as is known.

    Servers that speak this protocol differ in it. Each difference is learned from the first
    refusal that names it, and kept for the requests that follow.
    """

    form: ReplyForm = ReplyForm.SCHEMA
    length_name: str = "max_tokens"
    temperature: bool = True

    def body(
        self,
        model: str,
        messages: Sequence[Message],
        schema: Mapping[str, Any] | None,
        most_tokens: int | None,
    ) -> dict[str, Any]:
        """Return the request as this server takes it."""
        said = [{"role": message.role, "content": message.text} for message in messages]
        body: dict[str, Any] = {"model": model, "messages": said, "stream": False}
        if self.temperature:
            body["temperature"] = 0
        if most_tokens is not None:
            body[self.length_name] = most_tokens
        if schema is not None and self.form is not ReplyForm.TEXT:
            body["response_format"] = self._response_format(schema)
        return body

    def _response_format(self, schema: Mapping[str, Any]) -> dict[str, Any]:
        if self.form is ReplyForm.OBJECT:
            return {"type": "json_object"}
        wanted = schema if self.form is ReplyForm.SCHEMA else _without_bounds(schema)
        named = {"name": "answer", "strict": True, "schema": wanted}
        return {"type": "json_schema", "json_schema": named}

    def after(self, complaint: str) -> "Dialect | None":
        """Return the dialect to try next, where the complaint names something that was sent."""
        lower = complaint.lower()
        if self.length_name == "max_tokens" and "max_completion_tokens" in lower:
            return replace(self, length_name="max_completion_tokens")
        if self.temperature and "temperature" in lower:
            return replace(self, temperature=False)
        if self.form is ReplyForm.TEXT or not any(word in lower for word in _FORM_WORDS):
            return None
        if self.form is ReplyForm.SCHEMA and any(bound.lower() in lower for bound in _BOUNDS):
            return replace(self, form=ReplyForm.UNBOUNDED_SCHEMA)
        # Without bounds, the same schema would be refused for the same reason.
        following = ReplyForm.OBJECT if self.form < ReplyForm.OBJECT else ReplyForm.TEXT
        return replace(self, form=following)


def _without_bounds(schema: Any) -> Any:
    if isinstance(schema, Mapping):
        return {k: _without_bounds(v) for k, v in schema.items() if k not in _BOUNDS}
    return [_without_bounds(item) for item in schema] if isinstance(schema, list) else schema


# the reply --------------------------------------------------------------------------------


class NotAnAnswer(ValueError):
    """The bytes are no answer of this protocol; the text says why."""


def read_reply(body: bytes) -> Reply:
    """Return the reply in the body of a response, or raise `NotAnAnswer`."""
    answer = _json(body)
    choices = answer.get("choices")
    if not isinstance(choices, list) or not choices or not isinstance(choices[0], dict):
        raise NotAnAnswer("it has no choices")
    message = choices[0].get("message")
    if not isinstance(message, dict):
        raise NotAnAnswer("its first choice has no message")
    text = _text_of(message.get("content"))
    refused = bool(message.get("refusal")) or choices[0].get("finish_reason") == "content_filter"
    if text is None and not refused:
        raise NotAnAnswer("its message has no text")
    usage = answer.get("usage")
    usage = usage if isinstance(usage, dict) else {}
    return Reply(
        text=text or "",
        refused=refused,
        input_tokens=_count(usage.get("prompt_tokens")),
        output_tokens=_count(usage.get("completion_tokens")),
    )


def complaint_in(body: bytes) -> str:
    """Return what an error says, on one line; empty where it says nothing readable."""
    try:
        answer = _json(body)
    except NotAnAnswer:
        return ""
    error = answer.get("error", answer)
    if isinstance(error, dict):
        said = error.get("message") or error.get("detail") or error.get("error") or ""
        error = said if isinstance(said, str) else json.dumps(said)
    return one_line(error, 1_000) if isinstance(error, str) else ""


def seconds_to_wait(header: str | None, now: float) -> float | None:
    """Return how long `Retry-After` asks to wait, given in seconds or as a date."""
    if not header:
        return None
    text = header.strip()
    if text.isascii() and text.isdigit() and len(text) < 10:
        return float(text)
    try:
        return max(0.0, parsedate_to_datetime(text).timestamp() - now)
    except (ValueError, OverflowError):
        return None


def _json(body: bytes) -> dict[str, Any]:
    try:
        answer = json.loads(body.decode("utf-8"))
    except (ValueError, RecursionError) as error:
        raise NotAnAnswer("it is not JSON") from error
    if not isinstance(answer, dict):
        raise NotAnAnswer("it is not a JSON object")
    return answer


def _text_of(content: Any) -> str | None:
    """The text of a message; some servers send it in parts."""
    if isinstance(content, list):
        parts = [p.get("text") for p in content if isinstance(p, Mapping)]
        content = "".join(p for p in parts if isinstance(p, str))
    return content if isinstance(content, str) and content.strip() else None


def _count(value: Any) -> int | None:
    return value if type(value) is int and value >= 0 else None


# the client -------------------------------------------------------------------------------------


class _Failed(Exception):
    """An attempt failed; another may do better after a while."""

    def __init__(self, said: str, wait: float | None = None) -> None:
        super().__init__(said)
        self.said = said
        self.wait = wait


class OpenAICompatible:
    """
    A model on a server; one instance serves any number of threads.

    Args:
        url: The server, such as `http://127.0.0.1:8080/v1`.
        model: The model's name there.
        key: What the server wants as a bearer token, if anything.
        seconds: How long one answer may take, retries included.
        wait: Waits between attempts.

    """

    def __init__(
        self,
        url: str,
        model: str,
        *,
        key: str | None = None,
        seconds: float = 60,
        breaker: Breaker | None = None,
        wait: Callable[[float], None] = time.sleep,
    ) -> None:
        self._key = (key or "").strip()
        if not (self._key.isascii() and self._key.isprintable()):
            raise InvalidSetting("OPENAI_API_KEY is not a key.", fix="Copy it again, or unset it.")
        self._url = chat_address(url, with_key=bool(self._key))
        self._model = model
        self._seconds = seconds
        self._breaker = breaker or Breaker(pause=PAUSE)
        self._wait = wait
        self._dialect = Dialect()
        self._lock = threading.Lock()
        self._last = ""
        self._made: httpx2.Client | None = None

    @property
    def name(self) -> str:
        """The name of the model, as it was set."""
        return self._model

    @property
    def server(self) -> str:
        """Where it is asked: another server may have another model of the same name."""
        return self._url

    def complete(
        self,
        messages: Sequence[Message],
        *,
        schema: Mapping[str, Any] | None = None,
        most_tokens: int | None = None,
    ) -> Reply:
        """The answer of the model, or a `JudgeError` in time."""
        if not self._breaker.allows(self._url):
            raise JudgeUnavailable(
                f"After several failures the language model is left alone a while. {self._last}"
            )
        deadline = time.monotonic() + self._seconds
        try:
            reply = self._answered(messages, schema, most_tokens, deadline)
        except JudgeError as error:
            self._last = error.message
            self._breaker.failed(self._url)
            raise
        self._breaker.succeeded(self._url)
        return reply

    def _answered(
        self,
        messages: Sequence[Message],
        schema: Mapping[str, Any] | None,
        most_tokens: int | None,
        deadline: float,
    ) -> Reply:
        learned, attempt = 0, 1
        while True:
            dialect = self._dialect
            body = dialect.body(self._model, messages, schema, most_tokens)
            try:
                status, headers, data = self._post(body, deadline)
                if status == 200:
                    return self._read(data)
                following = self._learned(status, data, dialect) if learned < MOST_LEARNED else None
                if following is None:
                    raise self._refusal(status, headers, data)
                self._dialect, learned = following, learned + 1
            except _Failed as failure:
                if attempt >= ATTEMPTS:
                    raise JudgeUnavailable(failure.said) from failure
                self._pause(failure, attempt, deadline)
                attempt += 1

    def _learned(self, status: int, data: bytes, dialect: Dialect) -> Dialect | None:
        if status not in _MAY_BE_ABOUT_THE_REQUEST:
            return None
        return dialect.after(complaint_in(data) or data[:2_000].decode("utf-8", "replace"))

    def _pause(self, failure: _Failed, attempt: int, deadline: float) -> None:
        """Wait before the next attempt, unless there is no time left for one."""
        longest = FIRST_PAUSE * 2 ** (attempt - 1)
        pause = failure.wait if failure.wait is not None else random.uniform(longest / 2, longest)  # noqa: S311
        if pause >= deadline - time.monotonic():
            asked = f" It asks to wait {pause:.0f} seconds." if failure.wait is not None else ""
            raise JudgeUnavailable(failure.said + asked) from failure
        self._wait(pause)

    def _post(
        self, body: Mapping[str, Any], deadline: float
    ) -> tuple[int, Mapping[str, str], bytes]:
        """One request: its status, headers and body."""
        import httpx2

        left = deadline - time.monotonic()
        if left <= 0:
            raise self._late()
        content = json.dumps(body, ensure_ascii=True).encode()
        try:
            with self._client().stream(
                "POST", self._url, content=content, timeout=left
            ) as response:
                # The body is to come in what is left of the time, not in all of it again.
                timeouts = response.request.extensions.get("timeout", {})
                timeouts["read"] = max(0.01, deadline - time.monotonic())
                return response.status_code, response.headers, self._body(response, deadline)
        except httpx2.TimeoutException as error:
            raise self._late() from error
        except (httpx2.NetworkError, httpx2.ProtocolError) as error:
            said = one_line(str(error), SHOWN) or type(error).__name__
            raise _Failed(f"{self._shown} could not be reached: {said}.") from error
        except httpx2.HTTPError as error:
            raise JudgeUnavailable(f"{self._shown} failed: {type(error).__name__}.") from error

    def _body(self, response: "httpx2.Response", deadline: float) -> bytes:
        if response.headers.get("content-encoding", "identity").lower() != "identity":
            raise JudgeUnavailable(f"{self._shown} packs its answer, which was not asked for.")
        data = bytearray()
        for chunk in response.iter_raw():
            data += chunk
            if len(data) > MOST_BYTES:
                raise JudgeUnavailable(
                    f"{self._shown} answers with more than {MOST_BYTES:,} bytes."
                )
            if time.monotonic() > deadline:
                raise self._late()
        return bytes(data)

    def _read(self, data: bytes) -> Reply:
        try:
            return read_reply(data)
        except NotAnAnswer as error:
            raise JudgeUnavailable(
                f"{self._shown} did not answer as a language model does: {error}.",
                fix="Check CITATION_LLM_URL. The citation is pending; verify it again later.",
            ) from error

    def _refusal(self, status: int, headers: Mapping[str, str], data: bytes) -> Exception:
        """What a status other than 200 means."""
        if status in _KEY_REFUSED:
            # The text may repeat the key.
            return JudgeUnavailable(
                f"{self._shown} refuses the key, with status {status}.",
                fix="Check OPENAI_API_KEY, then verify the citation again.",
            )
        if 300 <= status < 400:
            return JudgeUnavailable(
                f"{self._shown} redirects to another address, which is not followed.",
                fix="Set CITATION_LLM_URL to the final address.",
            )
        complaint = self._without_key(complaint_in(data))
        said = f"{self._shown} answers with status {status}" + (
            f": {complaint}" if complaint else ""
        )
        said = said.rstrip(".") + "."
        if status in _TRY_AGAIN:
            return _Failed(said, seconds_to_wait(headers.get("retry-after"), time.time()))
        fix = "Check CITATION_LLM_URL and CITATION_LLM_MODEL, then verify the citation again."
        return JudgeUnavailable(said, fix=fix)

    def _without_key(self, text: str) -> str:
        text = text.replace(self._key, "…") if self._key else text
        return one_line(text, SHOWN)

    def _late(self) -> VerificationTimeout:
        return VerificationTimeout(
            f"{self._shown} did not answer within {self._seconds:g} seconds."
        )

    @property
    def _shown(self) -> str:
        return f"The language model at {one_line(self._url.removesuffix('/chat/completions'), 80)}"

    def _client(self) -> "httpx2.Client":
        """The client, made when it is first needed; connections are not kept open."""
        import httpx2

        with self._lock:
            if self._made is None:
                headers = {
                    "Content-Type": "application/json",
                    "Accept": "application/json",
                    "Accept-Encoding": "identity",
                    "User-Agent": "citation-engine",
                }
                if self._key:
                    headers["Authorization"] = f"Bearer {self._key}"
                # Reading all certificates takes long, and without https none is ever needed.
                clear = self._url.startswith("http:")
                self._made = httpx2.Client(
                    headers=headers,
                    verify=ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT) if clear else True,
                    trust_env=False,
                    follow_redirects=False,
                    # A model takes seconds, so that a new connection does not count.
                    limits=httpx2.Limits(max_keepalive_connections=0),
                )
            return self._made
