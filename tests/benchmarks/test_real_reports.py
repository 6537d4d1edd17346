import json
import subprocess
import sys
from pathlib import Path

import pytest

from collect.readers.conformance import needs

BENCHMARK = Path(__file__).parents[2] / "benchmarks" / "real_reports.py"
REPORT = (
    "# Seeds\n\nRye seed costs 18 euros [1]. Oat seed costs 45 euros [1].\n\n"
    "Maize was grown on 12 fields in 1987.\n\n## References\n\n[1] sources/rye.txt\n"
)


@pytest.fixture
def labelled(tmp_path):
    """A repository with one report, and its labels."""
    repository = tmp_path / "repositories" / "someone+seeds"
    (repository / "sources").mkdir(parents=True)
    (repository / "report.md").write_text(REPORT, encoding="utf-8")
    (repository / "sources" / "rye.txt").write_text("Rye seed costs 18 euros.\n", encoding="utf-8")
    labels = tmp_path / "labels"
    labels.mkdir()
    described = {"id": "seeds", "repository": "someone/seeds", "commit": "0" * 40, "half": "open"}
    described |= {"report": "report.md", "sources": ["sources"]}
    (labels / "reports.json").write_text(json.dumps([described]), encoding="utf-8")
    rows = [
        label("Rye seed costs 18 euros", "supported"),
        label("Oat seed costs 45 euros", "unsupported"),
    ]
    (labels / "claims.jsonl").write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    start = REPORT.index("Maize")
    needing = {"report": "seeds", "span": [start, start + 10], "needs": True}
    (labels / "uncited.jsonl").write_text(json.dumps(needing), encoding="utf-8")
    return tmp_path


def label(words, support, report=REPORT):
    import hashlib

    start = report.index(words)
    end = start + len(words)
    marker = report.index("[", end)
    return {
        "report": "seeds",
        "marker": [marker, marker + 3],
        "covers": [[start, end]],
        "hash": hashlib.sha256(words.encode()).hexdigest()[:16],
        "sources": ["sources/rye.txt"],
        "support": support,
    }


def run(folder, *more):
    command = [sys.executable, str(BENCHMARK), str(folder / "repositories"), "--mistakes", *more]
    command += ["--labels", str(folder / "labels"), "--judge", "overlap"]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_the_answers_are_compared_with_the_labels(labelled):
    done = run(labelled)

    row = next(line for line in done.stdout.splitlines() if line.startswith("| seeds"))
    _, _, claims, source, wrong, scope, confirmed, errors, *_ = (
        cell.strip() for cell in row.split("|")
    )
    assert (claims, source, wrong, scope) == ("2", "100 % (2/2)", "0", "100 % (2/2)")
    assert (confirmed, errors) == ("100 % (1/1)", "0 % (0/1)")


def test_a_file_that_is_not_the_labelled_one_is_refused(labelled):
    report = labelled / "repositories" / "someone+seeds" / "report.md"
    report.write_text(REPORT.replace("Rye", "Ray"), encoding="utf-8")

    done = run(labelled)

    assert done.returncode
    assert "is not the file that was labelled" in done.stderr


def planted(words, put, kind):
    start = REPORT.index(words)
    own = label(words, "")
    return {"report": "seeds", "marker": own["marker"], "at": [start, start + len(words)]} | {
        "put": put,
        "kind": kind,
        "hash": own["hash"],
    }


def test_errors_are_put_into_a_copy_of_a_report_and_counted_by_what_becomes_of_them(labelled):
    errors = [
        planted("Rye seed costs 18", "Rye seed costs 1,900", "number"),
        planted("Oat seed costs 45 euros", "Rye seed costs 18 euros", "none"),
    ]
    path = labelled / "labels" / "planted.jsonl"
    path.write_text("\n".join(map(json.dumps, errors)), encoding="utf-8")

    lines = run(labelled, "--planted").stdout.splitlines()

    assert [line for line in lines if line.startswith(("| n", "| all"))] == [
        "| none | 1 | 0 | 0 |",
        "| number | 0 | 1 | 0 |",
        "| all | 1 | 1 | 0 |",
    ]
    repository = labelled / "repositories" / "someone+seeds"
    assert sorted(one.name for one in repository.iterdir()) == ["report.md", "sources"]


def test_a_repository_that_is_not_there_is_named(labelled):
    (labelled / "repositories" / "someone+seeds").rename(labelled / "elsewhere")

    assert "someone+seeds is not there" in run(labelled).stderr


def write_word(path):
    from docx import Document

    document = Document()
    paragraph = document.add_paragraph("Rye seed costs 18 euros")
    paragraph.add_run("1").font.superscript = True
    paragraph.add_run(".")
    document.save(path)


def write_pdf(path):
    from reportlab.pdfgen.canvas import Canvas

    needs("pymupdf", "pymupdf")
    canvas = Canvas(str(path))
    canvas.drawString(72, 700, "Rye seed costs 18 euros [1].")
    canvas.save()


@pytest.mark.parametrize(
    ("how", "write", "text"),
    [
        ("docx", write_word, "Rye seed costs 18 euros[1].\n"),
        ("pdf", write_pdf, "=== page 1 ===\n\nRye seed costs 18 euros [1].\n\n\n"),
    ],
)
def test_a_report_in_word_or_pdf_is_measured_as_text(labelled, how, write, text):
    write(labelled / "repositories" / "someone+seeds" / f"report.{how}")
    path = labelled / "labels" / "reports.json"
    [described] = json.loads(path.read_text(encoding="utf-8"))
    described["report"] = "report.txt"
    described["prepared"] = [{"from": f"report.{how}", "to": "report.txt", "how": how}]
    path.write_text(json.dumps([described]), encoding="utf-8")
    row = label("Rye seed costs 18 euros", "supported", text)
    (labelled / "labels" / "claims.jsonl").write_text(json.dumps(row), encoding="utf-8")

    assert "| seeds" in run(labelled).stdout
    made = labelled / "repositories" / "someone+seeds" / "report.txt"
    assert made.read_bytes().decode() == text
