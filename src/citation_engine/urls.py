"""The canonical form of a web address, by which a page is known."""

import re
from urllib.parse import SplitResult, quote, unquote, urlsplit, urlunsplit

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

# Readers of addresses disagree about these, so that one would go where another did not look.
_DISPUTED = re.compile(r"[\x00-\x20\x7f-\xa0\\\u2028\u2029\ud800-\udfff]")
_ESCAPE = re.compile(r"%([0-9A-Fa-f]{2})")
_UNRESERVED = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
# Everything that may stand as it is; `%` is among them because escapes were seen to before.
_SAFE = "%:/?#[]@!$&'()*+,;=~"
_TEXT = re.compile(r"(?<![^&])text=([^&]+)")


def is_web_address(text: str) -> bool:
    """Whether this is meant as an http or https address."""
    return text.lstrip()[:8].lower().startswith(("http://", "https://"))


def fault_of(url: str) -> str | None:
    """What keeps this from being the address of a page, as the rest of a sentence, or None."""
    try:
        parts = urlsplit(url)
        port, host = parts.port, parts.hostname
    except ValueError as error:
        return f"is not a web address ({error})"
    if parts.scheme.lower() not in DEFAULT_PORTS:
        return "does not begin with http:// or https://"
    if _DISPUTED.search(url):
        return "has a space, a backslash or a control character in it"
    if parts.username is not None or parts.password is not None:
        return "has a user name or a password in it"
    if not host or port == 0:
        return "names no host"
    return None


def canonical_url(url: str) -> str:
    """
    The address under which a page is known.

    Scheme and host are lowered, the default port, dot segments, tracking
    parameters and the fragment go away, and needless escapes are undone. The
    path keeps its case, its empty segments and the escapes of signs that mean
    something (`%2F` is not `/`): two pages must not become one.
    """
    parts = urlsplit(url.strip())
    path = _without_dots(_escaped(parts.path)) or "/"
    query = "&".join(part for part in parts.query.split("&") if part and not _is_tracking(part))
    return urlunsplit((parts.scheme.lower(), _host(parts), path, _escaped(query), ""))


def pointed_words(url: str) -> list[str]:
    """
    The words that an address points to by text fragments, as in `#:~:text=from,to`.

    What stands between is an omission: "from […] to". Words before and behind it, as in
    `text=before-,from,to,-behind`, belong to it.
    """
    directives = url.partition("#")[2].partition(":~:")[2]
    joined = (re.sub("-,|,-", " ", one).replace(",", " […] ") for one in _TEXT.findall(directives))
    return [unquote(one).strip() for one in joined]


def _is_tracking(parameter: str) -> bool:
    name = unquote(parameter.partition("=")[0].replace("+", " ")).lower()
    return name.startswith("utm_") or name in TRACKING


def _host(parts: SplitResult) -> str:
    host = (parts.hostname or "").rstrip(".")
    if ":" in host:
        host = f"[{host}]"
    if parts.port is None or parts.port == DEFAULT_PORTS.get(parts.scheme.lower()):
        return host
    return f"{host}:{parts.port}"


def _escaped(text: str) -> str:
    """Escapes in one spelling: only where they are needed, in capitals (RFC 3986, 6.2.2)."""

    def one(escape: re.Match[str]) -> str:
        sign = chr(int(escape[1], 16))
        return sign if sign in _UNRESERVED else escape[0].upper()

    return quote(_ESCAPE.sub(one, text), safe=_SAFE)


def _without_dots(path: str) -> str:
    """`.` and `..` resolved; empty segments stay, because servers may tell them apart."""
    kept: list[str] = []
    segments = path.split("/")[1:]
    for segment in segments:
        if segment == "..":
            kept = kept[:-1]
        elif segment != ".":
            kept.append(segment)
    if segments and segments[-1] in (".", ".."):
        kept.append("")
    return "/" + "/".join(kept) if kept else ""
