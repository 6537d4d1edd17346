"""The canonical form of a web address, by which a page is known."""

from posixpath import normpath
from urllib.parse import SplitResult, parse_qsl, quote, unquote, urlencode, urlsplit, urlunsplit

DEFAULT_PORTS = {"http": 80, "https": 443}
TRACKING = {
    "fbclid",
    "gclid",
    "dclid",
    "msclkid",
    "mc_cid",
    "mc_eid",
    "igshid",
    "yclid",
    "gbraid",
    "wbraid",
    "_ga",
}


def is_web_address(text: str) -> bool:
    """Whether this is an http or https address."""
    return text.lower().startswith(("http://", "https://"))


def canonical_url(url: str) -> str:
    """
    The address under which a page is known.

    Scheme and host are lowered, the default port, dot segments, tracking
    parameters and the fragment go away. The path keeps its case: servers may
    tell `/A` from `/a`, and two pages must not become one.
    """
    parts = urlsplit(url.strip())
    query = [
        (name, value)
        for name, value in parse_qsl(parts.query, keep_blank_values=True)
        if not name.lower().startswith("utm_") and name.lower() not in TRACKING
    ]
    return urlunsplit((parts.scheme.lower(), _host(parts), _path(parts.path), urlencode(query), ""))


def _host(parts: SplitResult) -> str:
    host = (parts.hostname or "").rstrip(".")
    if ":" in host:
        host = f"[{host}]"
    try:
        port = parts.port
    except ValueError:
        port = None
    if port is None or port == DEFAULT_PORTS.get(parts.scheme.lower()):
        return host
    return f"{host}:{port}"


def _path(path: str) -> str:
    """Dot segments resolved and percent-encoding made uniform; the trailing slash stays."""
    if not path:
        return "/"
    clean = normpath(
        quote(
            unquote(path, errors="surrogateescape"),
            safe="/%:@!$&'()*+,;=~",
            errors="surrogateescape",
        )
    )
    clean = "/" + clean.lstrip("/")
    return clean + "/" if path.endswith("/") and clean != "/" else clean
