"""The phrases by which a sentence shows that it states no fact, in English and German."""

import re

_PARTS_EN = (
    r"(?:sections?|chapters?|parts?|tables?|figures?|charts?|lists?|appendix|annex|paragraphs?"
    r"|pages?"
    r"|diagrams?|overview|summary|box)"
)
_WORKS_EN = (
    rf"(?:{_PARTS_EN}|report|document|paper|article|memo|note|brief|briefing|guide|review|analysis)"
)
_TELLS_EN = (
    r"(?:describes?|shows?|gives?|provides?|presents?|discuss(?:es)?|summari[sz]es?|outlines?"
    r"|lists?"
    r"|examines?|explains?|covers?|looks?|deals?|explores?|compares?|reviews?|sets? out|turns?"
    r"|begins?"
    r"|starts?|concludes?|closes?|focus(?:es)?|aims?|introduces?|addresses|illustrates?|details?"
    r"|answers?|considers?|will|is (?:structured|organi[sz]ed|divided|laid out)|contains?|offers?)"
)
_TELL_EN = (
    r"(?:turn|look|consider|move|discuss|examine|begin|start|describe|explain|present|show|outline|"
    r"summari[sz]e|review|explore|compare|introduce|focus|address|return|proceed|go|close|conclude"
    r"|give|set out|take)"
)
_PARTS_DE = (
    r"(?:Abschnitte?s?|Kapiteln?|Kapitels|Teile?s?|Tabellen?|Abbildung(?:en)?|Listen?|Übersicht"
    r"|Anhang"
    r"|Grafik|Zusammenfassung|Absätzen?|Seiten?)"
)
_WORKS_DE = (
    rf"(?:{_PARTS_DE}|Bericht|Dokument|Papier|Artikel|Beitrag|Vermerk|Leitfaden|Gutachten|Analyse)"
)
_TELLS_DE = (
    r"(?:beschreib(?:t|en)|zeig(?:t|en)|gib(?:t)|geben|enthält|enthalten|fasst|fassen|stell(?:t|en)"
    r"|behandel[tn]|erläuter[tn]|erklär(?:t|en)|gliedert|gliedern|befass(?:t|en)|widme(?:t|n)"
    r"|vergleich(?:t|en)|liste(?:t|n)|untersuch(?:t|en)|geht|gehen|führt|bietet|bieten|beginnt"
    r"|schließt|betrachtet|wird|werden|ist (?:wie folgt|in) )"
)
_TELL_DE = (
    r"(?:betrachten|gehen|stellen|erläutern|beschreiben|fassen|werfen|kommen|wenden|beginnen|zeigen"
    r"|vergleichen|untersuchen|schauen|sehen|behandeln|widmen|kehren|schließen)"
)
_WHICH_DE = (
    r"(?:folgende|nächste|vorliegende|letzte|erste|zweite|dritte|vierte|obige|nachstehende)[rsnm]?"
)

TRANSITION = re.compile(
    rf"""(?:
      (?:in|within|throughout)\ (?:the|this)\ (?:following|next|remaining|present|previous|last
          |first|second
        |third|final|rest\ of\ (?:this|the))?\ ?{_WORKS_EN}\b,?\ (?:we|i|the|this|you|it|our)\b
    | in\ (?:what\ follows|the\ following)\b
    | (?:the|this|each|our)\ (?:(?:following|next|present|remaining|final|last|first|second|third
        |below)\ )?
        {_WORKS_EN}(?:\ (?:below|above))?\ (?:(?:\w+ly|first|then|also|now|next
        |briefly)\ )?{_TELLS_EN}\b
    | the\ (?:rest|remainder)\ of\ (?:this|the)\b
    | {_PARTS_EN}\ (?:\d{{1,3}}(?:\.\d{{1,3}})*|[A-Z])\ (?:\w+ly\ )?{_TELLS_EN}\b
    | (?:below|above|here)(?:,|\ is\b|\ are\b|\ you\b|\ we\b|\ follows?\b|['’]s\b)
    | (?:let\ us|let['’]s|let\ me)\ (?:now\ |first\ |next\ )?{_TELL_EN}\b
    | (?:we|i)\ (?:now|then|next|first|will(?:\ now|\ first|\ then|\ next)?|shall(?:\ now)?
        |begin\ by|start\ by)
        \ {_TELL_EN}\b
    | (?:we|i)\ (?:now\ )?(?:turn|move|return|proceed)\ (?:now\ |back\ |on\ )?to\b
    | (?:first|next|then|finally|now),?\ (?:we|i|let\ us|let['’]s)\ (?:will\ |now\ )?{_TELL_EN}\b
    | (?:turning|moving|returning)\ (?:now\ |on\ |back\ )?to\b(?![^,]*,)
    | before\ (?:we|turning|going)\b[^,]*,\ (?:we|let|i|it\ (?:helps|is\ worth))\b
    | (?-i:[Ii]m\ (?:Folgenden|Weiteren))\b
    | in\ (?:den\ folgenden|diesem|den\ nächsten)\ {_PARTS_DE}\b
    | im\ (?:folgenden|nächsten|vorliegenden|letzten|ersten|zweiten|dritten|vierten)\ {_WORKS_DE}\b
    | (?:der|die|das|diese[rs]?)\ (?:{_WHICH_DE}\ )?{_WORKS_DE}(?:\ (?:unten
        |oben))?\ (?:\w+\ )?{_TELLS_DE}
    | (?:abschnitt|kapitel|teil|tabelle|abbildung|anhang)\ (?:\d{{1,3}}(?:\.\d{{1,3}})*
        |[A-Z])\ {_TELLS_DE}
    | (?:nachfolgend|nachstehend|unten|hier|im\ Anschluss)\ (?:wird|werden|folg[te]n?|finden\ sie
        |finden\ sich
        |sind|ist|ein|eine|die|der|das)\b
    | (?:zunächst|anschließend|abschließend|zuerst|danach|dann|nun|jetzt|zum\ Schluss|als\ Nächstes)
        \ {_TELL_DE}\ wir\b
    | (?:wir|ich)\ {_TELL_DE}(?:\ uns)?\ (?:nun|jetzt|im\ Folgenden|als\ Nächstes|zunächst|hier
        |zuerst)\b
    | (?:kommen|wenden|schauen|betrachten|gehen|beginnen|werfen|sehen)\ wir\b
    | bevor\ wir\b
    | (?:further|more|additional)\ (?:details|information|figures|data|examples)\ (?:is|are|can
        |may)\b
    | (?:weitere|nähere)\ (?:angaben|informationen|einzelheiten|details|hinweise|beispiele)
        \ (?:enthält|enthalten|finden|stehen|gibt|sind)\b
    )""",
    re.IGNORECASE | re.VERBOSE,
)
# Nothing but words that lead from one thought to the next.
CONNECTIVE = re.compile(
    r"(?:in (?:summary|conclusion|short|brief|sum|other words|addition)|to (?:sum up|conclude"
    r"|summari[sz]e"
    r"|begin with|start with)|overall|finally|first(?:ly)?|second(?:ly)?|third(?:ly)?|next|lastly"
    r"|on the (?:one|other) hand|for (?:example|instance)|as (?:mentioned|noted|described|discussed"
    r"|shown|outlined|seen) (?:above|below|earlier|before)|by contrast|as follows|more precisely"
    r"|zusammenfassend|insgesamt|kurz gesagt|fazit|zum beispiel|wie (?:oben|bereits|eingangs|zuvor)"
    r" (?:erwähnt|beschrieben|dargestellt|gezeigt)|einerseits|andererseits|erstens|zweitens"
    r"|drittens"
    r"|mit anderen worten|im einzelnen)\s*[.:,…]*\Z",
    re.IGNORECASE,
)
STRUCTURE = re.compile(
    r"(?:(?:this|the) (?:report|document|paper|article|guide|study|analysis|chapter|section|memo) "
    r"(?:has|consists of|contains|comprises|is (?:divided|structured|organi[sz]ed|split"
    r"|arranged))\b.*?"
    r"\b(?:parts?|sections?|chapters?|pages|steps|as follows)\b"
    r"|(?:dieser?|dieses|der|die|das) (?:vorliegende[rs]? )?(?:bericht|dokument|papier|artikel"
    r"|leitfaden"
    r"|studie|analyse|kapitel|abschnitt|arbeit|gutachten) (?:hat|besteht aus|umfasst|enthält"
    r"|gliedert sich|ist)\b.*?\b(?:teilen?|abschnitten?|kapiteln?|seiten|wie folgt)\b"
    r"|(?:all|the) (?:sources|links|urls|websites|figures) (?:were|was) (?:last )?(?:accessed"
    r"|retrieved)\b"
    r"|(?:alle|die) (?:quellen|links|internetquellen) wurden (?:zuletzt )?(?:am"
    r"|im)\b.*\babgerufen\b)",
    re.IGNORECASE,
)
_MODIFIERS = (
    r"(?:(?:personally|firmly|strongly|also|therefore|would|thus|further|do|still|hence)\ )*"
)
# How the author's opinion begins, and what marks it anywhere.
OPINION_BEGINS = re.compile(
    rf"""(?:
      (?:(?:\w+ly|still|yet|but|so|and|overall),?\ )?(?:we|i)\ {_MODIFIERS}(?:think|believe|feel
        |suspect|hope|doubt|argue|prefer|welcome|regret|appreciate|fear|like|wish|trust
        |(?:are|am)\ (?:convinced|confident|of\ the\ opinion)|consider\ (?:it|this|that)
        |find\ (?:it|this|that)\ (?!that))\b
    | (?:personally|ideally|frankly|honestly|arguably),
    | (?:ich|wir)\ (?:glaube|meine|denke|finde|halte|hoffe|vermute|bedaure|begrüße|zweifle|bezweifle
        |wünsche)n?\b
    | (?:ich|wir)\ (?:bin|sind)\ (?:der\ (?:Meinung|Ansicht|Auffassung)|überzeugt|zuversichtlich
        |skeptisch)\b
    | hoffentlich\b
    )""",
    re.IGNORECASE | re.VERBOSE,
)
OPINION = re.compile(
    r"""(?:
      \b(?:in|from)\ (?:my|our|the\ authors?['’])\ (?:view|opinion|judge?ment|experience|assessment
        |perspective|point\ of\ view|eyes)\b
    | \bto\ (?:my|our)\ mind\b | \bit\ (?:seems|appears)\ to\ (?:me|us)\b
    | \b(?:meines|unseres)\ Erachtens\b | \b[mu]\.\ ?E\.
    | \b(?:meiner|unserer)\ (?:Meinung|Ansicht|Auffassung|Einschätzung)\ nach\b
    | \bnach\ (?:meiner|unserer)\ (?:Meinung|Ansicht|Auffassung|Einschätzung|Erfahrung)\b
    | \baus\ (?:meiner|unserer)\ Sicht\b
    )""",
    re.IGNORECASE | re.VERBOSE,
)
# One of these is in every opinion, which is quicker to see.
OPINION_HINTS = (
    *("my ", "our ", "author", "to me", "to us", "erachtens", "m. e.", "m.e.", "u. e.", "u.e."),
    *("meiner ", "unserer "),
)
RECOMMENDATION = re.compile(
    rf"""(?:
      \b(?:we|i)\ {_MODIFIERS}(?:recommend|suggest|advise|propose|urge|encourage|call\ (?:on|for))\b
    | \bour\ (?:recommendation|advice|suggestion)\b | \bmy\ (?:recommendation|advice|suggestion)\b
    | ^(?:therefore,?\ |thus,?\ |so\ )?(?:we|you|one)\ (?:should|ought\ to|had\ better)\b
    | \bit\ (?:is|would\ be|seems)\ (?:advisable|wise|prudent|sensible|desirable|recommended|best
        |better
        |worthwhile|worth|preferable)\b
    | \bshould\ be\ (?:considered|avoided|preferred|explored|reconsidered|prioriti[sz]ed
        |encouraged)\b
    | \b(?:ich|wir)\ (?:empfehlen?|raten?|schlagen?|plädieren?|regen?|befürworten?)\b
    | \b(?:empfehlen|empfehle|raten|rate|schlagen|schlage)\ (?:wir|ich)\b
    | \b(?:unsere|meine)\ Empfehlung\b | \bempfiehlt\ (?:es\ )?sich\b
    | \bes\ (?:wäre|ist|erscheint|scheint)\ (?:wünschenswert|ratsam|empfehlenswert|sinnvoll
        |zu\ empfehlen
        |zu\ wünschen|besser|angebracht|anzuraten)\b
    | \b(?:ist|sind)\ zu\ empfehlen\b | \bwird\ empfohlen\b
    | ^(?:daher\ |deshalb\ )?(?:wir|man|sie)\ sollten?\b | ^(?:daher|deshalb)\ sollten?\ (?:wir
        |man|sie)\b
    )""",
    re.IGNORECASE | re.VERBOSE,
)
RECOMMENDATION_HINTS = (
    *(
        "recommend",
        "suggest",
        "advi",
        "propos",
        "urge",
        "encourage",
        "call on",
        "call for",
        "should",
    ),
    *("ought", "better", "best", "wise", "prudent", "sensible", "desirable", "worth", "preferable"),
    *("empf", "raten", "rate ", "schlag", "plädier", "regen", "rege ", "befürwort", "ratsam"),
    *("sollte", "wünsch", "sinnvoll", "besser", "angebracht"),
)
GREETING = re.compile(
    r"""(?:
      (?:dear|hello|hi|hey)\b(?=[\s,!]) | good\ (?:morning|afternoon|evening)\b
    | (?:sure|certainly|of\ course|absolutely)(?:[,!.]?\Z|[,!.]\ (?:here|i(?:['’]ll|\ will|\ can
        |['’]d))\b)
    | great\ question | thank\ you | thanks\b | (?:kind|best|warm)\ regards | sincerely | yours\b
    | i\ hope\ (?:this|that|it|you)\b | let\ me\ know\b | feel\ free\b | happy\ to\ help
    | please\ (?:let\ me|let\ us|feel\ free|do\ not\ hesitate|don['’]t\ hesitate)
    | if\ you\ (?:have|need|would\ like|want)\ (?:any|more|further|me|to\ know|questions)
    | as\ an\ ai\b | i['’]m\ happy\b | here['’]s\ (?:the|a|an|your)\b
    | sehr\ geehrte | liebe[rs]?\ (?:kolleg|frau|herr|leser|kund|team|alle|mitglied|freund)
    | hallo\b | guten\ (?:tag|morgen|abend) | gern(?:e)?[,!.] | gern(?:e)?\Z
    | (?:natürlich|selbstverständlich)[,!.]\ (?:hier|ich) | vielen\ dank | danke\b
    | mit\ (?:freundlichen|besten|herzlichen)\ grüßen | (?:freundliche|viele|beste|herzliche
        |liebe)\ grüße
    | ich\ hoffe,\ (?:das|dies|sie|dass\ (?:das|dies|ich|diese)) | bei\ (?:weiteren\ )?(?:fragen
        |rückfragen)\b
    | (?:falls|wenn|sollten)\ sie\ (?:noch\ |weitere\ |dazu\ )*(?:fragen|mehr|details|hilfe)
    | lassen\ sie\ (?:mich|uns)\ (?:gern[e]?\ )?wissen | melden\ sie\ sich
    | ich\ helfe\ (?:ihnen\ |dir\ )?gern
    )""",
    re.IGNORECASE | re.VERBOSE,
)
ABOUT = re.compile(
    r"(?:(?:authors?|date|version|status|last updated|updated|created|published|keywords?|tags?"
    r"|word count"
    r"|reading time|client|project|reference no\.?|stand|datum|autor(?:in|en)?|verfasser(?:in)?"
    r"|erstellt"
    r"|schlagwörter|stichwörter|aktenzeichen|bearbeiter(?:in)?|auftraggeber(?:in)?)\s?:"
    r"|(?:prepared|written|compiled|generated) (?:by|for|on)\b|(?:erstellt|verfasst|bearbeitet"
    r"|vorgelegt)"
    r" (?:von|am|für|durch)\b|©|copyright\b|\(c\)|table of contents\Z|contents\Z"
    r"|inhalt(?:sverzeichnis)?\Z"
    r"|page \d|seite \d)",
    re.IGNORECASE,
)
SOURCE_LINE = re.compile(
    r"(?:data )?(?:sources?|source\(s\)|quellen?|datenquelle|datenbasis|belege?|nachweise?"
    r"|references?"
    r"|refs?\.?|citations?|evidence)\s*(?::|\Z)",
    re.IGNORECASE,
)
# A sentence that these begin states what follows them.
NOTE_THAT = re.compile(
    r"(?:(?:please |also )?(?:note|notice|remember|bear in mind|keep in mind"
    r"|be aware)(?: also)?(?: that|:|,)"
    r"|(?:bitte )?(?:beachten|bedenken|berücksichtigen) sie,? (?:bitte |auch )?,?dass"
    r"|zu beachten ist,? dass"
    r"|it (?:is|should be) (?:important|worth|noted|interesting)(?: to note| noting)?,? that)\s",
    re.IGNORECASE,
)
_SURE_COMMANDS = (
    "click|ensure|visit|install|remember|avoid|choose|don['’]t|do not|select|enter|download|compare"
    "|consult|verify|confirm|discard|delete|remove|refer|submit|consider|make sure|switch|unplug"
    "|recall|imagine|suppose|assume|replace|rinse|wash|separate|collect|dispose"
)
_LIKELY_COMMANDS = (
    "open|use|see|run|add|check|contact|keep|read|press|type|copy|save|store|follow|call|ask|go"
    "|take|try"
    "|start|stop|be|let|set|create|update|review|fill|print|sign|send|bring|put|turn|hold|wait"
    "|look|watch"
    "|apply|get|give|find|place|leave|log|scroll|drag|drop|tap|note|report|record|document|test"
    "|measure"
    "|clean|sort|throw|return|move|close|pay|make|do|talk|speak|write|listen"
)
INSTRUCTION = re.compile(
    rf"""(?:
      please\ \w+ | (?:{_SURE_COMMANDS})\b
    | (?:{_LIKELY_COMMANDS})\ (?:the|a|an|your|all|any|this|that|these|those|each|every|only|it
        |them|to|on|in
        |for|at|sure|with|here|below|above|our|both|no|not|up|out|down|off|away|whether|if|also
        |as|section
        |chapter|table|figure|appendix|page|empty|used|old|into|back|by)\b
    | bitte\b | [A-ZÄÖÜ][a-zäöüß]+(?:en|ern|eln)\ Sie\b | (?-i:Sei(?:en)?\ Sie) | siehe\b | vgl\.
    | cf\.\  | see\ \[
    )""",
    re.IGNORECASE | re.VERBOSE,
)
