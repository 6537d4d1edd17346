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
from typing import TYPE_CHECKING, Any

from citation_engine.breaker import Breaker
from citation_engine.display import one_line
from citation_engine.errors import InvalidSetting, JudgeError, JudgeUnavailable, VerificationTimeout
from citation_engine.llm.answer import NotAnAnswer, complaint_in, read_reply, seconds_to_wait
from citation_engine.llm.dialect import Dialect
from citation_engine.llm.endpoint import chat_address
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
