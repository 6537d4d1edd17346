"""
Tells a claim that only says who says something from one that says something itself.

'The act says: "Records are kept for ten years."' asserts what it quotes and nothing else, so its
judge is asked about the quoted words. As soon as one word more is asserted, the whole claim is.
"""

from citation_engine.language.fold import fold
from citation_engine.language.tokens import RUN
from citation_engine.language.vocabulary import words

_MARKS = "\"'„“”‚‘’»«›‹"
# One of these must be there: the claim says that something is said.
_SAYING = words("phrases", "SAYING")
# Words that name a source, or only hold the others together.
_AROUND = words("phrases", "SOURCE_WORDS")


def asserted(claim: str, quote: str | None, source_name: str) -> str:
    """
    Return what a claim asserts: the quoted words, where it only attributes them, else itself.

    A source may be called by its name where that is a single word, such as `GoBD` or
    `gobd.pdf`. A longer name can be a statement, and then it is asserted.
    """
    if not quote:
        return claim
    plain, quoted = fold(claim).text, fold(quote).text
    at = plain.find(quoted)
    if at < 0 or plain.find(quoted, at + 1) >= 0:
        return claim
    before, after = plain[:at].rstrip(), plain[at + len(quoted) :].lstrip(" .,;!?…")
    if before[-1:] not in _MARKS or after[:1] not in _MARKS:
        return claim
    rest = _words(before) | _words(after)
    name = _words(source_name) if len(source_name.split()) == 1 else frozenset()
    return quote if rest & _SAYING and rest <= _SAYING | _AROUND | name else claim


def _words(text: str) -> frozenset[str]:
    return frozenset(word.casefold() for word in RUN.findall(text))
