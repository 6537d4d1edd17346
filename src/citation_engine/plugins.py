"""Finds an adapter by name, ours or a stranger's, and loads it when it is first asked for."""

from importlib import import_module
from typing import Any

from citation_engine.display import one_line, shortened
from citation_engine.errors import CitationError, InvalidSetting
from citation_engine.ports import Judge
from citation_engine.settings import Settings

BUILT_IN = {
    "judges": {
        "local": "citation_engine.verify.judges.local.judge:LocalJudge",
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


def names(group: str) -> list[str]:
    """The names known in a group, ours first."""
    return list(dict.fromkeys([*BUILT_IN[group], *(p.name for p in entry_points_of(group))]))


def installed(group: str) -> list[str]:
    """The adapters of a group that others brought, with the versions of their packages."""
    points = entry_points_of(group)
    return [f"{one.name} {one.value} {one.dist.version if one.dist else ''}" for one in points]


def load(group: str, name: str, settings: Settings | None = None) -> Any:
    """The adapter of that name, made new; those that need settings take these, or read them."""
    if name in BUILT_IN[group]:
        module, _, attribute = BUILT_IN[group][name].partition(":")
        make = getattr(import_module(module), attribute)
        return make(settings or Settings.from_env()) if make is llm_judge else make()
    for point in entry_points_of(group):
        if point.name == name:
            return _made(group, point)
    raise no_such(group, name)


def no_such(group: str, name: str) -> InvalidSetting:
    """The error that says which adapters of a group there are, for a name that none has."""
    return InvalidSetting(
        f"There is no {group.removesuffix('s')} called {shortened(name)}.",
        fix=f"Use one of: {', '.join(names(group))}.",
    )


def _made(group: str, point: Any) -> Any:
    """What a stranger's entry point makes; whatever it does wrong is said with its name."""
    try:
        return point.load()()
    except CitationError:
        raise
    except Exception as error:
        raise InvalidSetting(
            f"The {group.removesuffix('s')} {point.name!r} ({point.value}) cannot be loaded: "
            f"{type(error).__name__}: {one_line(str(error))}.",
            fix="Mend or remove the package that brings it.",
        ) from error


def entry_points_of(group: str) -> Any:
    """The entry points by which other packages bring adapters of a group; none is loaded."""
    from importlib.metadata import entry_points

    return entry_points(group=f"citation_engine.{group}")


def llm_judge(settings: Settings) -> Judge:
    """The judge that asks the language model which the settings name."""
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
                "CITATION_LLM_MODEL to the model, and OPENAI_API_KEY where the server wants a key.",
            )
    model = OpenAICompatible(
        str(settings.llm_url),
        str(settings.llm_model),
        key=settings.llm_api_key,
        seconds=settings.llm_seconds,
    )
    return LlmJudge(model, batch=settings.llm_batch, price=Price.of(settings.llm_price))


def judge_of(judge: object, settings: Settings) -> Judge:
    """The judge of that name, or the judge itself; a chat model becomes a judge that asks it."""
    if isinstance(judge, str):
        judge = load("judges", judge, settings)
    found = judge if isinstance(judge, Judge) else chat_judge(judge, settings)
    if found is None:
        raise InvalidSetting(
            f"A {type(judge).__name__} is not a judge: it needs `identity` and `judge(questions)`.",
            fix="Give the name of a judge, a chat model, or an object like "
            "`citation_engine.ports.Judge`.",
        )
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
