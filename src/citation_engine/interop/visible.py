"""Sources as a prompt shows them: each between its own signs, so that none can pose as another."""

from collections.abc import Sequence

from citation_engine.display import one_line
from citation_engine.interop.rows import to_row
from citation_engine.model.source import ReadState, Source


def visible_text(sources: Sequence[Source], limit: int | None = None) -> str:
    """
    Return the sources for a prompt, with their numbers, titles, addresses and words.

    The words are unchanged, since an agent quotes from them. The sign that ends a source is
    one that stands in none of them.
    """
    bodies = [_body(source, limit) for source in sources]
    sign = "source"
    while any(f"</{sign}>" in body for body in bodies):
        sign += "_"
    return "\n\n".join(
        f'<{sign} sid="{source.number}">\n{_head(source)}\n\n{body}\n</{sign}>'
        for source, body in zip(sources, bodies, strict=True)
    )


def _head(source: Source) -> str:
    row = to_row(source)
    lines = [f"[[S:{source.number}]] {one_line(row['title'])}"]
    if "url" in row:
        lines.append(one_line(row["url"], 2_000))
    return "\n".join(lines)


def _body(source: Source, limit: int | None) -> str:
    if source.state is ReadState.PREVIEW or (not source.content and source.preview):
        return f"(Only a preview is known.)\n{_cut(source.preview, limit)}"
    if not source.content:
        return f"(Its words are not at hand. {one_line(source.state_reason)})"
    return _cut(source.content, limit)


def _cut(words: str, limit: int | None) -> str:
    if limit is None or len(words) <= limit:
        return words
    return f"{words[:limit]}\n(… {len(words) - limit:,} more characters)"
