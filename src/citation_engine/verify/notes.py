"""Says a verdict in plain sentences, for people and for agents."""

from citation_engine.model.citation import ExtractionMethod, NewCitation
from citation_engine.model.source import ReadState, Source
from citation_engine.model.verdict import Judgement, Match, Place, Status, Support
from citation_engine.text.shown import one_line
from citation_engine.verify.words import SELF_SUPPLIED, Words

SHOWN = 160
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
    Support.SUPPORTED: "The source does support the claim, so it is not silent about it.",
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


def explain(new: NewCitation, source: Source, words: Words, judgement: Judgement) -> str:
    """What was found, sentence by sentence."""
    parts = [_words(words, one_line(source.name))]
    if words.present or words.match is None:
        table = _NEGATIVE if new.extraction_method is ExtractionMethod.NEGATIVE else _SUPPORT
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
    if words.match is Match.NORMALISED:
        return f" but for typography ({', '.join(words.differences)})"
    return " with the omissions it marks" if words.match is Match.ELIDED else ""


def _where(words: Words) -> str:
    if words.place is Place.SEVERAL:
        return f", at {words.places} places"
    if not words.passages:
        return ""
    first = words.passages[0]
    page = f", page {first.page_label or first.page}" if first.page is not None else ""
    place = page or f", line {first.line}"
    return place + (", not at the place given" if words.place is Place.ELSEWHERE else "")


def _shown(words: Words) -> str:
    return one_line(words.nearest.text, SHOWN) if words.nearest else ""


def how_to_fix(words: Words, status: Status, support: Support) -> str:
    """What to do about it; empty where nothing is to be done."""
    if status is Status.VERIFIED:
        return ""
    if words.match is not None and not words.present:
        what = "quote" if words.quoted else "context"
        return f"Correct the {what} to the words of the source, change the claim, or drop it."
    if status is Status.FAILED:
        return "Change the claim to what the source says, cite other words, or drop the citation."
    if support is Support.NOT_JUDGED:
        return "Nobody judged it yet: read the passage yourself."
    if support is Support.UNREACHABLE:
        return "Verify the citation again when the judge answers."
    return "Cite words that carry the whole claim, or narrow the claim."
