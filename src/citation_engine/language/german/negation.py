"""Words of German that deny, and words with their opposites."""

DENYING = """
verboten untersagt unzulässig verweigert verweigern fehlt fehlen ausgeschlossen abgelehnt lehnt
ablehnen unterbleibt unterbleiben entfällt entfallen frei befreit statt unmöglich verhindert
verhindern vermeiden vermieden abgesehen anstatt verbietet verbot verhinderten unbekannt unklar
unwahrscheinlich lediglich
"""
DOUBTING = """
zweifelhaft fraglich unbestätigt unbelegt umstritten widerlegt angeblich gerücht spekulativ
spekulation vermutung hypothetisch
"""
PREFIXES = "un in anti nicht miss"
OPPOSITES = """
alle/keine allgemein/besonders alt/neu alte/neue alten/neuen alter/neuer altes/neues anfang/ende
annahme/ablehnung annehmen/ablehnen arm/reich aufwand/ertrag aufwendungen/erträge ausgabe/einnahme
ausgaben/einnahmen ausgang/eingang auslage/einlage ausland/inland ausländische/inländische
ausländischen/inländischen ausländischer/inländischer außen/innen außerhalb/innerhalb
befristet/unbefristet befristete/unbefristete beginn/ende beginnt/endet belastung/entlastung
beschränkt/unbeschränkt besser/schlechter beste/schlechteste billig/teuer breit/schmal
dafür/dagegen dick/dünn direkt/indirekt dunkel/hell einfuhr/ausfuhr eingeschlossen/ausgeschlossen
einkauf/verkauf einschließlich/ausschließlich einseitig/beidseitig erfolg/misserfolg erhöhen/senken
erhöht/gesenkt erhöht/verringert erhöhung/senkung erhöhung/minderung erlaubt/verboten
erlaubt/untersagt erste/letzte ersten/letzten erster/letzter fern/nah flüssig/fest
freiwillig/verpflichtend freiwillig/zwingend frieden/krieg früh/spät früher/später fällt/steigt
fallen/steigen für/gegen ganz/teilweise geber/nehmer geburt/tod gefahr/sicherheit
gefährlich/ungefährlich gesund/krank gewinn/verlust gewinne/verluste gewinnen/verlieren
gewonnen/verloren gläubiger/schuldner groß/klein große/kleine großen/kleinen großer/kleiner
größer/kleiner größte/kleinste gut/schlecht gute/schlechte hart/weich hinter/vor hoch/niedrig
hohe/niedrige hohen/niedrigen hoher/niedriger höher/niedriger höchste/niedrigste
höchstens/mindestens immer/nie import/export intern/extern interne/externe internen/externen
jung/alt junge/alte kalt/heiß kalt/warm kauf/verkauf kaufen/verkaufen käufer/verkäufer
kläger/beklagter kläger/beklagte kurz/lang kurze/lange kurzfristig/langfristig
kurzfristige/langfristige kurzfristigen/langfristigen kürzer/länger leben/tod leer/voll
leicht/schwer leicht/schwierig links/rechts linke/rechte laut/leise letzte/nächste letzten/nächsten
mann/frau männer/frauen maximal/minimal mehr/weniger mehrheit/minderheit mieter/vermieter mit/ohne
mittelbar/unmittelbar mittelbare/unmittelbare mittelbaren/unmittelbaren mutter/vater
mündlich/schriftlich mündliche/schriftliche nach/vor nachher/vorher nachteil/vorteil
nachteile/vorteile nachteilig/vorteilhaft nah/fern nass/trocken natürlich/künstlich
natürliche/juristische negativ/positiv negative/positive nehmen/geben niederlage/sieg nord/süd
nördlich/südlich norden/süden oben/unten obere/untere oberhalb/unterhalb oder/und offen/geschlossen
öffentlich/privat öffentliche/private öffentlichen/privaten öffnen/schließen ost/west osten/westen
östlich/westlich plus/minus richtig/falsch richtige/falsche sauber/schmutzig schnell/langsam
schneller/langsamer schwach/stark schwache/starke senken/anheben sinken/steigen sinkt/steigt
sank/stieg sohn/tochter sommer/winter start/ende start/stopp stationär/ambulant stimmt/bestreitet
tag/nacht teil/ganzes tief/hoch tot/lebendig vater/mutter verbessert/verschlechtert
verbesserung/verschlechterung vergangenheit/zukunft vermindern/erhöhen vermindert/erhöht
vermögen/schulden verringert/vergrößert verstärkt/abgeschwächt voll/teilweise vollständig/teilweise
vollständig/unvollständig voraus/zurück vorläufig/endgültig vorläufige/endgültige
vorsatz/fahrlässigkeit vorsätzlich/fahrlässig wachstum/rückgang wahr/falsch wahrheit/lüge weit/eng
weniger/mehr wenig/viel wenige/viele zulässig/unzulässig zunahme/abnahme zunehmen/abnehmen
zustimmen/ablehnen zustimmung/ablehnung zuständig/unzuständig
"""
TAKING_BACK = """
falsch unwahr unzutreffend irrtum irrtümlich mythos mythen widerlegt irrglaube gelogen lüge unsinn
aufgehoben zurückgezogen gestrichen überholt gerücht fälschlich fälschlicherweise unrecht
"""
DENIALS = (
    r"bestreite[nt]|bestritt(?:en)?|dementiert|dementierte|legende|erfunden|gefälscht|fälschung"
    r"|unbegründet|haltlos|fehler|gegenteil|abgeschafft|verworfen|mitnichten|(?:fiel|fällt) aus"
    r"|nahm [^.]{3,30} zurück|nie gebaut"
)
OUTCOMES = """
so stimmt stimmte stimmen trifft zu zutrifft fall geschehen geschieht geschah dergleichen wahr beleg
belege nachweis dazu daraus davon dafür dem kam kommt wird statt fand tut tat taten gibt solche
solchen solcher beiden
"""
HELPING = ""
SENTENCE_NEGATIONS = """
nicht kein keine keinen keinem keiner keines nie niemals niemand nichts weder mehr betrug
"""
NEGATIONS = {
    "not": "nicht|nichts|nie|niemals|niemand|niemandem|niemanden|nirgends|nirgendwo|weder|nein"
    "|kein|keine|keiner|keines|keinem|keinen|keinerlei|keinesfalls|keineswegs|mitnichten",
    "without": "ohne|mangels|in ermangelung",
    "almost not": "kaum|selten",
    "except": "es sei denn|außer|ausgenommen|ausschließlich der|mit ausnahme|sofern nicht"
    "|soweit nicht",
}
# "nicht nur A, sondern auch B" denies nothing.
NOT_ONLY = "nicht nur"
SUFFIXES = "los/voll los/ frei/haltig frei/pflichtig arm/reich"
NOT_PAIRS = "unter/ter inhalt/halt instand/stand indem/dem inden/den under/der"
# They deny the word behind them.
NOT = "nicht nie kein keine"
