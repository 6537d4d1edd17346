"""
The word lists of every language, which stand in a folder for each beside this module.

A new language is a new folder with the same files: it is found here by itself. Words are apart by
white space, phrases and patterns by bars. What a language has no words for it may leave out.
"""

import pkgutil
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from typing import Any


@cache
def languages() -> tuple[str, ...]:
    """Return the names of the languages, which are those of their folders."""
    beside = pkgutil.iter_modules(import_module(__package__).__path__)
    return tuple(sorted(found.name for found in beside if found.ispkg))


def code_of(language: str) -> str:
    """Return the two letters that stand for a language."""
    return str(import_module(f"{__package__}.{language}").CODE)


def lists(file: str, name: str, *only: str) -> Iterator[Any]:
    """Yield a list of every language that has it, or of those that are named."""
    known = [import_module(f"{__package__}.{language}.{file}") for language in only or languages()]
    having = [module for module in known if hasattr(module, name)]
    if not having:
        raise LookupError(f"no language has {file}.{name}")
    yield from (getattr(module, name) for module in having)


def words(file: str, name: str, *only: str) -> frozenset[str]:
    """Return the words of a list, of all languages together or of those that are named."""
    return frozenset(word for text in lists(file, name, *only) for word in text.split())


def phrases(file: str, name: str, *only: str) -> tuple[str, ...]:
    """Return the phrases of a list, language by language."""
    return tuple(pattern(file, name, *only).split("|"))


def pattern(file: str, name: str, *only: str) -> str:
    """Return what matches a phrase of any language, as the inside of a group."""
    return "|".join(text.replace("\n", "") for text in lists(file, name, *only))


def any_word(file: str, name: str, *only: str) -> str:
    """Return the pattern of any word of a list, as the inside of a group."""
    return "|".join(word for text in lists(file, name, *only) for word in text.split())


def table(file: str, name: str) -> dict[str, tuple[str, ...]]:
    """Return for each value of a table the phrases that say it, of all languages together."""
    found: dict[str, tuple[str, ...]] = {}
    for part in lists(file, name):
        for value, listed in part.items():
            found[value] = (*found.get(value, ()), *listed.split("|"))
    return found
