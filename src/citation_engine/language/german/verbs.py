"""Verbs of German: finite forms, irregular forms, and what goes with them."""

FINITE = """
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
benötigte kostet kostete kosteten erreicht erreichte erreichten erlaubt erlauben erlaubte verbietet
verbieten verbot verboten verlangt verlangen verlangte regelt regeln regelte regelten schreibt
schreiben schrieb schrieben sieht sehen sah sahen trägt tragen trug trugen tritt treten trat traten
läuft laufen lief liefen dauert dauern dauerte dauerten wirkt wirken wirkte wirkten nutzt nutzen
nutzte nutzten verwendet verwenden verwendete liefert liefern lieferte lieferten leistet leisten
leistete bietet bieten bot boten dient dienen diente dienten gehört gehören gehörte gehörten heißt
heißen hieß hießen entfällt entfallen entfiel entfielen entspricht entsprechen entsprach
entsprachen ergibt ergeben ergab ergaben verliert verlieren verlor verloren gewinnt gewann gewannen
senkt senken senkte senkten erhöht erhöhen erhöhte erhöhten verringert verringerte verringerten
verbessert verbesserte schützt schützen schützte betrifft betreffen betraf betrafen beschreibt
beschrieb beschrieben erfordert erfordern erforderte erhält erhalten erhielt erhielten stellt
stellen stellte stellten setzt setzen setzte setzten legt legen legte legten bringt bringen brachte
brachten verbraucht verbrauchte verbrauchten erzeugt erzeugen erzeugte erzeugten produziert
produzieren produzierte produzierten sagt sagen sagte sagten erklärt erklärte erklärten lebt leben
lebte lebten arbeitet arbeiten arbeitete arbeiteten wohnen wohnt zahlt zahlen zahlte zahlten kauft
kaufte kauften verkauft verkaufte verkauften rechnet rechnen rechnete schätzt schätzen schätzte
schätzten fordert fordern forderte forderten planen plante planten baut bauen baute bauten
übersteigt überstieg überwiegt überwog greift greifen griff reicht reichen reichte folgt folgte
folgten verpflichtet verpflichten speichert speichern speicherte bewahrt bewahren bewahrte
verdoppelte verdoppelten halbierte halbierten ändert ändern änderte änderten variiert hängt hängen
hing hingen wiegt wiegen wog wogen misst messen maß speicherten schließt schloss schlossen belegt
belegen belegte belegten bestätigt bestätigen bestätigte bestätigten erfasst erfassen erfasste
erfassten ermöglicht ermöglichen ermöglichte verursacht verursachen verursachte verursachten
unterstützt unterstützen unterstützte beeinflusst beeinflussen beeinflusste entwickelt entwickeln
entwickelte entwickelten entsteht entstehen entstand entstanden verschwindet verschwinden
untersucht untersuchen untersuchte untersuchten vergleicht vergleichen verglich verglichen
berichtet berichten berichtete berichteten nennt nennen nannte nannten bezeichnet bezeichnen
bezeichnete gründet gründete gründeten eröffnet eröffnete eröffneten sterben stirbt starb starben
verfügt verfügen verfügte verfügten basiert basieren basierte bestimmt bestimmen bestimmte
übernimmt übernehmen übernahm übernahmen überträgt übertragen übertrug fließt fließen floss flossen
brennt brennen brannte brannten schmilzt schmolz verteilt verteilen verteilte verteilten zählt
zählen zählte zählten verhindert verhindern verhinderte ersetzt ersetzen ersetzte ersetzten bildet
bilden bildete bildeten sorgt sorgen sorgte sorgten fehlt fehlen fehlte fehlten spielt spielen
spielte dringt drang sichert sichern sicherte fördert fördern förderte förderten kündigt kündigte
prüft prüfen prüfte prüften empfiehlt empfehlen empfahl verlängert verlängerte begrenzt begrenzte
berechnet berechnete veröffentlicht veröffentlichte veröffentlichten betreibt betreiben betrieb
beschäftigt beschäftigte exportiert importiert hilft helfen half halfen kosten folgen stimmte
stimmten meldete meldeten
"""
# Prefixes that stand apart from their verb, the longest first.
_SEPARABLE = """
zurück zusammen heraus voraus weiter wieder nieder durch herein bereit statt teil fest frei fort
nach auf aus bei dar ein her hin los mit vor weg ab an um zu
"""
# Prefixes that never do.
INSEPARABLE = "über unter hinter wider ent emp ver zer be er"
# Those looked for before the "zu" of an obligation.
OBLIGING_PREFIXES = """
ab an auf aus bei dar durch ein fest frei fort her hin los mit nach nieder um vor weg weiter wieder
zurück zu zusammen heraus hinzu voraus bereit sicher statt teil
"""
# Those whose "zu" a search takes out: "aufzubewahren" is a form of "aufbewahren".
SEARCH_PREFIXES = """
ab an auf aus bei dar durch ein fest fort heran heraus her hin los mit nach nieder um unter voran
voraus vor weg weiter wieder zurück zusammen zu
"""
FINITE_ENDINGS = "ierte|ierten|iert|isiert"
# Forms that are finite wherever they stand, and are no participle of their own: "verweist".
SINGULAR_FORMS = (
    rf"(?!(?:{'|'.join(_SEPARABLE.split())})?ge[a-zäöüß]{{3,}}t\Z)[a-zäöüß]{{3,}}(?<!an)(?<!en)(?<!haf)"
    r"(?<!mi)(?<!zi)t|genügt|gelingt|geschieht|gewähr(?:leiste)?t|gesta(?:tte|lte)t|gefährdet"
)
# Forms that may be an infinitive or an adjective too, told by the words beside them.
PLURAL_FORMS = "[a-zäöüß]{3,}(?:en|ern|eln|te)"
NO_VERBS = """
nicht jetzt selbst oft erst fast meist zuletzt zumeist höchst längst vielleicht leicht recht bekannt
unbekannt bereit weit breit laut hart kalt insgesamt gesamt sonst dicht schlecht echt direkt
indirekt exakt korrekt konkret komplett abstrakt kompakt perfekt strikt statt anstatt samt nebst
acht dort wert bewusst unbewusst äußerst zumindest überhaupt derart vorerst zuerst zunächst einst
ernst privat separat soweit sofort fort
"""
