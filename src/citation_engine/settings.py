"""
The settings, and the only place that reads the environment.

Every setting has a name here, a `CITATION_*` variable and a default. What is
passed to the engine wins over the environment.
"""

import os
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

from citation_engine.errors import InvalidSetting

DEFAULT_DATABASE = "citations.db"
REASONING_LEVELS = ("none", "low", "medium", "high")

_VARIABLES = {
    "database_url": "CITATION_DB_URL",
    "project": "CITATION_PROJECT",
    "session": "CITATION_SESSION",
    "judge": "CITATION_JUDGE",
    "judge_thresholds": "CITATION_JUDGE_THRESHOLDS",
    "judge_model": "CITATION_JUDGE_MODEL",
    "llm_url": "CITATION_LLM_URL",
    "llm_model": "CITATION_LLM_MODEL",
    "llm_api_key": "OPENAI_API_KEY",
    "llm_seconds": "CITATION_LLM_SECONDS",
    "llm_batch": "CITATION_LLM_BATCH",
    "llm_price": "CITATION_LLM_PRICE",
    "reasoning_required": "CITATION_REASONING_REQUIRED",
    "signing_key": "CITATION_SIGNING_KEY",
    "key_folder": "CITATION_KEY_FOLDER",
    "cache_folder": "CITATION_CACHE_FOLDER",
    "checkpoint_entries": "CITATION_CHECKPOINT_ENTRIES",
    "checkpoint_seconds": "CITATION_CHECKPOINT_SECONDS",
    "max_claim": "CITATION_MAX_CLAIM",
    "max_quote": "CITATION_MAX_QUOTE",
    "max_context": "CITATION_MAX_CONTEXT",
    "max_reasoning": "CITATION_MAX_REASONING",
    "max_metadata": "CITATION_MAX_METADATA",
    "max_source_bytes": "CITATION_MAX_SOURCE_BYTES",
    "fetch_allow": "CITATION_FETCH_ALLOW",
    "fetch_seconds": "CITATION_FETCH_SECONDS",
    "max_fetch_bytes": "CITATION_MAX_FETCH_BYTES",
    "offline": "CITATION_OFFLINE",
    "file_roots": "CITATION_FILE_ROOTS",
    "screenshots": "CITATION_SCREENSHOTS",
    "browser": "CITATION_BROWSER",
    "document_seconds": "CITATION_DOCUMENT_SECONDS",
    "document_bytes": "CITATION_DOCUMENT_BYTES",
    "pool_size": "CITATION_POOL_SIZE",
    "busy_seconds": "CITATION_BUSY_SECONDS",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """
    What can be set. Lengths are in characters, `max_metadata` and sources in bytes.

    `document_seconds` and `document_bytes` are the time and the memory that reading one
    document may take. `file_roots` are folders, separated as in `PATH`.
    """

    database_url: str | None = None
    project: str = "default"
    session: str = "default"
    judge: str | None = None
    judge_thresholds: str | None = None
    judge_model: str | None = None
    llm_url: str | None = None
    llm_model: str | None = None
    # A secret: it is shown nowhere, not even where a program prints its settings.
    llm_api_key: str | None = field(default=None, repr=False)
    llm_seconds: int = 60
    llm_batch: int = 8
    llm_price: str | None = None
    reasoning_required: str = "low"
    signing_key: str | None = None
    key_folder: str | None = None
    cache_folder: str | None = None
    checkpoint_entries: int = 1_000
    checkpoint_seconds: int = 60
    max_claim: int = 20_000
    max_quote: int = 20_000
    max_context: int = 200_000
    max_reasoning: int = 20_000
    max_metadata: int = 1_000_000
    max_source_bytes: int = 256 * 1024 * 1024
    fetch_allow: str | None = None
    fetch_seconds: int = 20
    max_fetch_bytes: int = 10 * 1024 * 1024
    offline: bool = False
    file_roots: str | None = None
    screenshots: bool = False
    browser: str | None = None
    document_seconds: int = 30
    document_bytes: int = 1024 * 1024 * 1024
    pool_size: int = 8
    busy_seconds: int = 30

    def __post_init__(self) -> None:
        if self.reasoning_required not in REASONING_LEVELS:
            raise InvalidSetting(
                f"CITATION_REASONING_REQUIRED is {self.reasoning_required!r}.",
                fix=f"Use one of: {', '.join(REASONING_LEVELS)}.",
            )
        for item in fields(self):
            value = getattr(self, item.name)
            if type(item.default) is int and (
                not isinstance(value, int) or isinstance(value, bool) or value < 1
            ):
                raise _not_a_number(_VARIABLES[item.name], value)

    @property
    def judge_in_use(self) -> str:
        """The judge that is named; else `llm` where a server is set for it, and `local` if not."""
        sent = self.llm_url and not self._is_local_meant
        return self.judge or ("llm" if sent else "local")

    @property
    def why_this_judge(self) -> str:
        """Why the judge in use is in use."""
        if self.judge:
            return "It is named."
        if self.llm_url and self._is_local_meant:
            return "No judge is named, and a model or limits of the local one are set."
        if self.llm_url:
            return "No judge is named, and CITATION_LLM_URL is set."
        return "No judge is named, and CITATION_LLM_URL is not set."

    @property
    def _is_local_meant(self) -> bool:
        """Whether something is set that only the local judge has."""
        return bool(self.judge_model or self.judge_thresholds)

    @classmethod
    def from_env(cls, environ: Mapping[str, str] | None = None, **given: Any) -> "Settings":
        """The settings of this process; keyword arguments that are not None win."""
        environ = os.environ if environ is None else environ
        values: dict[str, Any] = {}
        for item in fields(cls):
            raw = environ.get(_VARIABLES[item.name])
            if raw:
                values[item.name] = _parse(_VARIABLES[item.name], raw, type(item.default))
        values.update({name: value for name, value in given.items() if value is not None})
        return cls(**values)


def variable_of(setting: str) -> str:
    """The environment variable of a setting."""
    return _VARIABLES[setting]


def key_folder(settings: Settings) -> Path:
    """Where signing keys live: outside any database's folder, readable by the user alone."""
    if settings.key_folder:
        return Path(settings.key_folder)
    from platformdirs import user_config_path

    return user_config_path("citation-engine") / "keys"


def cache_folder(settings: Settings, what: str) -> Path:
    """Where readings or results are kept; all of it can be deleted at any time."""
    if settings.cache_folder:
        return Path(settings.cache_folder) / what
    from platformdirs import user_cache_path

    return user_cache_path("citation-engine") / what


def _parse(variable: str, raw: str, kind: type) -> Any:
    if kind is bool:
        return _switch(variable, raw)
    if kind is not int:
        return raw
    try:
        return int(raw)
    except ValueError:
        raise _not_a_number(variable, raw) from None


def _switch(variable: str, raw: str) -> bool:
    if raw.strip().lower() in ("1", "true", "yes", "on"):
        return True
    if raw.strip().lower() in ("0", "false", "no", "off"):
        return False
    raise InvalidSetting(f"{variable} is {raw!r}.", fix=f"Set {variable} to 1 or 0, or unset it.")


def _not_a_number(variable: str, value: object) -> InvalidSetting:
    return InvalidSetting(
        f"{variable} is {value!r}, which is not a positive whole number.",
        fix=f"Set {variable} to a number of 1 or more, or unset it.",
    )
