"""Phrases by which a sentence in German shows that it states no fact of its own."""

SAYING = """
sagt sagen sagte schreibt schreiben schrieb lautet lauten heißt heisst steht zitat wörtlich
woertlich worten gemäß gemaess zufolge laut
"""
SOURCE_WORDS = """
der die das des dem den ein eine einer eines dieser diese dieses sein seine ihr ihre es er sie im
auf am aus von zu nach wie auch so dort hier und dazu darin folgt folgendes gesetz verordnung
richtlinie vorschrift bericht studie artikel buch aufsatz quelle dokument autor autoren autorin
verfasser absatz abschnitt kapitel paragraf satz seite
"""
TREATING = """
verlangt verlangen fordert fordern schreibt vor vorgeschrieben erwähnt erwähnen enthält enthalten
nennt nennen regelt regeln sieht sehen bestimmt bestimmen behandelt behandeln umfasst umfassen
schweigt äußert gibt macht angaben angabe aussage aussagen regel regelung regelungen
"""
_PARTS = (
    r"(?:Abschnitte?s?|Kapiteln?|Kapitels|Teile?s?|Tabellen?|Abbildung(?:en)?|Listen?|Übersicht"
    r"|Anhang"
    r"|Grafik|Zusammenfassung|Absätzen?|Seiten?)"
)
_WORKS = (
    rf"(?:{_PARTS}|Bericht|Dokument|Papier|Artikel|Beitrag|Vermerk|Leitfaden|Gutachten|Analyse)"
)
_TELLS = (
    r"(?:beschreib(?:t|en)|zeig(?:t|en)|gib(?:t)|geben|enthält|enthalten|fasst|fassen|stell(?:t|en)"
    r"|behandel[tn]|erläuter[tn]|erklär(?:t|en)|gliedert|gliedern|befass(?:t|en)|widme(?:t|n)"
    r"|vergleich(?:t|en)|liste(?:t|n)|untersuch(?:t|en)|geht|gehen|führt|bietet|bieten|beginnt"
    r"|schließt|betrachtet|wird|werden|ist (?:wie folgt|in) )"
)
_TELL = (
    r"(?:betrachten|gehen|stellen|erläutern|beschreiben|fassen|werfen|kommen|wenden|beginnen|zeigen"
    r"|vergleichen|untersuchen|schauen|sehen|behandeln|widmen|kehren|schließen)"
)
_WHICH = (
    r"(?:folgende|nächste|vorliegende|letzte|erste|zweite|dritte|vierte|obige|nachstehende)[rsnm]?"
)
TRANSITION = rf"""
      (?-i:[Ii]m\ (?:Folgenden|Weiteren))\b
    | in\ (?:den\ folgenden|diesem|den\ nächsten)\ {_PARTS}\b
    | im\ (?:folgenden|nächsten|vorliegenden|letzten|ersten|zweiten|dritten|vierten)\ {_WORKS}\b
    | (?:der|die|das|diese[rs]?)\ (?:{_WHICH}\ )?{_WORKS}(?:\ (?:unten
        |oben))?\ (?:\w+\ )?{_TELLS}
    | (?:abschnitt|kapitel|teil|tabelle|abbildung|anhang)\ (?:\d{{1,3}}(?:\.\d{{1,3}})*
        |[A-Z])\ {_TELLS}
    | (?:nachfolgend|nachstehend|unten|hier|im\ Anschluss)\ (?:wird|werden|folg[te]n?|finden\ sie
        |finden\ sich
        |sind|ist|ein|eine|die|der|das)\b
    | (?:zunächst|anschließend|abschließend|zuerst|danach|dann|nun|jetzt|zum\ Schluss|als\ Nächstes)
        \ {_TELL}\ wir\b
    | (?:wir|ich)\ {_TELL}(?:\ uns)?\ (?:nun|jetzt|im\ Folgenden|als\ Nächstes|zunächst|hier
        |zuerst)\b
    | (?:kommen|wenden|schauen|betrachten|gehen|beginnen|werfen|sehen)\ wir\b
    | bevor\ wir\b
    | (?:weitere|nähere)\ (?:angaben|informationen|einzelheiten|details|hinweise|beispiele)
        \ (?:enthält|enthalten|finden|stehen|gibt|sind)\b
"""
CONNECTIVE = (
    r"zusammenfassend|insgesamt|kurz gesagt|fazit|zum beispiel|wie (?:oben|bereits|eingangs|zuvor)"
    r" (?:erwähnt|beschrieben|dargestellt|gezeigt)|einerseits|andererseits|erstens|zweitens"
    r"|drittens|mit anderen worten|im einzelnen"
)
STRUCTURE = (
    r"eine? (?:[\w-]+ ){0,3}(?:einführung|überblick|übersicht|zusammenfassung|beschreibung)\b[^.]*"
    rf"\b(?:wird|gibt|bietet|steht|findet sich) (?:unten|oben|in {_PARTS}|im {_PARTS})\b"
    r"|(?:dieser?|dieses|der|die|das) (?:vorliegende[rs]? )?(?:bericht|dokument|papier|artikel"
    r"|leitfaden|studie|analyse|kapitel|abschnitt|arbeit|gutachten) (?:hat|besteht aus|umfasst"
    r"|enthält|gliedert sich|ist|schließt mit)\b.*?"
    r"\b(?:teilen?|abschnitten?|kapiteln?|seiten|wie folgt)\b"
    r"|(?:alle|die) (?:quellen|links|internetquellen) wurden (?:zuletzt )?(?:am"
    r"|im)\b.*\babgerufen\b"
)
OPINION_BEGINS = r"""
      (?:ich|wir)\ (?:glaube|meine|denke|finde|halte|hoffe|vermute|bedaure|begrüße|zweifle|bezweifle
        |wünsche)n?\b
    | (?:ich|wir)\ (?:bin|sind)\ (?:der\ (?:Meinung|Ansicht|Auffassung)|überzeugt|zuversichtlich
        |skeptisch)\b
    | hoffentlich\b
"""
OPINION = r"""
      \b(?:meines|unseres)\ Erachtens\b | \b[mu]\.\ ?E\.
    | \b(?:meiner|unserer)\ (?:Meinung|Ansicht|Auffassung|Einschätzung)\ nach\b
    | \bnach\ (?:meiner|unserer)\ (?:Meinung|Ansicht|Auffassung|Einschätzung|Erfahrung)\b
    | \baus\ (?:meiner|unserer)\ Sicht\b
"""
OPINION_HINTS = "erachtens|m. e.|m.e.|u. e.|u.e.|meiner |unserer "
RECOMMENDATION = r"""
      \b(?:ich|wir)\ (?:empfehlen?|raten?|schlagen?|plädieren?|regen?|befürworten?)\b
    | \b(?:empfehlen|empfehle|raten|rate|schlagen|schlage)\ (?:wir|ich)\b
    | \b(?:unsere|meine)\ Empfehlung\b | \bempfiehlt\ (?:es\ )?sich\b
    | \bes\ (?:wäre|ist|erscheint|scheint)\ (?:wünschenswert|ratsam|empfehlenswert|sinnvoll
        |zu\ empfehlen|zu\ wünschen|besser|angebracht|anzuraten)\b
    | \b(?:ist|sind)\ zu\ empfehlen\b | \bwird\ empfohlen\b
    | ^(?:daher\ |deshalb\ )?(?:wir|man|sie)\ sollten?\b | ^(?:daher|deshalb)\ sollten?\ (?:wir
        |man|sie)\b
"""
RECOMMENDATION_HINTS = (
    "empf|raten|rate |schlag|plädier|regen|rege |befürwort|ratsam|sollte|wünsch|sinnvoll|besser"
    "|angebracht"
)
GREETING = r"""
      sehr\ geehrte | liebe[rs]?\ (?:kolleg|frau|herr|leser|kund|team|alle|mitglied|freund)
    | hallo\b | guten\ (?:tag|morgen|abend) | gern(?:e)?[,!.] | gern(?:e)?\Z
    | (?:natürlich|selbstverständlich)[,!.]\ (?:hier|ich) | vielen\ dank | danke\b
    | mit\ (?:freundlichen|besten|herzlichen)\ grüßen | (?:freundliche|viele|beste|herzliche
        |liebe)\ grüße
    | ich\ hoffe,\ (?:das|dies|sie|dass\ (?:das|dies|ich|diese)) | bei\ (?:weiteren\ )?(?:fragen
        |rückfragen)\b
    | (?:falls|wenn|sollten)\ sie\ (?:noch\ |weitere\ |dazu\ )*(?:fragen|mehr|details|hilfe)
    | lassen\ sie\ (?:mich|uns)\ (?:gern[e]?\ )?wissen | melden\ sie\ sich
    | ich\ helfe\ (?:ihnen\ |dir\ )?gern
"""
ABOUT = (
    r"(?:stand|datum|autor(?:in|en)?|verfasser(?:in)?|erstellt|schlagwörter|stichwörter"
    r"|aktenzeichen|bearbeiter(?:in)?|auftraggeber(?:in)?)\s?:|(?:erstellt|verfasst|bearbeitet"
    r"|vorgelegt) (?:von|am|für|durch)\b|inhalt(?:sverzeichnis)?\Z|seite \d"
)
SOURCE_LINE = r"(?:data )?(?:quellen?|datenquelle|datenbasis|belege?|nachweise?|transkripte?)"
NOTE_THAT = (
    r"(?:bitte )?(?:beachten|bedenken|berücksichtigen) sie,? (?:bitte |auch )?,?dass"
    r"|zu beachten ist,? dass"
)
_READ = r"Quellen?|Text|Texte[ns]?|Dokument(?:e[ns]?)?|Kontext|Auszug|Textstelle|Passage"
LEADING = (
    r"(?:darüber hinaus|außerdem|zudem|ferner|des weiteren|überdies|im übrigen|zusammenfassend"
    r"|allerdings|jedoch|zum beispiel|beispielsweise|wie (?:oben )?(?:erwähnt|beschrieben))"
    r"(?:\s?,|(?=\s(?-i:[a-zäöü])))|ja\s?,"
    r"|(?:es (?:ist|sei) (?:auch |hier |noch )?(?:anzumerken|angemerkt|erwähnt|zu erwähnen"
    r"|erwähnenswert|zu beachten|hervorzuheben|festzuhalten|festgehalten"
    r"|darauf hinzuweisen|darauf hingewiesen|wichtig zu (?:wissen|erwähnen|betonen))"
    r"|(?:anzumerken|zu beachten|hervorzuheben|festzuhalten|erwähnenswert|hinzuweisen) ist),? dass"
    r"|(?:laut|gemäß|nach|ausgehend von|auf (?:der )?(?:grundlage|basis) (?:von|de[rs]))"
    r"(?: (?:de[rmns]|diese[rmns]))?(?: (?:angegebenen?|vorliegenden?|gegebenen?|zitierten?))?"
    rf" (?:{_READ})(?:\s?,|(?=\s(?-i:[a-zäöü])))"
)
GRADES = (
    r"(?:konfidenz|sicherheit|evidenz)\s?:\s?(?:sehr )?(?:hoch|stark|mittel|gering|niedrig|schwach)"
)
INSTRUCTION = r"""
      bitte\b | [A-ZÄÖÜ][a-zäöüß]+(?:en|ern|eln)\ Sie\b | (?-i:Sei(?:en)?\ Sie) | siehe\b | vgl\.
"""
THAT = "dass|daß"
REMARKS = r"Hinweis|Hinweise|Tipp|Achtung|Wichtig|Warnung|Anmerkung|Merke|Fazit|Kernaussage"
NAMING = (
    r"anders als|im gegensatz zu[mr]?|im unterschied zu[mr]?|im vergleich (?:zu[mr]?|mit)"
    r"|ähnlich wie|aufbauend auf|basierend auf|neben"
)
POINTING_FOR = "für|zu|zum|zur"
POINTING_TO = r"siehe(?: auch)?|s\.|vgl\.?"
OWN_VOICE = "wir|unser|unsere[mnrs]?"
REPORTING = (
    r"zeig(?:t|en|te|ten)|find(?:et|en)|fand(?:en)?|bericht(?:et|en|ete|eten)|beobacht(?:et|en|ete"
    r"|eten)|argumentier(?:t|en|te|ten)|beleg(?:t|en|te|ten)|schreib(?:t|en)|schrieb(?:en)?"
    r"|stell(?:t|en|te|ten) fest|schließ(?:t|en)|betont?e?n?|erklär(?:t|en|te|ten)"
    r"|w(?:eis|ies)(?:t|en)? darauf hin|(?:geh|ging)(?:t|en)? davon aus|h[äa]lt(?:en)? fest"
    r"|heb(?:t|en) hervor|komm(?:t|en) zu dem (?:schluss|ergebnis)|(?:leg|mach)(?:t|en) dar"
    r"|bestimm(?:t|en)|regel(?:t|n)|s(?:ieht|ehen) vor|behaupt(?:et|en)|vermut(?:et|en)"
    r"|beschreib(?:t|en)|verdeutlich(?:t|en)|konstatier(?:t|en)|bestätig(?:t|en)|ergab(?:en)?"
    r"|leg(?:t|en) nahe|schätz(?:t|en|te|ten)|nenn(?:t|en)|sag(?:t|en|te|ten)|warn(?:t|en|te|ten)"
)
REPORTED = (
    "gezeigt|beschrieben|dargelegt|dargestellt|festgestellt|nachgewiesen|ausgeführt|erwähnt"
    "|beschreibt|ergänzt"
)
REPORTING_HELPS = "haben|hat|auch|später|zudem|ferner|ebenfalls"
CONCEDING = "obwohl|obgleich|wenngleich|trotz|auch wenn"
LIMITING = (
    "wenn|falls|sofern|soweit|solange|bis|ohne|außer|nur|als|es sei denn"
    "|allerdings nur|vorausgesetzt|zumindest|jedenfalls"
)
EXAMPLES = "wie etwa|wie zum Beispiel"
AS_SAID = "wie|nach angaben|nach ansicht|nach auffassung"
ACCORDING = r"laut|gemäß|nach angaben|nach ansicht|nach auffassung|nach(?=\s\[)"
INSERTED = r"so(?!\sthe\b)|laut|wie von"
COLLECTIVE = (
    r"beide|zusammen|gemeinsam|insgesamt|einander|zwischen|gleich|ähnlich|jeweils|fusion|verein"
    r"|teilen|treffen|trafen|unterscheid"
)
EACH = {
    "2": "beide|die beiden|die zwei|zwei",
    "3": "alle drei|die drei|drei",
    "4": "alle vier|vier",
}
FOLLOWING = r"folgende[nrms]?|wie folgt|nachstehend\w*|nämlich|und zwar"
ANNOUNCING = "diese[nr]?"
OWN_WORK = r"""
      (?:(?:zunächst|anschließend|dabei|hier|dann|daher|zudem|außerdem|schließlich|dazu|hierfür)\ )?
      (?:analysieren?|befragen?|berechnen?|betrachten?|bewerten?|definieren?|entwickeln?|erheben?
        |ermitteln?|evaluieren?|messen|nutzen?|prüfen?|schätzen?|stellen?|testen?|trainieren?
        |untersuchen?|vergleichen?|verwenden?|wählen?|zeigen?|haben?|führen?)\ (?:wir|ich)\b
    | (?:wir|ich)\ (?:\w+\ )?(?:analysieren?|befrag(?:en?|ten?)|berechnen?|betrachten?|bewerten?
        |definieren?|entwickeln?|erheben?|ermitteln?|evaluieren?|messen|nutzen?|prüf(?:en?|ten?)|schätzen?|stellen?
        |test(?:en?|eten?)|trainieren?|untersuch(?:en?|ten?)|vergleichen?|verwenden?|wählen?|zeigen?
        |führen?|führten)\b
    | unsere?r?\ (?:\w+\ )?(?:ergebnisse?|befunde?|versuche?|ansatz|methode|methodik|analyse|modell
        |auswertung|beitrag|arbeit|studie|untersuchung|daten|hypothesen?|ziel)\b
    | (?:diese[rs]?|die\ vorliegende|der\ vorliegende|das\ vorliegende)\ (?:abschnitt|kapitel|arbeit
        |bericht|studie|beitrag|artikel|dokument|papier|untersuchung|anhang)\b
    | in\ diese[rm]\ (?:abschnitt|kapitel|arbeit|bericht|studie|beitrag|artikel|dokument|papier)\b
    | (?:ziel|zweck|gegenstand)\ diese[rs]\b
"""
BACKGROUND = (
    r"einleitung|einführung|hintergrund|grundlagen|stand der (?:forschung|technik)|forschungsstand"
    r"|verwandte arbeiten|literatur|theorie|theoretisch|motivation|überblick|geschichte"
)
SUMMARIES = (
    r"zusammenfassung|fazit|kurzfassung|schluss(?:folgerung(?:en)?|bemerkung)?|auf einen blick"
    r"|kernaussagen|wichtigste ergebnisse|ergebnis"
)
OWN_SECTIONS = (
    r"methoden?|methodik|vorgehen|vorgehensweise|simulation(?:en)?|experimente|ergebnisse|diskussion"
    r"|limitation(?:en)?|ausblick|nächste schritte|empfehlung(?:en)?|fahrplan|todos?|annahmen"
)
INFERENCE = (
    r"(?:das|dies|daraus|damit) (?:zeigt|heißt|bedeutet|folgt|ergibt|erklärt|macht|ist)"
    r"|(?:somit|daher|deshalb|folglich|also|insgesamt|demnach|rechnerisch)\b|kurz:?\b"
    r"|(?:beispielsweise|zum beispiel|z\. ?b\.|bsp\.|angenommen|gesetzt)\b"
)
AIM = "soll|sollen|sollte|sollten"
DENIED = (
    r"mythen|irrtümer|missverständnisse|fehlannahmen|irrglauben?|gerüchte|falschbehauptungen"
    r"|(?:falsche|widerlegte|irrige|überholte|zurückgezogene) \w+"
)
FINDING = r"dass|fanden|finden|zeigen|zeigten|schätzen|ermitteln|ermittelten"
OWN_FIGURES = r"\b(?:tabellen?|tab\.|abbildung(?:en)?|abb\.|anhang|gleichung)"
NUMBERED_STATEMENTS = (
    "these|hypothese|behauptung|satz|lemma|definition|beispiel|bemerkung|annahme|frage|schritt|fall"
    "|anforderung|ziel"
)
WALL = (
    r"(?:aktivieren|erlauben) sie (?:bitte )?(?:javascript|cookies)"
    r"|(?:javascript|cookies) aktivieren"
    r"|bitte (?:melden sie sich an|loggen sie sich ein|anmelden|einloggen)"
    r"|(?:melden sie sich an|anmelden|einloggen), um (?:fortzufahren|weiterzulesen|zu lesen)"
    r"|(?:cookies|alle|alles) (?:akzeptieren|zulassen)|ihre privatsphäre ist uns wichtig"
    r"|zugriff verweigert|mit (?:einem )?abo weiterlesen|(?:jetzt|kostenlos) weiterlesen"
    r"|seite (?:wurde )?(?:leider )?nicht gefunden|bestätigen sie,? dass sie kein roboter"
)
BOUND = (
    r"wenn|falls|sofern|ob|angenommen|niemand|kaum|weder|keine?r?|nichts|sollten?"
    r"|[^.;]{0,80}?\b(?:nicht|nie|falsch|unwahr|bestreite[nt]|bestritt|bezweifel[tn]|leugne[nt]"
    r"|widerleg(?:t|en)|unklar|unwahrscheinlich)\b[^.;]{0,40}?,\s(?:dass|daß|ob)"
)
