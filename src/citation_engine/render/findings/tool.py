"""What this program is called in outputs for other programs."""

from citation_engine.version import VERSION

NAME = "Citation Engine"


def tool_version() -> str:
    """The version of this program."""
    return VERSION
