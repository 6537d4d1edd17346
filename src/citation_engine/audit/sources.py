"""Checks the sources of a draft: unused, unreadable, changed, gone, or twice (CE002, CE4xx)."""

import re
from collections.abc import Iterator

from citation_engine.audit.audit_input import SHOWN, AuditInput
from citation_engine.audit.codes import make_finding
from citation_engine.display import one_line
from citation_engine.model.checked import CheckedSource
from citation_engine.model.draft import Marker
from citation_engine.model.finding import Finding, Level
from citation_engine.model.source import NO_WORDS, ReadState

LONGEST_REASON = 300
MOST_NAMED = 5
_FEW = 2
# The second is what the reader of pictures says, where it is installed and finds nothing.
_NO_TEXT_LAYER = re.compile(r"\bno text layer\b|\bno words could be recognised\b", re.IGNORECASE)
_UNREADABLE = {
    ReadState.DEGRADED: "could not be read.",
    ReadState.PREVIEW: "is known by a preview only, which is no evidence.",
    ReadState.REDACTED: "has no words any more: they were redacted.",
}


def unused(given: AuditInput) -> Iterator[Finding]:
    """
    Sources that were given and that nothing cites (CE002), nor may mean (CE007).

    Where a draft cites nothing at all, that goes without saying.
    """
    cites = any(claim.is_cited for claim in given.claims)
    if not given.draft.markers and not given.links and not cites:
        return
    for source in given.sources:
        if source.label not in given.meant:
            name = f"{given.called(source.label)} ({source.label})"
            said = f"{name} is not cited anywhere."
            if source.is_unknown_kind:
                said = f"{name} is not cited anywhere, and there is nothing to read in it."
            yield make_finding(
                "CE002",
                said,
                "Cite it where it is used, or leave it out of the sources.",
                source=source.label,
            )


def unused_references(given: AuditInput) -> Iterator[Finding]:
    """Entries of the reference list that no marker points to (CE012)."""
    markers = given.draft.markers
    footnotes = {n for one in markers if one.dialect == "footnotes" for n in _targets(one)}
    others = {n for one in markers if one.dialect != "footnotes" for n in _targets(one)}
    reached = {link.reference.span for link in given.links if link.reference}
    named = {(one.label, one.entry): one.sources for one in given.references}
    for entry in given.draft.references:
        pointed = footnotes if entry.is_note else others
        # What has no row is cited otherwise; a list that no marker points to is of something else.
        cited = entry.span in reached or (named and (entry.label, entry.text) not in named)
        if not pointed or entry.label.casefold() in pointed or cited:
            continue
        label = f"{one_line(entry.label, SHOWN)}, " if entry.label else ""
        yield make_finding(
            "CE012",
            f'No marker points to the entry {label}"{one_line(entry.text, SHOWN)}".',
            "Cite it where it is used, or take it out of the list.",
            span=entry.span,
            source=next(iter(named.get((entry.label, entry.text), ())), None),
            marker=entry.label,
        )


def unreadable(given: AuditInput) -> Iterator[Finding]:
    """
    Sources whose words are not at hand: CE404 for pictures of pages, else CE401.

    A file of a kind that is never read, such as a program beside the sources, matters only where
    something cites it. Others that nothing cites are no error, and more than two told together.
    """
    lost = [
        one
        for one in given.sources
        if one.state is not ReadState.READY
        and (one.label in given.meant or not one.is_unknown_kind)
    ]
    beside = [one for one in lost if one.label not in given.meant]
    yield from (_unread(given, one) for one in lost if one not in beside)
    told = [_unread(given, one) for one in beside]
    if len(beside) > _FEW:
        names = ", ".join(given.called(one.label) for one in beside[:MOST_NAMED])
        more = f" and {len(beside) - MOST_NAMED} more" if len(beside) > MOST_NAMED else ""
        said = (
            f"{len(beside)} sources that the draft does not cite could not be read: {names}{more}."
        )
        fix = "Give copies of them that can be read, or leave them out."
        told = [make_finding("CE401", said, fix)]
    yield from (one.model_copy(update={"level": Level.WARNING}) for one in told)


def _unread(given: AuditInput, source: CheckedSource) -> Finding:
    name, reason = given.called(source.label), one_line(source.reason, LONGEST_REASON)
    if reason.startswith(NO_WORDS):
        return _about(
            source,
            "CE404",
            f"{name} is a picture without text, so nothing in it can be looked up.",
            "Give a copy that shows words, sharper and larger, or cite the text that is meant.",
        )
    if _NO_TEXT_LAYER.search(reason):
        return _about(
            source,
            "CE404",
            f"{name} has no text layer, so nothing in it can be looked up.",
            'Give it a text layer, or install what reads pictures: "citation-engine[ocr]".',
        )
    said = f"{name} {_UNREADABLE[source.state]} {reason}".strip()
    return _about(source, "CE401", said, "Give a copy of it that can be read.")


def changed(given: AuditInput) -> Iterator[Finding]:
    """Sources that are not what they were when they were read (CE402)."""
    for news in given.changed:
        yield make_finding(
            "CE402",
            f"{given.called(news.label)} has changed since it was read. "
            f"{one_line(news.reason, LONGEST_REASON)}".strip(),
            "Read it again, and check whether the cited words are still there.",
            source=news.label,
        )


def dead(given: AuditInput) -> Iterator[Finding]:
    """Sources whose address leads nowhere any more (CE403)."""
    for news in given.dead:
        yield make_finding(
            "CE403",
            f"The address of {given.called(news.label)} leads nowhere. "
            f"{one_line(news.reason, LONGEST_REASON)}".strip(),
            "Give the address it has now, or cite the archived copy.",
            source=news.label,
        )


def duplicates(given: AuditInput) -> Iterator[Finding]:
    """Cited sources and others with the same words, or nearly (CE405)."""
    for one in given.duplicates:
        if given.used.isdisjoint((one.first, one.second)):
            continue
        first, second = given.called(one.first), given.called(one.second)
        # Cut, not rounded: what differs at all is not the same.
        same = one.likeness >= 1
        like = "the same words as" if same else "nearly the words of"
        exactly = "" if same else f": {int(100 * one.likeness)} %"
        yield make_finding(
            "CE405",
            f"{second} ({one.second}) has {like} {first} ({one.first}){exactly}.",
            "Keep one of them, or say which version is cited.",
            source=one.second,
        )


def _targets(marker: Marker) -> list[str]:
    return [*map(str, marker.numbers), *(name.casefold() for name in marker.names)]


def _about(source: CheckedSource, code: str, message: str, help: str) -> Finding:
    return make_finding(code, message, help, source=source.label)
