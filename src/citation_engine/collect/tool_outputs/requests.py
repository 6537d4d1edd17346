"""Runs the tool requests of an agent; one that fails does not stop the others."""

import asyncio
import json
from collections.abc import Awaitable, Callable, Iterable, Mapping
from inspect import isawaitable, iscoroutine
from typing import Any

from citation_engine.display import one_line, shortened
from citation_engine.errors import InvalidInput
from citation_engine.model.source import ToolRequest, ToolResult

Tools = Mapping[str, Callable[..., Any]]
Asked = tuple[ToolRequest, str | None]

_PARAMETERS = ("parameters", "arguments", "args", "input")
_IDS = ("id", "tool_call_id", "request_id", "call_id")


def read_requests(requests: Iterable[Any]) -> list[Asked]:
    """
    Each request in our form, with what is wrong with it if something is.

    The forms of model providers are understood. A request without an id is called `req-`
    and its place in the list.
    """
    return [_read_request(given, place) for place, given in enumerate(requests, 1)]


def run_one(request: ToolRequest, fault: str | None, tools: Tools) -> ToolResult:
    """The result of one request."""
    if fault := fault or _unknown(request.name, tools):
        return _failed(request, fault)
    try:
        output = tools[request.name](**request.parameters)
    except Exception as error:  # noqa: BLE001  The agent is told, and the others go on.
        return _failed(request, _told(error))
    if isawaitable(output):
        if iscoroutine(output):
            output.close()
        return _failed(request, "The tool is asynchronous; await it with `AsyncCitationEngine`.")
    return ToolResult(request_id=request.id, tool_name=request.name, output=output)


async def run_all(asked: list[Asked], tools: Tools) -> list[ToolResult]:
    """The results of all requests: asynchronous tools at the same time, others in threads."""
    return list(await asyncio.gather(*(_awaited(one, fault, tools) for one, fault in asked)))


async def _awaited(request: ToolRequest, fault: str | None, tools: Tools) -> ToolResult:
    if fault := fault or _unknown(request.name, tools):
        return _failed(request, fault)
    try:
        output = await _called(tools[request.name], request.parameters)
    except Exception as error:  # noqa: BLE001  The agent is told, and the others go on.
        return _failed(request, _told(error))
    return ToolResult(request_id=request.id, tool_name=request.name, output=output)


async def _called(tool: Callable[..., Any], parameters: Mapping[str, Any]) -> Any:
    """What the tool gives; one that is not asynchronous must not hold up the others."""
    if asyncio.iscoroutinefunction(tool):
        return await tool(**parameters)
    output = await asyncio.to_thread(tool, **parameters)
    if isawaitable(output):
        waited: Awaitable[Any] = output
        return await waited
    return output


def _read_request(given: Any, place: int) -> Asked:
    try:
        return _request(given, place), None
    except (InvalidInput, ValueError) as error:
        fault = error.message if isinstance(error, InvalidInput) else one_line(str(error))
        name = _first(given, ("name",)) if isinstance(given, Mapping) else None
        named = name if isinstance(name, str) and name else "unknown"
        return ToolRequest(id=_id_of(given, place), name=named), fault


def _request(given: Any, place: int) -> ToolRequest:
    if isinstance(given, ToolRequest):
        return given
    if not isinstance(given, Mapping):
        raise InvalidInput(f"The request {shortened(given, 80)} is not a mapping.")
    inner = given.get("function")
    called: Mapping[str, Any] = inner if isinstance(inner, Mapping) else given
    name = called.get("name") or called.get("tool_name")
    if not isinstance(name, str) or not name:
        raise InvalidInput(f"The request {shortened(dict(given), 80)} names no tool.")
    parameters = _parameters(_first(called, _PARAMETERS))
    return ToolRequest(id=_id_of(given, place), name=name, parameters=parameters)


def _parameters(given: Any) -> dict[str, Any]:
    if isinstance(given, str):
        try:
            given = json.loads(given or "{}")
        except (ValueError, RecursionError) as error:
            raise InvalidInput(f"The parameters are not JSON: {error}.") from error
    if given is None:
        return {}
    if not isinstance(given, Mapping) or not all(isinstance(name, str) for name in given):
        raise InvalidInput("The parameters are not a mapping with names as keys.")
    return dict(given)


def _first(given: Mapping[str, Any], names: tuple[str, ...]) -> Any:
    return next((given[name] for name in names if given.get(name) is not None), None)


def _id_of(given: Any, place: int) -> str:
    found = _first(given, _IDS) if isinstance(given, Mapping) else None
    if isinstance(found, str | int) and not isinstance(found, bool) and str(found).strip():
        return str(found)
    return f"req-{place}"


def _unknown(name: str, tools: Tools) -> str | None:
    if name in tools:
        return None
    known = ", ".join(one_line(str(tool), 60) for tool in list(tools)[:20])
    return f"There is no tool called {shortened(name, 80)}. There are: {known or 'none'}."


def _failed(request: ToolRequest, fault: str) -> ToolResult:
    return ToolResult(request_id=request.id, tool_name=request.name, error=fault)


def _told(error: Exception) -> str:
    try:
        return f"{type(error).__name__}: {one_line(str(error), 1_000)}"
    except Exception:  # noqa: BLE001  A stranger's error may not even be able to say what it is.
        return type(error).__name__
