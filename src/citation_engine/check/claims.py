"""Checks the claims of a draft against the sources they cite."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import islice
from pathlib import PurePath
from typing import TypeVar

from citation_engine.audit.states import citation_state, claim_state, may_carry_together
from citation_engine.check.alternatives import SPEAKS_OF_IT, add_better, locate
from citation_engine.check.cache import KeptVerdicts
from citation_engine.check.parallel import in_order
from citation_engine.display import one_line
from citation_engine.formats.latex import CITE
from citation_engine.language.detection import language_of, may_be_in
from citation_engine.language.terms import forms_of
from citation_engine.language.vocabulary import any_word, pattern, table
from citation_engine.link.drafts.clauses import split_statement
from citation_engine.link.drafts.evidence import begins_with_verb
from citation_engine.markers.mentions import is_mention
from citation_engine.model.checked import (
    CheckedCitation,
    CheckedClaim,
    CitedClaim,
    ClaimState,
    LinkedBy,
)
from citation_engine.model.citation import ExtractionMethod, MadeBy, NewCitation
from citation_engine.model.draft import COVERED, SUMMARY, Claim, Marker, Quoted
from citation_engine.model.hit import Evidence
from citation_engine.model.passage import JoinedPassage, Locator, Passage, Span
from citation_engine.model.source import ReadState, Snapshot, Source
from citation_engine.model.verdict import Match, Status, Support, Verdict
from citation_engine.ports import Judge, Library, Question, is_waited_for
from citation_engine.quotes.elided import split_at_omissions
from citation_engine.sections.legal import find_references, format_reference
from citation_engine.verify import notes
from citation_engine.verify.check import ask, check_all, objections, word_share
from citation_engine.verify.joined_passages import read_together
from citation_engine.verify.words import named_sections, passage_at, sentences_of, text_of

_PLACE = re.compile(
    rf"[ \u00a0]\((?:§{{1,2}}|{pattern('references', 'CLAIM_PLACES')})"
    r"[ \u00a0]?[^()]{1,40}\)(?=[.!?…]?\s*\Z)"
)
# Who says it, as LaTeX names them: the head of every page of a source may have "Moe et al.".
_SURNAME = (
    rf"(?:(?:{any_word('references', 'AUTHOR_PARTICLES')})\s){{0,3}}"
    r"[A-ZÄÖÜ][\w’-]+(?:\s[A-ZÄÖÜ][\w’-]+)?"
)
_SAID_BY = re.compile(
    rf"\b{_SURNAME}\s(?:&\s{_SURNAME}|{pattern('references', 'OTHER_AUTHORS')})(?!['’])\s?"
)
# A link to a note, which is read by its title, or by what it shows instead.
_NOTE = re.compile(r"\[\[(?:[^\]|]*\|)?([^\W\d_]{2}[^\]|#]*)(?:#[^\]|]*)?\]\]")
# The name of a file before a noun, "the n27 review", which its own words hardly have.
_LABEL = re.compile(
    rf"\b((?:{any_word('references', 'TITLE_ARTICLES')})\s)([\w-]*\d[\w-]*)\s(?=[^\W\d_])",
    re.IGNORECASE,
)
# What brackets tell of a source whose marker was the subject: "[1] (1976, mice) tested rye".
_BESIDE_SUBJECT = re.compile(r"\([^()]{1,60}\)\s+(?=[^\W\d_A-ZÄÖÜ])")
# Passages of a source that are judged for a claim that quotes none of it, at most: those that
# surely speak of it, or nearly as well as the best one.
PASSAGES = 3
NEARLY_AS_WELL = 0.8
# Places of a source that may be read together, and how well they speak of a claim at least.
PLACES = 8
FAIRLY_WELL = 0.3
# The most characters that are read whole: of sections that a claim or its citation names, and of a
# source in another language than the claim.
SHORT_SECTION, SHORT_SOURCE = 3_000, 1_500
# Sources of a claim that are tried together.
MOST_TOGETHER = 4
# Sources of which it is told that they speak of something else, where no passage speaks of a claim.
MOST_SILENT = 20
# What became of claims that were not held against any words.
_NOT_HELD = (ClaimState.UNCITED, ClaimState.NOT_CHECKED)
_EACH = {
    int(count): re.compile(rf"(?:{'|'.join(listed)})\s+", re.IGNORECASE)
    for count, listed in table("phrases", "EACH").items()
}
_NAME = re.compile(r"\b[A-ZÄÖÜ][\w-]+")
# The share of a claim's words up to which it does not rest on those it quotes.
SMALL_PART = 1 / 3
# How far from the words that name its source a quotation may stand.
BESIDE = 40
# Citations that are checked at once, and calls that run at once where a judge takes its time.
TOGETHER = 8
AT_ONCE = 4
T = TypeVar("T")
Progress = Callable[[int, int], None]
# What a check is about; equal ones have equal answers.
_Asked = tuple[NewCitation, int, str, str, tuple[str, ...]]


def cite_claim(
    claims: Sequence[Claim],
    number: int,
    source: Source,
    linked_by: LinkedBy,
    marker: Marker,
    *,
    words: str | None = None,
    locator: Locator | None = None,
) -> CitedClaim:
    """A claim of a draft with a source it cites, and words of it that are not in the draft."""
    new = _paraphrase(claims[number], MadeBy.LINK, locator)
    cited = CitedClaim(new, source, number=number, marker=marker, linked_by=linked_by)
    return with_words(cited, words) if words else cited


def _paraphrase(claim: Claim, made_by: MadeBy, locator: Locator | None = None) -> NewCitation:
    return NewCitation(
        claim=_said(claim),
        extraction_method=ExtractionMethod.PARAPHRASE,
        locator=locator or Locator(),
        made_by=made_by,
    )


def with_words(cited: CitedClaim, words: str) -> CitedClaim:
    """The claim, citing these words of its source."""
    quoted = {"verbatim_quote": words, "extraction_method": ExtractionMethod.DIRECT_QUOTE}
    return replace(cited, new=cited.new.model_copy(update=quoted))


def with_quotes(
    claims: Sequence[Claim], cited: Sequence[CitedClaim], library: Library, longest: int
) -> list[CitedClaim]:
    """
    Return the cited claims with their quotations, each tied to the source that has it.

    A claim may cite several sources and quote one of them. A quotation that stands in none is
    tied to the one with the words most like it. Sources without a quotation are judged by what
    they say.
    """
    by_claim: dict[int, list[CitedClaim]] = {}
    for one in cited:
        by_claim.setdefault(one.number, []).append(one)
    quoting: list[CitedClaim] = []
    for number, own in by_claim.items():
        quotes = claims[number].quotes
        readable = [one for one in own if one.source.state is not ReadState.DEGRADED]
        if not quotes or not readable or any(one.new.verbatim_quote for one in own):
            quoting += own
            continue
        chosen = [(quote, _best(library, quote, readable, longest)) for quote in quotes]
        taken = {id(one) for _, one in chosen}
        for quote, one in chosen:
            problem = _quoted_elsewhere(library, quote, one) or _translated(library, quote, one)
            quoting.append(
                replace(one, quote=quote, problem=problem)
                if problem
                else _quoting(one, quote, longest)
            )
        quoting += [one for one in own if id(one) not in taken]
    return quoting


def _quoted_elsewhere(library: Library, quote: Quoted, cited: CitedClaim) -> str:
    """
    Why a quotation is not looked up in a source that its sentence only speaks of.

    Words of a sentence that name a law carry the quotation that they stand beside. One further
    away may be from anywhere: it is held against the law where it stands in it.
    """
    marker, snapshot = cited.marker, library.snapshot(cited.source)
    if marker is None or snapshot is None or snapshot.redacted or not is_mention(marker):
        return ""
    gap = max(marker.span.start - quote.span.end, quote.span.start - marker.span.end)
    match = locate(snapshot, quote.text, cited.new.locator).match
    if gap <= BESIDE or (match and match.located):
        return ""
    return f"The draft does not say that the quote is from {marker.text}."


def _translated(library: Library, quote: Quoted, cited: CitedClaim) -> str:
    """Why words that are quoted in another language than their source's are not looked up."""
    snapshot, language = library.snapshot(cited.source), language_of(forms_of(quote.text))
    if snapshot is None or snapshot.redacted or language is None:
        return ""
    if language_of(text_of(snapshot).forms) in (None, language):
        return ""
    match = locate(snapshot, quote.text, cited.new.locator).match
    if match and match.located:
        return ""
    name = one_line(cited.source.name)
    return f"The quote is not in the language of {name}: translated words cannot be looked up."


def _quoting(cited: CitedClaim, quote: Quoted, longest: int) -> CitedClaim:
    if len(quote.text) <= longest:
        is_small = len(forms_of(quote.text)) <= SMALL_PART * len(forms_of(cited.new.claim))
        pointers = (quote.text, *cited.pointers) if is_small else ()
        quoting = replace(cited, quote=quote, pointers=pointers)
        return with_words(quoting, quote.text) if quote.text else quoting
    problem = f"The quote has {len(quote.text):,} characters; the limit is {longest:,}."
    return replace(cited, quote=quote, problem=problem)


def _best(library: Library, quote: Quoted, cited: Sequence[CitedClaim], longest: int) -> CitedClaim:
    """The claim with the source that has a quotation, or the words most like it."""
    if len(cited) == 1 or len(quote.text) > longest:
        return cited[0]
    order = list(Match)

    def rank(one: CitedClaim) -> tuple[int, float]:
        snapshot = library.snapshot(one.source)
        if snapshot is None or snapshot.redacted:
            return len(order), 0
        words = locate(snapshot, quote.text, one.new.locator)
        return order.index(words.match or Match.ABSENT), -(words.similarity or 0)

    return min(cited, key=rank)


class ClaimChecker:
    """
    Checks cited claims, several at once where the judge is a server.

    `language` is that of the draft they are from.
    """

    def __init__(
        self, library: Library, judge: Judge, kept: KeptVerdicts | None = None, language: str = ""
    ) -> None:
        self._library = library
        self._judge = kept.judge if kept else judge
        self._kept = kept
        self._language = language

    def check(
        self,
        claims: Sequence[Claim],
        cited: Sequence[CitedClaim],
        progress: Progress | None = None,
    ) -> list[CheckedClaim]:
        """The claims of a draft with what became of each citation, in the order of the draft."""
        cited = [replace(one, language=self._language) for one in cited]
        # What a draft says again and again about one source is checked once.
        first: dict[_Asked, CitedClaim] = {}
        for one in cited:
            first.setdefault(_asked(one), one)
        verdicts = {asked: kept for asked in first if (kept := self._kept_verdict(asked))}
        batches = _batches([one for asked, one in first.items() if asked not in verdicts], TOGETHER)
        for batch, found in in_order(self._verdicts, batches, self._at_once):
            for asked, verdict in zip(map(_asked, batch), found(), strict=True):
                verdicts[asked] = verdict
                if self._kept:
                    self._kept.keep_verdict(asked, verdict)
            if progress:
                progress(len(verdicts), len(first))
        by_claim: dict[int, list[CitedClaim]] = {}
        for one in cited:
            by_claim.setdefault(one.number, []).append(one)
        return [
            self._concluded(claim, by_claim.get(number, ()), verdicts)
            for number, claim in enumerate(claims)
        ]

    def ground(
        self, claims: Sequence[CheckedClaim], progress: Progress | None = None
    ) -> list[CheckedClaim]:
        """
        The claims; those that need evidence and were held against none are held against all.

        So are those that only need none because others around them cite some, or say the same.

        The passages that speak of a claim best are chosen over all sources at once. What a source
        is found to say is not what the draft cites.
        """
        left = [
            one
            for one in claims
            if (one.claim.needs_evidence and one.state in _NOT_HELD)
            or one.claim.why in (COVERED, SUMMARY)
        ]
        grounded: dict[int, CheckedClaim] = {}
        for batch, found in in_order(self._grounded, _batches(left, TOGETHER), self._at_once):
            grounded |= zip(map(id, batch), found(), strict=True)
            if progress:
                progress(len(grounded), len(left))
        return [grounded.get(id(one), one) for one in claims]

    @property
    def _at_once(self) -> int:
        return AT_ONCE if is_waited_for(self._judge) else 1

    def _grounded(self, claims: Sequence[CheckedClaim]) -> list[CheckedClaim]:
        asked = [self._found(number, one.claim) for number, one in enumerate(claims)]
        verdicts = iter(check_all([one for found in asked for one in found], self._judge))
        judged = [list(islice(verdicts, len(found))) for found in asked]
        return [self._told(*each) for each in zip(claims, asked, judged, strict=True)]

    def _found(self, number: int, claim: Claim) -> list[CitedClaim]:
        """A claim with each source that has one of the passages that speak of it best."""
        new = _paraphrase(claim, MadeBy.MATCH)
        found = [one for one in self._speaking(new.claim) if one.source.id in self._words]
        spoken = dict.fromkeys(one.source.id for one in _best_of(found))
        total = sum(len(snapshot.text) for _, snapshot in self._words.values())
        return [
            CitedClaim(
                new,
                *self._words[id],
                *_passages(new.claim, self._words[id][1], found, id),
                number=number,
                linked_by=LinkedBy.SEARCH,
                elsewhere=total - len(self._words[id][1].text),
                language=self._language,
            )
            for id in spoken or list(self._words)[:MOST_SILENT]
        ]

    @cached_property
    def _words(self) -> dict[int, tuple[Source, Snapshot]]:
        """The sources that have words, with them."""
        found = ((one, self._library.snapshot(one)) for one in self._library.sources)
        return {one.id: (one, words) for one, words in found if words and not words.redacted}

    def _told(
        self, claim: CheckedClaim, cited: Sequence[CitedClaim], verdicts: Sequence[Verdict]
    ) -> CheckedClaim:
        """The claim with those of the sources found that decide what becomes of it."""
        if not cited:
            return claim
        found = dict(zip(map(_asked, cited), verdicts, strict=True))
        held = self._concluded(claim.claim, cited, found)
        states: dict[ClaimState, list[CheckedCitation]] = {}
        for one in held.citations:
            states.setdefault(citation_state(one), []).append(one)
        shown = states[held.state][:1] if held.state in states else []
        if held.together:
            shown = [one for one in held.citations if one.source in held.together]
        elif held.state is ClaimState.CONTRADICTED and ClaimState.SUPPORTED in states:
            names = {one.source.label: one.source.name for one in cited}
            shown = [_divided(states[ClaimState.SUPPORTED][0], shown[0], names)]
        if claim.citations and held.state is not ClaimState.SUPPORTED:
            # What it cites could not be read, and may carry it.
            return claim
        citations = (*claim.citations, *shown)
        state = claim_state(claim.claim, shown, together=held.together)
        return held.model_copy(update={"citations": citations, "state": state})

    def _kept_verdict(self, asked: Sequence[object]) -> Verdict | None:
        return self._kept.verdict(asked) if self._kept else None

    def _concluded(
        self, claim: Claim, cited: Sequence[CitedClaim], verdicts: Mapping[_Asked, Verdict]
    ) -> CheckedClaim:
        read = [replace(one, snapshot=self._library.snapshot(one.source)) for one in cited]
        citations = tuple(map(_checked, read, (verdicts[_asked(one)] for one in cited)))
        together: tuple[str, ...] = ()
        if may_carry_together(citations):
            together, against = self._together(cited[:MOST_TOGETHER], citations)
            citations = tuple(
                one.model_copy(update={"verdict": against.get(one.source, one.verdict)})
                for one in citations
            )
        state = claim_state(claim, citations, together=together)
        pairs = zip(cited, citations, strict=True)
        lost = any(one.lost and held.quote and not held.verdict for one, held in pairs)
        if lost and state in (ClaimState.SUPPORTED, ClaimState.NOT_CHECKED):
            # A quote that nobody found is no part of what is supported, here or elsewhere.
            state = ClaimState.UNDECIDED
        return CheckedClaim(
            claim=claim,
            state=state,
            citations=citations,
            together=together,
        )

    def _together(
        self, cited: Sequence[CitedClaim], citations: Sequence[CheckedCitation]
    ) -> tuple[tuple[str, ...], dict[str, Verdict]]:
        """
        The sources that carry a claim together though none does alone, and what speaks against it.

        Each statement that the claim joins must be carried by one of them. Where it speaks of
        both or all of something, each must say it of another one.
        """
        statements = split_statement(cited[0].new.claim)
        if len(statements) == 1:
            return self._each(cited, citations), {}
        carrying: dict[str, None] = {}
        for statement in statements:
            asked = [replace(one, new=_claiming(one.new, statement)) for one in cited]
            verdicts = self._verdicts_alone(asked)
            against = {
                label: verdict
                for label, verdict in verdicts.items()
                if verdict.support is Support.CONTRADICTED
            }
            held = [
                label for label, verdict in verdicts.items() if verdict.status is Status.VERIFIED
            ]
            if against or not held:
                return (), against if not held else {}
            carrying |= dict.fromkeys(held)
        return tuple(carrying), {}

    def _verdicts_alone(self, cited: Sequence[CitedClaim]) -> dict[str, Verdict]:
        """The verdicts by the labels of the sources, without what would hold in their place."""
        kept = {one.source.label: self._kept_verdict(_asked_alone(one)) for one in cited}
        verdicts = {label: verdict for label, verdict in kept.items() if verdict}
        missing = [one for one in cited if one.source.label not in verdicts]
        found = check_all([self._with_passages(one) for one in missing], self._judge)
        for one, verdict in zip(missing, found, strict=True):
            verdicts[one.source.label] = verdict
            if self._kept:
                self._kept.keep_verdict(_asked_alone(one), verdict)
        return {one.source.label: verdicts[one.source.label] for one in cited}

    def _each(
        self, cited: Sequence[CitedClaim], citations: Sequence[CheckedCitation]
    ) -> tuple[str, ...]:
        """The sources where a claim speaks of both or all of something, and each has one of it."""
        claim = cited[0].new.claim
        counted = _EACH[len(cited)].match(claim) if len(cited) in _EACH else None
        verdicts = [one.verdict for one in citations]
        passages = [one.passage for one in verdicts if one is not None and one.passage is not None]
        if counted is None or len(passages) < len(cited):
            return ()
        said = claim[counted.end() :]
        sentences = [sentences_of(one)[0].strip() for one in passages]
        names = [frozenset(_NAME.findall(one)) for one in sentences]
        others = [names[:at] + names[at + 1 :] for at in range(len(names))]
        is_told = all(
            word_share(said, sentence) == 1 and not objections(said, None, passage)
            for sentence, passage in zip(sentences, passages, strict=True)
        )
        if not is_told or not all(
            own - frozenset().union(*rest) for own, rest in zip(names, others, strict=True)
        ):
            return ()
        text = "; ".join(one.rstrip(".") for one in sentences) + "."
        whole = Question(claim, Passage(start=0, end=len(text), text=text))
        supported = ask([whole], self._judge)[0].support is Support.SUPPORTED
        return tuple(one.source.label for one in cited) if supported else ()

    def _verdicts(self, cited: Sequence[CitedClaim]) -> list[Verdict]:
        ready = [self._with_passages(one) for one in cited]
        verdicts = check_all(ready, self._judge)
        return [
            add_better(one, verdict, self._library, self._judge)
            for one, verdict in zip(ready, verdicts, strict=True)
        ]

    def _with_passages(self, cited: CitedClaim) -> CitedClaim:
        """The claim with the words of its source and, unless it rests on some, those that speak."""
        snapshot, quote = self._library.snapshot(cited.source), cited.new.verbatim_quote
        if quote and quote not in cited.pointers:
            return replace(cited, snapshot=snapshot)
        if snapshot is None or snapshot.redacted or cited.problem:
            return replace(cited, snapshot=snapshot, passages=())
        claim, source = cited.new.claim, cited.source
        found = self._speaking(claim, [source])
        named = _named(cited, snapshot) or (() if found else _untranslated(claim, snapshot))
        pointed = _pointed(cited, snapshot)
        passages, together = _passages(claim, snapshot, found, source.id, named, pointed)
        return replace(cited, snapshot=snapshot, passages=passages, together=together)

    def _speaking(self, claim: str, sources: Sequence[Source] | None = None) -> Sequence[Evidence]:
        """The places of all sources, or of these, that speak of a claim, the best first."""
        return self._library.find_evidence(claim, sources=sources, limit=PLACES)


def _passages(
    claim: str,
    snapshot: Snapshot,
    found: Sequence[Evidence],
    id: int,
    named: Sequence[Passage] = (),
    pointed: Sequence[Passage] = (),
) -> tuple[tuple[Passage, ...], JoinedPassage | None]:
    """
    The passages of one source that speak of a claim best, and its best places in one.

    The places that it points to come first, then those in the sections that the claim or its
    citation names; where none speaks of the claim, `named` are read whole.
    """
    own = [one for one in found if one.source.id == id]
    near = [one.passage for one in own if one.score >= FAIRLY_WELL * found[0].score]
    best = [one.passage for one in _best_of(found) if one.source.id == id]
    there = [one for one in near if any(_is_in(one, section) for section in named)]
    first = [*(there or named), *(one for one in best if one not in there)]
    first = first[: max(PASSAGES, len(named))]
    unread = [one for one in pointed if not any(_is_in(one, other) for other in first)]
    return (*unread, *first), read_together(snapshot, near, claim)


def _pointed(cited: CitedClaim, snapshot: Snapshot) -> list[Passage]:
    """Where the words stand that a claim points to, or else the one place of a part of them."""
    found: list[Passage] = []
    for words in cited.pointers[:PLACES]:
        whole = locate(snapshot, words, cited.new.locator)
        parts = (locate(snapshot, one) for one in split_at_omissions(words))
        found += whole.passages or next((one.passages for one in parts if one.places == 1), ())
    return found[:PLACES]


def _named(cited: CitedClaim, snapshot: Snapshot) -> tuple[Passage, ...]:
    """The sections that a citation names, or else its claim, where they are short."""
    locator = cited.new.locator
    if not locator.given():
        marker = cited.marker.text if cited.marker else ""
        references = [found for *_, found in find_references(f"{marker} {cited.new.claim}")]
        if len(references) != 1:
            return ()
        locator = Locator(section=format_reference(references[0]))
    sections = named_sections(locator, snapshot)
    return sections if sum(len(one.text) for one in sections) <= SHORT_SECTION else ()


def _untranslated(claim: str, snapshot: Snapshot) -> tuple[Passage, ...]:
    """All of a short source in another language than the claim, which shares no words with it."""
    language = language_of(text_of(snapshot).forms)
    if (
        language is None
        or may_be_in(language, forms_of(claim))
        or len(snapshot.text) > SHORT_SOURCE
    ):
        return ()
    return (passage_at(snapshot, Span(0, len(snapshot.text))),)


def _is_in(one: Passage, other: Passage) -> bool:
    return other.start <= one.start and one.end <= other.end


def _best_of(found: Sequence[Evidence]) -> list[Evidence]:
    """Those that surely speak of a claim, or nearly as well as the best one."""
    best = max((one.score for one in found), default=0)
    least = min(SPEAKS_OF_IT, NEARLY_AS_WELL * best)
    return [one for one in found[:PASSAGES] if one.score >= least]


def _claiming(new: NewCitation, claim: str) -> NewCitation:
    return new.model_copy(update={"claim": claim})


def _asked(cited: CitedClaim) -> _Asked:
    return cited.new, cited.source.id, cited.problem, cited.language, cited.pointers


def _asked_alone(cited: CitedClaim) -> tuple[object, ...]:
    return "alone", *_asked(cited)


def _said(claim: Claim) -> str:
    """What a claim states, without the place in a source in brackets at its end, or a marker."""
    text = _PLACE.sub("", claim.statement)
    for marker in claim.markers:
        # A number that is a word of its sentence says nothing of the matter; a note's name does.
        shown = note[1] if (note := _NOTE.fullmatch(marker.text)) else ""
        text = _SAID_BY.sub("", text) if CITE.match(marker.text) else text
        text = text.replace(marker.text.strip("`"), shown).replace("  ", " ").strip()
    text = _without_source(text, claim)
    return text if text.strip(" .") else claim.statement


def _without_source(text: str, claim: Claim) -> str:
    """The words without the name of the source's file and what brackets tell of the source."""
    files = {PurePath(name).stem for marker in claim.markers for name in marker.names}
    for label in _LABEL.finditer(text):
        if label[2] in files and not begins_with_verb(text[label.end() :]):
            text = text.replace(label[0], label[1])
    beside = _BESIDE_SUBJECT.match(text)
    if not beside or not claim.span or claim.markers[0].span.start > claim.span.start:
        return text
    rest = text[beside.end() :]
    return rest if re.search(r"\d", beside[0]) or begins_with_verb(rest) else text


def _divided(
    carrying: CheckedCitation, against: CheckedCitation, names: Mapping[str, str]
) -> CheckedCitation:
    """What is left of a claim that one source carries and another one contradicts: a doubt."""
    first, second = (one_line(names[one.source]) for one in (carrying, against))
    update = {
        "status": Status.UNVERIFIED,
        "support": Support.UNDECIDED,
        "reason": f"{first} carries the claim, and {second} says the contrary.",
    }
    assert carrying.verdict is not None
    return carrying.model_copy(update={"verdict": carrying.verdict.model_copy(update=update)})


def _checked(cited: CitedClaim, verdict: Verdict) -> CheckedCitation:
    source = cited.source
    problem = cited.problem or _left_unread(cited, verdict)
    unread = bool(problem) or source.state in (ReadState.DEGRADED, ReadState.REDACTED)
    assert cited.linked_by is not None
    return CheckedCitation(
        source=source.label,
        marker=cited.marker,
        quote=cited.quote,
        linked_by=cited.linked_by,
        verdict=None if unread else verdict,
        unchecked=(problem or source.state_reason or verdict.notes) if unread else "",
    )


def _left_unread(cited: CitedClaim, verdict: Verdict) -> str:
    """Why nothing is decided where only a part of a source is there, and the rest may say it."""
    if cited.lost and cited.quote and verdict.match is Match.ABSENT:
        return notes.from_another(cited.source, cited.lost)
    extent = str(cited.extent)
    if extent not in notes.EXTENTS:
        return ""
    if cited.new.verbatim_quote:
        lacking = "the quote is not in it" if verdict.match is Match.ABSENT else ""
    elif verdict.passage is None:
        lacking = "no word of the claim stands in it"
    else:
        lacking = "that does not carry the claim" if verdict.support is Support.UNSUPPORTED else ""
    return notes.only_part(cited.source, extent, lacking) if lacking else ""


def _batches(things: Sequence[T], size: int) -> Iterator[list[T]]:
    left = iter(things)
    while batch := list(islice(left, size)):
        yield batch
