"""The small signs that say a state or a level: a sign, a word and a colour, never colour alone."""

from citation_engine.model.checked import ClaimState
from citation_engine.model.finding import Level
from citation_engine.render.findings.page.element import Markup, element
from citation_engine.render.findings.page.view import LEVEL_SIGNS, SIGNS
from citation_engine.render.findings.page.words import Words


def state_badge(words: Words, state: ClaimState) -> Markup:
    """Return what a claim became, as a sign and a word."""
    return _badge(f"state {state}", SIGNS[state], words(f"state.{state}"))


def level_badge(words: Words, level: Level) -> Markup:
    """Return how much a finding matters, as a sign and a word."""
    return _badge(f"level {level}", LEVEL_SIGNS[level], words(f"level.{level}"))


def _badge(name: str, sign: str, word: str) -> Markup:
    return element(
        "span",
        element("span", sign, class_="sign", aria_hidden="true"),
        element("span", word, class_="word"),
        class_=name,
    )
