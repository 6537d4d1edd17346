"""Looks things up in the XML of Office documents."""

import re

from citation_engine.formats.xml import Element

_OFF = ("0", "false", "off", "none")


def child(element: Element | None, name: str) -> Element | None:
    """The first element of that name directly in another."""
    if element is None:
        return None
    return next((one for one in element.children if one.name == name), None)


def value_of(element: Element | None, name: str) -> str | None:
    """What a property says; None where it is not there."""
    found = child(element, name)
    return found.get("val") if found else None


def is_on(element: Element | None, name: str) -> bool | None:
    """Whether a property that needs no value is on; None where it is not there."""
    value = value_of(element, name)
    return None if value is None else value.lower() not in _OFF


def number_of(text: str | None) -> int | None:
    """A whole number, or None."""
    return int(text) if text and re.fullmatch(r"-?\d{1,9}", text, re.ASCII) else None


def chosen(alternatives: Element) -> Element:
    """The first of several ways to say the same."""
    return child(alternatives, "Choice") or child(alternatives, "Fallback") or Element("")
