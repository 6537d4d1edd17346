"""Forms of verbs: which verb a word is a form of, and whether it tells of something done."""

import re
from enum import StrEnum
from functools import lru_cache
from typing import NamedTuple

from citation_engine.language.terms import Language, spelled, stem_of
from citation_engine.language.tokens import lower


class Form(StrEnum):
    """What the shape of a word says, if the word is a verb."""

    BASE = "base"
    PRESENT = "present"
    PAST = "past"
    PARTICIPLE = "participle"
    GERUND = "gerund"
    # "cut" is the base and the past.
    EITHER = "either"


class VerbForm(NamedTuple):
    """A word taken as a verb: what all forms of the verb have in common, and its form."""

    verb: str
    form: Form


# The base, and after it the forms of the past.
_ENGLISH = (
    "bear bore borne|beat beaten|become became|begin began begun|bend bent|bind bound|bite bit"
    "|blow blew blown|break broke broken|breed bred|bring brought|build built|burn burnt|buy bought"
    "|catch caught|choose chose chosen|come came|deal dealt|dig dug|draw drew drawn|drink drank"
    "|drive drove driven|eat ate eaten|fall fell fallen|feed fed|feel felt|fight fought|find found"
    "|flee fled|fly flew flown|forbid forbade forbidden|forget forgot forgotten|freeze froze frozen"
    "|get got gotten|give gave given|go went gone|grow grew grown|hang hung|hear heard"
    "|hide hid hidden|hold held|keep kept|know knew known|lay laid|lead led|learn learnt|leave left"
    "|lend lent|lie lain|light lit|lose lost|make made|mean meant|meet met|overcome overcame"
    "|oversee oversaw overseen|overtake overtook overtaken|overthrow overthrew overthrown|pay paid"
    "|prove proven|rebuild rebuilt|repay repaid|ride rode ridden|ring rang rung|rise rose risen"
    "|run ran|say said|see saw seen|seek sought|sell sold|send sent|shake shook shaken|shine shone"
    "|shoot shot|shrink shrank shrunk|sing sang sung|sink sank sunk|sit sat|sleep slept|slide slid"
    "|speak spoke spoken|speed sped|spend spent|spring sprang sprung|stand stood|steal stole stolen"
    "|stick stuck|strike struck stricken|strive strove striven|swear swore sworn|sweep swept"
    "|swim swam swum|swing swung|take took taken|teach taught|tear tore torn|tell told"
    "|think thought|throw threw thrown|understand understood|undertake undertook undertaken"
    "|wake woke woken|wear wore worn|win won|wind wound|withdraw withdrew withdrawn"
    "|withstand withstood|write wrote written"
)
_PASTS = {
    past: verb.split()[0] for verb in _ENGLISH.split("|") for past in (verb + " ").split()[1:]
}
_UNCHANGED = frozenset(
    "bet bid broadcast burst cast cost cut hit hurt let put quit read set shed shut split spread "
    "thrust upset".split()
)
_EED_PASTS = frozenset("agreed disagreed freed guaranteed decreed".split())

_STRONG = (
    "bleiben blieb geblieben|brechen brach gebrochen|bringen brachte gebracht|fahren fuhr gefahren"
    "|fallen fiel gefallen|finden fand gefunden|fliegen flog geflogen|geben gab gegeben"
    "|gehen ging gegangen|gewinnen gewann gewonnen|greifen griff gegriffen|halten hielt gehalten"
    "|heben hob gehoben|kommen kam gekommen|lassen ließ gelassen|laufen lief gelaufen"
    "|lesen las gelesen|nehmen nahm genommen|reißen riss gerissen|rufen rief gerufen"
    "|schießen schoss geschossen|schlagen schlug geschlagen|schließen schloss geschlossen"
    "|schneiden schnitt geschnitten|schreiben schrieb geschrieben|sehen sah gesehen"
    "|senden sandte gesandt|sinken sank gesunken|sprechen sprach gesprochen"
    "|stehen stand gestanden|steigen stieg gestiegen|sterben starb gestorben"
    "|streichen strich gestrichen|tragen trug getragen|treffen traf getroffen"
    "|treten trat getreten|tun tat getan|weisen wies gewiesen|wenden wandte gewandt"
    "|werben warb geworben|werfen warf geworfen|ziehen zog gezogen|bauen baute gebaut"
)
_SEPARABLE = (
    "zurück|zusammen|heraus|voraus|weiter|wieder|nieder|durch|herein|bereit|statt|teil|fest|frei"
    "|fort|nach|auf|aus|bei|dar|ein|her|hin|los|mit|vor|weg|ab|an|um|zu"
)
_INSEPARABLE = "über|unter|hinter|wider|ent|emp|ver|zer|be|er"
_PREFIXED = re.compile(rf"({_SEPARABLE}|{_INSEPARABLE})?(.+)")
_WITH_ZU = re.compile(rf"({_SEPARABLE})zu(\w{{3,}}n)")
_WITH_GE = re.compile(rf"({_SEPARABLE})?ge(\w{{2,}}?)e?t")
_SIMPLE_PAST = re.compile(r"(\w{3,}?)e?ten?")
_ENDING_T = re.compile(r"(\w{3,}?)e?t")


def _strong_forms() -> dict[str, VerbForm]:
    forms: dict[str, VerbForm] = {}
    for verb in lower(_STRONG).split("|"):
        base, past, participle = verb.split()
        root = base.removesuffix("en").removesuffix("n")
        plural = past + "n" if past.endswith("e") else past + "en"
        forms |= {past: VerbForm(root, Form.PAST), plural: VerbForm(root, Form.PAST)}
        forms[participle] = VerbForm(root, Form.PARTICIPLE)
        # "übernommen" has no "ge", and neither has "verkauft".
        forms.setdefault(participle.removeprefix("ge"), VerbForm(root, Form.PARTICIPLE))
    return forms


_STRONG_FORMS = _strong_forms()


@lru_cache(maxsize=50_000)
def verb_form(word: str, language: Language) -> VerbForm:
    """Return a word in lower case as if it were a verb; whether it is one, its place tells."""
    return _german(word) if language is Language.GERMAN else _english(word)


def holds_zu(word: str) -> bool:
    """Whether a German infinitive has its "zu" inside: "einzuführen"."""
    return _WITH_ZU.fullmatch(word) is not None


def _english(word: str) -> VerbForm:
    if word in _PASTS:
        return VerbForm(stem_of(_PASTS[word], Language.ENGLISH), Form.PAST)
    stem = stem_of(word, Language.ENGLISH)
    if word in _UNCHANGED:
        return VerbForm(stem, Form.EITHER)
    if word.endswith("ed") and len(word) > 4 and (word[-3] != "e" or word in _EED_PASTS):
        return VerbForm(stem, Form.PAST)
    if word.endswith("ing") and len(word) > 5:
        return VerbForm(stem, Form.GERUND)
    if word.endswith("s") and not word.endswith(("ss", "us", "is")):
        return VerbForm(stem, Form.PRESENT)
    return VerbForm(stem, Form.BASE)


def _german(word: str) -> VerbForm:
    found = _german_root(word)
    return VerbForm(spelled(found.verb), found.form)


def _german_root(word: str) -> VerbForm:
    parted = _PREFIXED.fullmatch(word)
    for prefix, rest in (("", word), *([parted.groups("")] if parted else [])):
        if rest in _STRONG_FORMS:
            return VerbForm(prefix + _STRONG_FORMS[rest].verb, _STRONG_FORMS[rest].form)
    if found := _WITH_ZU.fullmatch(word):
        return VerbForm(_root(found[1] + found[2]), Form.BASE)
    if found := _WITH_GE.fullmatch(word):
        return VerbForm((found[1] or "") + found[2], Form.PARTICIPLE)
    if found := _SIMPLE_PAST.fullmatch(word):
        return VerbForm(found[1], Form.PAST)
    if found := _ENDING_T.fullmatch(word):
        return VerbForm(found[1], Form.PARTICIPLE)
    return VerbForm(_root(word), Form.BASE)


def _root(infinitive: str) -> str:
    return infinitive.removesuffix("n").removesuffix("e")
