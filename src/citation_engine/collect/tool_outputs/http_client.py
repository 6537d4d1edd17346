"""An extractor for answers of web services."""

import json
from collections.abc import Mapping
from typing import Any

from citation_engine.collect.tool_outputs.gathering import Gathering, gather
from citation_engine.collect.tool_outputs.items import ADDRESS, Item
from citation_engine.collect.tool_outputs.registry import Parameters
from citation_engine.collect.tool_outputs.shapes import StrangeOutput, plain, read_answer
from citation_engine.collect.tool_outputs.web import addresses_in
from citation_engine.model.found import Extraction
from citation_engine.urls import is_web_address

_BODY = ("body", "data", "content", "text", "json", "response")
_STATUS = ("status", "status_code", "statusCode")
_REFUSALS = range(400, 600)


class HttpClient:
    """The body of an answer, under the address that was asked."""

    pattern = r"^http_client$"

    def extract(
        self, request_id: str, tool_name: str, parameters: Parameters, output: Any
    ) -> Extraction:
        """One source: the body as text, JSON written out."""

        def work(found: Gathering) -> None:
            given = plain(output)
            if isinstance(given, Mapping):
                _refuse_status(given)
            answer = read_answer(given)
            asked = addresses_in(parameters)
            body, uri, extra = _parts(answer.text or answer.data)
            method = parameters.get("method")
            if isinstance(method, str) and method.strip():
                extra["method"] = method.strip().upper()[:20]
            found.add(
                "the answer",
                uri=uri or (asked[0] if len(asked) == 1 else None),
                full_content=_written(body),
                extra=extra,
            )

        return gather(request_id, tool_name, "api", work)


def _refuse_status(answer: Mapping[str, Any]) -> None:
    for name in _STATUS:
        status = answer.get(name)
        if isinstance(status, int) and status in _REFUSALS:
            raise StrangeOutput(f"The server answered with the status {status}.")


def _parts(answer: Any) -> tuple[Any, str | None, dict[str, Any]]:
    """
    The body, its address, and what else was said; all of it is the body where none is named.

    Of the headers only the type of the content is taken: others may be secrets.
    """
    if not isinstance(answer, Mapping):
        return answer, None, {}
    named = [name for name in _BODY if answer.get(name) not in (None, "", [], {})]
    described = any(name in answer for name in (*_STATUS, "headers", *ADDRESS))
    if described and not named and ("headers" in answer or any(n in answer for n in _BODY)):
        raise StrangeOutput("The answer has no body.")
    if not named or not described:
        return answer, None, {}
    uri = Item({k: v for k, v in answer.items() if k in ADDRESS and isinstance(v, str)}).address()
    rest = {k: v for k, v in answer.items() if k not in (named[0], "headers", *ADDRESS)}
    headers = answer.get("headers")
    if isinstance(headers, Mapping):
        types = [v for k, v in headers.items() if k.lower() == "content-type"]
        rest.update({"contentType": types[0]} if types and isinstance(types[0], str) else {})
    return answer[named[0]], uri if uri and is_web_address(uri) else None, rest


def _written(body: Any) -> str | None:
    if isinstance(body, str):
        return body if body.strip() else None
    if body in (None, [], {}):
        return None
    return json.dumps(body, ensure_ascii=False, indent=1)
