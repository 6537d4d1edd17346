"""
Shows a stored web page, with the cited words marked or as a picture; nothing of it acts.

For the marks it is not cleaned but written anew: known elements, a handful of attributes that only
arrange, and text, all of it escaped. There are no scripts, no handlers, no styles of the page,
no links and nothing that loads. The result belongs in a frame with `sandbox` all the same. The
picture is drawn in such a frame, without running or loading anything.
"""

import base64
import hashlib
import os
import shutil
import subprocess
import tempfile
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
from html import escape
from pathlib import Path

from citation_engine.display import one_line
from citation_engine.errors import InvalidSetting, SourceUnreadable
from citation_engine.formats.html.markup import (
    VOID,
    Close,
    Open,
    Step,
    Words,
    decode_html,
    parse_html,
    walk,
)
from citation_engine.model.passage import Span, TextNode

MARK_ID = "cited"
# Elements whose name says how text is arranged; all others are left out around their text.
_KEPT = frozenset(
    """
    a abbr address article aside b bdi bdo big blockquote br caption center cite code col colgroup
    dd del dfn div dl dt em figcaption figure footer h1 h2 h3 h4 h5 h6 header hgroup hr i ins kbd
    li main nav ol p pre q rb rp rt rtc ruby s samp section small span strike strong sub summary
    sup table tbody td tfoot th thead tr tt u ul var wbr
    """.split()
)
# Elements that arrange text and could do more; what is kept arranges it likewise.
_INSTEAD = {
    "html": "div",
    "body": "div",
    "details": "div",
    "summary": "p",
    "form": "div",
    "fieldset": "div",
    "dialog": "div",
    "legend": "p",
    "option": "div",
    "textarea": "pre",
    "listing": "pre",
    "xmp": "pre",
    "plaintext": "pre",
    "button": "span",
    "text": "div",
}
_DIRECTIONS = ("ltr", "rtl", "auto")
_MOST_SPAN = 1_000
_STYLE = (
    "body{font:16px/1.5 system-ui,sans-serif;max-width:48rem;margin:1rem auto;padding:0 1rem;"
    "color:#1a1a1a;background:#fff}table{border-collapse:collapse}"
    "td,th{border:1px solid #bbb;padding:.2rem .5rem;vertical-align:top}"
    "pre{overflow:auto}mark{background:#ffe08a;color:inherit;scroll-margin:30vh}"
)
_STYLE_HASH = base64.b64encode(hashlib.sha256(_STYLE.encode()).digest()).decode()
POLICY = (
    f"default-src 'none'; style-src 'sha256-{_STYLE_HASH}'; base-uri 'none'; form-action 'none'"
)

Cuts = dict[int, list[tuple[int, int]]]


def marked_page(
    html: bytes, nodes: Sequence[TextNode], span: Span, *, encoding: str | None = None
) -> str:
    """
    The stored page as a document of its own, with the words at `span` in `<mark>`.

    The first mark has the id `cited`, so that `#cited` goes there.

    Args:
        html: the bytes of the stored page.
        nodes: the map from the snapshot's text to the page.
        span: where the words stand in the snapshot's text.
        encoding: the snapshot's encoding.

    """
    source, _ = decode_html(html, encoding)
    tree = parse_html(source)
    body = "".join(_Writer(_cuts(nodes, span)).write(walk(tree)))
    return (
        '<!doctype html><html><head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">'
        '<meta name="referrer" content="no-referrer">'
        f"<title>Stored page</title><style>{_STYLE}</style></head><body>{body}</body></html>"
    )


def _cuts(nodes: Sequence[TextNode], span: Span) -> Cuts:
    """What to mark: by text node, from which character to which."""
    cuts: Cuts = {}
    first = bisect_left(nodes, span.start + 1, key=lambda run: run.end)
    for run in nodes[first:]:
        if run.start >= span.end:
            break
        start = max(run.start, span.start) - run.start + run.offset
        end = min(run.end, span.end) - run.start + run.offset
        cuts.setdefault(run.node, []).append((start, end))
    return cuts


class _Writer:
    """Writes the steps through a page as safe markup."""

    def __init__(self, cuts: Cuts) -> None:
        self._cuts = cuts
        self._marked = False
        self._open: list[str | None] = []

    def write(self, steps: Iterable[Step]) -> Iterator[str]:
        """The markup, piece by piece."""
        for step in steps:
            if isinstance(step, Words):
                yield from self._words(step)
            elif isinstance(step, Open):
                yield self._begin(step)
            elif isinstance(step, Close):
                name = self._open.pop()
                yield f"</{name}>" if name else ""

    def _begin(self, step: Open) -> str:
        name = _INSTEAD.get(step.tag, step.tag if step.tag in _KEPT else None)
        is_void = name in VOID
        self._open.append(None if is_void else name)
        return f"<{name}{''.join(_attributes(step))}>" if name else ""

    def _words(self, words: Words) -> Iterator[str]:
        at = 0
        for start, end in self._cuts.get(words.node, ()):
            yield escape(words.data[at:start])
            first = "" if self._marked else f' id="{MARK_ID}"'
            self._marked = True
            yield f"<mark{first}>{escape(words.data[start:end])}</mark>"
            at = end
        yield escape(words.data[at:])


def _attributes(step: Open) -> Iterator[str]:
    for name, is_fine in _ATTRIBUTES.items():
        value = step.attributes.get(name)
        if value is not None and is_fine(value):
            yield f' {name}="{escape(value)}"'


def _is_count(value: str) -> bool:
    return value.isascii() and value.isdigit() and 0 < int(value[:9]) <= _MOST_SPAN


def _is_language(value: str) -> bool:
    return value.isascii() and value.replace("-", "").isalnum() and len(value) <= 20


_ATTRIBUTES: dict[str, Callable[[str], bool]] = {
    "dir": _DIRECTIONS.__contains__,
    "lang": _is_language,
    "colspan": _is_count,
    "rowspan": _is_count,
    "start": _is_count,
}


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
    The top of the stored page as a PNG, as a browser shows it.

    Its scripts do not run, and pictures, styles and frames that are not in the page itself are not
    loaded, neither from the web nor from this machine. So the picture can differ from what a
    visitor saw; the words are the stored ones.

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
