"""
Draws a stored web page as a browser shows it, without running or loading anything.

The page is what was archived: its scripts do not run, and pictures, styles and frames that
are not in the page itself are not loaded, neither from the web nor from this machine. So the
picture can differ from what a visitor saw; the words are the stored ones.
"""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from html import escape
from pathlib import Path

from citation_engine.display import one_line
from citation_engine.errors import InvalidSetting, SourceUnreadable
from citation_engine.formats.html.markup import decode_html

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
SIZE = (1280, 1600)
_POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; "
    "form-action 'none'; base-uri 'none'"
)
_SECONDS = 30
_NAME = "page.png"


def screenshot(html: bytes, *, encoding: str | None = None, browser: str | None = None) -> bytes:
    """
    The top of the page as a PNG.

    Args:
        html: the bytes of the stored page.
        encoding: the snapshot's encoding.
        browser: the browser's program; by default the first Chromium or Chrome that is found.

    """
    program = find_browser(browser)
    text, _ = decode_html(html, encoding)
    with tempfile.TemporaryDirectory(prefix="citation-screenshot-") as folder:
        place = Path(folder)
        (place / "page.html").write_text(_framed(text), "utf-8")
        said = _run([program, *_options(place), (place / "page.html").as_uri()], place)
        picture = place / _NAME
        if not picture.is_file():
            raise SourceUnreadable(
                f"The browser made no picture of the page: {said}.",
                fix="Add the page without screenshots.",
            )
        return picture.read_bytes()


def _framed(html: str) -> str:
    """
    The page in a frame that may do nothing.

    The policy keeps the page from loading anything, the frame keeps it from
    running scripts and from sending the browser elsewhere.
    """
    return (
        '<!doctype html><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">'
        "<style>html,body,iframe{margin:0;border:0;width:100%;height:100%;display:block}</style>"
        f'<iframe sandbox srcdoc="{escape(html)}"></iframe>'
    )


def find_browser(named: str | None = None) -> str:
    """The program that draws pages."""
    for name in [named] if named else BROWSERS:
        if found := shutil.which(name):
            return found
    raise InvalidSetting(
        f"There is no browser {named}." if named else "No Chromium or Chrome is installed.",
        fix="Install one, or name its program with CITATION_BROWSER.",
    )


def _options(folder: Path) -> Iterator[str]:
    yield from ("--headless", "--disable-gpu", "--hide-scrollbars", "--no-first-run")
    yield from ("--disable-background-networking", "--disable-component-update", "--disable-sync")
    yield from ("--disable-extensions", "--disable-default-apps", "--disable-quic")
    # Neither a name nor an address can be reached, nor this machine itself.
    yield "--host-resolver-rules=MAP * ~NOTFOUND"
    yield from ("--proxy-server=127.0.0.1:9", "--proxy-bypass-list=<-loopback>")
    yield f"--user-data-dir={folder / 'profile'}"
    yield f"--window-size={SIZE[0]},{SIZE[1]}"
    yield f"--screenshot={folder / _NAME}"
    if getattr(os, "geteuid", lambda: 1)() == 0:
        # Chromium does not start with its own sandbox for the administrator.
        yield "--no-sandbox"


def _run(command: list[str], folder: Path) -> str:
    """Run the browser and end it in time; what it said, in one line."""
    with subprocess.Popen(  # noqa: S603  An operator named the program; the rest is ours.
        command,
        cwd=folder,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        start_new_session=True,
    ) as browser:
        try:
            _, said = browser.communicate(timeout=_SECONDS)
        except subprocess.TimeoutExpired:
            _end(browser)
            return f"it took more than {_SECONDS} seconds"
    return one_line(said.decode("utf-8", "replace")[-300:]) or "it said nothing"


def _end(browser: "subprocess.Popen[bytes]") -> None:
    """End the browser with the processes it started."""
    if hasattr(os, "killpg"):
        os.killpg(browser.pid, 9)
    else:
        browser.kill()
    browser.communicate()
