"""A report is quick to correct, and large reports take their share of time, not its square."""

import subprocess
import sys
import time
from pathlib import Path

import pytest

from citation_engine import (
    CheckReport,
    CitationEngine,
    JudgeIdentity,
    Judgement,
    Passage,
    Question,
    Settings,
    Support,
    check,
)
from citation_engine.check.cache import KeptVerdicts
from citation_engine.check.library import MemoryLibrary
from citation_engine.errors import JudgeUnavailable
from citation_engine.verify.judges.overlap import OverlapJudge

MILLS = (
    "The north mill closed in 1987.\n\nThe south mill closed in 1991.\n\nThe west mill burned.\n"
)
SEEDS = "Rye seed costs 18 euros.\n\nOat seed costs 45 euros.\n\nBarley seed costs 10 euros.\n"
REPORT = """# Mills and seeds

The north mill closed in 1987 [S1].

The south mill closed in 1993 [S1].

The west mill burned [S1].

Rye seed costs 18 euros [S2].

Oat seed costs 12 euros [S2].

The source says "Barley seed costs 10 euros" [S2].
"""


class Remembering:
    """A judge that compares words and remembers which claims it was asked about."""

    def __init__(self, version: str = "7") -> None:
        self.identity = JudgeIdentity(name="remembering", version=version)
        self.asked: list[str] = []
        self.reached = True
        self._words = OverlapJudge()

    def judge(self, questions: list[Question]) -> list[Judgement]:
        self.asked += [question.claim for question in questions]
        if not self.reached:
            raise JudgeUnavailable("The judge is down.")
        return self._words.judge(questions)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "1-mills.txt").write_text(MILLS, "utf-8")
    (tmp_path / "docs" / "2-seeds.txt").write_text(SEEDS, "utf-8")
    (tmp_path / "report.md").write_text(REPORT, "utf-8")
    return tmp_path


def checked(folder: Path, judge: Remembering, report: str = "report.md", **more) -> CheckReport:
    settings = Settings.from_env(cache_folder=str(folder / "cache"))
    return check(folder / report, folder / "docs", judge=judge, settings=settings, **more)


def change(path: Path, old: str, new: str) -> None:
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new), "utf-8")


def content(report: CheckReport) -> str:
    return report.model_copy(update={"seconds": 0.0}).model_dump_json()


def test_after_one_changed_line_only_that_line_is_judged_again(folder):
    checked(folder, Remembering())
    change(folder / "report.md", "west mill burned", "west mill drowned")
    judge = Remembering()

    checked(folder, judge)

    assert set(judge.asked) == {"The west mill drowned."}


def test_a_report_with_kept_verdicts_is_the_same_as_a_fresh_one(folder):
    checked(folder, Remembering())
    change(folder / "report.md", "Oat seed costs 12", "Oat seed costs 13")

    kept = checked(folder, Remembering())

    fresh = checked(folder, Remembering(), cache=False)
    assert content(kept) == content(fresh)
    assert fresh.findings


def test_another_process_does_not_judge_it_again(folder):
    checked(folder, Remembering())
    change(folder / "report.md", "west mill burned", "west mill drowned")
    script = """
import sys
sys.path[:0] = sys.argv[2:]
from pathlib import Path
import test_speed
judge = test_speed.Remembering()
test_speed.checked(Path(sys.argv[1]), judge)
print(sorted(set(judge.asked)))
"""
    tests = [str(Path(__file__).parent), str(Path(__file__).parents[1])]

    done = subprocess.run(
        [sys.executable, "-c", script, str(folder), *tests],
        check=True,
        capture_output=True,
        text=True,
    )

    assert done.stdout.strip() == "['The west mill drowned.']"


def test_where_a_source_changed_only_other_passages_are_judged_again(folder):
    checked(folder, Remembering())
    change(folder / "docs" / "2-seeds.txt", "Rye seed costs 18 euros", "Rye seed is sold out")
    judge = Remembering()

    found = checked(folder, judge)

    assert "Rye seed costs 18 euros." in judge.asked
    assert not any("mill" in claim for claim in judge.asked)
    assert content(found) == content(checked(folder, Remembering(), cache=False))


def test_another_report_on_the_same_sources_leaves_what_is_kept(folder):
    checked(folder, Remembering())
    (folder / "other.md").write_text("# Other\n\nA mill closed in 1987 [S1].\n", "utf-8")
    checked(folder, Remembering(), "other.md")
    change(folder / "report.md", "west mill burned", "west mill drowned")
    judge = Remembering()

    checked(folder, judge)

    assert set(judge.asked) == {"The west mill drowned."}


def test_another_version_of_a_judge_is_asked_anew(folder):
    first, second = Remembering("7"), Remembering("8")
    checked(folder, first)

    checked(folder, second)

    assert sorted(second.asked) == sorted(first.asked)


def test_a_judge_without_a_version_is_asked_anew(folder):
    checked(folder, Remembering(""))
    change(folder / "report.md", "# Mills and seeds", "# Seeds and mills")
    judge = Remembering("")

    checked(folder, judge)

    assert judge.asked


def test_what_a_judge_that_was_down_did_not_say_is_not_kept(folder):
    down = Remembering()
    down.reached = False
    states = {claim.citations[0].verdict.support for claim in checked(folder, down).claims[1:]}
    assert states == {Support.UNREACHABLE}

    found = checked(folder, Remembering())

    assert content(found) == content(checked(folder, Remembering(), cache=False))


def test_damaged_verdicts_are_judged_anew(folder):
    first, second = Remembering(), Remembering()
    checked(folder, first)
    (sheet,) = (folder / "cache" / "verdicts").iterdir()
    data = bytearray(sheet.read_bytes())
    data[len(data) // 2] ^= 1
    sheet.write_bytes(bytes(data))
    change(folder / "report.md", "# Mills and seeds", "# Seeds and mills")

    checked(folder, second)

    assert sorted(second.asked) == sorted(first.asked)


def test_damaged_indexes_are_made_anew(folder):
    (folder / "docs" / "3-long.txt").write_text("Hens lay eggs in May. " * 500, "utf-8")
    checked(folder, Remembering())
    for path in (folder / "cache" / "words").iterdir():
        path.write_bytes(path.read_bytes()[:-3])
    change(folder / "report.md", "west mill burned", "west mill drowned")

    found = checked(folder, Remembering())

    assert content(found) == content(checked(folder, Remembering(), cache=False))


def test_the_record_asks_only_about_the_changed_line(folder):
    settings = Settings.from_env(cache_folder=str(folder / "cache"))
    asked = []
    for _ in range(2):
        judge = Remembering()
        with CitationEngine(str(folder / "kept.db"), judge=judge, settings=settings) as engine:
            engine.add_all(sorted((folder / "docs").iterdir()))
            engine.check(folder / "report.md")
        asked.append(set(judge.asked))
        if len(asked) == 1:
            change(folder / "report.md", "west mill burned", "west mill drowned")

    assert len(asked[0]) == 6
    assert asked[1] == {"The west mill drowned."}


def footnotes(count: int) -> str:
    cited = " ".join(f"Mill {number} closed.[^{number}]" for number in range(count))
    return f"# Mills\n\n{cited}\n\n" + "".join(f"[^{n}]: mill {n}\n" for n in range(count))


def claims(count: int) -> str:
    return "# Mills\n\n" + "".join(f"Mill {n} closed in 1987 [S1].\n\n" for n in range(count))


@pytest.mark.slow
@pytest.mark.parametrize(("made", "few"), [(footnotes, 1_000), (claims, 100)])
def test_a_report_sixteen_times_as_long_takes_no_more_than_its_share(folder, made, few):
    def seconds(count: int) -> float:
        (folder / "long.md").write_text(made(count), "utf-8")
        start = time.process_time()
        found = check(folder / "long.md", folder / "docs", judge="overlap", cache=False)
        assert len(found.claims) >= count
        return time.process_time() - start

    seconds(10)

    # Sixteen times the work, and as much again for a busy machine; its square would be 256.
    # A machine that is busy in one of the two runs alone may be so once, not each time.
    assert any(seconds(16 * few) < 40 * seconds(few) for _ in range(3))


WRITERS = 4
AT_ONCE = """
import sys, time
sys.path[:0] = sys.argv[3:]
from pathlib import Path
import test_speed

class Waiting(test_speed.Remembering):
    def judge(self, questions):
        answers = super().judge(questions)
        (folder / f"{number}.ready").touch()
        while len(list(folder.glob("*.ready"))) < test_speed.WRITERS:
            time.sleep(0.001)
        return answers

folder, number = Path(sys.argv[1]), sys.argv[2]
test_speed.checked(folder, Waiting(), f"{number}.md")
"""


def test_what_several_processes_keep_at_once_is_all_kept(folder):
    tests = [str(Path(__file__).parent), str(Path(__file__).parents[1])]
    for number in range(WRITERS):
        text = f"The north mill closed in {1950 + number} [S1].\n"
        (folder / f"{number}.md").write_text(text, "utf-8")
    runs = [
        subprocess.Popen([sys.executable, "-c", AT_ONCE, str(folder), str(number), *tests])
        for number in range(WRITERS)
    ]
    assert [run.wait() for run in runs] == [0] * WRITERS

    judge = Remembering()
    for number in range(WRITERS):
        change(folder / f"{number}.md", "closed in", "closed  in")
        checked(folder, judge, f"{number}.md")

    assert judge.asked == []


def test_what_is_kept_of_verdicts_is_bounded(folder):
    settings = Settings.from_env(cache_folder=str(folder / "cache"))
    for number in range(20):
        library = MemoryLibrary(settings)
        library.add_all([str(folder / "docs" / "1-mills.txt")])
        kept = KeptVerdicts(
            folder / "sheets", library, Remembering(), whole=True, most_characters=2_000
        )
        passage = Passage(start=0, end=30, text=MILLS[:30])
        for n in range(10):
            kept.judge.judge([Question(f"Mill {number} of town {n} closed in 1987.", passage)])
        kept.write()
        [sheet] = (folder / "sheets").iterdir()
        sizes = sheet.stat().st_size

    assert sizes < 2_000
