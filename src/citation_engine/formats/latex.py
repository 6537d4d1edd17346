r"""
Reads LaTeX as a reader of the printed page sees it, each word where it stands in the file.

What is seen is as long as the file: markup is invisible characters in it, headings and items
begin with the signs that Markdown has for them, and `\cite{}` stays as it is written, because it
is a marker. Files that `\input` names are not opened; they are named.
"""

import re
import unicodedata
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

from citation_engine.language.fold import NAMED_LETTERS
from citation_engine.model.passage import Layout, Mark, MarkKind, Span

UNSEEN = "\u200b"
# A line that the author ends.
LINE_END = "\u2028"
# All that cites by keys: `\cite{moe2020}`, `\parencite[cf.][3]{moe2020}`, `\cites{moe}[4]{liu}`.
CITE = re.compile(
    r"(?<!\\)\\(?!nocite|[Cc]ite(?:style|reset|index)|[A-Z][a-z]+Cite)"
    r"[A-Za-z]{0,12}[cC]ite[A-Za-z]{0,16}\*?(?:\([^()\n]{0,80}+\)){0,2}"
    r"(?P<given>(?:\s?(?:\[[^\[\]]{0,200}+\]\s?){0,2}+\{[^{}\\]{1,2000}+\})++)"
)
_BODY = re.compile(r"\\begin\s?\{document\}")
_TOKEN = re.compile(
    r"(?P<comment>%[^\n]*+(?:\n[ \t]*+)?)|(?P<math>\$\$?)|(?P<bracket>\{[\[\]]\})|(?P<open>\{)"
    r"|(?P<close>\})|(?P<cell>&)"
    r"|(?P<tie>~)|(?P<dash>---?)|(?P<quote>``|''|\"[`']|`)|(?P<umlaut>\"[aouAOUs=~-])"
    r"|\\(?P<place>begin|end)\s?\{(?P<name>[^{}\n]{1,40})\}|\\(?P<command>[A-Za-z@]++)\*?[ \t]*+"
    r"|\\(?P<sign>.)",
    re.DOTALL,
)
_OPTION = re.compile(r"\s{0,2}\[(?:[^\[\]{}]|\{[^{}]*+\})*+\]")
_NEXT_LINE = re.compile(r"[ \t]*\n[ \t]*(?=[^\s\\])")
_LETTER = re.compile(r"\s?(?:\{\\?([A-Za-z])?\}|\\?([A-Za-z]))")
_BRACE = re.compile(r"\\.|[{}]|(?<!\\)%[^\n]*+", re.DOTALL)
_BEFORE_ALONE = re.compile(
    r"(?:\A|\n[ \t\u200b]*\n)[ \t\n\u200b]*(?P<item>(?:•|\d{1,3}\.) [ \t\n\u200b]*)?\Z"
)
_AFTER_ALONE = re.compile(r"[ \t\u200b]*:?[ \t\u200b]*(?:\n[ \t\u200b]*\n|\s*\Z)")
# A line end that is not the author's.
WRAPPED = re.compile(r"(?<!\n)\n(?![ \t\u200b]*\n)")
_SIGNS = {"``": "“", "''": "”", '"`': "„", "\"'": "“", "`": "‘", "--": "–", "---": "—"}
_UMLAUTS = {'"s': "ß", '"=': "-", '"~': "-", '"-': ""}
_ACCENTS = dict(
    zip(
        "\"'`^~=.cvHukrd",
        "\u0308\u0301\u0300\u0302\u0303\u0304\u0307\u0327\u030c\u030b\u0306\u0328\u030a\u0323",
        strict=True,
    )
)
_LEVELS = {
    name: level
    for level, names in enumerate(
        ("part chapter title", "section", "subsection", "subsubsection", "paragraph subparagraph"),
        1,
    )
    for name in names.split()
}
# Commands by what becomes of their arguments: x is not seen, s is.
_ARGUMENTS = {
    name: kinds
    for kinds, names in {
        "x": "label vspace hspace includegraphics bibliographystyle bibliography input include "
        "subfile addbibresource usepackage documentclass pagestyle thispagestyle setcounter index "
        "color nocite hyperref phantom vphantom cline cmidrule "
        "graphicspath rowcolor cellcolor arraystretch pdfbookmark bookmarksetup hypersetup "
        "hyphenation author date balance enlargethispage stepcounter caption@setup "
        "geometry newgeometry thanks",
        "xx": "setlength addtolength addtocounter rule fontsize newcommand renewcommand "
        "providecommand newenvironment addcontentsline definecolor DeclareMathOperator",
        "xs": "hypertarget textcolor colorbox parbox scalebox raisebox rotatebox makebox href "
        "foreignlanguage hyperlink",
        "xxs": "multirow resizebox multicolumn fcolorbox",
        "sx": "texorpdfstring",
    }.items()
    for name in names.split()
}
_PAIRS = (
    "ldots … dots … textellipsis … textendash – textemdash — S § P ¶ ss ß ae æ AE Æ oe œ OE Œ o ø "
    "O Ø aa å AA Å l ł L Ł i ı euro € texteuro € EUR € pounds £ textsterling £ copyright © "
    "textdegree ° textasciitilde ~ textasciicircum ^ textbackslash \\ textbar | textless < "
    "textgreater > textquotedblleft “ textquotedblright ” textquoteleft ‘ textquoteright ’ "
    "textquotesingle ' textquotedbl \" glqq „ grqq “ glq ‚ grq ‘ flqq « frqq » LaTeX LaTeX TeX TeX "
    "textbullet • textrightarrow → rightarrow → textmu μ texttimes × textpm ± texttrademark ™ "
    "textregistered ® textunderscore _ slash / times × cdot · pm ± mp ∓ approx ≈ sim ~ leq ≤ le ≤ "
    "geq ≥ ge ≥ neq ≠ equiv ≡ to → leftarrow ← infty ∞ circ ° degree ° celsius °C prime ′ percent %"
).split()
_SYMBOLS = dict(zip(_PAIRS[::2], _PAIRS[1::2], strict=True))
_SYMBOLS |= NAMED_LETTERS | {f"var{name}": letter for name, letter in NAMED_LETTERS.items()}
_SYMBOLS |= {name.capitalize(): letter.upper() for name, letter in NAMED_LETTERS.items()}
_SYMBOLS |= dict.fromkeys(("quad", "qquad", "enspace", "nobreakspace"), " ")
_TABLES = {"tabular": 1, "tabular*": 2, "tabularx": 2, "tabulary": 2, "longtable": 1, "tabu": 1}
_ARGUED = _TABLES | {"minipage": 1, "thebibliography": 1, "multicols": 1, "adjustbox": 1}
_ARGUED |= {"wrapfigure": 2, "wraptable": 2, "subfigure": 1, "subtable": 1, "CSLReferences": 2}
_LISTS = ("itemize", "enumerate", "description", "compactitem", "compactenum")
_QUOTATIONS = ("quote", "quotation", "displayquote", "verse")
_CODE = ("verbatim", "Verbatim", "lstlisting", "minted", "Highlighting", "comment", "filecontents")
_FORMULAS = (
    "equation",
    "align",
    "gather",
    "multline",
    "displaymath",
    "eqnarray",
    "math",
    "alignat",
)
_DRAWINGS = ("tikzpicture", "circuitikz", "tikzcd", "pgfpicture", "axis", "picture", "forest")
_UNREAD = {*_CODE, *_FORMULAS, *(f"{name}*" for name in _FORMULAS), *_DRAWINGS}
_FOLLOWED = ("input", "include", "subfile")
_SUPERSCRIPTS = str.maketrans("0123456789-–+", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁻⁺")
_NAME = re.compile(r"\\([A-Za-z]+)([ \t]*+)")
_UPRIGHT = re.compile(r"\\(?:math(?:rm|sf|it|bf|tt)|text(?:rm|sf|it)?|mbox|operatorname)\s?(?=\{)")
_THIN = re.compile(r"\\[,;: ]|~")
_RAISED = re.compile(r"\^(?:\{([^{}]*)\}|(\S))")
_LOWERED = re.compile(r"_(?:\{(\w{1,12})\}|(\w))")
# What is worked out, and no quantity or name.
_WORKED_OUT = re.compile(r"[\\{}^_=+(|&\[]|!\Z")
# The names of units and of what stands before them; the others are called by their signs.
_PAIRS = (
    "kilo k mega M giga G tera T milli m micro µ nano n pico p centi c deci d hecto h kibi Ki "
    "mebi Mi gibi Gi metre m meter m gram g second s ampere A kelvin K mole mol hertz Hz newton N "
    "pascal Pa joule J watt W volt V ohm Ω coulomb C farad F tesla T lumen lm lux lx byte B "
    "minute min hour h day d year a litre l liter l tonne t hectare ha electronvolt eV "
    "decibel dB degreeCelsius °C per / squared ² cubed ³"
).split()
_UNITS = dict(zip(_PAIRS[::2], _PAIRS[1::2], strict=True))
_ABBREVIATION = re.compile(r"[Aa]c(?:[sfl]?p?|r(?:short|long|full)(?:pl)?)|(?:[Gg]ls|GLS)(?:pl)?")
_LONGEST_SHORT = 6
_MEASURED = re.compile(r"\\(?:num|(?:SI|qty)(?=\{[^{}]*\}\{))\{([^{}]*)\}(?:\{([^{}]*)\})?")
_POWERED = re.compile(r"\\(square|cubic)\s*((?:\\[a-z]+?\s*)*?\\[A-Za-z]+)")
_EXPONENT = re.compile(r"(?<=\d)[eE]([-+]?\d+)")


class LatexNote(NamedTuple):
    """
    A footnote: its number, the command with its words, the words, whether it cites by keys.

    One whose words stand apart from its sign has the `sign`.
    """

    number: int
    span: Span
    words: Span
    cites: bool = False
    sign: Span | None = None


class LatexText(NamedTuple):
    """
    What a reader sees of a LaTeX file, as long as the file, and what its parts are.

    `hidden` is what no reader sees: comments, the preamble, code, formulas that stand apart.
    """

    view: str
    layout: Layout
    hidden: list[Span]
    notes: list[LatexNote]
    not_followed: tuple[str, ...] = ()


@lru_cache(maxsize=2)
def read_latex(text: str) -> LatexText:
    """Return what a reader sees of a LaTeX file."""
    return _LatexReader(text).read()


def superscript(words: str) -> str:
    """Digits and dashes as they stand above the line; every other sign as it is."""
    return words.translate(_SUPERSCRIPTS)


@dataclass(slots=True)
class _LatexTable:
    """A table while it is read: where its cell begins, and the marks of its cells."""

    start: int
    groups: int
    cell: int = 0
    row: int = 1
    column: int = 1
    cells: list[Mark] = field(default_factory=list)
    width: int = 1
    # Where the rows begin that a further page repeats.
    repeated: int | None = None


@dataclass(slots=True)
class _LatexReader:
    """The work on one file."""

    text: str
    view: list[str] = field(init=False)
    at: int = 0
    # What to do at the end of each group that is open, with where its words begin.
    groups: list[tuple[int, Callable[[int, int], None] | None]] = field(default_factory=list)
    tables: list[_LatexTable] = field(default_factory=list)
    lists: list[int | None] = field(default_factory=list)
    quotations: list[int] = field(default_factory=list)
    entry: tuple[str, int] | None = None
    marks: list[Mark] = field(default_factory=list)
    hidden: list[Span] = field(default_factory=list)
    notes: list[LatexNote] = field(default_factory=list)
    # The signs whose notes have not come yet, each with its number where one is given.
    signs: list[tuple[str, Span]] = field(default_factory=list)
    not_followed: list[str] = field(default_factory=list)
    bold: list[tuple[int, int]] = field(default_factory=list)
    german: bool = False

    def __post_init__(self) -> None:
        self.view = list(self.text)

    def read(self) -> LatexText:
        body = _BODY.search(self.text)
        if body:
            self._hide(0, body.end())
            self.at = body.end()
            self.german = "german" in self.text[: self.at]
        while token := _TOKEN.search(self.text, self.at):
            self.at = token.end()
            self._take(token)
        self._end_entry(len(self.text))
        view = WRAPPED.sub(" ", "".join(self.view))
        marks = sorted(
            [*self.marks, *self._bold_lines(view)], key=lambda mark: (mark.start, -mark.end)
        )
        layout = Layout(marks=tuple(marks))
        return LatexText(view, layout, self.hidden, self.notes, tuple(self.not_followed))

    def _bold_lines(self, view: str) -> Iterator[Mark]:
        """The paragraphs that are bold as a whole, and the bold words that begin others."""
        for start, end in self.bold:
            if before := _BEFORE_ALONE.search(view, max(0, start - 200), start):
                alone = not before["item"] and _AFTER_ALONE.match(view, end)
                kind = MarkKind.BOLD if alone else MarkKind.LEAD
                yield Mark(kind=kind, start=self._trimmed(start, end)[0], end=end)

    def _take(self, token: re.Match[str]) -> None:
        start, end, kind = token.start(), token.end(), token.lastgroup
        if kind == "comment":
            self._hide(start, end)
        elif kind == "math":
            self._formula(start, token.group())
        elif kind in ("open", "close", "cell"):
            self._structure(kind, start, end)
        elif kind == "name":
            (self._begin if token["place"] == "begin" else self._end)(token["name"], start, end)
        elif kind == "command":
            self._command(token["command"], start, end)
        elif kind == "sign":
            self._sign(token["sign"], start, end)
        else:
            self._typography(kind or "", token.group(), start)

    def _structure(self, kind: str, start: int, end: int) -> None:
        if kind == "open":
            self._open(start, None)
        elif kind == "close":
            self._close(start)
        else:
            self._end_cell(start, end)

    def _typography(self, kind: str, given: str, start: int) -> None:
        end = start + len(given)
        if kind == "bracket":
            # The braces are inside of what the brackets hold, so that a marker has them all.
            unseen = UNSEEN * 2
            self.view[start:end] = f"[{unseen}" if "[" in given else f"{unseen}]"
        elif kind != "umlaut":
            self._put(start, end, " " if kind == "tie" else _SIGNS[given])
        elif self.german:
            self._put(start, end, _UMLAUTS.get(given, _accented("\u0308", given[1])))

    def _put(self, start: int, end: int, words: str = "", *, fill: str = UNSEEN) -> None:
        """Show words where markup stands, which is as long as they or longer."""
        words = words[: end - start]
        self.view[start:end] = fill * (end - start - len(words)) + words

    def _hide(self, start: int, end: int) -> None:
        self.hidden.append(Span(start, end))
        self._put(start, end)

    def _formula(self, start: int, sign: str) -> None:
        """What stands in a line is read, a real formula as it is; what stands apart is not."""
        end = re.compile(r"(?<!\\)" + re.escape(sign)).search(self.text, self.at)
        if end and "\n\n" not in self.text[start : end.start()]:
            words = _read_maths(self.text[self.at : end.start()])
            self.at = end.end()
            if sign in ("$$", "\\]"):
                self._hide(start, self.at)
            elif words:
                self._put(start, self.at, words)

    def _open(self, start: int, then: Callable[[int, int], None] | None) -> None:
        self._put(start, start + 1)
        self.groups.append((start + 1, then))

    def _close(self, at: int) -> None:
        self._put(at, at + 1)
        if self.groups:
            start, then = self.groups.pop()
            if then:
                then(start, at)

    def _group(self, at: int) -> int | None:
        """Where the group ends that begins at or shortly after `at`; None where none does."""
        start = at + len(self.text[at : at + 3]) - len(self.text[at : at + 3].lstrip())
        if self.text[start : start + 1] != "{":
            return None
        depth = 0
        for brace in _BRACE.finditer(self.text, start):
            depth += {"{": 1, "}": -1}.get(brace.group(), 0)
            if not depth and brace.group() == "}":
                return brace.end()
        return None

    def _skip(self, count: int) -> list[str]:
        """Go past options and so many arguments that nobody sees, and return those."""
        given = []
        while option := _OPTION.match(self.text, self.at):
            self._put(self.at, option.end())
            self.at = option.end()
        for _ in range(count):
            end = self._group(self.at)
            if end is None:
                break
            given.append(self.text[self.at : end].strip()[1:-1].strip())
            self._put(self.at, end)
            self.at = end
        return given

    def _shown(self, then: Callable[[int, int], None]) -> None:
        """Do something at the end of the argument that follows."""
        start = self.at + len(self.text[self.at : self.at + 3])
        start -= len(self.text[self.at : self.at + 3].lstrip())
        if self.text[start : start + 1] == "{":
            self._put(self.at, start)
            self.at = start + 1
            self._open(start, then)

    def _command(self, name: str, start: int, end: int) -> None:
        if cite := CITE.match(self.text, start):
            self.at = cite.end()
            return
        self._put(start, end)
        if name in _LEVELS:
            self._heading(_LEVELS[name], start)
        elif name in _SYMBOLS:
            self._put(start, end, _SYMBOLS[name])
        elif name in _ACCENTS:
            self._accent(name, start)
        elif name in ("verb", "lstinline"):
            self._verb()
        elif name in _COMMANDS:
            _COMMANDS[name](self, start, end)
        elif _ABBREVIATION.fullmatch(name):
            self._abbreviation(plural=name.endswith(("pl", "p")))
        else:
            self._general(name, start)

    def _general(self, name: str, start: int) -> None:
        """A command of which only the arguments matter; of one that is not known all are seen."""
        kinds = _ARGUMENTS.get(name, "")
        given = self._skip(kinds.count("x") if kinds != "sx" else 0)
        if name in _FOLLOWED and given:
            self.not_followed.append(given[0])
        elif name == "multicolumn" and self.tables and given and given[0].isdigit():
            self.tables[-1].width = min(int(given[0]), 99)
        elif name == "href" and given:
            self._link(given[0], start)
        elif kinds == "sx":
            self._shown(lambda _start, _end: self._skip_after(1))

    def _number(self, start: int, end: int) -> None:
        r"""Show a number and its unit: `\SI{5}{\kilo\metre}`, `\SIrange{5}{9}{\percent}`."""
        name = self.text[start:end]
        count = 1 + (not name.startswith("\\num")) + ("range" in name)
        given = self._skip(count)
        numbers = given[: 1 + ("range" in name)]
        words = "–".join(_read_number(one) for one in numbers)
        unit = _read_unit(given[-1]) if len(given) > len(numbers) else ""
        gap = "" if unit[:1] == "°" and unit != "°C" else " "
        self._put(start, self.at, f"{words}{gap}{unit}".strip())

    def _unit(self, start: int, end: int) -> None:
        self._put(start, self.at, "".join(map(_read_unit, self._skip(1))))

    def _angle(self, start: int, end: int) -> None:
        self._put(start, self.at, "".join(f"{given}°" for given in self._skip(1)))

    def _abbreviation(self, *, plural: bool) -> None:
        r"""Show the key of an abbreviation as these are written: `\acp{cad}` is "CADs"."""
        self._skip(0)

        def write(first: int, last: int) -> None:
            if last - first <= _LONGEST_SHORT:
                self.view[first:last] = "".join(self.view[first:last]).upper()
            self._put(last, last + 1, "s" * plural)

        self._shown(write)

    def _pointer(self, start: int, end: int) -> None:
        """Show that a number stands here, which only LaTeX knows."""
        self._skip(1)
        self._put(start, self.at, "#")

    def _skip_after(self, count: int) -> None:
        self._skip(count)

    def _link(self, target: str, start: int) -> None:
        target = re.sub(r"\\([%#&_~{}])", r"\1", target)

        def mark(_: int, end: int) -> None:
            self._mark(MarkKind.LINK, start, end + 1, target)

        self._shown(mark)

    def _address(self, start: int, end: int) -> None:
        """An address stands as it is written."""
        closed = self._group(end)
        if closed is not None:
            target = self.text[end:closed].strip()[1:-1]
            shown = re.sub(r"\\([%#&_~{}])", r"\1", target)
            self._put(start, closed - 1, shown)
            self._put(closed - 1, closed)
            self.at = closed
            self._mark(MarkKind.LINK, start, closed, shown)

    def _heading(self, level: int, start: int) -> None:
        self._skip(0)

        def mark(first: int, end: int) -> None:
            self._put(end, end + 1, "\n")
            self.view[first:end] = "".join(self.view[first:end]).replace("\n", " ")
            self._mark(MarkKind.HEADING, first, end, self._words(first, end), level)

        self._shown(mark)
        signs = "#" * max(2, level) + " "
        self._put(start, self.at, signs, fill="\n")

    def _caption(self, start: int, end: int) -> None:
        self._skip(0)
        self._shown(lambda first, last: self._mark(MarkKind.CAPTION, first, last))

    def _captionof(self, start: int, end: int) -> None:
        self._skip(1)
        self._caption(start, end)

    def _footnotemark(self, start: int, end: int) -> None:
        self._skip(0)
        self.signs.append((self.text[end : self.at].strip(), Span(start, end)))

    def _footnotetext(self, start: int, end: int) -> None:
        """The words of a note whose sign stands elsewhere; without a sign they are of nothing."""
        self._skip(0)
        given = self.text[end : self.at].strip()
        if sign := next((one for one in self.signs if one[0] == given), None):
            self.signs.remove(sign)
            self._footnote(start, self.at, sign[1])
        else:
            self._skip(1)

    def _footnote(self, start: int, end: int, sign: Span | None = None) -> None:
        self._skip(0)
        number = len(self.notes) + 1
        self.notes.append(LatexNote(number, Span(start, end), Span(end, end)))

        def note(first: int, last: int) -> None:
            span, words = Span(start, last + 1), Span(first, last)
            if cites := list(CITE.finditer(self.text, first, last)):
                # What a note cites the sentence cites; beside it a note says where to look.
                edges = [first, *(edge for cite in cites for edge in cite.span()), last]
                for begin, until in zip(edges[::2], edges[1::2], strict=True):
                    self._put(begin, until)
            self.notes[number - 1] = LatexNote(number, span, words, bool(cites), sign)

        self._shown(note)

    def _quoted(self, start: int, end: int) -> None:
        def close(_: int, last: int) -> None:
            self._put(last, last + 1, "”")

        self._shown(close)
        self._put(start, self.at, "“")

    def _set_bold(self, start: int, end: int) -> None:
        self._shown(lambda first, last: self.bold.append((first, last)))

    def _superscript(self, start: int, end: int) -> None:
        def raise_words(first: int, last: int) -> None:
            self.view[first:last] = superscript("".join(self.view[first:last]))

        self._shown(raise_words)

    def _list_item(self, start: int, end: int) -> None:
        if not self.lists or self.lists[-1] != -1:
            self._skip(0)
        count = self.lists[-1] if self.lists else None
        sign = "• "
        if count is not None and count >= 0:
            self.lists[-1] = count + 1
            sign = f"{count + 1}. "
        self._put(start, start + 5, f"\n\n{sign}"[-5:])
        if line := _NEXT_LINE.match(self.text, self.at):
            self._put(self.at, line.end())
            self.at = line.end()

    def _end_paragraph(self, start: int, end: int) -> None:
        self._put(start, end, "\n\n")

    def _new_row(self, start: int, end: int) -> None:
        self._end_row(start, end)

    def _start_entry(self, start: int, end: int) -> None:
        self._end_entry(start)
        given = self._skip(1)
        self.entry = (given[0] if given else "", start)

    def _end_head(self, start: int, end: int) -> None:
        """The rows above are the head, where there are no others yet."""
        table = self.tables[-1] if self.tables else None
        if table and table.cells and not any(mark.level for mark in table.cells):
            table.cells = [mark.model_copy(update={"level": 1}) for mark in table.cells]

    def _end_first_head(self, start: int, end: int) -> None:
        self._end_head(start, end)
        if self.tables:
            self.tables[-1].repeated = len(self.tables[-1].cells)

    def _end_repeated(self, start: int, end: int) -> None:
        self._end_head(start, end)
        table = self.tables[-1] if self.tables else None
        if table and table.repeated is not None:
            for mark in table.cells[table.repeated :]:
                self._put(mark.start, mark.end)
            del table.cells[table.repeated :]

    def _accent(self, name: str, start: int) -> None:
        """A letter with its accent, in braces or not."""
        letter = _LETTER.match(self.text, self.at)
        if letter:
            self.at = letter.end()
            given = letter[1] or letter[2]
            self._put(start, self.at, _accented(_ACCENTS[name], given) if given else name)

    def _verb(self) -> None:
        sign = self.text[self.at : self.at + 1]
        end = self.text.find("}" if sign == "{" else sign, self.at + 1) if sign else -1
        if end >= 0:
            self._put(self.at, self.at + 1)
            self._put(end, end + 1)
            self.hidden.append(Span(self.at, end + 1))
            self.at = end + 1

    def _sign(self, sign: str, start: int, end: int) -> None:
        if sign == "\\":
            if option := _OPTION.match(self.text, end):
                end = self.at = option.end()
            self._end_row(start, end)
        elif sign in _ACCENTS and (sign not in "~." or self._is_accented()):
            self._put(start, end)
            self._accent(sign, start)
        elif sign in "([":
            self._formula(start, "\\)" if sign == "(" else "\\]")
        elif sign in "-/!@":
            self._put(start, end)
        else:
            self._put(start, end, " " if sign in " ,;:\n" else sign)

    def _is_accented(self) -> bool:
        return re.compile(r"\{?[A-Za-z]").match(self.text, self.at) is not None

    def _begin(self, name: str, start: int, end: int) -> None:
        if name in _UNREAD:
            closed = self.text.find(f"\\end{{{name}}}", end)
            self.at = len(self.text) if closed < 0 else closed + len(name) + 6
            self._hide(start, self.at)
            self._put(start, self.at, "\n\n")
            return
        self._put(start, end, "\n\n" if name not in ("minipage", "center") else "")
        self._skip(_ARGUED.get(name.removesuffix("*"), _ARGUED.get(name, 0)))
        if name in _TABLES:
            self.tables.append(_LatexTable(self.at, len(self.groups), self.at))
        elif name in _LISTS:
            self.lists.append(0 if "enum" in name else -1 if name == "description" else None)
        elif name in _QUOTATIONS:
            self.quotations.append(self.at)

    def _end(self, name: str, start: int, end: int) -> None:
        if name == "document":
            self._end_entry(start)
            self.at = len(self.text)
            self._hide(start, self.at)
            return
        self._put(start, end, "\n\n" if name not in ("minipage", "center") else "")
        if name in _TABLES and self.tables:
            self._end_cell(start, start)
            table = self.tables.pop()
            self.marks += [*table.cells, Mark(kind=MarkKind.TABLE, start=table.start, end=start)]
        elif name in _LISTS and self.lists:
            self.lists.pop()
        elif name in _QUOTATIONS and self.quotations:
            begun = self.quotations.pop()
            if not self.lists:
                self._mark(MarkKind.QUOTE, begun, start)
        elif name == "thebibliography":
            self._end_entry(start)

    def _end_cell(self, start: int, end: int) -> None:
        table = self.tables[-1] if self.tables else None
        if table is None:
            return
        self._put(start, end, "\t")
        # What is not seen may be a note, which belongs to the cell.
        first, last = self._trimmed(table.cell, start, " \t\n")
        if self._words(first, last):
            name = f"r{table.row}c{table.column}"
            table.cells.append(Mark(kind=MarkKind.CELL, start=first, end=last, name=name))
        table.cell = end
        table.column += table.width
        table.width = 1

    def _end_row(self, start: int, end: int) -> None:
        if self.tables and len(self.groups) == self.tables[-1].groups:
            self._end_cell(start, end)
            self._put(start, end, "\n")
            self.tables[-1].row += 1
            self.tables[-1].column = 1
        else:
            self._put(start, end, LINE_END)

    def _end_entry(self, end: int) -> None:
        """An entry of the bibliography ends."""
        if self.entry:
            name, start = self.entry
            self._mark(MarkKind.NOTE, start, self._trimmed(start, end)[1], name)
            self.entry = None

    def _mark(
        self, kind: MarkKind, start: int, end: int, name: str = "", level: int | None = None
    ) -> None:
        if start < end:
            self.marks.append(Mark(kind=kind, start=start, end=end, name=name, level=level))

    def _trimmed(self, start: int, end: int, gone: str = f"{UNSEEN} \t\n") -> tuple[int, int]:
        while start < end and self.view[start] in gone:
            start += 1
        while start < end and self.view[end - 1] in gone:
            end -= 1
        return start, end

    def _words(self, start: int, end: int) -> str:
        return " ".join("".join(self.view[start:end]).replace(UNSEEN, "").split())


_COMMANDS: dict[str, Callable[[_LatexReader, int, int], None]] = {
    **dict.fromkeys("SI qty num SIrange qtyrange numrange".split(), _LatexReader._number),
    **dict.fromkeys(("si", "unit"), _LatexReader._unit),
    **dict.fromkeys("ref eqref pageref autoref cref Cref vref".split(), _LatexReader._pointer),
    "ang": _LatexReader._angle,
    "url": _LatexReader._address,
    "nolinkurl": _LatexReader._address,
    "path": _LatexReader._address,
    "caption": _LatexReader._caption,
    "captionof": _LatexReader._captionof,
    "footnote": _LatexReader._footnote,
    "footnotemark": _LatexReader._footnotemark,
    "footnotetext": _LatexReader._footnotetext,
    "endnote": _LatexReader._footnote,
    "enquote": _LatexReader._quoted,
    "textbf": _LatexReader._set_bold,
    "textsuperscript": _LatexReader._superscript,
    "item": _LatexReader._list_item,
    "par": _LatexReader._end_paragraph,
    "tabularnewline": _LatexReader._new_row,
    "bibitem": _LatexReader._start_entry,
    "midrule": _LatexReader._end_head,
    "endfirsthead": _LatexReader._end_first_head,
    "endhead": _LatexReader._end_repeated,
    "endfoot": _LatexReader._end_repeated,
    "endlastfoot": _LatexReader._end_repeated,
}


def _accented(accent: str, letter: str) -> str:
    return unicodedata.normalize("NFC", letter + accent)


def _read_maths(tex: str) -> str:
    """What a reader sees of a quantity or a name that is set as maths; nothing of a formula."""
    words = _MEASURED.sub(lambda one: f"{_read_number(one[1])} {_read_unit(one[2] or '')}", tex)
    words = _NAME.sub(_symbol, _THIN.sub(" ", _UPRIGHT.sub("", words)))
    words = re.sub(r"\\([%$&#!])", r"\1", words).replace("{,}", ",")
    words = _LOWERED.sub(lambda found: found[1] or found[2], words)
    words = _RAISED.sub(lambda found: _raise(found[1] or found[2], found[0]), words)
    words = re.sub(r"\{([^{}\\]*)\}", r"\1", words).strip()
    return "" if _WORKED_OUT.search(words) else " ".join(words.split())


def _symbol(command: re.Match[str]) -> str:
    sign = _SYMBOLS.get(command[1], "")
    # A space ends the name of a letter, and stands beside a sign.
    return sign + command[2] * (not sign.isalpha()) if sign else command[0]


def _raise(words: str, given: str) -> str:
    if words in ("°", "′", "*"):
        return words
    return superscript(words) if re.fullmatch(r"[-–+]?\d{1,3}[-–+]?|[-+]", words) else given


def _read_number(tex: str) -> str:
    signed = tex.replace("+-", "±").replace("\\pm", "±")
    return _EXPONENT.sub(lambda found: f"×10{superscript(found[1].lstrip('+'))}", signed)


def _read_unit(tex: str) -> str:
    powered = _POWERED.sub(lambda one: f"{one[2]}{'²' if one[1] == 'square' else '³'}", tex)
    named = _NAME.sub(lambda one: _UNITS.get(one[1]) or _SYMBOLS.get(one[1], one[1]), powered)
    plain = _RAISED.sub(lambda found: superscript(found[1] or found[2]), _THIN.sub(" ", named))
    return re.sub(r"\\|[{}$]", "", plain)
