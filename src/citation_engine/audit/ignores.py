"""
Findings that the draft asks to leave out, each with a reason that is kept.

In Markdown, HTML and plain text `<!-- ce: ignore CE301 reason -->`, in YAML
`# ce: ignore CE301 reason`. Beside words it applies to the claim that it follows, on a line of
its own to the block that follows it. One on its own line also applies to findings about the
draft as a whole. In code it is an example and ignores nothing.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from citation_engine.audit.checks import in_order
from citation_engine.audit.codes import code_of, make_finding
from citation_engine.audit.places import Lines
from citation_engine.display import one_line
from citation_engine.errors import InvalidInput
from citation_engine.formats.markdown.shelters import find_code, is_sheltered
from citation_engine.model.draft import Claim, Draft, DraftFormat
from citation_engine.model.finding import Finding, Ignored
from citation_engine.model.passage import Span

_HTML = re.compile(r"<!--\s*+ce\s*+:\s*+ignore\b", re.IGNORECASE)
_YAML = re.compile(r"(?:(?<=\s)|^)#[ \t]*+ce[ \t]*+:[ \t]*+ignore\b([^\n]*+)", re.I | re.M)
_WITH_HTML = (DraftFormat.MARKDOWN, DraftFormat.HTML, DraftFormat.TEXT)
_END = "-->"
# Signs of quotation and white space that may stand beside a comment on its own line.
_MOST_BESIDE = 100
_SURROGATE = re.compile("[\ud800-\udfff]")


class Comment(NamedTuple):
    """
    An ignore as it is written: its place, what follows the word, and how it stands.

    `after` is where the line after it begins, or after the last of several such lines.
    """

    span: Span
    text: str
    own_line: bool
    after: int


def find_comments(text: str, format: DraftFormat) -> list[Comment]:
    """Return the ignores of a draft in order; a format without comments has none."""
    if format is DraftFormat.YAML:
        found = list(_in_yaml(text))
    elif format in _WITH_HTML:
        found = list(_in_html(text, format))
    else:
        found = []
    lines = Lines(text) if found else None
    return _joined(text, [_placed(text, lines, *one) for one in found] if lines else [])


def _in_html(text: str, format: DraftFormat) -> Iterator[tuple[Span, str]]:
    opened = list(_HTML.finditer(text))
    code = find_code(text) if opened and format is DraftFormat.MARKDOWN else []
    done = 0
    for match in opened:
        if match.start() < done or is_sheltered(code, *match.span()):
            continue
        end = text.find(_END, match.end())
        # Without an end it is no comment, and a browser shows nothing after it.
        stop = len(text) if end < 0 else end
        done = min(len(text), stop + len(_END))
        yield Span(match.start(), done), text[match.end() : stop]


def _in_yaml(text: str) -> Iterator[tuple[Span, str]]:
    found = list(_YAML.finditer(text))
    if not found:
        return
    scalars = _scalars(text)
    for match in found:
        if not is_sheltered(scalars, *match.span()):
            end = match.end() - (match[1].endswith("\r"))
            yield Span(match.start(), end), match[1].rstrip("\r")


def _scalars(text: str) -> list[Span]:
    """Where the words of a YAML text stand: a comment sign in them is none."""
    import yaml  # type: ignore[import-untyped]

    spans: list[Span] = []
    # Readers count a byte-order mark differently. Half a character would stop them.
    mark = int(text.startswith("\ufeff"))
    whole = _SURROGATE.sub("\ufffd", text[mark:])
    try:
        for token in yaml.scan(whole, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader)):
            if isinstance(token, yaml.ScalarToken):
                spans.append(Span(mark + token.start_mark.index, mark + token.end_mark.index))
    except yaml.YAMLError:
        # What comes after the mistake cannot be told apart, so nothing in it is an ignore.
        spans.append(Span(spans[-1].end if spans else 0, len(text)))
    return spans


def _placed(text: str, lines: Lines, span: Span, words: str) -> Comment:
    first, last = lines.at(span.start), lines.at(span.end)
    near = span.start - first.start <= _MOST_BESIDE and last.end - span.end <= _MOST_BESIDE
    own_line = near and not (
        text[first.start : span.start].strip(" \t\r\ufeff>")
        or text[span.end : last.end].strip(" \t\r")
    )
    return Comment(span, words, own_line, min(len(text), last.end + 1))


def _joined(text: str, comments: list[Comment]) -> list[Comment]:
    """Comments that follow each other, each on its own line, apply to what comes after all."""
    joined: list[Comment] = []
    for comment in reversed(comments):
        follows = joined[-1] if joined else None
        if follows and comment.own_line and follows.own_line:
            between = text[comment.after : follows.span.start]
            if not between.strip(" \t\r>") and "\n" not in between:
                comment = comment._replace(after=follows.after)  # noqa: PLW2901
        joined.append(comment)
    return joined[::-1]


LONGEST_REASON = 500
_ABOUT_IGNORES = ("CE010", "CE011")
# What is asked for at the beginning of a comment: codes, then the reason.
_CODES = re.compile(r"\s*((?:[A-Za-z]{2}[0-9]++[\s,;]*+)*)")
_HELP = "Write the codes and then why: <!-- ce: ignore CE301 common knowledge -->."
# Ignores of one code that may apply to one place; beyond this somebody is playing.
_MOST_LOOKED_AT = 50
_WORDS = re.compile(r"[^ \t\r\n]")
_BLANK_LINE = re.compile(r"\n[ \t\r]*+(?=\n|\Z)")
_HTML_BLOCK_END = re.compile(
    r"</(?:p|li|td|th|tr|caption|figcaption|h[1-6]|dd|dt|blockquote|pre|div)\s*+>", re.IGNORECASE
)


class KeptFindings(NamedTuple):
    """The findings that are left, and those that the draft asks to leave out."""

    findings: list[Finding]
    ignored: tuple[Ignored, ...]


class _Ignore(NamedTuple):
    """An ignore that counts: its codes, its reason, and what it applies to."""

    comment: Comment
    codes: tuple[str, ...]
    reason: str
    scope: Span
    claim: Claim | None


def apply_ignores(draft: Draft, findings: Sequence[Finding]) -> KeptFindings:
    """
    Return the findings that are left when the draft's own ignores are heeded.

    An ignore without a reason or with an unknown code ignores nothing and is a finding itself
    (CE010), as is one that matches nothing (CE011). Heed them before findings are selected by
    code: else an ignore seems to match nothing only because its findings were left out.
    """
    good, bad = _read(draft)
    by_code = _by_code(good)
    kept: list[Finding] = []
    ignored: list[Ignored] = []
    used: set[tuple[Span, str]] = set()
    for finding in findings:
        matching = _matching(by_code.get(finding.code, []), finding)
        used |= {(one.comment.span, finding.code) for one in matching}
        if matching:
            first = matching[0]
            ignored.append(Ignored(finding=finding, reason=first.reason, span=first.comment.span))
        else:
            kept.append(finding)
    kept += [*bad, *_unused(good, used)]
    return KeptFindings(in_order(kept, [claim.id for claim in draft.claims]), tuple(ignored))


def _by_code(good: Sequence[_Ignore]) -> dict[str, list[_Ignore]]:
    """The ignores of each code, by where the stretch begins that they apply to."""
    found: dict[str, list[_Ignore]] = {}
    for ignore in sorted(good, key=_scope_start):
        for code in ignore.codes:
            found.setdefault(code, []).append(ignore)
    return found


def _matching(ignores: Sequence[_Ignore], finding: Finding) -> list[_Ignore]:
    if finding.span is None:
        near = ignores[:_MOST_LOOKED_AT]
    else:
        end = bisect_right(ignores, finding.span.start, key=_scope_start)
        near = ignores[max(0, end - _MOST_LOOKED_AT) : end]
    return [one for one in near if _matches(one, finding)]


def _read(draft: Draft) -> tuple[list[_Ignore], list[Finding]]:
    comments = find_comments(draft.text, draft.format)
    if not comments:
        return [], []
    places = _Places(draft)
    good: list[_Ignore] = []
    bad: list[Finding] = []
    for comment in comments:
        read = _codes_and_reason(comment)
        if isinstance(read, str):
            bad.append(_refused(comment, read))
        else:
            good.append(_Ignore(comment, *read, *places.scope_of(comment)))
    return good, bad


def _codes_and_reason(comment: Comment) -> tuple[tuple[str, ...], str] | str:
    """The codes and the reason of an ignore, or what is wrong with it."""
    found = _CODES.match(comment.text)
    written = re.findall(r"[A-Za-z0-9]+", found[1]) if found else []
    if found is None or not written:
        return "It names no code."
    codes: list[str] = []
    for one in written:
        try:
            codes.append(code_of(one).code)
        except InvalidInput as error:
            return error.message
    if set(codes) & set(_ABOUT_IGNORES):
        return "Findings about ignores cannot be ignored."
    reason = one_line(comment.text[found.end() :].strip(" \t\r\n:-–—"), LONGEST_REASON)
    if not any(map(str.isalnum, reason)):
        return "It gives no reason."
    return tuple(dict.fromkeys(codes)), reason


class _Places:
    """Where the claims, lines and blocks of a draft are, each found once."""

    def __init__(self, draft: Draft) -> None:
        self._text = draft.text
        self._yaml = draft.format is DraftFormat.YAML
        self._claims = sorted((one for one in draft.claims if one.span), key=_start)
        self._lines = Lines(draft.text)
        self._ends = [match.start() for match in _BLANK_LINE.finditer(draft.text)]
        if draft.format is DraftFormat.HTML:
            self._ends += [match.end() for match in _HTML_BLOCK_END.finditer(draft.text)]
            self._ends.sort()
        self._blocks: dict[int, Span] = {}

    def scope_of(self, comment: Comment) -> tuple[Span, Claim | None]:
        """The stretch an ignore applies to, and the claim where it is one claim."""
        if comment.own_line:
            return self._next_block(comment.after), None
        line = self._lines.at(comment.span.start)
        at = bisect_left(self._claims, comment.span.start, key=_start)
        before = self._claims[at - 1] if at else None
        if before and before.span and before.span.end > line.start:
            return before.span, before
        after = self._claims[at] if at < len(self._claims) else None
        if after and after.span and after.span.start < line.end:
            return after.span, after
        return line, None

    def _next_block(self, after: int) -> Span:
        """The block after an ignore: up to a blank line, or to where its tag is closed."""
        if after not in self._blocks:
            found = _WORDS.search(self._text, after)
            start = found.start() if found else len(self._text)
            at = bisect_left(self._ends, start)
            end = self._ends[at] if at < len(self._ends) else len(self._text)
            self._blocks[after] = Span(start, self._yaml_end(start) if self._yaml else end)
        return self._blocks[after]

    def _yaml_end(self, start: int) -> int:
        """Where an entry ends: before the next line that is not indented more than it."""
        line = self._lines.at(start)
        depth = start - line.start
        end = line.end
        while end < len(self._text):
            line = self._lines.at(end + 1)
            words = line.of(self._text)
            if words.strip() and len(words) - len(words.lstrip(" ")) <= depth:
                break
            end = line.end
        return end


def _matches(ignore: _Ignore, finding: Finding) -> bool:
    if finding.code not in ignore.codes:
        return False
    if finding.span is None and finding.claim is None and finding.pointer is None:
        return ignore.comment.own_line
    if ignore.claim is not None and finding.claim is not None:
        return finding.claim == ignore.claim.id
    return finding.span is not None and (
        ignore.scope.start <= finding.span.start < max(ignore.scope.end, ignore.scope.start + 1)
    )


def _unused(good: Sequence[_Ignore], used: set[tuple[Span, str]]) -> Iterator[Finding]:
    for ignore in good:
        idle = [code for code in ignore.codes if (ignore.comment.span, code) not in used]
        if idle:
            yield make_finding(
                "CE011",
                f"There is nothing to ignore here: no finding has {' or '.join(idle)}.",
                "Take the ignore out, or the codes that match nothing.",
                span=ignore.comment.span,
            )


def _refused(comment: Comment, why: str) -> Finding:
    return make_finding("CE010", f"An ignore does not count. {why}", _HELP, span=comment.span)


def _scope_start(ignore: _Ignore) -> int:
    return ignore.scope.start


def _start(claim: Claim) -> int:
    return claim.span.start if claim.span else 0
