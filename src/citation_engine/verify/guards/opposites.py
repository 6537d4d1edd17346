"""
Pairs of opposites, to show the worst changes first.

No list is complete. A word that was changed is shown whether or not its pair is here.
"""

_PAIRS = """
accept/reject accepts/rejects accepted/rejected add/remove added/removed admit/deny
admitted/denied advantage/disadvantage after/before agree/disagree agreed/disagreed allow/forbid
allow/prohibit allowed/forbidden allowed/prohibited alive/dead always/never ancient/modern and/or
arrive/depart arrived/departed ascend/descend asset/liability assets/liabilities attack/defend
beautiful/ugly before/after begin/end begins/ends began/ended beginning/end benefit/harm
best/worst better/worse big/small birth/death bought/sold bright/dark buy/sell buyer/seller
cause/prevent causes/prevents caused/prevented cheap/expensive child/adult children/adults
clean/dirty close/open closed/open cold/hot common/rare complete/incomplete comply/violate
confirm/deny confirmed/denied create/destroy created/destroyed credit/debit creditor/debtor
danger/safety dangerous/safe day/night dead/living decline/rise decrease/increase
decreases/increases decreased/increased decreasing/increasing deep/shallow defendant/plaintiff
demand/supply destroy/preserve difficult/easy domestic/foreign down/up early/late earlier/later
earliest/latest easy/hard east/west eastern/western effective/ineffective empty/full
enable/disable enabled/disabled enemy/friend enter/leave entered/left even/odd exclude/include
excludes/includes excluded/included excluding/including expand/shrink explicit/implicit
export/import exports/imports external/internal fact/fiction fail/succeed failed/succeeded
failure/success fall/rise falls/rises fell/rose falling/rising false/true fast/slow faster/slower
father/mother few/many fewer/more female/male final/initial first/last formal/informal found/lost
forward/backward free/paid fresh/stale gain/lose gained/lost gain/loss general/specific
giver/receiver good/bad great/small gross/net grew/shrank growth/decline guilty/innocent happy/sad
harm/benefit harmful/harmless head/tail healthy/sick heavy/light help/hinder helped/hindered
high/low higher/lower highest/lowest hire/fire hired/fired hope/despair husband/wife
improve/worsen improved/worsened in/out income/expense inside/outside inner/outer
inferior/superior input/output joined/left junior/senior large/small larger/smaller
largest/smallest least/most left/right legal/illegal length/width less/more lend/borrow long/short
longer/shorter longest/shortest love/hate majority/minority man/woman men/women maximum/minimum
maximal/minimal married/single narrow/wide natural/artificial near/far negative/positive new/old
newer/older newest/oldest north/south northern/southern often/rarely old/young older/younger
on/off open/shut optional/mandatory optional/required over/under partial/total partially/fully
pass/fail passed/failed past/future peace/war permanent/temporary permit/prohibit
permits/prohibits permitted/prohibited physical/mental poor/rich powerful/weak presence/absence
present/absent private/public problem/solution profit/loss profits/losses prove/disprove pull/push
question/answer quick/slow quiet/loud raise/lower raised/lowered reduce/increase reduces/increases
reduced/increased refuse/accept refused/accepted refused/agreed remember/forget rural/urban
same/different secret/public send/receive sent/received short/tall simple/complex sink/float
smooth/rough soft/hard sold/bought son/daughter start/stop starts/stops started/stopped start/end
strength/weakness strengthen/weaken strong/weak stronger/weaker success/failure summer/winter
support/oppose supports/opposes supported/opposed sweet/bitter take/give teacher/student
thick/thin top/bottom truth/lie uncommon/common upper/lower upward/downward useful/useless
vertical/horizontal victory/defeat victim/perpetrator visible/hidden voluntary/compulsory
voluntary/mandatory weak/strong wet/dry win/lose wins/loses won/lost winner/loser with/without
wholesale/retail within/outside worse/better yes/no young/old if/unless since/until until/from

alle/keine allgemein/besonders alt/neu alte/neue alten/neuen alter/neuer altes/neues anfang/ende
annahme/ablehnung annehmen/ablehnen arm/reich aufwand/ertrag aufwendungen/erträge ausgabe/einnahme
ausgaben/einnahmen ausgang/eingang auslage/einlage ausland/inland ausländische/inländische
ausländischen/inländischen ausländischer/inländischer außen/innen außerhalb/innerhalb
befristet/unbefristet befristete/unbefristete beginn/ende beginnt/endet belastung/entlastung
beschränkt/unbeschränkt besser/schlechter beste/schlechteste billig/teuer breit/schmal
dafür/dagegen dick/dünn direkt/indirekt dunkel/hell einfuhr/ausfuhr eingeschlossen/ausgeschlossen
einkauf/verkauf einschließlich/ausschließlich einseitig/beidseitig erfolg/misserfolg
erhöhen/senken erhöht/gesenkt erhöht/verringert erhöhung/senkung erhöhung/minderung
erlaubt/verboten erlaubt/untersagt erste/letzte ersten/letzten erster/letzter fern/nah
flüssig/fest freiwillig/verpflichtend freiwillig/zwingend frieden/krieg früh/spät früher/später
fällt/steigt fallen/steigen für/gegen ganz/teilweise geber/nehmer geburt/tod gefahr/sicherheit
gefährlich/ungefährlich gesund/krank gewinn/verlust gewinne/verluste gewinnen/verlieren
gewonnen/verloren gläubiger/schuldner groß/klein große/kleine großen/kleinen großer/kleiner
größer/kleiner größte/kleinste gut/schlecht gute/schlechte hart/weich hinter/vor hoch/niedrig
hohe/niedrige hohen/niedrigen hoher/niedriger höher/niedriger höchste/niedrigste
höchstens/mindestens immer/nie import/export intern/extern interne/externe internen/externen
jung/alt junge/alte kalt/heiß kalt/warm kauf/verkauf kaufen/verkaufen käufer/verkäufer
kläger/beklagter kläger/beklagte kurz/lang kurze/lange kurzfristig/langfristig
kurzfristige/langfristige kurzfristigen/langfristigen kürzer/länger leben/tod leer/voll
leicht/schwer leicht/schwierig links/rechts linke/rechte laut/leise letzte/nächste
letzten/nächsten mann/frau männer/frauen maximal/minimal mehr/weniger mehrheit/minderheit
mieter/vermieter mit/ohne mittelbar/unmittelbar mittelbare/unmittelbare mittelbaren/unmittelbaren
mutter/vater mündlich/schriftlich mündliche/schriftliche nach/vor nachher/vorher nachteil/vorteil
nachteile/vorteile nachteilig/vorteilhaft nah/fern nass/trocken natürlich/künstlich
natürliche/juristische negativ/positiv negative/positive nehmen/geben niederlage/sieg nord/süd
nördlich/südlich norden/süden oben/unten obere/untere oberhalb/unterhalb oder/und
offen/geschlossen öffentlich/privat öffentliche/private öffentlichen/privaten öffnen/schließen
ost/west osten/westen östlich/westlich plus/minus richtig/falsch richtige/falsche sauber/schmutzig
schnell/langsam schneller/langsamer schwach/stark schwache/starke senken/anheben sinken/steigen
sinkt/steigt sank/stieg sohn/tochter sommer/winter start/ende start/stopp stationär/ambulant
stimmt/bestreitet tag/nacht teil/ganzes tief/hoch tot/lebendig vater/mutter
verbessert/verschlechtert verbesserung/verschlechterung vergangenheit/zukunft vermindern/erhöhen
vermindert/erhöht vermögen/schulden verringert/vergrößert verstärkt/abgeschwächt voll/teilweise
vollständig/teilweise vollständig/unvollständig voraus/zurück vorläufig/endgültig
vorläufige/endgültige vorsatz/fahrlässigkeit vorsätzlich/fahrlässig wachstum/rückgang wahr/falsch
wahrheit/lüge weit/eng weniger/mehr wenig/viel wenige/viele zulässig/unzulässig zunahme/abnahme
zunehmen/abnehmen zustimmen/ablehnen zustimmung/ablehnung zuständig/unzuständig
"""


def _read_pairs() -> dict[str, frozenset[str]]:
    known: dict[str, set[str]] = {}
    for pair in _PAIRS.replace("ß", "ss").split():
        one, _, other = pair.partition("/")
        known.setdefault(one, set()).add(other)
        known.setdefault(other, set()).add(one)
    return {word: frozenset(others) for word, others in known.items()}


_OPPOSITES = _read_pairs()


def opposites_of(word: str) -> frozenset[str]:
    """Return the words that are known to mean the opposite of a word without case."""
    return _OPPOSITES.get(word, frozenset())
