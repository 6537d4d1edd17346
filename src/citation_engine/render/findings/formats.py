"""The formats of what a check found, by name."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any, cast

from citation_engine.display import shortened
from citation_engine.errors import InvalidInput
from citation_engine.model.checked import Checked
from citation_engine.ports import Output
from citation_engine.render.findings.german import spoken
from citation_engine.render.findings.report import Options
from citation_engine.render.findings.terminal import Piece

Renderer = Callable[[Sequence[Checked], Options], str]
PieceRenderer = Callable[[Sequence[Checked], Options], Iterator[Piece]]


@dataclass(frozen=True, slots=True)
class Format:
    """
    An output of ours: the module and function that make it.

    The module is loaded when it is first asked for, because most runs need one of them. Where the
    format is for a terminal, there is also a function that gives it in pieces with styles.
    """

    module: str
    function: str
    styled: bool = False

    def load(self, ending: str = "") -> Any:
        """The function that makes it."""
        package = __name__.rpartition(".")[0]
        return getattr(import_module(f"{package}.{self.module}"), self.function + ending)

    def render(self, checked: Sequence[Checked], options: Options) -> str:
        """What was found, as text."""
        return cast(Renderer, self.load())(checked, options)


FORMATS: Mapping[str, Format] = {
    "full": Format("terminal", "full", styled=True),
    "concise": Format("terminal", "concise", styled=True),
    "grouped": Format("terminal", "grouped", styled=True),
    "json": Format("json", "json"),
    "jsonl": Format("json", "jsonl"),
    "github": Format("github", "github"),
    "gitlab": Format("gitlab", "gitlab"),
    "junit": Format("junit", "junit"),
    "sarif": Format("sarif", "sarif"),
    "markdown": Format("markdown", "markdown"),
    "html": Format("html", "html"),
}


def render(checked: Sequence[Checked], format: str | Output = "full", **options: Any) -> str:
    """What was found in one or several drafts, as text of a format; `options` are those of it."""
    chosen = Options(**options)
    return _format(format).render([spoken(one, chosen.language) for one in checked], chosen)


def render_pieces(
    checked: Sequence[Checked], format: str | Output = "full", **options: Any
) -> Iterator[Piece]:
    """
    What was found as pieces with styles, for a terminal.

    Their text is that of `render`. A format that is not made for terminals is one plain piece.
    """
    chosen = _format(format)
    if not isinstance(chosen, Format) or not chosen.styled:
        return iter([Piece(render(checked, format, **options))])
    look = Options(**options)
    reports = [spoken(one, look.language) for one in checked]
    return cast(PieceRenderer, chosen.load("_pieces"))(reports, look)


def _format(format: str | Output) -> Output:
    if not isinstance(format, str):
        return format
    if format not in FORMATS:
        raise InvalidInput(
            f"There is no output format {shortened(format)}.",
            fix=f"Use one of {', '.join(FORMATS)}.",
        )
    return FORMATS[format]
