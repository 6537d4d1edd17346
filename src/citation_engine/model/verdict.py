"""Verdicts: what a check found, which values differ, and who judged."""

from enum import StrEnum

from pydantic import Field, JsonValue

from citation_engine.model.passage import Locator, Passage, Span, Stretch, Value


class Weight(StrEnum):
    """What a difference does to the meaning, so that a reader sees the worst first."""

    MEANING = "meaning"
    WORDING = "wording"
    FORM = "form"


class Aspect(StrEnum):
    """What it is about the words that differs."""

    NUMBER = "number"
    UNIT = "unit"
    DATE = "date"
    REFERENCE = "reference"
    NEGATION = "negation"
    MODALITY = "modality"
    QUANTIFIER = "quantifier"
    OPPOSITE = "opposite"
    NAME = "name"
    WORDS = "words"
    SPELLING = "spelling"
    NOTATION = "notation"
    MISREADING = "misreading"
    CASE = "case"
    SPACING = "spacing"
    PUNCTUATION = "punctuation"
    OMISSION = "omission"
    MARK = "mark"
    FURNITURE = "furniture"
    MARKUP = "markup"

    @property
    def weight(self) -> Weight:
        """How much a change of this aspect says about the meaning."""
        if self in _OF_MEANING:
            return Weight.MEANING
        return Weight.WORDING if self in _OF_WORDING else Weight.FORM


_OF_MEANING = frozenset(
    (
        Aspect.NUMBER,
        Aspect.UNIT,
        Aspect.DATE,
        Aspect.REFERENCE,
        Aspect.NEGATION,
        Aspect.MODALITY,
        Aspect.QUANTIFIER,
        Aspect.OPPOSITE,
        Aspect.NAME,
    )
)
_OF_WORDING = frozenset((Aspect.WORDS, Aspect.SPELLING))


class Difference(Value):
    """
    Words of a quotation and the words of the source that stand in their place.

    Either side may be empty: words were added or left out. The spans are offsets into the
    quotation and into the words of the source it was compared with; an empty span is the place
    where words are missing. `aspects` has all that differs, the weightiest first.
    """

    aspects: tuple[Aspect, ...]
    quote_span: Span
    source_span: Span
    quote_words: str
    source_words: str
    sentence: str

    @property
    def aspect(self) -> Aspect:
        """The weightiest thing that differs."""
        return self.aspects[0]

    @property
    def weight(self) -> Weight:
        """What the difference does to the meaning."""
        return self.aspect.weight

    @property
    def code(self) -> str:
        """A stable name for machines."""
        return f"{self.aspect}-changed"


class Relation(StrEnum):
    """How a passage stands to words of a claim that it does not carry."""

    DIFFERS = "differs"
    MISSING = "missing"


class Conflict(Value):
    """
    Words of a claim that a passage contradicts or does not have.

    The spans are offsets into the claim and into the passage's text. The passage's side is None
    where the passage has nothing in their place, the claim's where the claim leaves out what the
    passage says, such as a "not".
    """

    aspect: Aspect
    relation: Relation
    claim_span: Span | None = None
    passage_span: Span | None = None
    claim_words: str = ""
    passage_words: str = ""
    sentence: str

    @property
    def code(self) -> str:
        """A stable name for machines."""
        return f"{self.aspect}-{self.relation}"


class MeasuredSet(Value):
    """What was measured of a judge on one set of labelled claims, by the names of the measures."""

    name: str
    measured: dict[str, JsonValue]


class JudgeCard(Value):
    """
    What a judge with a model of its own says about that model.

    `size` counts the bytes of its `files`. A claim is called supported from the threshold of that
    name upwards; what lies between the thresholds is undecided. `chosen` are those that were set
    in place of the fitted ones. `costs` say what other thresholds of `supported` would come to.
    """

    files: tuple[str, ...]
    size: int
    thresholds: dict[str, float]
    chosen: dict[str, float] = Field(default_factory=dict)
    figures: tuple[MeasuredSet, ...] = ()
    costs: tuple[MeasuredSet, ...] = ()


class InstalledJudge(Value):
    """
    A judge that can be named, and whether it can be asked right now.

    `usable` is None where only loading it would tell, as with judges that other packages bring:
    `brought_by` names the package. `languages` is empty where the judge is not bound to any, and
    None where it does not say. `why` says of the one in use why it is.
    """

    name: str
    version: str = ""
    model: str | None = None
    brought_by: str
    what: str = ""
    needs: str = ""
    languages: tuple[str, ...] | None = None
    usable: bool | None = None
    problem: str = ""
    fix: str = ""
    default: bool = False
    in_use: bool = False
    why: str = ""
    card: JudgeCard | None = None


class Match(StrEnum):
    """How the quoted words stand in the snapshot."""

    EXACT = "exact"
    NORMALISED = "normalised"
    ELIDED = "elided"
    NEAR = "near"
    ABSENT = "absent"

    @property
    def located(self) -> bool:
        """Whether the words are there, typography and marked omissions aside."""
        return self in (Match.EXACT, Match.NORMALISED, Match.ELIDED)


class Place(StrEnum):
    """How the place found relates to the place that was cited."""

    AS_CITED = "as_cited"
    ELSEWHERE = "elsewhere"
    SEVERAL = "several"
    UNSTATED = "unstated"


class Support(StrEnum):
    """Whether the words carry the claim, according to a judge."""

    SUPPORTED = "supported"
    PARTIAL = "partial"
    CONTRADICTED = "contradicted"
    UNSUPPORTED = "unsupported"
    UNDECIDED = "undecided"
    NOT_JUDGED = "not_judged"
    UNREACHABLE = "unreachable"


class Status(StrEnum):
    """The two halves folded into one word."""

    VERIFIED = "verified"
    UNVERIFIED = "unverified"
    FAILED = "failed"
    PENDING = "pending"


class JudgeIdentity(Value):
    """Who judged: enough to argue with the judgement later."""

    name: str
    version: str = ""
    model: str | None = None
    prompt_hash: str | None = None


class Grounds(Value):
    """
    What an answer rests on, as far as the judge says it.

    `relied_on` are words of the source, by their offsets in its text. `lacking` are words of the
    claim, as it was judged, that nothing supports. `leans` is what an undecided answer is nearest
    to.
    """

    relied_on: Stretch | None = None
    lacking: tuple[Stretch, ...] = ()
    leans: Support | None = None


class Judgement(Grounds):
    """What a judge says about one claim and one passage."""

    support: Support
    reason: str = ""
    confidence: float | None = None


class Better(Value):
    """
    What would hold in place of a citation that does not.

    `what` says why: the source has the quoted `words`, or its passage carries the `claim`.
    """

    source_id: int
    label: str
    name: str
    passage: Passage
    what: str


class Repair(Value):
    """
    What to cite in place of what was cited: exact words, and where they stand.

    `label` names the source where it is another one. Nothing is changed by itself: whether these
    words carry the claim is for the next check to say.
    """

    quote: str
    locator: Locator
    label: str | None = None


class Verdict(Grounds):
    """
    What a check found: are the words there, do they carry the claim, who judged, why.

    Where nothing was decided, `read` are the passages that the judge read.

    `changes` are the words of a quote that are not those of the nearest passage. `conflicts` are
    words of the claim that do not agree with the passage; they can only lower `support`.
    """

    status: Status
    match: Match | None = None
    place: Place = Place.UNSTATED
    places: int = 0
    support: Support = Support.NOT_JUDGED
    judge: JudgeIdentity
    reason: str = ""
    notes: str = ""
    fix: str = ""
    similarity: float | None = None
    differences: tuple[str, ...] = ()
    passage: Passage | None = None
    nearest: Passage | None = None
    read: tuple[Passage, ...] = ()
    changes: tuple[Difference, ...] = ()
    conflicts: tuple[Conflict, ...] = ()
    better: Better | None = None
    snapshot_id: int | None = None
    self_supplied: bool = False

    @property
    def repair(self) -> Repair | None:
        """What could be cited instead; None where all is well, or nothing better is known."""
        if self.better is not None:
            words = self.better.passage
            return Repair(quote=words.text, locator=words.locator, label=self.better.label)
        found = None
        if self.match in (Match.NEAR, Match.ABSENT) and self.status is Status.FAILED:
            found = self.nearest
        elif self.place is Place.ELSEWHERE:
            found = self.passage
        return Repair(quote=found.text, locator=found.locator) if found else None
