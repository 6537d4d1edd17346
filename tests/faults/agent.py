"""A process that cites until it is killed, and says each citation it was told is recorded."""

import sys

from citation_engine import CitationEngine

WORDS = "Records are kept for ten years and may not be changed."


def main(database: str, name: str, first: int, many: int) -> None:
    """Cite `many` times with keys `name-first` and up; write `key id` after each return."""
    with CitationEngine(database, session=name) as engine:
        source = engine.add_text(WORDS, name="law")
        for number in range(first, first + many):
            key = f"{name}-{number}"
            result = engine.cite(f"Claim {key}.", source, quote="ten years", idempotency_key=key)
            sys.stdout.write(f"{key} {result.citation_id}\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4]))
