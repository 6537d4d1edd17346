"""
Tells a claim that only says who says something from one that says something itself.

'The act says: "Records are kept for ten years."' asserts what it quotes and nothing else, so its
judge is asked about the quoted words. As soon as one word more is asserted, the whole claim is.
"""

import re

from citation_engine.language.fold import fold

_WORD = re.compile(r"[^\W_]+")
_MARKS = "\"'„“”‚‘’»«›‹"
# One of these must be there: the claim says that something is said.
_SAYING = frozenset(
    """
    says say said states stated writes write wrote notes noted reads puts adds added reports
    reported according quote quotes quoted words literally verbatim
    sagt sagen sagte schreibt schreiben schrieb lautet lauten heißt heisst steht zitat wörtlich
    woertlich worten gemäß gemaess zufolge laut
    """.split()
)
# Words that name a source, or only hold the others together.
_AROUND = frozenset(
    """
    a an the this that its his her their it he she they in on of by to as at for from and also
    act acts law laws statute regulation directive code paper papers study report article book
    document source sources text page letter author authors writer editors guideline standard
    section paragraph chapter clause follows here there where word
    der die das des dem den ein eine einer eines dieser diese dieses sein seine ihr ihre es er sie
    im auf am aus von zu nach wie auch so dort hier und dazu darin folgt folgendes
    gesetz verordnung richtlinie vorschrift bericht studie artikel buch aufsatz quelle dokument
    autor autoren autorin verfasser absatz abschnitt kapitel paragraf satz seite
    """.split()
)


def asserted(claim: str, quote: str | None, source_name: str) -> str:
    """
    Return what a claim asserts: the quoted words, where it only attributes them, else itself.

    A source may be called by its name where that is a single word, such as `GoBD` or
    `gobd.pdf`. A longer name can be a statement, and then it is asserted.
    """
    if not quote:
        return claim
    plain, words = fold(claim).text, fold(quote).text
    at = plain.find(words)
    if at < 0 or plain.find(words, at + 1) >= 0:
        return claim
    before, after = plain[:at].rstrip(), plain[at + len(words) :].lstrip(" .,;!?…")
    if before[-1:] not in _MARKS or after[:1] not in _MARKS:
        return claim
    rest = _words(before) | _words(after)
    name = _words(source_name) if len(source_name.split()) == 1 else frozenset()
    return quote if rest & _SAYING and rest <= _SAYING | _AROUND | name else claim


def _words(text: str) -> frozenset[str]:
    return frozenset(word.casefold() for word in _WORD.findall(text))
