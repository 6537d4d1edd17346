"""
An agent that cites: it reads sources, writes claims, and corrects a quote that failed.

Shows how a plain loop uses the engine: sources get numbers, the model answers
with claims and quotes, each is checked at once, and what the check says goes
back to the model. The model here follows a script, so this runs offline:

    python examples/agent_loop.py
"""

import tempfile
from collections.abc import Iterator
from pathlib import Path

from citation_engine import CitationContext, CitationEngine, CitationResult

SOURCES = {
    "records-act.md": (
        "# Records Act\n\n"
        "§ 7 Digital records are kept unchanged for ten years. The period begins at the end of\n"
        "the year – “the closing year” – in which the record was made.\n"
    ),
    "archive-study.md": (
        "# Archive study\n\n"
        "We asked 60 archives. 42 of them check their records every year. Failures fell from\n"
        "8.8 percent to 2.1 percent where a sample was checked every quarter.\n"
    ),
}

Answer = dict[str, str]


class ScriptedModel:
    """Stands in for a language model: it gives prepared answers and heeds corrections."""

    def __init__(self) -> None:
        self._first: Iterator[Answer] = iter(
            [
                {
                    "claim": "Digital records are to be kept unchanged for ten years.",
                    "source": "S1",
                    "quote": "kept unchanged for ten years",
                },
                {
                    "claim": "The period starts at the end of the year of origin.",
                    "source": "S1",
                    # Typed with plain quotation marks and hyphens: the same words.
                    "quote": 'at the end of the year - "the closing year" -',
                },
                {
                    "claim": "Quarterly samples cut failures to a quarter.",
                    "source": "S2",
                    # Two digits were swapped: not the words of the source.
                    "quote": "from 8.8 percent to 1.2 percent",
                },
            ]
        )

    def answer(self, prompt: str) -> Answer | None:
        """The next claim with its quote, or None when all is said."""
        return next(self._first, None)

    def correct(self, answer: Answer, prompt: str) -> Answer:
        """The answer with the words the check found in the source."""
        _, _, meant = prompt.partition('Correct the quote to "')
        return {**answer, "quote": meant.partition('"')[0]}


def add_sources(engine: CitationEngine, folder: Path) -> str:
    """Add the files, and return the part of the prompt that shows them to the model."""
    shown = []
    for name, text in SOURCES.items():
        path = folder / name
        path.write_text(text, encoding="utf-8")
        source = engine.add(path)
        shown.append(f"[{source.label}] {source.name}\n{source.content}")
    return "\n".join(shown)


def cite(engine: CitationEngine, answer: Answer, step: str, **relation: object) -> CitationResult:
    """Cite one answer. The key makes a repeated step harmless."""
    return engine.cite(
        answer["claim"],
        source=answer["source"],
        quote=answer["quote"],
        idempotency_key=step,
        **relation,
    )


def write_report(engine: CitationEngine, model: ScriptedModel, prompt: str) -> list[str]:
    """Let the model write, check each claim, and give it one chance to correct a quote."""
    sentences = []
    number = 0
    while (answer := model.answer(prompt)) is not None:
        number += 1
        result = cite(engine, answer, f"claim-{number}")
        print(result.summary_note)
        if result.verification_status == "failed":
            print(f"    {result.verification_notes}")
            print(f"    {result.verdict.fix}")
            answer = model.correct(answer, f"{result.verification_notes} {result.verdict.fix}")
            failed = result.citation_id
            result = cite(
                engine, answer, f"claim-{number}-again", related=failed, relation="supersedes"
            )
            print(result.summary_note)
        sentences.append(f"{answer['claim']} {result.marker}")
    return sentences


def main() -> None:
    """Run the loop in a folder of its own, and show the answer with its references."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        context = CitationContext(session_id="report", agent_id="writer")
        with CitationEngine(folder / "citations.db", context=context) as engine:
            prompt = add_sources(engine, folder)
            sentences = write_report(engine, ScriptedModel(), prompt)
            print("\nThe answer:\n")
            print("\n".join(sentences))
            print("\nReferences:\n")
            for citation in engine.list_citations(session_id="report"):
                if citation.superseded_by is None:
                    print(f"{citation.marker} {engine.format_citation(citation.id)}")
            print(f"\nThe record: {engine.ledger.verify().status}.")


if __name__ == "__main__":
    main()
