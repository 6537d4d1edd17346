"""Tells whether words have a finite verb, in English and German, as far as a list can tell."""

import re

_ENGLISH = """
is are was were am be been has have had do does did will would can could shall should may might
must isn't aren't wasn't weren't hasn't haven't hadn't doesn't don't didn't won't can't cannot
rose fell grew grows grow shrank shrinks sank sinks went goes go came comes became becomes become
began begins begin made makes make took takes take gave gives give got gets found find held kept
keeps keep led left leaves lost loses lose met meets paid pays pay put puts ran said says say saw
sees see sent sends showed shows spent spends stood told tells thought thinks won wins wrote
writes write built builds brought brings bought buys caught chose chooses dealt drew drove ate
eats felt feels fought flew forgot forgets froze knew knows know laid lent let lets meant means
rode rang sold sells shook shut slept spoke speaks stole struck swam taught teaches tore threw
throws understood understands wore wears applies apply requires require allows allow includes
include contains contain provides provide remains remain seems seem appears appear depends depend
exists exist follows follow reaches reach consists belongs lasts stays stay helps reduces reduce
improves improve protects protect prohibits prohibit permits permit forbids forbid bans defines
define describes describe produces produce generates generate operates operate serves serve
employs employ affects affect suggests suggest indicates indicate expects expect consumes consume
emits emit triples halves exceeds exceed weighs dies die continues continue varies vary differs
differ equals
"""
_GERMAN = """
ist sind war waren sei seien wäre wären bin bist wird werden wurde wurden würde würden worden hat
haben hatte hatten hätte hätten habe kann können konnte konnten könnte könnten muss müssen musste
mussten müsste müssten darf dürfen durfte durften dürfte dürften soll sollen sollte sollten will
wollen wollte wollten mag mögen möge möchte möchten gilt gelten galt galten gibt geben gab gaben
steht stehen standen liegt liegen lag lagen geht gehen ging gingen kommt kommen kam kamen bleibt
bleiben blieb blieben beträgt betragen betrug betrugen stieg stiegen steigt steigen sank sanken
sinkt sinken fiel fielen fällt fallen wuchs wuchsen wächst wachsen nahm nahmen nimmt nehmen zeigt
zeigen zeigte zeigten führt führen führte führten macht machen machte machten lässt lassen ließ
ließen hält halten hielt hielten findet finden fand fanden beginnt beginnen begann begannen endet
enden endete endeten besteht bestehen bestand bestanden enthält enthalten enthielt enthielten
umfasst umfassen umfasste umfassten braucht brauchen brauchte brauchten benötigt benötigen
benötigte kostet kostete kosteten erreicht erreichte erreichten erlaubt erlauben erlaubte
verbietet verbieten verbot verboten verlangt verlangen verlangte regelt regeln regelte regelten
schreibt schreiben schrieb schrieben sieht sehen sah sahen trägt tragen trug trugen tritt treten
trat traten läuft laufen lief liefen dauert dauern dauerte dauerten wirkt wirken wirkte wirkten
nutzt nutzen nutzte nutzten verwendet verwenden verwendete liefert liefern lieferte lieferten
leistet leisten leistete bietet bieten bot boten dient dienen diente dienten gehört gehören
gehörte gehörten heißt heißen hieß hießen entfällt entfallen entfiel entfielen entspricht
entsprechen entsprach entsprachen ergibt ergeben ergab ergaben verliert verlieren verlor verloren
gewinnt gewann gewannen senkt senken senkte senkten erhöht erhöhen erhöhte erhöhten verringert
verringerte verringerten verbessert verbesserte schützt schützen schützte betrifft betreffen
betraf betrafen beschreibt beschrieb beschrieben erfordert erfordern erforderte erhält erhalten
erhielt erhielten stellt stellen stellte stellten setzt setzen setzte setzten legt legen legte
legten bringt bringen brachte brachten verbraucht verbrauchte verbrauchten erzeugt erzeugen
erzeugte erzeugten produziert produzieren produzierte produzierten sagt sagen sagte sagten erklärt
erklärte erklärten lebt leben lebte lebten arbeitet arbeiten arbeitete arbeiteten wohnen wohnt
zahlt zahlen zahlte zahlten kauft kaufte kauften verkauft verkaufte verkauften rechnet rechnen
rechnete schätzt schätzen schätzte schätzten fordert fordern forderte forderten planen plante
planten baut bauen baute bauten übersteigt überstieg überwiegt überwog greift greifen griff reicht
reichen reichte folgt folgte folgten verpflichtet verpflichten speichert speichern speicherte
bewahrt bewahren bewahrte verdoppelte verdoppelten halbierte halbierten ändert ändern änderte
änderten variiert hängt hängen hing hingen
"""
# Words that are nouns as often are left out: "use", "costs", "report".
VERBS = frozenset(_ENGLISH.split()) | frozenset(_GERMAN.split())
_ENDINGS = re.compile(r"[a-zäöüß]{2,}(?:[^aeiou\W]ed|[aiouy]ed|ierte|ierten|iert|isiert|n't)\Z")
_NO_VERBS = frozenset(
    "need speed breed seed feed indeed exceed red bed hundred sacred kindred".split()
)
# Forms that are nouns as often.
_DOUBTFUL = frozenset(
    "cost costs plans plan reports report states state uses use needs need changes change works "
    "work causes cause increases increase drops drop offers offer supports support measures rises "
    "rise falls fall runs run cuts cut hits hit holds hold stands stand shows show finds find sets "
    "set lies lay reads read means mean leads lead ends end starts start moves move lives live "
    "covers cover accounts amounts doubles climbs averages peaks counts estimates plant kosten "
    "folgen stimmte stimmten meldete meldeten".split()
)
# After these, an English form in -ed is a verb rather than an adjective.
_AFTER_VERBS = frozenset(
    "by to in into from the a an its their his her our and as at on of with for over until since "
    "after before during most more less all only not no than that which while but or up down out "
    "off about around nearly almost again twice within between under below above under it them "
    "this these those both each every some many any several him us me you".split()
)
_WORD = re.compile(r"[^\W\d_]+(?:[’'][^\W\d_]+)?")


def is_verb(word: str) -> bool:
    """Whether a word is a finite verb or looks like one."""
    word = _key(word)
    if word in VERBS:
        return True
    return bool(word.islower() and word not in _NO_VERBS and _ENDINGS.match(word))


def has_verb(text: str) -> bool:
    """Whether any word is a finite verb or looks like one where it stands."""
    found = _WORD.findall(text)
    following = [*found[1:], "."][: len(found)]
    return any(
        _key(word) in VERBS or (is_verb(word) and _goes_on(after))
        for word, after in zip(found, following, strict=True)
    )


def may_have_verb(text: str) -> bool:
    """Whether any word may be a verb, also one that is a noun as often."""
    return any(is_verb(word) or word in _DOUBTFUL for word in _WORD.findall(text))


def _key(word: str) -> str:
    return word.replace("’", "'")


def _goes_on(after: str) -> bool:
    """Whether what follows a form such as "damaged" leaves it a verb; in "damaged areas" not."""
    return after in _AFTER_VERBS or after.endswith("ly") or after == "."
