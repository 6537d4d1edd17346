"""Says a verdict in plain sentences, for people and for agents."""

from citation_engine.display import one_line
from citation_engine.model.citation import ExtractionMethod, NewCitation
from citation_engine.model.passage import Passage
from citation_engine.model.source import ReadState, Source
from citation_engine.model.verdict import Judgement, Match, Place, Status, Support
from citation_engine.quotes.locate import FURNITURE
from citation_engine.quotes.repairs import REFERENCE_MARKS
from citation_engine.verify.words import NOTHING_QUOTED, SELF_SUPPLIED, Words

SHOWN = 160
# Places of one quote that a note names.
MOST_LISTED = 3
LONGEST_REASON = 500

_SUPPORT = {
    Support.SUPPORTED: "The words carry the claim.",
    Support.PARTIAL: "The words carry only part of the claim.",
    Support.CONTRADICTED: "The words contradict the claim.",
    Support.UNSUPPORTED: "The words do not carry the claim.",
    Support.UNDECIDED: "The judge could not decide whether the words carry the claim.",
    Support.NOT_JUDGED: "Whether the words carry the claim was not judged: no judge is configured.",
    Support.UNREACHABLE: "The judge could not be reached; the check is to be made later.",
}

_NEGATIVE = {
    Support.SUPPORTED: "The source is not silent about the claim.",
    Support.PARTIAL: "The source supports part of the claim, so it is not silent about it.",
    Support.CONTRADICTED: "The source says the contrary.",
    Support.UNSUPPORTED: "No support for the claim was found in what was searched.",
    Support.UNDECIDED: "It could not be decided whether the source is silent about the claim.",
    Support.NOT_JUDGED: "Whether the source is silent was not judged: no judge is configured.",
    Support.UNREACHABLE: "The judge could not be reached; the check is to be made later.",
}


INVENTED_CONTEXT = "The context that was given beside the quote is not in the source."


def nothing_to_check(source: Source, *, redacted: bool = False) -> str:
    """Why a source has no words to check against."""
    name = one_line(source.name)
    if redacted or source.state is ReadState.REDACTED:
        return f"Not checked: the words of {name} were redacted."
    if source.state is ReadState.PREVIEW:
        return f"Not checked: only a preview of {name} is known, which is not evidence."
    reason = one_line(source.state_reason, LONGEST_REASON) or "Its words are not stored."
    return f"Not checked: {name} could not be read. {reason}"


def explain(
    new: NewCitation,
    source: Source,
    words: Words,
    judgement: Judgement,
    passage: Passage | None = None,
) -> str:
    """What was found, sentence by sentence; `passage` was judged and may be another place."""
    negative = new.extraction_method is ExtractionMethod.NEGATIVE
    looked_up = _words(words, one_line(source.name))
    if negative and words.match is None:
        looked_up = "There was no quotation to look up."
    parts = [looked_up, *_about_place(words)]
    if words.present and passage and passage not in words.passages:
        parts.append(f"Another passage{_at(passage)} was judged.")
    if words.present or words.match is None:
        table = _NEGATIVE if negative else _SUPPORT
        parts += [table[judgement.support], judgement.reason]
    if source.state is ReadState.PREVIEW:
        parts.append("Only a preview of it is known, which is not evidence.")
    if source.type in SELF_SUPPLIED:
        parts.append("The content was supplied by the one who cites it.")
    return " ".join(part for part in parts if part)


def _words(words: Words, name: str) -> str:
    what = "quote" if words.quoted else "context"
    if words.match is None:
        return "There was no quotation to look up; the stored content counts as a whole."
    if words.match.located:
        return f"The {what} stands in {name}{_how(words)}{_where(words)}."
    if words.match is Match.NEAR and not words.quoted:
        return f"The context stands in {name} in slightly other words{_where(words)}."
    sentence = f"The {what} is not in {name}."
    if words.nearest is not None:
        sentence += f' Nearest words (likeness {words.similarity:.2f}): "{_shown(words)}"'
    return sentence


def _how(words: Words) -> str:
    kinds = [kind for kind in words.differences if kind != FURNITURE]
    marks = [kind for kind in kinds if kind.startswith(REFERENCE_MARKS)]
    typography = [kind for kind in kinds if kind not in marks]
    forgiven = [f"typography ({', '.join(typography)})"] if typography else []
    forgiven += [f"{', '.join(marks)}, which it leaves out"] if marks else []
    said = f" but for {' and '.join(forgiven)}" if forgiven else ""
    if words.match is Match.ELIDED:
        said = f" with the omissions it marks{',' if said else ''}{said}"
    if FURNITURE in words.differences:
        said += f", over a page break, with {FURNITURE} left out"
    return said


def _where(words: Words) -> str:
    listed = [one_line(passage.where, SHOWN) for passage in words.passages]
    if words.place is Place.SEVERAL:
        more = "; …" if words.places > MOST_LISTED else ""
        return f", at {words.places} places ({'; '.join(listed[:MOST_LISTED])}{more})"
    if not listed:
        return ""
    place = f", {listed[0]}"
    if words.place is Place.ELSEWHERE:
        missed = ", ".join(words.missed)
        place += ", not at the place given" + (f" ({missed})" if missed else "")
    return place


def _about_place(words: Words) -> list[str]:
    """What else is to be said about the place that was given."""
    if words.match is None or not words.passages:
        return []
    said = [
        f'The place "{name}" that was given is not known in the source and was not compared.'
        for name in words.unknown
    ]
    if words.exceeded and words.place is Place.AS_CITED:
        said.append(f"The words go beyond the place given ({', '.join(words.exceeded)}).")
    return said


def _at(passage: Passage) -> str:
    return f" ({one_line(passage.where, SHOWN)})" if passage.where else ""


def _shown(words: Words) -> str:
    return one_line(words.nearest.text, SHOWN) if words.nearest else ""


def how_to_fix(words: Words, status: Status, support: Support) -> str:
    """What to do about it; empty where nothing is to be done."""
    parts = [_fix_of(words, status, support)]
    if words.present and words.place is Place.ELSEWHERE and words.passages:
        parts.append(f"Correct the locator to {one_line(words.passages[0].where, SHOWN)}.")
    return " ".join(part for part in parts if part)


def _fix_of(words: Words, status: Status, support: Support) -> str:
    if status is Status.VERIFIED:
        return ""
    if words.match is not None and not words.present:
        what = "quote" if words.quoted else "context"
        meant = "the words of the source"
        if words.nearest is not None and words.match is Match.NEAR:
            meant = f'"{_shown(words)}"{_at(words.nearest)}'
        return f"Correct the {what} to {meant}, change the claim, or drop it."
    if status is Status.FAILED:
        return "Change the claim to what the source says, cite other words, or drop the citation."
    if support is Support.NOT_JUDGED:
        return "Nobody judged it yet: read the passage yourself."
    if support is Support.UNDECIDED:
        return "Read the passage yourself, ask another judge, or cite words that say the claim."
    if support is Support.UNREACHABLE:
        return "Verify the citation again when the judge answers."
    return "Cite words that carry the whole claim, or narrow the claim."


def silent(source: Source, share: float) -> Judgement:
    """What is said where a source speaks of something else: it has few words of the claim."""
    name = one_line(source.name)
    reason = f"{name} has none of the claim's words: it speaks of something else."
    if share:
        reason = f"{name} has only {share:.0%} of the claim's words: it speaks of something else."
    return Judgement(support=Support.UNSUPPORTED, reason=reason)


def ran_together(source: Source) -> str:
    """What is said where nobody can tell what a source lacks, because it lost its spaces."""
    return f"The words of {one_line(source.name)} ran together when its text was made."


def partly_read(source: Source, reason: str) -> str:
    """What is said where a judge misses a claim in passages, and has not read the rest."""
    return f"Only passages of {one_line(source.name)} were read. {reason}"


def unfound(source: Source) -> Judgement:
    """What is said where no passage of a source has words of the claim."""
    reason = f"No passage of {one_line(source.name)} has the words of the claim."
    return Judgement(support=Support.UNDECIDED, reason=reason)


# What is there of a source of which not everything is there.
EXTENTS = {
    "snippet": "a snippet of a search result",
    "abstract": "an abstract",
    "wall": "a page that asks to log in or to accept cookies",
    "note": "a text of less than a page",
}


def only_part(source: Source, extent: str, lacking: str) -> str:
    """Why a claim is not checked against a source of which only a part is there."""
    return f"Only {EXTENTS[extent]} is there of {one_line(source.name)}, and {lacking}."


def from_another(source: Source, marker: str) -> str:
    """Why a quote is not held against one source where that of another marker is not there."""
    name, other = one_line(source.name), one_line(marker, SHOWN)
    return f"The quote is not in {name}. It may be from {other}, which has no source here."


def explain_named(source: Source, passage: Passage | None, judgement: Judgement) -> str:
    """What was found for a claim that names a source without quoting it."""
    name = one_line(source.name)
    parts = []
    if passage is not None:
        parts.append(f"Nothing is quoted; a passage of {name}{_at(passage)} was judged.")
    parts += [_SUPPORT[judgement.support], judgement.reason]
    if source.state is ReadState.PREVIEW:
        parts.append("Only a preview of it is known, which is not evidence.")
    return " ".join(part for part in parts if part)


def how_to_fix_named(status: Status, support: Support) -> str:
    """What to do about a claim that names a source without quoting it."""
    if status is Status.VERIFIED:
        return ""
    if support is Support.UNDECIDED:
        return "Quote the words that carry the claim, or read the source yourself."
    return _fix_of(NOTHING_QUOTED, status, support)
