"""
Every word of ours that people read in an output, in English and German.

What findings say is written where they are made; here is only what stands around it.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from citation_engine.display import shortened
from citation_engine.errors import InvalidInput
from citation_engine.model.checked import ClaimState
from citation_engine.model.finding import Level
from citation_engine.model.passage import Passage

LANGUAGES = ("en", "de")
_NO_CITATION = (
    "No citation is on record for this claim.",
    "Zu dieser Aussage ist kein Beleg festgehalten.",
)
# In English and in German. A word with a number has two forms, for one and for several, with a
# bar between them.
WORDS: Mapping[str, tuple[str, str]] = {
    # Everywhere.
    "line": ("line {line}", "Zeile {line}"),
    "incomplete": ("Not everything could be checked", "Nicht alles konnte geprüft werden"),
    "seconds": ("{seconds} s", "{seconds} s"),
    "decimal": (".", ","),
    "state.supported": ("supported", "belegt"),
    "state.partial": ("partial", "teilweise belegt"),
    "state.contradicted": ("contradicted", "widersprochen"),
    "state.failed": ("failed", "durchgefallen"),
    "state.undecided": ("undecided", "unentschieden"),
    "state.not_checked": ("not checked", "nicht geprüft"),
    "state.uncited": ("uncited", "ohne Beleg"),
    "state.no_evidence_needed": ("needs no evidence", "braucht keinen Beleg"),
    "outcome.supported": ("supported", "belegt"),
    "outcome.partial": ("supported in part", "teilweise belegt"),
    "outcome.failed": ("wrong", "falsch"),
    "outcome.undecided": ("not decided", "nicht entschieden"),
    "outcome.not_checked": ("not checked", "nicht geprüft"),
    "outcome.uncited": ("uncited", "ohne Beleg"),
    "topic.support": ("support", "Beleg"),
    "topic.quotes": ("quotes", "Zitate"),
    "topic.references": ("references", "Quellenangaben"),
    "topic.coverage": ("coverage", "Abdeckung"),
    "topic.record": ("the record", "Aufzeichnung"),
    "read.ready": ("read", "gelesen"),
    "read.preview": ("preview only", "nur Vorschau"),
    "read.degraded": ("could not be read", "nicht lesbar"),
    "read.redacted": ("redacted", "geschwärzt"),
    # In outputs for terminals and build servers.
    "thousands": (",", "."),
    "error": ("error|errors", "Fehler|Fehler"),
    "warning": ("warning|warnings", "Warnung|Warnungen"),
    "info": ("info|infos", "Hinweis|Hinweise"),
    "claim": ("claim|claims", "Aussage|Aussagen"),
    "citation": ("citation|citations", "Beleg|Belege"),
    "report": ("report|reports", "Bericht|Berichten"),
    "coverage": ("coverage {share} %", "{share} % mit Beleg"),
    "judge": ("judge: {name}", "beurteilt von: {name}"),
    "sources": ("Sources", "Quellen"),
    "references": (
        "1 reference: {found} found, {guessed} guessed, {missing} without a file|"
        "{count} references: {found} found, {guessed} guessed, {missing} without a file",
        "1 Verweis: {found} gefunden, {guessed} geraten, {missing} ohne Datei|"
        "{count} Verweise: {found} gefunden, {guessed} geraten, {missing} ohne Datei",
    ),
    "reference": ("Reference", "Verweis"),
    "how found": ("How found", "Wie gefunden"),
    "entry": ("Entry", "Eintrag"),
    "counted.uncited": (
        "One claim needs evidence and cites no source: {first}.|"
        "{count} claims need evidence and cite no source: {first}.",
        "Eine Aussage braucht einen Beleg und hat keinen: {first}.|"
        "{count} Aussagen brauchen einen Beleg und haben keinen: {first}.",
    ),
    "counted.unused": (
        "One source or reference is not cited: {first}.|"
        "{count} sources or references are not cited: {first}.",
        "Eine Quelle oder ein Eintrag wird nicht angeführt: {first}.|"
        "{count} Quellen oder Einträge werden nicht angeführt: {first}.",
    ),
    "folded.uncited": (
        "One claim needs evidence and cites no source|"
        "{count} claims need evidence and cite no source",
        "Eine Aussage braucht einen Beleg und hat keinen|"
        "{count} Aussagen brauchen einen Beleg und haben keinen",
    ),
    "folded.unused": (
        "One source or reference is not cited|{count} sources or references are not cited",
        "Eine Quelle oder ein Eintrag wird nicht angeführt|"
        "{count} Quellen oder Einträge werden nicht angeführt",
    ),
    "found.uncited": ("uncited claim|uncited claims", "Aussage ohne Beleg|Aussagen ohne Beleg"),
    "found.unused": (
        "unused source or reference|unused sources or references",
        "ungenutzte Quelle oder Angabe|ungenutzte Quellen oder Angaben",
    ),
    "show": ("(--show {name})", "(--show {name})"),
    "also at": ("The same at {places}.", "Dasselbe bei {places}."),
    "left out": (
        "… and {count} about {topic} (--all)",
        "… und {count} zum Thema {topic} (--all)",
    ),
    "more.error": ("more error|more errors", "weiterer Fehler|weitere Fehler"),
    "more.warning": ("more warning|more warnings", "weitere Warnung|weitere Warnungen"),
    "more.info": ("more info|more infos", "weiterer Hinweis|weitere Hinweise"),
    "and more": ("and {count} more", "und {count} weitere"),
    "other kind": ("other", "andere"),
    "page": ("p. {page}", "S. {page}"),
    "nearest": ("nearest words", "nächstliegende Worte"),
    "help": ("help", "Hilfe"),
    "note": ("note", "Anmerkung"),
    "nothing": (
        "Nothing to check: no citation, and no claim that needs evidence.",
        "Nichts zu prüfen: kein Beleg und keine Aussage, die einen braucht.",
    ),
    "found": ("Found {counts}.", "{counts} gefunden."),
    "found in": ("Found {counts} in {reports}.", "{counts} in {reports} gefunden."),
    "found none": ("No findings.", "Keine Befunde."),
    "found none in": ("No findings in {reports}.", "Keine Befunde in {reports}."),
    "ignored": ("{count} ignored, with a reason.", "{count} mit Begründung übergangen."),
    "more, see summary": (
        "… and {count} more, see the step summary",
        "… und {count} weitere, siehe Zusammenfassung des Schritts",
    ),
    "more, left out": (
        "… and {count} more that do not fit here",
        "… und {count} weitere, für die hier kein Platz ist",
    ),
    "cut": ("The rest does not fit here.", "Für den Rest ist hier kein Platz."),
    "only the worst": (
        "Only the {kept} most severe of {all} results are listed.",
        "Nur die {kept} schwersten von {all} Befunden sind aufgeführt.",
    ),
    "where": ("Where", "Wo"),
    "code": ("Code", "Code"),
    "level": ("Level", "Schwere"),
    "finding": ("Finding", "Befund"),
    "source says": ("In the source", "In der Quelle"),
    "label": ("Source", "Quelle"),
    "kind": ("Kind", "Art"),
    "name": ("Name", "Name"),
    "state": ("State", "Zustand"),
    "used": ("Used", "Verwendet"),
    "yes": ("yes", "ja"),
    "no": ("no", "nein"),
    "title": ("Citations", "Belege"),
    "rule help": (
        "To keep a finding out of the reports, write "
        "<!-- ce: ignore {code} reason --> at the end of its line. The reason goes on the record.",
        "Um einen Befund aus den Berichten herauszuhalten, schreiben Sie ans Ende "
        "seiner Zeile <!-- ce: ignore {code} Grund -->. Der Grund wird festgehalten.",
    ),
    "at pointer": ("at {pointer}", "bei {pointer}"),
    # While a check runs, and what it did beside.
    "progress": ("{stage}: {done} of {all}", "{stage}: {done} von {all}"),
    "progress.sources": ("Reading sources", "Quellen lesen"),
    "watch.same": (
        "Findings as before: {count}; gone: {gone}.",
        "Befunde wie zuvor: {count}; weg: {gone}.",
    ),
    "progress.pages": ("Fetching pages", "Seiten abrufen"),
    "progress.claims": ("Checking citations", "Belege prüfen"),
    "corrected": (
        "Corrected 1 finding.|Corrected {count} findings.",
        "1 Befund berichtigt.|{count} Befunde berichtigt.",
    ),
    "would correct": (
        "Would correct 1 finding.|Would correct {count} findings.",
        "1 Befund würde berichtigt.|{count} Befunde würden berichtigt.",
    ),
    "watching": (
        "Watching for changes. Stop with Ctrl-C.",
        "Wartet auf Änderungen. Anhalten mit Strg-C.",
    ),
    "known": (
        "1 finding known from the baseline.|{count} findings known from the baseline.",
        "1 Befund ist aus dem bekannten Stand.|{count} Befunde sind aus dem bekannten Stand.",
    ),
    "gone": (
        "1 finding of the baseline gone; update it with --update-baseline.|"
        "{count} findings of the baseline gone; update it with --update-baseline.",
        "1 Befund des bekannten Stands ist weg; erneuern mit --update-baseline.|"
        "{count} Befunde des bekannten Stands sind weg; erneuern mit --update-baseline.",
    ),
    "wrote": ("Wrote {path}.", "{path} geschrieben."),
    "wrote findings": (
        "Wrote 1 finding to {path}.|Wrote {count} findings to {path}.",
        "1 Befund nach {path} geschrieben.|{count} Befunde nach {path} geschrieben.",
    ),
    # On the page and in notebooks.
    "html.title": ("Citation check", "Prüfung der Belege"),
    "skip": ("Skip to the report", "Zum Bericht springen"),
    "reports": ("Reports", "Berichte"),
    "report.text": ("Text", "Text"),
    "claims.title": ("Claims", "Aussagen"),
    "findings.title": ("Findings", "Befunde"),
    "sources.title": ("Sources", "Quellen"),
    "dark": ("Dark", "Dunkel"),
    "keys": ("Keys", "Tasten"),
    "close": ("Close", "Schließen"),
    "search": ("Search the claims", "Aussagen durchsuchen"),
    "filter": ("Show only", "Nur zeigen"),
    "all": ("All", "Alle"),
    "reset": ("Show all claims", "Alle Aussagen zeigen"),
    "no_match": ("No claim matches.", "Keine Aussage passt."),
    "shown": ("{shown} of {all} claims are shown.", "{shown} von {all} Aussagen werden gezeigt."),
    "current": ("Claim {number} of {all}, {state}.", "Aussage {number} von {all}, {state}."),
    "table": ("Table of the report", "Tabelle des Berichts"),
    "card": ("Details of the claim", "Einzelheiten zur Aussage"),
    "without.supported": _NO_CITATION,
    "without.partial": _NO_CITATION,
    "without.contradicted": _NO_CITATION,
    "without.failed": (
        "No source was found that this claim could be held against.",
        "Es wurde keine Quelle gefunden, an der sich diese Aussage prüfen ließe.",
    ),
    "without.undecided": _NO_CITATION,
    "without.not_checked": (
        "This claim was not held against any source.",
        "Diese Aussage wurde mit keiner Quelle verglichen.",
    ),
    "without.uncited": (
        "The report names no source for this claim.",
        "Der Bericht nennt keine Quelle für diese Aussage.",
    ),
    "without.no_evidence_needed": ("This needs no evidence.", "Das braucht keinen Beleg."),
    "level.error": ("error", "Fehler"),
    "level.warning": ("warning", "Warnung"),
    "level.info": ("note", "Hinweis"),
    "claim.number": ("Claim {number}", "Aussage {number}"),
    "claim.nowhere": ("without a place in the text", "ohne Stelle im Text"),
    "html.page": ("page {page}", "Seite {page}"),
    "at": ("in the report {place}", "im Bericht {place}"),
    "quote": ("Quoted", "Zitat"),
    "in_quotes": ("“{text}”", "„{text}“"),
    "reason": ("Why", "Warum"),
    "html.help": ("Help", "Hilfe"),
    "in_full": ("The check in full", "Die Prüfung im Wortlaut"),
    "checked_by": ("Checked by", "Geprüft von"),
    "unchecked": ("Not checked:", "Nicht geprüft:"),
    "unchecked.unknown": ("The reason was not recorded.", "Der Grund ist nicht festgehalten."),
    "self_supplied": ("Supplied by the one who cites it", "Vom Zitierenden selbst beigebracht"),
    "match.exact": ("The words are in the source", "Die Worte stehen in der Quelle"),
    "match.normalised": (
        "The words are in the source, but for typography",
        "Die Worte stehen in der Quelle, bis auf die Typografie",
    ),
    "match.elided": (
        "The words are in the source, with the omissions marked",
        "Die Worte stehen in der Quelle, mit den gekennzeichneten Auslassungen",
    ),
    "match.near": (
        "The words are not in the source as quoted, only similar ones",
        "Die Worte stehen so nicht in der Quelle, nur ähnliche",
    ),
    "match.absent": ("The words are not in the source", "Die Worte stehen nicht in der Quelle"),
    "place.elsewhere": (
        "Found at another place than the one given",
        "An anderer Stelle gefunden als angegeben",
    ),
    "place.several": ("Found at {places} places", "An {places} Stellen gefunden"),
    "support.supported": ("They carry the claim", "Sie tragen die Aussage"),
    "support.partial": (
        "They carry only part of the claim",
        "Sie tragen nur einen Teil der Aussage",
    ),
    "support.contradicted": ("They contradict the claim", "Sie widersprechen der Aussage"),
    "support.unsupported": ("They do not carry the claim", "Sie tragen die Aussage nicht"),
    "support.undecided": (
        "Whether they carry the claim is undecided",
        "Ob sie die Aussage tragen, ist unentschieden",
    ),
    "support.not_judged": (
        "Whether they carry the claim was not judged",
        "Ob sie die Aussage tragen, wurde nicht beurteilt",
    ),
    "support.unreachable": ("The judge could not be reached", "Der Gutachter war nicht erreichbar"),
    "linked.NUMBER": ("by its number", "über ihre Nummer"),
    "linked.CITATION": ("by its citation", "über ihren Beleg"),
    "linked.MAP": ("by the sources map", "über die Quellenliste"),
    "linked.ADDRESS": ("by its address", "über ihre Adresse"),
    "linked.DOI": ("by its DOI", "über ihre DOI"),
    "linked.IDENTIFIER": ("by its identifier", "über ihre Kennung"),
    "linked.AUTHOR": ("by author and year", "über Autor und Jahr"),
    "linked.ONLY": ("as the only source", "als einzige Quelle"),
    "linked.LIKENESS": ("by likeness, a guess", "nach Ähnlichkeit, geraten"),
    "linked.FILE_NAME": ("by its file name", "über ihren Dateinamen"),
    "linked.TITLE": ("by its title", "über ihren Titel"),
    "linked.NAME_ORDER": ("by name order, a guess", "über die Namensfolge, geraten"),
    "linked.PROVIDER": ("by the provider", "über den Anbieter"),
    "evidence.exact": ("In the source", "In der Quelle"),
    "evidence.nearest": (
        "Nearest words, not the ones quoted",
        "Nächstliegende Worte, nicht die zitierten",
    ),
    "evidence.more": ("More of the source", "Mehr aus der Quelle"),
    "picture": (
        "{source}, {where}, with these words marked: {words}",
        "{source}, {where}, mit diesen Worten markiert: {words}",
    ),
    "picture.nearest": (
        "{source}, {where}, with the nearest words marked: {words}",
        "{source}, {where}, mit den nächstliegenden Worten markiert: {words}",
    ),
    "better.words": ("{source} has these words", "{source} enthält diese Worte"),
    "better.claim": ("{source} carries the claim", "{source} trägt die Aussage"),
    "changes.quoted": ("In the report:", "Im Bericht:"),
    "changes.in_source": ("In the source:", "In der Quelle:"),
    "changes.more": (
        "… and one more|… and {count} more",
        "… und eine weitere|… und {count} weitere",
    ),
    "findings.none": ("Nothing was found to be wrong.", "Es wurde nichts beanstandet."),
    "html.ignored": (
        "One finding is left out on request|{count} findings are left out on request",
        "Ein Befund ist auf Wunsch ausgelassen|{count} Befunde sind auf Wunsch ausgelassen",
    ),
    "ignored.reason": ("Reason given:", "Angegebener Grund:"),
    "sources.none": ("No source is cited.", "Keine Quelle wird zitiert."),
    "sources.unused": (
        "One source is not used|{count} sources are not used",
        "Eine Quelle wird nicht verwendet|{count} Quellen werden nicht verwendet",
    ),
    "sources.only": (
        "Show its claim|Show its {count} claims",
        "Ihre Aussage zeigen|Ihre {count} Aussagen zeigen",
    ),
    "pages": ("one page|{count} pages", "eine Seite|{count} Seiten"),
    "notes": ("How it was checked", "Wie geprüft wurde"),
    "html.found": ("Found {what}.", "Gefunden: {what}."),
    "found.empty": (
        "There was nothing to check: no citation, and no claim that needs one.",
        "Es gab nichts zu prüfen: keinen Beleg und keine Aussage, die einen braucht.",
    ),
    "found.incomplete": (
        "Nothing was found to be wrong in what could be checked.",
        "In dem, was geprüft werden konnte, wurde nichts beanstandet.",
    ),
    "found.unlisted": (
        "No findings are listed, but not every claim is supported.",
        "Es sind keine Befunde aufgeführt, aber nicht jede Aussage ist belegt.",
    ),
    "found.nothing": (
        "Everything was checked, and nothing was found to be wrong.",
        "Alles wurde geprüft, und nichts wurde beanstandet.",
    ),
    "claims": ("one claim|{count} claims", "eine Aussage|{count} Aussagen"),
    "citations": ("one citation|{count} citations", "ein Beleg|{count} Belege"),
    "html.coverage": (
        "{share} % of the sentences that need evidence are cited",
        "{share} % der Sätze, die einen Beleg brauchen, haben einen",
    ),
    "rest": (
        "one sentence needs no evidence|{count} sentences need no evidence",
        "ein Satz braucht keinen Beleg|{count} Sätze brauchen keinen Beleg",
    ),
    "judged": ("judged by {judge}", "beurteilt von {judge}"),
    "keys.title": ("Keys", "Tasten"),
    "keys.next": ("next claim", "nächste Aussage"),
    "keys.previous": ("previous claim", "vorige Aussage"),
    "keys.filter": (
        "show only one state; again, or 0, shows all",
        "nur einen Zustand zeigen; noch einmal oder 0 zeigt alle",
    ),
    "keys.search": ("search", "suchen"),
    "keys.help": ("this list", "diese Liste"),
    "keys.close": ("close what is open", "schließen, was offen ist"),
    "keys.on": ("Single keys are on", "Einzelne Tasten sind an"),
}


@dataclass(frozen=True, slots=True)
class OutputWords:
    """
    The words of one language.

    Call it with the key of a sentence and what goes into it: `words("page", page=3)`.
    """

    language: str = "en"

    def __post_init__(self) -> None:
        """Refuse a language that is not there, because half an output is no use."""
        if self.language not in LANGUAGES:
            raise InvalidInput(
                f"There are no words for the language {shortened(self.language)}.",
                fix=f"Use one of {', '.join(LANGUAGES)}.",
            )

    def __call__(self, key: str, number: int | None = None, /, **values: object) -> str:
        """The words of a key, in the form for a number of them, with values in their places."""
        text = WORDS[key][LANGUAGES.index(self.language)]
        if number is not None:
            one, _, several = text.partition("|")
            shown = {"count": self.number(number), **values}
            return (one if number == 1 else several).format(**shown)
        return text.format(**values) if values else text

    def number(self, number: int) -> str:
        """A number with its thousands set apart."""
        return f"{number:,}".replace(",", self("thousands"))

    def decimal(self, number: float) -> str:
        """A number with one digit behind the point or comma."""
        return f"{number:.1f}".replace(".", self("decimal"))

    def count(self, number: int, key: str) -> str:
        """A number with its noun, such as `1 error` or `2 errors`."""
        return f"{self.number(number)} {self(key, number)}"

    def level(self, level: Level) -> str:
        """The word for a level."""
        return self(level.value, 1)

    def state(self, state: ClaimState) -> str:
        """The word for what became of a claim."""
        return self(f"state.{state}")

    def where(self, passage: Passage, page: str = "page") -> str:
        """Where a passage stands in its source: page, in the words of that key, or line."""
        section = [passage.section] if passage.section else []
        if passage.page is not None:
            return ", ".join([self(page, page=passage.page_label or passage.page), *section])
        return ", ".join([*section, *([self("line", line=passage.line)] if passage.line else [])])
