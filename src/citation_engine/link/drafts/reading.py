"""Reads a draft: its claims, the markers that reach each of them, and its references."""

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import partial

from citation_engine.errors import InvalidInput
from citation_engine.formats.latex import UNSEEN, LatexNote, LatexText, read_latex
from citation_engine.formats.plain import lone_surrogate_at
from citation_engine.link.bibliography import authors_of
from citation_engine.link.drafts.evidence import (
    ABOUT_DRAFT,
    Need,
    is_sentence,
    need_of,
    states_finding,
    states_something,
)
from citation_engine.link.drafts.html import html_parts
from citation_engine.link.drafts.identity import Identities
from citation_engine.link.drafts.markdown import markdown_parts
from citation_engine.link.drafts.parts import Counts, Part, Wording
from citation_engine.link.drafts.plain import laid_out_parts, text_parts
from citation_engine.link.drafts.reach import Surroundings, reach
from citation_engine.link.drafts.statements import Read, Statement, own_parts, read_part, repeated
from citation_engine.link.drafts.structured import structured_parts
from citation_engine.link.drafts.tables import add_heads, names_row, source_columns
from citation_engine.link.reference_words import read_entry
from citation_engine.link.references import read_references
from citation_engine.markers import sidecar as sidecars
from citation_engine.markers import usage
from citation_engine.markers.reading import DIALECTS, find_markers
from citation_engine.model.draft import (
    COVERED,
    MENTION,
    OWN_WORK,
    SUMMARY,
    Claim,
    ClaimKind,
    Draft,
    DraftFormat,
    Marker,
    Reference,
)
from citation_engine.model.passage import Layout, Mark, MarkKind, Span
from citation_engine.ports import Dialect

_STRUCTURED = (DraftFormat.JSON, DraftFormat.YAML)
_PAGED = (DraftFormat.DOCX, DraftFormat.PDF, DraftFormat.LATEX)


def read_draft(
    text: str,
    format: DraftFormat,
    *,
    name: str | None = None,
    layout: Layout | None = None,
    dialects: Collection[str] | None = None,
    sidecar: str = sidecars.POINTER,
    inline: bool = False,
    others: Mapping[str, Dialect] | None = None,
    known: Sequence[str] = (),
    bibliography: Sequence[Reference] = (),
) -> Draft:
    """
    Return a draft with its claims, markers and references.

    Raises `InvalidInput` for JSON and YAML that is none.

    Args:
        text: the file as it is, or the text that was read from a DOCX or PDF.
        format: its format.
        name: what the draft is called.
        layout: what a reader knows about the text of a DOCX or PDF.
        dialects: the dialects of markers to look for; all of them where it is None.
        sidecar: the JSON Pointer to the citations of JSON and YAML.
        inline: whether markers in the strings of JSON and YAML count beside a sidecar.
        others: dialects of markers beside ours, by name.
        known: what sources are called.
        bibliography: the entries beside the draft, which its markers name by their keys.

    """
    _check(text)
    known = [*(said for one in bibliography for said in (one.label, one.text)), *known]
    latex = read_latex(text) if format is DraftFormat.LATEX else None
    seen, layout = (latex.view, latex.layout) if latex else (_mended(text, layout), layout)
    references, sections = read_references(seen, format, layout, known)
    references = _with_notes(seen, references, layout, latex)
    beside = None
    if format in _STRUCTURED:
        beside = sidecars.read_sidecar(text, format, pointer=sidecar)
        found = _structured_markers(text, format, dialects, others or {}, beside, inline=inline)
    else:
        by = partial(find_markers, dialects=dialects, others=others, layout=layout)
        found = by(text, format, references=references, known=known)
    markers = _without_labels(found, references)
    moved = [note for note in latex.notes if note.sign] if latex else []
    parts = _prose(_without(seen, moved), format, layout, sections, sidecar=sidecar)
    called = {one.label: authors for one in bibliography if (authors := authors_of(one))}
    reads = _reads_at_signs(parts, markers, called, moved)
    if beside is not None:
        _tie_sidecar(reads, beside)
    return Draft(
        text=text,
        format=format,
        name=name,
        claims=tuple(_claims(reads, layout)),
        markers=tuple(markers),
        references=tuple(references),
        dialects=_dialects(markers),
    )


def _without(text: str, notes: Sequence[LatexNote]) -> str:
    for start, end in ((note.span.start, note.span.end) for note in notes):
        text = text[:start] + UNSEEN * (end - start) + text[end:]
    return text


def _check(text: str) -> None:
    at = lone_surrogate_at(text)
    if at is not None:
        raise InvalidInput(
            f"The draft has half a character at {at}, which no encoding can hold.",
            fix="Read the file as UTF-8, or replace what cannot be decoded.",
        )


def _without_labels(markers: list[Marker], references: list[Reference]) -> list[Marker]:
    """The markers; the label that begins an entry is what they point to, and none of them."""
    labels = {reference.span.start for reference in references}
    return [marker for marker in markers if marker.span.start not in labels]


def _mended(text: str, layout: Layout | None) -> str:
    """The text without what stands on every page, and without line ends in linked addresses."""
    pieces: list[str] = []
    done = 0
    for mark in layout.marks if layout else ():
        inner = text[mark.start : mark.end]
        if mark.kind in (MarkKind.HEADER, MarkKind.FOOTER) and mark.start >= done:
            pieces += (text[done : mark.start], " " * len(inner))
            done = mark.end
        elif mark.kind is MarkKind.LINK and mark.start >= done and "\n" in inner:
            joined = inner.replace("\u00ad\n", "-" + UNSEEN).replace("\n", UNSEEN)
            if joined.replace(UNSEEN, "").rstrip(" /").lower() in mark.name.lower():
                pieces += (text[done : mark.start], joined)
                done = mark.end
    return "".join((*pieces, text[done:]))


def _with_notes(
    text: str, references: list[Reference], layout: Layout | None, latex: LatexText | None
) -> list[Reference]:
    """The references of a draft, the notes that a layout marks among them."""
    marks = layout.marks if layout else ()
    notes = [(mark.name, Span(mark.start, mark.end)) for mark in marks if _is_note(mark)]
    # Those that a LaTeX file marks are the entries of its bibliography.
    listed = {span for _, span in notes} if latex else set()
    if latex:
        notes += [(str(note.number), note.words) for note in latex.notes if not note.cites]
    known = [reference.span.start for reference in references]
    found = list(references)
    for label, span in notes:
        at = bisect_left(known, span.start)
        if not (at < len(known) and known[at] < span.end):
            words = " ".join(span.of(text).replace(UNSEEN, "").split())
            said = words.removeprefix(f"[{label}]")
            # The number of a note of a PDF has no brackets, that of a LaTeX file is no word of it.
            said = words.removeprefix(label) if said == words and not latex else said
            found.append(read_entry(label, span, said.strip()))
    found.sort(key=lambda reference: reference.span)
    starts = {span.start for _, span in notes if span not in listed}
    found = [
        one.model_copy(update={"is_note": True}) if one.span.start in starts else one
        for one in found
    ]
    return _with_links(found, [mark for mark in marks if mark.kind is MarkKind.LINK])


def _is_note(mark: Mark) -> bool:
    return mark.kind is MarkKind.NOTE and mark.start < mark.end


def _with_links(references: list[Reference], links: Sequence[Mark]) -> list[Reference]:
    """The references with the addresses that links in them lead to."""
    starts = [link.start for link in links]
    found = []
    for reference in references:
        first = bisect_left(starts, reference.span.start)
        last = bisect_left(starts, reference.span.end)
        led = (link.name for link in links[first:last] if "://" in link.name)
        addresses = tuple(dict.fromkeys((*reference.addresses, *led)))
        found.append(
            reference
            if len(addresses) == len(reference.addresses)
            else reference.model_copy(update={"addresses": addresses})
        )
    return found


def _prose(
    text: str,
    format: DraftFormat,
    layout: Layout | None,
    sections: Sequence[Span],
    *,
    sidecar: str,
) -> Iterator[Part]:
    """The parts of a draft that are not in its lists of references."""
    if format in _STRUCTURED:
        return structured_parts(text, format, Counts(), sidecar=sidecar)
    return _outside(_parts(Wording(_flat(text)), format, layout), sections)


def _parts(wording: Wording, format: DraftFormat, layout: Layout | None) -> list[Part]:
    counts = Counts()
    if format is DraftFormat.MARKDOWN:
        return markdown_parts(wording, counts)
    if format is DraftFormat.HTML:
        return html_parts(wording, counts)
    if format in _PAGED or (layout and layout.marks):
        return laid_out_parts(wording, layout or Layout(), counts, format)
    return text_parts(wording, counts)


def _flat(text: str) -> str:
    """The text with one kind of line end and no byte order mark, at the same offsets."""
    if text.startswith("\ufeff"):
        text = " " + text[1:]
    return text.replace("\r\n", " \n").replace("\r", "\n") if "\r" in text else text


def _outside(parts: Sequence[Part], sections: Sequence[Span]) -> Iterator[Part]:
    """The parts that begin in none of the sections, which are in order."""
    for part in parts:
        start = _span(part).start
        at = bisect_right(sections, start, key=lambda span: span.start) - 1
        if at < 0 or sections[at].end <= start:
            yield part


def _span(part: Part) -> Span:
    return part.wording.origin(0, len(part.wording.text))


def _reads(
    parts: Iterator[Part], markers: Sequence[Marker], called: Mapping[str, str]
) -> list[Read]:
    """Read the parts with the markers that stand in each, and give every marker its reach."""
    reads: list[Read] = []
    at = 0
    for part in parts:
        span = _span(part)
        # What begins a marker may be a command, which no part begins with.
        while at < len(markers) and markers[at].span.end <= span.start:
            at += 1
        first = at
        while at < len(markers) and markers[at].span.start < span.end:
            at += 1
        reads.append(read_part(part, markers[first:at], called))
    reach(reads)
    add_heads(reads)
    return reads


def _reads_at_signs(
    parts: Iterator[Part],
    markers: Sequence[Marker],
    called: Mapping[str, str],
    notes: Sequence[LatexNote],
) -> list[Read]:
    """Read the parts as if the markers in notes that stand apart stood at the notes' signs."""
    own = [one for one in markers if one.dialect != sidecars.DIALECT]
    if not notes:
        return _reads(parts, own, called)
    written: dict[Marker, Marker] = {}
    for one in own:
        at = one.span.start
        sign = next((note.sign for note in notes if note.span.start <= at < note.span.end), None)
        written[one.model_copy(update={"span": sign or one.span})] = one
    reads = _reads(parts, sorted(written, key=lambda marker: marker.span), called)
    for statement in (statement for read in reads for statement in read.statements):
        statement.markers[:] = [written[one] for one in statement.markers]
    return reads


def _structured_markers(
    text: str,
    format: DraftFormat,
    dialects: Collection[str] | None,
    others: Mapping[str, Dialect],
    beside: sidecars.Sidecar,
    *,
    inline: bool,
) -> list[Marker]:
    """The entries of the sidecar; markers in strings where there is none, or where they count."""
    wanted = {*DIALECTS, *others} if dialects is None else set(dialects)
    own: list[Marker] = []
    if sidecars.DIALECT in wanted:
        own = [entry.marker for entry in beside.entries]
        if beside.problem and beside.span is not None:
            words = beside.span.of(text)
            own.append(
                Marker(
                    dialect=sidecars.DIALECT, span=beside.span, text=words, problem=beside.problem
                )
            )
    if beside.span is not None and not inline:
        return own
    inside = find_markers(text, format, dialects=wanted - {sidecars.DIALECT}, others=others)
    return sorted([*own, *_apart(inside, beside.span)], key=lambda marker: marker.span)


def _apart(markers: Sequence[Marker], span: Span | None) -> list[Marker]:
    if span is None:
        return list(markers)
    return [one for one in markers if one.span.end <= span.start or one.span.start >= span.end]


def _tie_sidecar(reads: Sequence[Read], found: sidecars.Sidecar) -> None:
    """Give each statement the entries of its path; the sidecar has the first word about it."""
    entries: dict[str, list[Marker]] = {}
    for entry in found.entries:
        entries.setdefault(entry.path, []).append(entry.marker)
    for read in reads:
        own = entries.get(read.part.pointer or "", [])
        for statement in read.statements:
            statement.markers[:0] = own if not _heads_others(read.part) else []


def _heads_others(part: Part) -> bool:
    """Whether a heading stands among other words of its string, and is not all of it."""
    return part.kind is ClaimKind.HEADING and bool(part.level or part.cell)


def _claims(reads: Sequence[Read], layout: Layout | None) -> Iterator[Claim]:
    identities = Identities()
    pages = layout.pages if layout else ()
    starts = [page.start for page in pages]
    sources = _source_columns(reads)
    own, said_before = own_parts(reads), repeated(reads)
    around = Surroundings(reads)
    for number, read in enumerate(reads):
        cell = read.part.cell
        in_sources = bool(cell and cell.column in sources.get(cell.table, ()))
        for statement in read.statements:
            need = _need(read, statement, in_sources=in_sources)
            if need.needed and number in own and not statement.markers:
                need = Need(False, OWN_WORK)
            if need.needed and id(statement) in said_before and not statement.markers:
                need = Need(False, SUMMARY)
            if need.needed and not statement.markers and around.cover(number, read, statement):
                need = Need(False, COVERED)
            at = bisect_right(starts, statement.span.start) - 1
            yield Claim(
                id=identities.next_id(statement.text),
                text=statement.text,
                span=statement.span,
                pointer=read.part.pointer,
                kind=statement.kind,
                markers=_once(statement.markers),
                quotes=tuple(statement.quotes),
                needs_evidence=need.needed,
                why=need.why,
                page=pages[at].number if at >= 0 else None,
                heads=statement.heads or (read.date if is_sentence(statement.text) else read.heads),
            )


def _source_columns(reads: Sequence[Read]) -> dict[int, set[int]]:
    tables: dict[int, list[Read]] = {}
    for read in reads:
        if read.part.cell:
            tables.setdefault(read.part.cell.table, []).append(read)
    return {table: source_columns(cells) for table, cells in tables.items()}


def _need(read: Read, statement: Statement, *, in_sources: bool) -> Need:
    if read.attribution:
        return Need(False, "attribution")
    if statement.named:
        return Need(False, MENTION if statement.markers else OWN_WORK)
    if read.quoted:
        return Need(False, "quotation") if read.introduced else Need(True)
    if in_sources and statement.kind is ClaimKind.CELL and not is_sentence(statement.text):
        return Need(False, "source")
    clause = bool(statement.heads) and not statement.heads.endswith(":")
    said = f"{statement.heads} {statement.text}" if clause else statement.text
    for marker in statement.markers:
        # One that is a word of its sentence has a number of its own.
        said = said.replace(marker.text, "")
    leads = len(read.statements) > 1 and statement is read.statements[0]
    if read.words.body and need_of(read.text, statement.kind).why == ABOUT_DRAFT:
        return Need(False, ABOUT_DRAFT)
    need = need_of(said, statement.kind, names=names_row(read), leads=leads)
    if statement.markers and (need.why == "lead-in" or states_finding(said, need)):
        return Need(True)
    if _once(statement.markers) and need.why in ("heading", "caption", "label"):
        return _need_of_title(read, statement, need)
    if statement.quotes and need.why in ("lead-in", "transition"):
        # It answers for words that somebody else is said to have written.
        return Need(True)
    return need


def _need_of_title(read: Read, statement: Statement, need: Need) -> Need:
    """Who cites a source for a title says that it holds, where it states anything."""
    if need.why == "label":
        return Need(False, MENTION) if names_row(read) else need
    if need.why == "caption":
        return Need(False, MENTION)
    states = states_something(statement.text) or statement.quotes
    return Need(True) if states else Need(False, MENTION)


def _once(markers: Sequence[Marker]) -> tuple[Marker, ...]:
    """Each marker once; what a model says it used backs no claim."""
    backing = (marker for marker in markers if marker.dialect != usage.DIALECT)
    return tuple({marker.span: marker for marker in backing}.values())


def _dialects(markers: Sequence[Marker]) -> tuple[str, ...]:
    return tuple(name for name, _ in Counter(one.dialect for one in markers).most_common())
