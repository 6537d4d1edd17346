"""
What can be plugged in, by name: ours and what other packages bring, loaded when first asked for.

Another package brings one by an entry point in the group `citation_engine.readers`, `.dialects`,
`.outputs`, `.providers`, `.extractors`, `.judges`, `.styles` or `.stores`. It names a class, a
function without arguments that makes the object, or the object itself. Of two with the same name
ours counts.
"""

import logging
import sys
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import lru_cache, partial
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import Any

from citation_engine.display import one_line, shortened
from citation_engine.errors import CitationError, InvalidSetting
from citation_engine.model.draft import Answer
from citation_engine.ports import Dialect, Judge, Provider
from citation_engine.settings import Settings

log = logging.getLogger(__name__)

# Ours by their names, or where the table of them is.
BUILT_IN: Mapping[str, Mapping[str, str] | str] = {
    "dialects": "citation_engine.markers.reading:DIALECTS",
    "outputs": "citation_engine.render.findings.formats:FORMATS",
    "providers": "citation_engine.link.providers.answers:PROVIDERS",
    "styles": "citation_engine.render.styles:STYLES",
    "stores": {
        "sqlite": "citation_engine.store.sqlite:SqliteScheme",
        "postgresql": "citation_engine.store.postgres:PostgresScheme",
        "postgres": "citation_engine.store.postgres:PostgresScheme",
        "postgresql+psycopg": "citation_engine.store.postgres:PostgresScheme",
    },
    "judges": {
        "local": "citation_engine.plugins:local_judge",
        "overlap": "citation_engine.verify.judges.overlap:OverlapJudge",
        "llm": "citation_engine.plugins:llm_judge",
        "none": "citation_engine.verify.judges.none:NoJudge",
    },
    "readers": {
        "pdf": "citation_engine.collect.readers.pdf:PdfReader",
        "pymupdf": "citation_engine.collect.readers.pymupdf:PyMuPdfReader",
        "ocr": "citation_engine.collect.readers.ocr:OcrReader",
        "html": "citation_engine.collect.readers.html:HtmlReader",
        "epub": "citation_engine.collect.readers.html:EpubReader",
        "docx": "citation_engine.collect.readers.office:DocxReader",
        "pptx": "citation_engine.collect.readers.office:PptxReader",
        "spreadsheet": "citation_engine.collect.readers.office:SpreadsheetReader",
        "structured": "citation_engine.collect.readers.text:StructuredReader",
        "yaml": "citation_engine.collect.readers.text:YamlReader",
        "table": "citation_engine.collect.readers.text:TableReader",
        "plain": "citation_engine.collect.readers.text:PlainReader",
    },
    "extractors": {
        "web_search": "citation_engine.collect.tool_outputs.extractors:web_search",
        "web_scrape": "citation_engine.collect.tool_outputs.extractors:web_scrape",
        "wikipedia_search": "citation_engine.collect.tool_outputs.extractors:wikipedia_search",
        "query_rag_project": "citation_engine.collect.tool_outputs.extractors:query_rag_project",
        "http_client": "citation_engine.collect.tool_outputs.extractors:http_client",
        "mcp": "citation_engine.collect.tool_outputs.extractors:mcp_tool",
    },
}


def ours(group: str) -> Mapping[str, Any]:
    """What we bring ourselves: the things, or the places they are loaded from."""
    table = BUILT_IN[group]
    return _at(table) if isinstance(table, str) else table


def names(group: str) -> list[str]:
    """The names known in a group, ours first."""
    return list(dict.fromkeys([*ours(group), *(point.name for point in entry_points_of(group))]))


def installed(*groups: str) -> list[str]:
    """What others brought to these groups, with the versions of their packages."""
    points = [point for group in groups for point in entry_points_of(group)]
    return [f"{one.name} {one.value} {one.dist.version if one.dist else ''}" for one in points]


def load(group: str, name: str, settings: Settings | None = None) -> Any:
    """What has that name, made new; a judge that needs settings takes these, or reads them."""
    if name in (known := ours(group)):
        thing = _at(known[name]) if isinstance(known[name], str) else known[name]
        if thing in (local_judge, llm_judge):
            return thing(settings or Settings.from_env())
        return thing() if callable(thing) else thing
    for point in entry_points_of(group):
        if point.name == name:
            return _made(group, point)
    raise no_such(group, name)


def brought(group: str) -> dict[str, Any]:
    """What others brought to a group, by name and loaded, for stages that know ours already."""
    known = ours(group)
    return {
        point.name: _made(group, point)
        for point in entry_points_of(group)
        if point.name not in known
    }


def chosen(group: str, given: Any) -> Any:
    """What was given, or what another package brought under that name."""
    if isinstance(given, str) and given not in ours(group) and given in names(group):
        return load(group, given)
    return given


def no_such(group: str, name: str) -> InvalidSetting:
    """The error that says which adapters of a group there are, for a name that none has."""
    return InvalidSetting(
        f"There is no {group.removesuffix('s')} called {shortened(name)}.",
        fix=f"Use one of: {', '.join(names(group))}.",
    )


def _made(group: str, point: EntryPoint) -> Any:
    """What a stranger's entry point makes; whatever it does wrong is said with its name."""
    try:
        thing = point.load()
        return thing() if callable(thing) else thing
    except CitationError:
        raise
    except Exception as error:
        raise InvalidSetting(
            f"The {group.removesuffix('s')} {point.name!r} ({point.value}) cannot be loaded: "
            f"{type(error).__name__}: {one_line(str(error))}.",
            fix="Mend or remove the package that brings it.",
        ) from error


def entry_points_of(group: str) -> Sequence[EntryPoint]:
    """The entry points by which other packages bring something; none is loaded."""
    return _entry_points(tuple(sys.path)).get(group, ())


@lru_cache(maxsize=4)
def _entry_points(_path: tuple[str, ...]) -> dict[str, tuple[EntryPoint, ...]]:
    """Those of all groups, looked for once, because every installed package is asked."""
    every = entry_points()
    return {group: tuple(every.select(group=f"citation_engine.{group}")) for group in BUILT_IN}


def _at(place: str) -> Any:
    """What stands at a place such as `package.module:name`."""
    module, _, attribute = place.partition(":")
    return getattr(import_module(module), attribute)


def dialects_in_force(
    markers: Collection[str | Dialect] | None,
) -> tuple[list[str] | None, dict[str, Dialect]]:
    """The names of the dialects that count, all where it is None, and those that are not ours."""
    beside: dict[str, Dialect] = brought("dialects")
    if markers is None:
        return None, beside
    own = {f"given {n}": one for n, one in enumerate(markers) if not isinstance(one, str)}
    return [*(one for one in markers if isinstance(one, str)), *own], {**beside, **own}


def read_answer(data: Any, *, provider: str | Provider | None = None) -> Answer:
    """
    Return the answer of a provider: its text, its citations, and the sources they name.

    `data` is a message, a response, or the events of a stream in a list, as parsed JSON or as
    the objects of the provider's package; or the text of any of these. The provider is recognised
    by the form; `provider` says which it is, by name or itself. What cannot be read in it is said
    in warnings, and no citation is dropped.
    """
    from citation_engine.link.providers import answers

    return answers.read_answer(data, provider=provider, others=brought("providers"))


def local_judge(settings: Settings) -> Judge:
    """The judge that asks the model in the package, or the one in the folder that is set."""
    from citation_engine.verify.judges.local.judge import LocalJudge
    from citation_engine.verify.judges.local.model import PairModel

    if not settings.judge_model:
        return LocalJudge()
    return LocalJudge(PairModel(Path(settings.judge_model).expanduser()))


def llm_judge(settings: Settings, tell: Callable[[], None] = lambda: None) -> Judge:
    """The judge that asks the language model which the settings name; `tell` is called before."""
    from citation_engine.llm.openai_compatible import OpenAICompatible
    from citation_engine.verify.judges.llm import LlmJudge
    from citation_engine.verify.judges.usage import Price

    for value, variable in (
        (settings.llm_url, "CITATION_LLM_URL"),
        (settings.llm_model, "CITATION_LLM_MODEL"),
    ):
        if not value:
            raise InvalidSetting(
                f"The judge 'llm' asks a language model, and {variable} is not set.",
                fix="Set CITATION_LLM_URL to the server, such as http://127.0.0.1:8080/v1, "
                "CITATION_LLM_MODEL to the model, and OPENAI_API_KEY where the server wants a key. "
                "To stay on this machine, name another judge: --judge local.",
            )
    model = OpenAICompatible(
        str(settings.llm_url),
        str(settings.llm_model),
        key=settings.llm_api_key,
        seconds=settings.llm_seconds,
    )
    price = Price.of(settings.llm_price)
    return LlmJudge(model, batch=settings.llm_batch, price=price, tell=tell)


def sent_unasked(settings: Settings) -> str:
    """What is said where words go to a language model although no judge is named; else nothing."""
    if settings.judge or settings.judge_in_use != "llm" or not settings.llm_model:
        return ""
    host = str(settings.llm_url).partition("://")[2].partition("/")[0].rpartition("@")[2]
    return (
        "No judge is named, and a language model is set: claims and passages are sent to "
        f"{one_line(host, 100)}, model {one_line(settings.llm_model, 100)}. "
        "To stay on this machine: --judge local."
    )


@lru_cache(maxsize=100)
def _say_once(text: str) -> None:
    """Say something once in the life of this process."""
    log.warning(text)


def judge_of(judge: object, settings: Settings) -> Judge:
    """
    The judge of that name, or the judge itself; a chat model becomes a judge that asks it.

    None is the one that the settings choose. Where that sends words to a server although nobody
    named it, it is said before the first of them leave this machine.
    """
    said = "" if judge else sent_unasked(settings)
    judge = judge or settings.judge_in_use
    if said:
        judge = llm_judge(settings, partial(_say_once, said))
    elif isinstance(judge, str):
        judge = load("judges", judge, settings)
    found = judge if isinstance(judge, Judge) else chat_judge(judge, settings)
    if found is None:
        raise InvalidSetting(
            f"A {type(judge).__name__} is not a judge: it needs `identity` and `judge(questions)`.",
            fix="Give the name of a judge, a chat model, or an object like "
            "`citation_engine.ports.Judge`.",
        )
    return with_thresholds(found, read_thresholds(settings.judge_thresholds))


def with_thresholds(judge: Judge, thresholds: Mapping[str, float] | None) -> Judge:
    """The judge with other limits to what it says; one that has such has `with_thresholds`."""
    if not thresholds:
        return judge
    told = getattr(judge, "with_thresholds", None)
    if not callable(told):
        raise InvalidSetting(
            f"The judge {judge.identity.name!r} has no thresholds that could be set.",
            fix="Set none, or use the judge 'local'.",
        )
    changed: Judge = told(thresholds)
    return changed


def read_thresholds(text: str | None) -> dict[str, float]:
    """The thresholds in a text such as `supported=0.9, unsupported=0.1`."""
    found: dict[str, float] = {}
    for part in filter(None, map(str.strip, (text or "").split(","))):
        name, _, number = part.partition("=")
        try:
            found[name.strip()] = float(number)
        except ValueError:
            raise InvalidSetting(
                f"The threshold {shortened(part)} is not a name and a number.",
                fix="Write it as supported=0.9.",
            ) from None
    return found


def chat_judge(model: object, settings: Settings) -> Judge | None:
    """A judge that asks this chat model, or None where it is no chat model."""
    from citation_engine.verify.judges.chat_models import is_chat_model
    from citation_engine.verify.judges.llm import LlmJudge
    from citation_engine.verify.judges.usage import Price

    if not is_chat_model(model):
        return None
    price = Price.of(settings.llm_price)
    return LlmJudge(model, batch=settings.llm_batch, price=price, seconds=settings.llm_seconds)
