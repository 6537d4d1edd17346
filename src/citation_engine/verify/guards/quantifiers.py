"""Quantifiers: all, most, some, only, at least, at most, more than, about."""

from collections.abc import Iterator, Sequence

from citation_engine.language.tokens import Token
from citation_engine.model.conflict import Aspect
from citation_engine.verify.guards.lexicon import Lexicon, Mark

ALL, MOST, MANY, SOME, FEW, ONLY = "all", "most", "many", "some", "few", "only"
AT_LEAST, AT_MOST, MORE, LESS, ABOUT, EXACTLY = (
    *("at least", "at most", "more", "less", "about", "exactly"),
)

_LEXICON = Lexicon(
    Aspect.QUANTIFIER,
    {
        ALL: (
            "all|every|each|always|any|everyone|everybody|everything|entire|entirely|whole|both"
            "|alle|allen|aller|alles|jede|jeder|jedes|jedem|jeden|jeweils|sämtliche|sämtlichen"
            "|sämtlicher|stets|immer|gesamte|gesamten|gesamter|beide|beiden|beider|jedermann"
        ),
        MOST: (
            "most|mostly|majority|the majority of|mainly|usually|generally|meist|meiste|meisten"
            "|meistens|mehrheit|mehrheitlich|überwiegend|überwiegende|überwiegenden"
            "|in der regel|regelmäßig|grundsätzlich"
        ),
        MANY: "many|several|numerous|often|viele|vielen|vieler|mehrere|mehreren|mehrerer|oft"
        "|zahlreiche|zahlreichen|zahlreicher|häufig",
        SOME: "some|sometimes|partly|partially|in part|einige|einigen|einiger|manche|manchen"
        "|mancher|manchmal|teilweise|zum teil|etliche|etlichen",
        FEW: "few|little|a few|wenige|wenigen|weniger|wenig",
        ONLY: "only|solely|exclusively|merely|nur|ausschließlich|lediglich|allein|bloß",
        AT_LEAST: (
            "at least|no less than|not less than|no fewer than|not fewer than|minimum|minimum of"
            "|at the least|or more|≥|mindestens|wenigstens|zumindest|nicht weniger als|minimal"
            "|oder mehr"
        ),
        AT_MOST: (
            "at most|no more than|not more than|up to|at the most|maximum|maximum of|or less"
            "|or fewer|≤|höchstens|maximal|bis zu|nicht mehr als|längstens|spätestens|allenfalls"
        ),
        MORE: (
            "more than|more|over|above|exceeding|exceeds|exceed|greater than|greater|larger than"
            "|longer than|higher than|later than|>|mehr als|mehr|über|übersteigt|übersteigen"
            "|größer als|länger als|höher als|frühestens"
        ),
        LESS: (
            "less than|fewer than|less|fewer|under|below|smaller than|shorter than|lower than"
            "|earlier than|<|weniger als|unter|unterhalb|kleiner als|kürzer als|geringer als"
        ),
        ABOUT: (
            "about|approximately|around|nearly|almost|roughly|circa|≈|~|etwa|rund|ungefähr"
            "|ca|fast|knapp|nahezu|annähernd"
        ),
        EXACTLY: "exactly|precisely|genau|=|≠",
    },
)
# Which of them says how many: a claim may say less than its source, not more.
SHARE = {ALL: 4, MOST: 3, MANY: 2, SOME: 1, FEW: 0}
LOWER_BOUNDS = frozenset((AT_LEAST, MORE))
UPPER_BOUNDS = frozenset((AT_MOST, LESS))


def find_quantifiers(tokens: Sequence[Token]) -> Iterator[Mark]:
    """Give the words that say how many or how much, or bound a number."""
    return _LEXICON.find(tokens)
