"""
Cuts a sentence into the clauses that its markers cover.

"A costs 1 [1], B costs 2 [2], and C costs 3 [3]" is three clauses. A marker covers the words up to
it where they make a clause and a comma, a semicolon or a conjunction follows; behind a name it
covers what is said of the name. What a clause leaves out because the one before has it, it keeps
in `heads`: "A costs 1 [1] and weighs 2 [2]" has the clause "weighs 2" with the heads "A". So the
words of a clause stand in the draft as they are, and what is judged is a sentence. Where no cut
is safe the sentence stays whole and has all its markers: their sources carry it together.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice, takewhile

from citation_engine.language.vocabulary import any_word, pattern, words
from citation_engine.link.drafts.evidence import begins_with_verb, find_verb, has_number, has_verb
from citation_engine.link.drafts.unmarked import DENIES, NAMES, TAKES_BACK, Unmarked
from citation_engine.model.passage import Span

_CONJUNCTIONS = any_word("function_words", "CONJUNCTIONS")
_JOINT = re.compile(
    rf"\s*+(?:(?P<sign>[;,–—])\s*+)?(?:(?P<conjunction>{_CONJUNCTIONS})\b,?\s*+)?", re.IGNORECASE
)
_JOINING = words("function_words", "ITEM_JOINING")
_PARTING = ";·→"
_STRONG_JOINT = re.compile(rf"[{_PARTING}]\s+|,\s+(?:{_CONJUNCTIONS})\b,?\s+", re.IGNORECASE)
_YEAR = re.compile(r"\b(?:1[5-9]|20)\d\d\b")
_BRACKETED = re.compile(r"\([^()]*+\)")
# A remark in brackets behind a marker: "[5] (of 2019)".
_ASIDE = re.compile(r"\s?\([^()]{1,60}\)")
_ASIDE_BEHIND = re.compile(rf"{_ASIDE.pattern}\Z")
# What a marker does not end: a condition of what it covers, or "cf. Moe" behind it.
_KEEPING = re.compile(
    rf"(?:{pattern('phrases', 'LIMITING')}|{pattern('references', 'CITING_LEADS')})\b",
    re.IGNORECASE,
)
_LIMITING = re.compile(rf"\b(?:{pattern('phrases', 'LIMITING')})\b", re.IGNORECASE)
_KEPT_MARKER = re.compile(r"\[?\[[^\[\]]*+\]\]?|\\\w+(?:\[[^\[\]]*+\])*+\{[^{}]*+\}")
_ITEM_BREAK = re.compile(r"[,:](?=\s)")
_WORD = re.compile(r"\w[\w’'-]*")
_SPACE = re.compile(r"\s+(?![,;])")
_NUMBER = re.compile(r"(?<!\S)[$€£~≈<>]?\d")
_PRONOUNS = words("function_words", "PRONOUNS")
_RELATIVES = words("function_words", "RELATIVES")
_HELPING = words("verbs", "BEING", "english") | words("modality", "MODAL_VERBS", "english")
_BASES = words("verbs", "BASES")
# What parts a noun from a verb that is not its own.
_BINDS = _RELATIVES | words("phrases", "THAT") | words("function_words", "OPENS_PHRASE")
_DEPENDENT = re.compile(
    rf"(?:{pattern('function_words', 'DEPENDENT')})\b|[^\W\d_]+ing\b", re.IGNORECASE
)
_ADVERB = re.compile(
    rf"(?:{any_word('function_words', 'CLAUSE_ADVERBS')}|in \d{{4}}|\w+ly)\b,?\s+", re.IGNORECASE
)
_CONNECTIVE = re.compile(rf"(?:{pattern('function_words', 'CONNECTIVES')}),\s+", re.IGNORECASE)
_OPENS_PHRASE = words("function_words", "OPENS_PHRASE") - words("function_words", "PART_OF")
# A marker behind these is a word of its clause, which goes on: "is known from [1] or [2] alone".
_ASKING = re.compile(
    rf"\b(?:{pattern('references', 'MARKER_ASKS')}|{any_word('function_words', 'OPENS_PHRASE')})\Z",
    re.IGNORECASE,
)
_NAMING = re.compile(rf"(?:{pattern('phrases', 'NAMING')})\s+", re.IGNORECASE)
_THAT = pattern("phrases", "THAT")
_SAYING = f"{pattern('phrases', 'REPORTING')}|{pattern('phrases', 'REPORTED')}"
# What stands between the one who says something and what is said.
_SAYS = re.compile(
    rf"\s+(?:(?:{pattern('phrases', 'REPORTING_HELPS')})\s+|\w+ly\s+)*"
    rf"(?:{_SAYING})(?:\s\w+){{0,2}},?\s+(?:{_THAT})\s+"
    rf"|,\s+(?:{_THAT})\s+(?!(?:{any_word('verbs', 'BEING')})\b)",
    re.IGNORECASE,
)
# The same behind a name: "It is known from Moe [1], who shows that …".
_WHO = re.compile(rf",\s+(?:{any_word('function_words', 'WHO')})(?:{_SAYS.pattern})", re.IGNORECASE)
_NAME = re.compile(rf"\b(?:[A-ZÄÖÜ][\w’'-]*|{pattern('references', 'OTHER_AUTHORS')})\s*\Z")
_REPORTS = re.compile(rf"\b(?:{pattern('phrases', 'REPORTING')})\b", re.IGNORECASE)
_AS_SAID = re.compile(rf"(?:{pattern('phrases', 'AS_SAID')})\b[^,]*+,\s+", re.IGNORECASE)
_HELPS = rf"(?:\s+(?:{pattern('phrases', 'REPORTING_HELPS')}|\w+ly))*"
_MEANS = pattern("references", "MARKER_ASKS")
# Before a marker: "As discussed in [5]", "As Moe noted", "As noted by Moe", "Wie von Moe gezeigt".
_AS_SAID_BY = re.compile(
    rf"(?:{pattern('phrases', 'AS_SAID')})\b(?:[^,\[\]]*+\[[^\[\]]++\]"
    rf"|{NAMES}{_HELPS}\s+(?:{_SAYING})(?:\s+(?:{_MEANS})\s[^,;]*)?"
    rf"|\s(?:{_MEANS})\s[^,;]*\s(?:{_SAYING}))",
    re.IGNORECASE,
)
# Where something was seen may be a place, which what is said keeps: "As observed in Spain".
_SAID_IN = re.compile(rf"\b(?:{_SAYING})\s+in\b(?!\s+[\[\\\\])", re.IGNORECASE)
_ACCORDING = re.compile(
    rf"(?:{pattern('phrases', 'ACCORDING')})\b(?:{NAMES}|\s+(?:{_KEPT_MARKER.pattern}))*",
    re.IGNORECASE,
)
_SAYS_PLAINLY = re.compile(
    rf"{_HELPS}\s+(?:{pattern('phrases', 'REPORTING_PLAINLY')})\s+", re.IGNORECASE
)
# What leads to a statement: "The brief notes that …", "It is new: …", "seed such as …".
_LEAD = re.compile(
    rf"(?P<said>\b(?:{pattern('phrases', 'REPORTING')})(?:(?:\s[^\s,;:]+){{0,6}},|)"
    rf"\s+(?:{_THAT})\s+)"
    rf"|(?<=\S):\s+|(?P<example>\b(?:{pattern('phrases', 'EXAMPLES')})\s+(?=[^,]*+\Z))",
    re.IGNORECASE,
)
# "For a review of oats, see Moe et al. [5]": what is to be read about there.
_POINTING = re.compile(
    rf"(?:{pattern('phrases', 'POINTING_FOR')})\s+(?P<what>[^.;]+?)"
    rf"(?P<to>,?\s+(?:{pattern('phrases', 'POINTING_TO')})(?:[\s,&]*(?:(?-i:[A-ZÄÖÜ])[\w’-]*"
    rf"|{pattern('references', 'OTHER_AUTHORS')}|{any_word('function_words', 'JOINING')}"
    rf"|{_KEPT_MARKER.pattern})){{0,12}})?[\s.,]*\Z",
    re.IGNORECASE,
)
_HEADED = re.compile(r"[)\s]*(?:\([^()]{1,60}\)|(?:\s\w+){0,4}):\s+")
_QUOTE = re.compile(r"[\"“„«»‘]")
_AUTHORS = re.compile(rf"(?:{pattern('references', 'OTHER_AUTHORS')})|&", re.IGNORECASE)
# What is granted before a statement, or stands apart from it: "Although it rained, …".
_GRANTED = re.compile(
    rf"(?:{pattern('phrases', 'CONCEDING')})\b[^,;]*+(?P<end>,\s+)"
    rf"|[^;]*+(?P<apart>;\s+){_CONNECTIVE.pattern}",
    re.IGNORECASE,
)
# The same behind what is said: "rye costs 5, as observed in [5]", "as [5] has shown".
_AS_SAID_BEHIND = re.compile(
    rf",?\s+(?:{pattern('phrases', 'AS_SAID')})\b(?:"
    rf"(?:\s+(?:(?-i:[A-ZÄÖÜ])\w+|&|{pattern('references', 'OTHER_AUTHORS')})){{0,4}}"
    rf"(?:\s+(?:{_KEPT_MARKER.pattern}))?{_HELPS}\s+(?:{_SAYING})"
    rf"|(?:\s+\w+)?\s+(?:{pattern('references', 'MARKER_ASKS')})"
    rf"(?:\s+(?:{_KEPT_MARKER.pattern})|{NAMES})"
    r")[\s.]*\Z",
    re.IGNORECASE,
)
# And where it is from, as captions say: "The mills of Ulm, source: Mill Report [5]".
_FROM_BEHIND = re.compile(
    rf"[,;(]?\s*\b(?:{pattern('references', 'MARKER_LABELS')})\s?:\s[^;:]*\Z", re.IGNORECASE
)
_AND = re.compile(rf",?\s+(?:{any_word('function_words', 'JOINING')})\s+", re.IGNORECASE)
_AND_OR_COMMA = re.compile(rf"{_AND.pattern}|,\s+", re.IGNORECASE)
_COLLECTIVE = re.compile(rf"\b(?:{pattern('phrases', 'COLLECTIVE')})", re.IGNORECASE)
_LONGEST_AS_SAID, _LONGEST_NAME = 8, 60
_MOST_SUBJECT_WORDS = 14
_ADVERBS = words("function_words", "ADVERBS")
_OPENS_NOUN = words("function_words", "OPENS_NOUN")
_RELATIVE = re.compile(rf",\s+(?:{any_word('function_words', 'RELATIVES')})\s", re.IGNORECASE)
# What a sentence begins with that makes no fact of its clauses: "If …", "It is false that …".
_BOUND = re.compile(rf"(?:{pattern('phrases', 'BOUND')})\b", re.IGNORECASE)
_NOT = words("negation", "NOT")
_BINDING = words("modality", "BINDING")
_FEW_WORDS = 3
_NOT_BEFORE = re.compile(rf"\s*(?:{any_word('negation', 'NOT')})\s+", re.IGNORECASE)
_MOST_ITEM_WORDS = 8
# A sentence with more places than this is no sentence.
_MOST_PLACES = 100
_FEWEST_WORDS = 3


@dataclass(frozen=True, slots=True)
class Clause:
    """
    Words with markers of their own, from `start` to `end`.

    The markers from `begin` on are theirs. `heads` is what they leave out; where `named` they name
    something, and state nothing that a source could carry.
    `lead` is how long the words are that lead to what is covered: "It is new: ".
    """

    begin: int
    start: int
    end: int
    heads: str = ""
    named: bool = False
    lead: int = 0


def cut_clauses(unmarked: Unmarked, sentence: Span) -> list[Clause]:
    """Return the clauses of a sentence with markers of their own, or the sentence."""
    anchors = unmarked.anchors
    first = bisect_right(anchors, sentence.start, key=lambda one: one.at)
    last = bisect_right(anchors, sentence.end, key=lambda one: one.at)
    places = list(dict.fromkeys(one.at for one in anchors[first:last]))
    whole = Clause(sentence.start, sentence.start, sentence.end)
    if not places or len(places) > _MOST_PLACES:
        return [whole]
    bound = _BOUND.match(unmarked.text, sentence.start, sentence.end)
    spoken = {one.at: one.begin for one in anchors[first:last] if one.begin is not None}
    clauses = [whole] if bound else _Cutting(unmarked.text, sentence, places, spoken).clauses()
    return _with_denial([_attributed(unmarked.text, clause, places) for clause in clauses])


def _with_denial(clauses: list[Clause]) -> list[Clause]:
    """The clauses, each behind what denies the first: "Some deny it: rye is dear, oats are"."""
    lead = clauses[0].heads
    if not (lead.endswith(":") and DENIES.search(lead)):
        return clauses
    return [one if one.heads or one.named else replace(one, heads=lead) for one in clauses]


class _Cutting:
    """One sentence on the way to its clauses."""

    def __init__(
        self, text: str, sentence: Span, places: Sequence[int], spoken: Mapping[int, int]
    ) -> None:
        self._text, self._end = text, sentence.end
        self._places, self._spoken = places, spoken
        self._begin = self._start = sentence.start
        self._heads = ""
        self._subject = ""
        # Whether the words that come next are one of several, and need no verb.
        self._is_item = False
        self._found: list[Clause] = []

    def clauses(self) -> list[Clause]:
        """The clauses in order; they hold every word of the sentence but those that join them."""
        for number, place in enumerate(self._places):
            if self._cut_bracket(place):
                continue
            if place in self._spoken:
                self._cut_before(place)
            if not self._goes_on(place):
                break
            after = (self._behind_bracket(one) for one in self._places[number + 1 :])
            closing = next((one for one in after if self._closes(one)), None)
            self._cut_at(self._behind_bracket(place), closing)
        if self._goes_on(self._start) or not self._found:
            self._close(self._end)
        return self._found

    def _cut_bracket(self, place: int) -> bool:
        """Cut out what stands in brackets with a marker of its own: "(it cost 5 [1])"."""
        opening = self._text.rfind("(", self._start, place)
        inside = _BRACKETED.match(self._text, opening, self._end) if opening >= 0 else None
        if inside is None or inside.end() <= place or self._text[place] not in ");":
            return False
        start = max(opening, self._text.rfind(";", opening, place)) + 1
        words = self._text[start:place]
        figure = has_number(_YEAR.sub("", words)) and len(words.split()) > _FEWEST_WORDS
        figure = figure and _first_word(words) not in _OPENS_PHRASE
        after = _JOINT.match(self._text, inside.end(), self._end)
        goes_on = self._goes_on(inside.end()) and not (after and after["sign"])
        if goes_on or not (figure or self._stands(words)):
            return False
        outer = " ".join(self._text[self._start : opening].split())
        if outer:
            self._close(len(self._text[:opening].rstrip()))
        if start - 1 > opening and self._goes_on_between(opening + 1, start - 1):
            self._found.append(Clause(opening + 1, opening + 1, start - 1, outer))
        heads = "" if self._stands(words) else outer
        self._found.append(Clause(start, start + len(words) - len(words.lstrip()), place, heads))
        end = inside.end() if self._text[place] == ")" else place + 1
        joint = _JOINT.match(self._text, end, self._end)
        self._open(joint.end() if joint else end)
        return True

    def _cut_before(self, place: int) -> None:
        """Cut off what a semicolon parts from the words in which a marker is one of them."""
        end = self._text.rfind("; ", self._start, place)
        before, inside = self._text[self._start : end], self._text[end:place]
        whole = all(one.count("(") == one.count(")") for one in (before, inside))
        # What leads to several statements, or denies them, is not cut off.
        if end < 0 or not whole or ":" in before.lstrip(": ") or TAKES_BACK.search(before + inside):
            return
        self._close(end)
        self._open(end + 2)
        self._begin = end

    def _goes_on_between(self, start: int, end: int) -> bool:
        return any(map(str.isalnum, self._text[start:end]))

    def _cut_at(self, place: int, closing: int | None) -> None:
        piece = self._text[self._start : place]
        if naming := _NAMING.match(piece):
            if not has_verb(piece) and "," not in piece and place > self._start + naming.end():
                self._close(place, named=True, skipped=naming.end())
                joint = _JOINT.match(self._text, place, self._end)
                self._open(joint.end() if joint else place)
            return
        joint = _JOINT.match(self._text, place, self._end)
        asked = self._text[self._start : self._spoken[place]] if place in self._spoken else piece
        asked = _ASIDE_BEHIND.sub("", asked).rstrip()
        if _ASKING.search(asked) and not (joint and joint["sign"]):
            self._cut_later(place)
            return
        if _AS_SAID_BY.fullmatch(piece) or _match_saying(self._text, place, self._end):
            return
        if joint and not joint["sign"] and joint.end() in self._spoken.values():
            # Both are words of one clause: "The study adds to [1] and [2]".
            return
        if not joint or not (joint["sign"] or joint["conjunction"]):
            self._cut_later(place)
            return
        if not (self._is_item or joint["sign"] == ";" or self._stands(piece)):
            self._cut_later(joint.end())
            return
        rest = self._text[joint.end() : closing or self._end]
        apart = _STRONG_JOINT.search(rest) if closing else None
        limited = (closing is None or apart) and _limits(rest[: apart and apart.start()], joint)
        if limited or not _WORD.search(_KEPT_MARKER.sub("", rest)):
            self._cut_later(place)
            return
        heads = self._heads_of(rest, piece, joint, closed=bool(closing))
        if heads is None:
            # The words do not stand by themselves: they go on from those before the marker.
            heads = f"{self._heads} {piece}{joint.group().rstrip()}".strip()
        self._close(place)
        self._open(joint.end(), heads)
        self._is_item = not self._stands(rest)

    def _cut_later(self, place: int) -> None:
        """Cut behind what is said of a name with a marker, before a clause with the next marker."""
        after = next((one for one in self._places if one > place), None)
        if after is None:
            return
        for joint in _STRONG_JOINT.finditer(self._text, place, after + 1):
            rest = self._text[joint.end() : self._end]
            names = rest[: max(0, after - joint.end())]
            before = self._text[self._start : joint.start()]
            is_clause = self._stands(rest) and not has_verb(names) and not _DEPENDENT.match(rest)
            # A semicolon between two markers parts them, also where no verb is known.
            parted = joint.group()[0] in _PARTING and before.count("(") == before.count(")")
            if parted or (is_clause and self._stands(before)):
                self._close(joint.start())
                self._open(joint.end())
                # The next marker may stand right behind the sign.
                self._begin = joint.start()
                return

    def _heads_of(self, rest: str, piece: str, joint: re.Match[str], *, closed: bool) -> str | None:
        """What the words behind a marker leave out; None where they do not stand by themselves."""
        plain = _without_adverb(rest)
        found = _WORD.findall(plain)
        # In "needs rye [1] or oats, grinds both [2]" the verb behind the comma is not of "oats".
        verb = find_verb(found if joint["sign"] else _WORD.findall(plain.partition(",")[0]))
        joins = (joint["conjunction"] or "").casefold() in _JOINING or not joint["conjunction"]
        if _first_word(rest) in _RELATIVES:
            return None
        # "replanting cost 5" is a clause, "replacing all trees, which cost 5" is none.
        if _DEPENDENT.match(plain) and verb != 1 and (joins or verb is None):
            return None
        self._subject = self._subject or _subject_of(piece)
        if _first_word(rest) in _NOT:
            return _frame(f"{self._heads} {piece}".strip(), _NOT_BEFORE.sub("", rest))
        if verb == 0:
            return self._subject or None
        if verb:
            pronoun = found[0].casefold() in _PRONOUNS
            if pronoun and not self._subject:
                return None
            return f"{self._subject}:" if pronoun else ""
        if not closed or not rest.strip() or len(found) > _MOST_ITEM_WORDS:
            return None
        return _frame(f"{self._heads} {piece}".strip(), plain)

    def _stands(self, piece: str) -> bool:
        """Whether words have a verb, and something before it."""
        return bool(find_verb(_WORD.findall(piece)))

    def _goes_on(self, place: int) -> bool:
        return any(map(str.isalnum, self._text[place : self._end]))

    def _closes(self, place: int) -> bool:
        """Whether a marker ends what stands before it: the sentence, or a clause of it."""
        joint = _JOINT.match(self._text, place, self._end)
        return not self._goes_on(place) or bool(joint and (joint["sign"] or joint["conjunction"]))

    def _behind_bracket(self, place: int) -> int:
        """Where the bracket ends that a marker is the last thing of, or that follows it."""
        piece = self._text[self._start : place]
        if self._text[place : place + 1] == ")" and piece.count("(") > piece.count(")"):
            return place + 1
        aside = _ASIDE.match(self._text, place, self._end)
        return aside.end() if aside else place

    def _close(self, end: int, *, named: bool = False, skipped: int = 0) -> None:
        first = next((one for one in self._places if one > self._begin), end)
        granted = _GRANTED.match(self._text, self._start, min(first, end))
        depends = granted and _DEPENDENT.match(self._text, granted.end())
        if granted and (has_number(granted.group()) or depends):
            # A reader takes the marker for its figures too, and "since …" gives its reason.
            granted = None
        if granted and self._stands(self._text[granted.end() : first]) and not self._heads:
            start = granted.start("end") if granted["end"] else granted.start("apart")
            self._found.append(Clause(self._begin, self._start, start))
            self._begin = self._start = granted.end()
        start = self._start + skipped
        # A bracket that its marker began: "rye costs 5 ([1]; oats cost 6)".
        end = start + len(self._text[start:end].rstrip("( \n")) if start < end else end
        self._found.append(Clause(self._begin, start, end, self._heads, named))

    def _open(self, begin: int, heads: str = "") -> None:
        self._begin = self._start = begin
        self._heads = heads
        self._is_item = bool(heads)
        if not heads:
            self._subject = ""


def _attributed(text: str, clause: Clause, places: Sequence[int]) -> Clause:
    """The clause from where it says what its marker covers, behind what only leads to it."""
    first = bisect_left(places, clause.begin + 1)
    # One may stand in a bracket that the clause is cut before.
    own = [one for one in places[first:] if not text[clause.end : one].strip("( \n")]
    if clause.named or not own:
        return clause
    start = clause.start
    pointing = _POINTING.match(text, start, clause.end)
    if pointing and (pointing["to"] or not clause.heads):
        what = Span(*pointing.span("what"))
        if not (has_verb(what.of(text)) or has_number(what.of(text))):
            return Clause(clause.begin, what.start, what.end, named=True)
    if connective := _CONNECTIVE.match(text, start, clause.end):
        start = connective.end()
    tail = _AS_SAID_BEHIND.search(text, start, clause.end) or _find_origin(text, start, clause, own)
    if tail and own[-1] > tail.start():
        clause = replace(clause, end=tail.start())
    said = _AS_SAID.match(text, start, clause.end)
    if said and not (said.end() > own[0] or _REPORTS.search(said.group())):
        said = None
    named = max((one for one in own if _ACCORDING.fullmatch(text, start, one)), default=0)
    if said and named and has_verb(text[named : said.end()]):
        # "According to Moe [1] there are three kinds: rye, oats": no comma ends what leads to it.
        said = None
    said = said or _find_saying(text, start, own, clause.end)
    begin = said.end() if said else _behind_lead(text, start, clause.end, own)
    if begin == start or len(text[begin : clause.end].split()) < 2:
        return clause
    if said and _only_names(text[start : max(said.start(), min(begin, own[0]))], said):
        return replace(clause, start=begin)
    lead = " ".join(text[clause.start : begin].split()).lstrip(f"{_PARTING} ")
    return replace(clause, lead=begin - clause.start, heads=f"{clause.heads} {lead}".strip())


def _find_origin(
    text: str, start: int, clause: Clause, places: Sequence[int]
) -> re.Match[str] | None:
    """What only names where something is from, with the last marker behind it."""
    tail = _FROM_BEHIND.search(text, start + 1, clause.end)
    if not tail or any(map(str.isalnum, text[places[-1] : clause.end])):
        return None
    states = has_verb(tail[0]) or DENIES.search(tail[0]) or _LIMITING.search(tail[0])
    return None if states else tail


def _find_saying(text: str, start: int, places: Sequence[int], end: int) -> re.Match[str] | None:
    """What stands between who says something and what is said: "Moe [1] found that …"."""
    for place in reversed(places):
        if _ACCORDING.fullmatch(text, start, place):
            return _SPACE.match(text, place, end)
    # "[Rye and Oats](mill.md) (briefing, 2021) warns that …".
    aside = _ASIDE.match(text, places[0], end)
    dated = aside and _YEAR.search(aside.group()) and _first_word(aside.group())
    at = aside.end() if aside and dated and dated not in _OPENS_PHRASE else places[0]
    said = _match_saying(text, at, end)
    if said:
        # "Moe [1] found pumps that fail" says nothing of all pumps.
        return None if begins_with_verb(text[said.end() : end]) else said
    said = _SAYS_PLAINLY.match(text, at, end)
    if said is None or has_verb(text[start : places[0]]):
        return None
    # "found mills are old", but neither "found mills that are old" nor "found mills sold in Spain".
    found = _WORD.findall(_ITEM_BREAK.split(text[said.end() : end])[0])
    verb = find_verb(found)
    if not verb or not _BINDS.isdisjoint(found[:verb]):
        return None
    plural = found[verb - 1].endswith("s") and found[verb] in _BASES
    return said if plural or found[verb].endswith("s") or found[verb] in _HELPING else None


def _match_saying(text: str, place: int, end: int) -> re.Match[str] | None:
    named = _NAME.search(text, max(0, place - _LONGEST_NAME), place)
    return _SAYS.match(text, place, end) or (_WHO.match(text, place, end) if named else None)


def split_lead(text: str) -> tuple[str, str]:
    """Return what only leads to a statement, as "The brief notes that" does, and the statement."""
    at = _behind_lead(text, 0, len(text), [len(text)])
    return text[:at].strip(), text[at:]


def _limits(rest: str, joint: re.Match[str]) -> bool:
    """Whether words behind a marker are a condition of what stands before it, or take it back."""
    if _KEEPING.match(rest) or TAKES_BACK.search(rest):
        return True
    found = _WORD.findall(rest)
    if len(found) <= _FEW_WORDS and not _BINDING.isdisjoint(map(str.lower, found)):
        # "allegedly", "up to now": without it the words before would say more than they do.
        return True
    # "a figure that nobody confirms" is joined by a comma alone, as no sentence of its own is.
    depends = _first_word(rest) in _RELATIVES or _DEPENDENT.match(rest) or not joint["conjunction"]
    return bool(depends and joint["sign"] != ";" and DENIES.search(rest))


def _only_names(who: str, said: re.Match[str]) -> bool:
    """Whether words before a statement say only who states it, and do not deny or limit it."""
    if any(one.search(words) for one in (DENIES, _LIMITING) for words in (who, said.group())):
        return False
    if said.group().startswith(",") and ("," in who or not _REPORTS.search(who)):
        # Behind a marker and a comma others lead to it too, as "It is doubtful" does.
        return False
    return not has_verb(who) or (len(who.split()) <= _LONGEST_AS_SAID and not _SAID_IN.search(who))


def _behind_lead(text: str, start: int, end: int, places: Sequence[int]) -> int:
    """Where what the markers cover begins, behind words that lead to it."""
    names = [*takewhile(lambda one: not has_verb(text[start:one]), places)][-1:]
    if names and _AUTHORS.search(text, start, names[0]) and text.startswith(" ", names[0]):
        # "Moe et al. [1] used rye": what is said of those that the markers stand behind.
        return names[0]
    headed = _HEADED.match(text, places[-1], end)
    if headed and headed.end() < end:
        # "Costs [1]: rye costs 5".
        return headed.end()
    found = start
    for lead in islice(_LEAD.finditer(text, start, places[-1]), _MOST_PLACES):
        before = text[start : lead.start()]
        if _QUOTE.search(before):
            break
        if before.count("(") > before.count(")"):
            continue
        if lead["said"] and ("," in before or len(before.split()) > _MOST_SUBJECT_WORDS):
            continue
        behind = text[lead.end() : places[-1]].split()
        if len(behind) <= _MOST_ITEM_WORDS if lead["example"] else len(behind) > 1:
            found = lead.end()
    return found


def _first_word(text: str) -> str:
    found = _WORD.search(text)
    return found.group().casefold() if found else ""


def _without_adverb(text: str) -> str:
    adverb = _ADVERB.match(text)
    return text[adverb.end() :] if adverb else text


def _subject_of(piece: str) -> str:
    """The words before the verb of a clause, or nothing where there are too many."""
    connective = _CONNECTIVE.match(piece)
    piece = piece[connective.end() :] if connective else piece
    found = list(_WORD.finditer(piece))
    spelt = [one.group() for one in found]
    verb = find_verb(spelt)
    if not verb or verb > _MOST_SUBJECT_WORDS:
        return ""
    after = verb + 1
    while after < len(spelt) and (
        find_verb(spelt[after : after + 1]) == 0 or spelt[after] in _ADVERBS
    ):
        after += 1
    # With a second verb it is not sure whose subject the words are: "Moe says rye costs 5".
    relative = _RELATIVE.search(piece, 0, found[verb].start())
    if relative is None and find_verb(spelt[after:]) is not None:
        return ""
    if relative:
        return piece[: relative.start()].strip()
    return " ".join(piece[: found[verb].start()].split())


def _frame(piece: str, item: str) -> str | None:
    """
    The words before the last item of a clause, behind which another item may stand.

    "Seed is used in bread" and "beer": "Seed is used in". Numbers stand in place of numbers, and
    "in Spain" of "in France".
    """
    # What stands in brackets is no frame: "Rye is kept dry (by fans)" and "oats".
    outside = _BRACKETED.sub(lambda one: " " * len(one.group()), piece)
    if _NUMBER.match(item):
        numbers = list(_NUMBER.finditer(outside))
        return piece[: numbers[-1].start()].strip() or None if numbers else None
    found = list(_WORD.finditer(outside))
    if _first_word(item) in _OPENS_PHRASE:
        opening = [one for one in found if one.group().casefold() in _OPENS_PHRASE]
        return piece[: opening[-1].start()].strip() or None if opening else None
    figures = _NUMBER.search(item) and _NUMBER.search(piece) and ":" not in piece
    if figures and _first_word(item) not in _OPENS_NOUN:
        # "Rye costs 18 euros, oats 45 euros": the verb alone is left out.
        return ""
    verb = find_verb([one.group() for one in found])
    ends = [one.end() for one in found[:-1] if one.group().casefold() in _OPENS_PHRASE]
    ends += [found[verb].end()] if verb is not None else []
    # A comma behind the verb stands between items: "include rye, oats" and "peas".
    breaks = [one.end() for one in _ITEM_BREAK.finditer(outside)]
    ends += [one for one in breaks if not ends or piece[one - 1] == ":"]
    return piece[: max(ends)].strip() if ends else None


def split_statement(text: str) -> list[str]:
    """
    Return the statements that a statement joins, each with its subject; itself where it is one.

    "A costs 1 and B costs 2" and "A and B cost 1" are two each. What only several things do
    together, as in "A and B merged", is one.
    """
    text = text.strip()
    if _BOUND.match(text):
        return [text]
    joined = _split_clauses(text)
    return joined if len(joined) > 1 else _split_subject(text)


def _split_clauses(text: str) -> list[str]:
    pieces: list[str] = []
    start = 0
    for joint in _AND.finditer(text):
        before, after = text[start : joint.start()], text[joint.end() :]
        verb = find_verb(_WORD.findall(after.partition(",")[0]))
        if not find_verb(_WORD.findall(before)) or verb is None:
            continue
        pieces.append(before)
        start = joint.end()
        if verb == 0 and not (subject := _subject_of(pieces[0])):
            return [text]
        if verb == 0:
            rest = _split_clauses(f"{subject} {after}")
            return [*pieces, *rest]
    return [*pieces, text[start:]]


def _split_subject(text: str) -> list[str]:
    subject = _subject_of(text)
    if not subject or not text.startswith(subject) or _COLLECTIVE.search(text):
        return [text]
    predicate = text[len(subject) :].lstrip()
    things = [one for one in _AND_OR_COMMA.split(subject) if one]
    if len(things) > 1:
        return [f"{thing} {predicate}" for thing in things]
    joints = list(_AND.finditer(text, len(subject)))
    before, item = (text[: joints[-1].start()], text[joints[-1].end() :]) if joints else (text, "")
    frame = _frame(before, item) if item else None
    return [before, f"{frame} {item}"] if frame else [text]
