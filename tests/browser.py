"""
A real browser for tests: Chromium, driven by Playwright, one for all tests of a module.

A test module that says `pytest_plugins = ("browser",)` has the fixtures. Its tests belong to the
group "browser", so that one process runs them, and are slow.

A page does what it is told when it gets to it, and on a busy machine that is later. What a test
says about a page after a click or a key is therefore asked with `hanging.until`, never at once
and never after a time.
"""

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from citation_engine.errors import InvalidSetting
from citation_engine.render.stored_page import find_browser
from hanging import HANG_LIMIT

OPTIONS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


class Opened:
    """A page in the browser, with everything it asked for and complained about."""

    def __init__(self, page: Any) -> None:
        self.page = page
        page.set_default_timeout(HANG_LIMIT * 1000)
        self.requests: list[str] = []
        self.complaints: list[str] = []
        page.on("request", lambda request: self.requests.append(request.url))
        page.on("console", self._said)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("dialog", self._dialog)

    def _said(self, message: Any) -> None:
        if message.type in ("error", "warning"):
            self.complaints.append(message.text)

    def _dialog(self, dialog: Any) -> None:
        self.complaints.append(f"dialog: {dialog.message}")
        dialog.dismiss()

    def asked_elsewhere(self) -> list[str]:
        """What the page asked for, beside itself and what it holds."""
        return [url for url in self.requests[1:] if not url.startswith("data:")]


def _without(message: str) -> None:
    if os.environ.get("CI") == "true":
        pytest.fail(message)
    pytest.skip(message)


# Not longer than a module: while Playwright runs, no other test can start an event loop.
@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    """Give a running Chromium; without one, skip loudly, and fail with CI=true."""
    try:
        from playwright.sync_api import Error, sync_playwright
    except ImportError:
        _without("NO BROWSER: the package playwright is not installed; install the extra `dev`.")
    try:
        program = find_browser()
    except InvalidSetting as problem:
        _without(f"NO BROWSER: {problem} On Debian: apt-get install chromium.")
    with sync_playwright() as playwright:
        try:
            browser = playwright.chromium.launch(executable_path=program, args=list(OPTIONS))
        except Error as problem:
            _without(f"NO BROWSER: {program} does not start: {problem}")
        yield browser
        browser.close()


@pytest.fixture
def open_page(chromium: Any, tmp_path: Path) -> Iterator[Callable[..., Opened]]:
    """Give a function that writes a page to disk and opens it from there."""
    contexts = []

    def opened(html: str, *, width: int = 1440, height: int = 900, **options: Any) -> Opened:
        file = tmp_path / f"page-{len(contexts)}.html"
        file.write_text(html, "utf-8")
        context = chromium.new_context(
            viewport={"width": width, "height": height}, offline=True, **options
        )
        contexts.append(context)
        result = Opened(context.new_page())
        result.page.goto(file.as_uri())
        return result

    yield opened
    for context in contexts:
        context.close()
