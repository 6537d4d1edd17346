"""
The asynchronous face: the same methods, each run in a thread of the engine's own.

A cancelled `await` stops the waiting, not the write: what was under way may still
be committed. Pass an idempotency key where a retry must not cite twice.
"""

import asyncio
import threading
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from functools import partial, wraps
from inspect import isfunction, isgeneratorfunction
from typing import TYPE_CHECKING, Any, Self

from citation_engine.engine.engine import CitationEngine
from citation_engine.engine.tool_outputs import AsyncToolOutputMethods
from citation_engine.errors import EngineClosed
from citation_engine.model.session import Session
from citation_engine.record.ledger import Ledger

THREADS = 16


class _Threaded:
    """Holds something synchronous and runs its methods in threads."""

    def __init__(self, executor: ThreadPoolExecutor, make: Callable[[], Any]) -> None:
        self._executor = executor
        self._make = make
        self._made: Any = None
        self._making = threading.Lock()

    def _target(self) -> Any:
        """The synchronous object, made when it is first needed, by whichever thread comes first."""
        with self._making:
            if self._made is None:
                self._made = self._make()
            return self._made

    async def _call(self, name: str, /, *args: Any, **kwargs: Any) -> Any:
        return await self._in_thread(lambda: getattr(self._target(), name)(*args, **kwargs))

    async def _in_thread(self, work: Callable[[], Any]) -> Any:
        try:
            future = self._executor.submit(copy_context().run, work)
        except RuntimeError as error:
            raise EngineClosed("The engine is closed.") from error
        return await asyncio.wrap_future(future)

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> Callable[..., Awaitable[Any]]: ...


class AsyncLedger(_Threaded):
    """`engine.ledger`, awaited."""


class AsyncCitationEngine(AsyncToolOutputMethods, _Threaded):
    """`CitationEngine`, awaited: `async with AsyncCitationEngine("citations.db") as engine:`."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        executor = ThreadPoolExecutor(THREADS, thread_name_prefix="citation-engine")
        super().__init__(executor, partial(CitationEngine, *args, **kwargs))
        self._owner = True

    @property
    def context(self) -> Session:
        """Who works for whom on what."""
        session: Session = self._target().context
        return session

    @property
    def agent(self) -> Any:
        """The caller's own agent, kept for it."""
        return self._target().agent

    @property
    def ledger(self) -> AsyncLedger:
        """The record of this project, awaited."""
        return AsyncLedger(self._executor, lambda: self._target().ledger)

    @wraps(CitationEngine.in_session)
    def in_session(self, /, *args: Any, **kwargs: Any) -> Self:  # noqa: D102  Has that of the other.
        other = object.__new__(type(self))
        make = partial(self._view, *args, **kwargs)
        _Threaded.__init__(other, self._executor, make)
        other._owner = False
        return other

    def _view(self, *args: Any, **kwargs: Any) -> CitationEngine:
        view: CitationEngine = self._target().in_session(*args, **kwargs)
        return view

    async def close(self) -> None:
        """Finish what is under way, sign what is new, let go of the database, end the threads."""
        if not self._owner:
            return
        closer = ThreadPoolExecutor(1)
        try:
            await asyncio.wrap_future(closer.submit(self._finish))
        finally:
            closer.shutdown(wait=False)

    def _finish(self) -> None:
        self._executor.shutdown(wait=True)
        if self._made is not None:
            self._made.close()

    async def __aenter__(self) -> Self:
        await self._in_thread(self._target)
        return self

    async def __aexit__(self, *exception: object) -> None:
        await self.close()


def _awaited(method: Callable[..., Any]) -> Callable[..., Awaitable[Any]]:
    @wraps(method)
    async def call(self: _Threaded, /, *args: Any, **kwargs: Any) -> Any:
        return await self._call(method.__name__, *args, **kwargs)

    return call


def _awaited_list(method: Callable[..., Any]) -> Callable[..., Awaitable[Any]]:
    """A generator's items as a list: a generator cannot be resumed across threads at will."""

    @wraps(method)
    async def call(self: _Threaded, /, *args: Any, **kwargs: Any) -> Any:
        return await self._in_thread(lambda: list(method(self._target(), *args, **kwargs)))

    return call


def _give_methods(face: type[_Threaded], original: type[Any]) -> None:
    """Give the face every public method of the original that it does not have itself."""
    for name in dir(original):
        method = getattr(original, name)
        if name.startswith("_") or not isfunction(method) or hasattr(face, name):
            continue
        make = _awaited_list if isgeneratorfunction(method) else _awaited
        setattr(face, name, make(method))


def _give_facts(face: type[_Threaded], original: type[Any]) -> None:
    """Give the face the plain facts of the original, such as `mode`; asking opens the database."""
    for name, value in vars(original).items():
        if isinstance(value, property) and not hasattr(face, name):
            setattr(face, name, _fact(name, value.__doc__))


def _fact(name: str, doc: str | None) -> property:
    return property(lambda self: getattr(self._target(), name), doc=doc)


_give_methods(AsyncCitationEngine, CitationEngine)
_give_facts(AsyncCitationEngine, CitationEngine)
_give_methods(AsyncLedger, Ledger)
_give_facts(AsyncLedger, Ledger)
