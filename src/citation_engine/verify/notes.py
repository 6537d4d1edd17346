"""Says a verdict in plain sentences, for people and for agents."""

from citation_engine.model.citation import ExtractionMethod, NewCitation
from citation_engine.model.source import ReadState, Source
from citation_engine.model.verdict import Match, Place, Status, Support
from citation_engine.verify.words import SELF_SUPPLIED, Words

SHOWN = 160

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


def nothing_to_check(source: Source) -> str:
    """Why a source has no words to check against."""
    if source.state is ReadState.REDACTED:
        return f"Not checked: the words of {source.name} were redacted."
    if source.state is ReadState.PREVIEW:
        return f"Not checked: only a preview of {source.name} is known, which is not evidence."
    reason = source.state_reason or "its words are not stored."
    return f"Not checked: {source.name} could not be read. {reason}"


def explain(
    new: NewCitation,
    source: Source,
    words: Words,
    support: Support,
    reason: str,
) -> str:
    """What was found, sentence by sentence."""
    parts = [_words(words, source)]
    if words.present or words.match is None:
        table = _NEGATIVE if new.extraction_method is ExtractionMethod.NEGATIVE else _SUPPORT
        parts.append(table[support])
        parts.append(reason)
    if source.type in SELF_SUPPLIED:
        parts.append("The content was supplied by the one who cites it.")
    return " ".join(part for part in parts if part)


def _words(words: Words, source: Source) -> str:
    what = "quote" if words.quoted else "context"
    if words.match is None:
        return "Checked against the stored content."
    if words.match.located:
        return f"The {what} stands in {source.name}{_how(words)}{_where(words)}."
    if words.match is Match.NEAR and not words.quoted:
        return f"The context stands in {source.name} in slightly other words{_where(words)}."
    sentence = f"The {what} is not in {source.name}."
    if words.nearest is not None:
        sentence += f' Nearest words (likeness {words.similarity:.2f}): "{_shown(words)}"'
    return sentence


def _how(words: Words) -> str:
    if words.match is Match.NORMALISED:
        return f" but for typography ({', '.join(words.differences)})"
    return " with the omissions it marks" if words.match is Match.ELIDED else ""


def _where(words: Words) -> str:
    if len(words.passages) > 1:
        return f", at {len(words.passages)} places"
    line = f", line {words.passages[0].line}" if words.passages else ""
    return line + (", not at the place given" if words.place is Place.ELSEWHERE else "")


def _shown(words: Words) -> str:
    text = " ".join(words.nearest.text.split()) if words.nearest else ""
    return text if len(text) <= SHOWN else text[: SHOWN - 1] + "…"


def how_to_fix(words: Words, status: Status, support: Support) -> str:
    """What to do about it; empty where nothing is to be done."""
    if status is Status.VERIFIED:
        return ""
    if words.match is not None and not words.present:
        return "Correct the quote to the words of the source, change the claim, or drop it."
    if status is Status.FAILED:
        return "Change the claim to what the source says, cite other words, or drop the citation."
    if support is Support.NOT_JUDGED:
        return "Set a judge to have the claim judged; until then read the passage yourself."
    if support is Support.UNREACHABLE:
        return "Verify the citation again when the judge answers."
    return "Cite words that carry the whole claim, or narrow the claim."
