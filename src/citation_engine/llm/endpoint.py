"""The address of a language model's server, as an operator set it."""

from ipaddress import ip_address
from urllib.parse import SplitResult, urlsplit

from citation_engine.display import one_line
from citation_engine.errors import InvalidSetting

_PATH = "/chat/completions"
_FIX = "Set CITATION_LLM_URL to something like http://127.0.0.1:8080/v1 or https://host/v1."


def chat_address(url: str, *, with_key: bool) -> str:
    """
    Return where questions are posted, from the address of a server.

    The path of the protocol is added where it is missing. Private addresses are fine, since the
    operator named them. A key is not sent in the clear to another machine.
    """
    parts = _parsed(url)
    if parts.scheme == "http" and with_key and not _is_this_machine(parts.hostname or ""):
        raise InvalidSetting(
            f"CITATION_LLM_URL is {one_line(url)}, where OPENAI_API_KEY would travel unencrypted.",
            fix="Use an https address, or unset OPENAI_API_KEY.",
        )
    path = parts.path.rstrip("/") or "/v1"
    path = path if path.endswith(_PATH) else path + _PATH
    return parts._replace(path=path).geturl()


def _parsed(url: str) -> SplitResult:
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
