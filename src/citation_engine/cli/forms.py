"""The options by which a list is printed for machines."""

from collections.abc import Callable
from typing import Any, TypeVar

import click

F = TypeVar("F", bound=Callable[..., Any])
FORMS = {"json": "a JSON array", "jsonl": "one JSON object per line", "csv": "CSV"}


def row_forms(function: F) -> F:
    """Give a command `--json`, `--jsonl` and `--csv`; the last one given counts as `form`."""
    for name, words in reversed(FORMS.items()):
        option = click.option(f"--{name}", "form", flag_value=name, help=f"Print {words}.")
        function = option(function)
    return function
