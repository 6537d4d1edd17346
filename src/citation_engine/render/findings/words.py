"""
Every word of ours that people read in an output, in English and German, as `words.json` has them.

What findings say is written where they are made; here is only what stands around it.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files

from citation_engine.display import shortened
from citation_engine.errors import InvalidInput
from citation_engine.model.checked import ClaimState
from citation_engine.model.finding import Level
from citation_engine.model.passage import Passage

LANGUAGES = ("en", "de")
# In English and in German, by where they stand. A word with a number has two forms, for one and
# for several, with a bar between them.
CATALOGUE = "words.json"
WORDS: Mapping[str, tuple[str, str]] = {
    key: (english, german)
    for group in json.loads(files(__package__).joinpath(CATALOGUE).read_text("utf-8")).values()
    for key, (english, german) in group.items()
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
