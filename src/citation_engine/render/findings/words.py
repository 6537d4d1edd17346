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

# A word with a number has two forms, for one and for several, with a bar between them.
WORDS: Mapping[str, Mapping[str, str]] = {
    "en": {
        "decimal": ".",
        "thousands": ",",
        "error": "error|errors",
        "warning": "warning|warnings",
        "info": "info|infos",
        "claim": "claim|claims",
        "citation": "citation|citations",
        "report": "report|reports",
        "coverage": "coverage {share} %",
        "judge": "judge: {name}",
        "seconds": "{seconds} s",
        "sources": "Sources",
        "not used": "not used: {names}",
        "and more": "and {count} more",
        "supported": "supported",
        "partial": "partial",
        "contradicted": "contradicted",
        "failed": "failed",
        "undecided": "undecided",
        "not_checked": "not checked",
        "uncited": "uncited",
        "no_evidence_needed": "no evidence needed",
        "ready": "read",
        "preview": "preview only",
        "degraded": "could not be read",
        "redacted": "redacted",
        "other kind": "other",
        "page": "p. {page}",
        "line": "line {line}",
        "nearest": "nearest words",
        "help": "help",
        "note": "note",
        "nothing": "Nothing to check: no citation, and no claim that needs evidence.",
        "found": "Found {counts}.",
        "found in": "Found {counts} in {reports}.",
        "found none": "No findings.",
        "found none in": "No findings in {reports}.",
        "incomplete": "Not everything could be checked.",
        "ignored": "{count} ignored, with a reason.",
        "more, see summary": "… and {count} more, see the step summary",
        "more, left out": "… and {count} more that do not fit here",
        "cut": "The rest does not fit here.",
        "only the worst": "Only the {kept} most severe of {all} results are listed.",
        "where": "Where",
        "code": "Code",
        "level": "Level",
        "finding": "Finding",
        "source says": "In the source",
        "label": "Source",
        "kind": "Kind",
        "name": "Name",
        "state": "State",
        "used": "Used",
        "yes": "yes",
        "no": "no",
        "title": "Citations",
        "rule help": "To keep a finding out of the reports, write "
        "<!-- ce: ignore {code} reason --> at the end of its line. The reason goes on the record.",
        "at pointer": "at {pointer}",
    },
    "de": {
        "decimal": ",",
        "thousands": ".",
        "error": "Fehler|Fehler",
        "warning": "Warnung|Warnungen",
        "info": "Hinweis|Hinweise",
        "claim": "Aussage|Aussagen",
        "citation": "Beleg|Belege",
        "report": "Bericht|Berichten",
        "coverage": "{share} % mit Beleg",
        "judge": "beurteilt von: {name}",
        "seconds": "{seconds} s",
        "sources": "Quellen",
        "not used": "nicht verwendet: {names}",
        "and more": "und {count} weitere",
        "supported": "belegt",
        "partial": "teilweise belegt",
        "contradicted": "widersprochen",
        "failed": "durchgefallen",
        "undecided": "unentschieden",
        "not_checked": "nicht geprüft",
        "uncited": "ohne Beleg",
        "no_evidence_needed": "braucht keinen Beleg",
        "ready": "gelesen",
        "preview": "nur Vorschau",
        "degraded": "nicht lesbar",
        "redacted": "geschwärzt",
        "other kind": "andere",
        "page": "S. {page}",
        "line": "Zeile {line}",
        "nearest": "nächstliegende Worte",
        "help": "Hilfe",
        "note": "Anmerkung",
        "nothing": "Nichts zu prüfen: kein Beleg und keine Aussage, die einen braucht.",
        "found": "{counts} gefunden.",
        "found in": "{counts} in {reports} gefunden.",
        "found none": "Keine Befunde.",
        "found none in": "Keine Befunde in {reports}.",
        "incomplete": "Nicht alles konnte geprüft werden.",
        "ignored": "{count} mit Begründung übergangen.",
        "more, see summary": "… und {count} weitere, siehe Zusammenfassung des Schritts",
        "more, left out": "… und {count} weitere, für die hier kein Platz ist",
        "cut": "Für den Rest ist hier kein Platz.",
        "only the worst": "Nur die {kept} schwersten von {all} Befunden sind aufgeführt.",
        "where": "Wo",
        "code": "Code",
        "level": "Schwere",
        "finding": "Befund",
        "source says": "In der Quelle",
        "label": "Quelle",
        "kind": "Art",
        "name": "Name",
        "state": "Zustand",
        "used": "Verwendet",
        "yes": "ja",
        "no": "nein",
        "title": "Belege",
        "rule help": "Um einen Befund aus den Berichten herauszuhalten, schreiben Sie ans Ende "
        "seiner Zeile <!-- ce: ignore {code} Grund -->. Der Grund wird festgehalten.",
        "at pointer": "bei {pointer}",
    },
}
LANGUAGES = tuple(WORDS)


@dataclass(frozen=True, slots=True)
class Words:
    """The words of one language."""

    language: str = "en"

    def __post_init__(self) -> None:
        """Refuse a language that is not there, because half an output is no use."""
        if self.language not in WORDS:
            raise InvalidInput(
                f"There are no words for the language {shortened(self.language)}.",
                fix=f"Use one of {', '.join(LANGUAGES)}.",
            )

    def say(self, key: str, **values: object) -> str:
        """The words of a key, with values in their places."""
        return WORDS[self.language][key].format(**values)

    def number(self, number: int) -> str:
        """A number with its thousands set apart."""
        return f"{number:,}".replace(",", self.say("thousands"))

    def decimal(self, number: float) -> str:
        """A number with one digit behind the point or comma."""
        return f"{number:.1f}".replace(".", self.say("decimal"))

    def count(self, number: int, key: str) -> str:
        """A number with its noun, such as `1 error` or `2 errors`."""
        one, _, several = self.say(key).partition("|")
        return f"{self.number(number)} {one if number == 1 else several}"

    def noun(self, key: str) -> str:
        """A noun without a number."""
        return self.say(key).partition("|")[0]

    def level(self, level: Level) -> str:
        """The word for a level."""
        return self.noun(level.value)

    def state(self, state: ClaimState) -> str:
        """The word for what became of a claim."""
        return self.say(state.value)

    def where(self, passage: Passage) -> str:
        """Where a passage stands in its source: page or line, and section."""
        section = [passage.section] if passage.section else []
        if passage.page is not None:
            return ", ".join([self.say("page", page=passage.page_label or passage.page), *section])
        line = [self.say("line", line=passage.line)] if passage.line else []
        return ", ".join([*section, *line])
