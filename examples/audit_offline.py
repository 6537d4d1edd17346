"""
An audit that trusts nobody: a kept checkpoint finds what was done to a copy of the database.

Three forgeries are tried on copies: a word is changed, the newest entries are
cut off, an old backup is put back. A proof bundle is then checked by the
stand-alone program, as a stranger would do it:

    python examples/audit_offline.py
"""

import shutil
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path

from citation_engine import CitationEngine

TEXT = "Digital records are kept unchanged for ten years."


def write_record(database: Path) -> tuple[str, str]:
    """Make a record, and return what an auditor keeps elsewhere: a checkpoint and the key."""
    with CitationEngine(database) as engine:
        act = engine.add_text(TEXT, name="Records Act")
        engine.cite("Records are kept for ten years.", act, "kept unchanged for ten years")
    shutil.copy(database, database.with_name("backup.db"))
    with CitationEngine(database) as engine:
        engine.cite("Records are digital.", "S1", "Digital records")
        return engine.ledger.checkpoint().text, engine.ledger.verifier_key


def forge(database: Path, copy: Path, *statements: str) -> None:
    """Change a copy behind the engine's back; the guards are removed first, as a forger would."""
    shutil.copy(database, copy)
    connection = sqlite3.connect(copy)
    triggers = connection.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'")
    for (name,) in triggers.fetchall():
        connection.execute(f'DROP TRIGGER "{name}"')
    for statement in statements:
        connection.execute(statement)
    connection.commit()
    connection.close()


def change_a_word(database: Path, copy: Path) -> None:
    """Let the source say two years instead of ten."""
    words = TEXT.replace("ten", "two")
    forge(database, copy, f"UPDATE content SET bytes = CAST('{words}' AS BLOB) WHERE name = 'text'")


def cut_the_end(database: Path, copy: Path) -> None:
    """Remove the newest citation with everything that belongs to it."""
    newest = "(SELECT max(entry) FROM citation)"
    forge(
        database,
        copy,
        f"DELETE FROM checkpoint WHERE size > (SELECT idx FROM log WHERE entry = {newest})",
        f"DELETE FROM content WHERE entry >= {newest}",
        f"DELETE FROM log WHERE entry >= {newest}",
        f"DELETE FROM status WHERE entry >= {newest}",
        f"DELETE FROM entry WHERE id >= {newest}",
        f"DELETE FROM citation WHERE entry >= {newest}",
    )


def put_back(database: Path, copy: Path) -> None:
    """Put yesterday's backup in the place of today's database."""
    shutil.copy(database.with_name("backup.db"), copy)


def audit(database: Path, checkpoint: str) -> None:
    """Verify a database against the checkpoint that was kept elsewhere."""
    with CitationEngine(database) as engine:
        report = engine.ledger.verify(against=[checkpoint])
    print(f"{database.stem}: {report.status}")
    for finding in report.findings[:2]:
        print(f"    {finding.message}")


def check_as_a_stranger(database: Path, checkpoint: str, key: str) -> None:
    """Export a bundle and check it with one file that needs nothing but Python."""
    folder = database.parent
    with CitationEngine(database) as engine:
        engine.ledger.export(folder / "record.zip")
    (folder / "kept.checkpoint").write_text(checkpoint, encoding="utf-8")
    program = shutil.copy(
        files("citation_engine") / "record/verify_bundle.py", folder / "verify_bundle.py"
    )
    call = [sys.executable, "-I", program, "record.zip", "--key", key]
    done = subprocess.run(
        [*call, "--against", "kept.checkpoint"],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    print(f"stranger: exit {done.returncode}: {done.stdout.splitlines()[0]}")


def main() -> None:
    """Make a record, forge copies of it, and see each forgery found."""
    with tempfile.TemporaryDirectory() as name:
        database = Path(name) / "untouched.db"
        checkpoint, key = write_record(database)
        audit(database, checkpoint)
        forgeries: list[Callable[[Path, Path], None]] = [change_a_word, cut_the_end, put_back]
        for forgery in forgeries:
            copy = database.with_name(f"{forgery.__name__}.db")
            forgery(database, copy)
            audit(copy, checkpoint)
        check_as_a_stranger(database, checkpoint, key)


if __name__ == "__main__":
    main()
