"""
Checks drafts against a library of sources.

The room has the name of the function that users call. Where it was loaded first, calling the
room calls the function, so that `from citation_engine import check` gives what it says.
"""

import sys
from types import ModuleType
from typing import Any


class _Room(ModuleType):
    def __call__(self, *args: Any, **options: Any) -> Any:
        from citation_engine.check.checker import check

        return check(*args, **options)


sys.modules[__name__].__class__ = _Room
