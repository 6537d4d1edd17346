"""Reading in child processes: what a document can do to one, and what it cannot do to us."""

import io
import os
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from citation_engine.collect.sandbox import Sandbox
from citation_engine.collect.worker import Limits, write_frame
from citation_engine.errors import SourceUnreadable
from collect import hostile_readers as readers
from hanging import must_end

posix = pytest.mark.skipif(sys.platform == "win32", reason="These limits are those of POSIX.")
SOURCE = Path(__file__).parents[2] / "src"


@pytest.fixture(scope="module")
def sandbox():
    made = Sandbox(Limits(wall_seconds=20))
    yield made
    made.close()


def limited(**limits) -> Sandbox:
    return Sandbox(Limits(**{"wall_seconds": 20, **limits}), children=1)


def refused(sandbox: Sandbox, reader: readers.Reader, data: bytes = b"") -> SourceUnreadable:
    """Return the refusal; the sandbox must read the next document as if nothing had been."""
    with pytest.raises(SourceUnreadable) as caught:
        sandbox.read(reader, data, "bad.bin")

    assert sandbox.read(readers.Reader(), b"well", "good.txt").text == "well"
    return caught.value


ANSWER = {"ok": True, "media_type": "", "reader": "", "reader_version": "", "encoding": None}
ANSWER |= {"metadata": {}, "geometry": False, "last": False}


def frame_of(header: dict, *parts: bytes) -> bytes:
    out = io.BytesIO()
    write_frame(out, header, parts)
    return out.getvalue()


def test_the_forged_answers_are_refused_for_what_is_wrong_with_them(sandbox):
    frame = frame_of(ANSWER, b"words", b"{}", b"")

    assert sandbox.read(readers.Lies(), frame.hex().encode(), "a").text == "words"


def lives(process: int) -> bool:
    try:
        os.kill(process, 0)
        state = Path(f"/proc/{process}/stat")
        return not state.exists() or state.read_text().rpartition(")")[2].split()[0] != "Z"
    except (ProcessLookupError, FileNotFoundError):
        return False


def ends(process: int, seconds: float = 60) -> bool:
    """Whether the process ends, which is not waited for for ever."""
    until = time.monotonic() + seconds
    while lives(process) and time.monotonic() < until:
        time.sleep(0.05)
    return not lives(process)


def test_a_reading_comes_through_unchanged(sandbox):
    reader = readers.Reader()
    words = "Ünïcode \U0001f600\n" * 1000

    assert sandbox.read(reader, words.encode(), "ä.txt") == reader.read(words.encode(), "ä.txt")


def test_a_function_can_be_run_on_data(sandbox):
    assert sandbox.run(readers.double, b"ab", name="a.pdf", times=3) == b"ababab"


def test_a_child_is_used_again(sandbox):
    pids = {sandbox.read(readers.TellsProcess(), b"", "a").text for _ in range(50)}

    assert len(pids) == 1
    assert pids != {str(os.getpid())}


def test_a_child_is_used_again_also_when_the_parent_holds_much_memory(sandbox):
    held = bytearray(300 << 20)
    held[::4096] = b"x" * len(held[::4096])
    fresh = limited()
    pids = {fresh.read(readers.TellsProcess(), b"", "a").text for _ in range(3)}

    assert len(pids) == 1


def test_a_child_that_holds_much_memory_makes_way_for_a_new_one():
    sandbox = limited()
    hoarder, after = (
        sandbox.read(reader, b"", "a").text for reader in (readers.Hoards(), readers.TellsProcess())
    )

    assert hoarder != after


def test_a_child_is_not_used_more_often_than_allowed():
    sandbox = limited(documents=2)
    pids = [sandbox.read(readers.TellsProcess(), b"", "a").text for _ in range(4)]

    assert pids[0] == pids[1] != pids[2] == pids[3]


def test_a_refusal_keeps_its_words_and_its_fix(sandbox):
    problem = refused(sandbox, readers.Refuses())

    assert (problem.message, problem.fix) == ("It is not to be read.", "Leave it.")


def test_an_error_in_a_reader_is_one_sentence(sandbox):
    problem = refused(sandbox, readers.Fails())

    assert problem.message == "The reader failed on bad.bin: ValueError: an odd byte."
    assert problem.fix


def test_a_reader_that_waits_is_ended():
    problem = refused(limited(wall_seconds=4.5), readers.Sleeps())

    assert problem.message == "bad.bin took more than 4.5 s to read."


@posix
def test_a_reader_that_computes_for_ever_is_ended():
    problem = refused(limited(cpu_seconds=1), readers.Spins())

    assert problem.message == "bad.bin took more than 1 s of processor time to read."


@posix
def test_a_reader_that_takes_all_memory_is_refused():
    problem = refused(limited(memory_bytes=400 << 20), readers.EatsMemory())

    assert problem.message == "bad.bin needs more than 400 MiB of memory."


def test_a_reader_that_crashes_takes_nobody_with_it(sandbox):
    assert "broke the process that read it" in refused(sandbox, readers.Crashes()).message


def test_a_reader_that_ends_the_process_is_noticed(sandbox):
    assert "it ended with code 3" in refused(sandbox, readers.Leaves()).message


def test_more_text_than_allowed_is_refused():
    problem = refused(limited(output_bytes=3 << 20), readers.SaysTooMuch())

    assert problem.message == "bad.bin holds more than 3 MiB of text."


def test_more_data_than_allowed_is_refused_before_it_is_read():
    problem = refused(limited(input_bytes=1 << 20), readers.Reader(), bytes((1 << 20) + 1))

    assert problem.message == "bad.bin is larger than 1 MiB."


def test_what_a_library_prints_does_not_spoil_the_answer(sandbox):
    assert sandbox.read(readers.Prints(), b"", "a").text == "quiet"


@posix
@pytest.mark.parametrize(
    "frame",
    [
        b"\xff\xff\xff\xff",
        b"\0\0\0\x02[]",
        b"\0\0\0\x02{}",
        b'\0\0\0\x10{"parts":[9e99]}',
        b'\0\0\0\x18{"parts": [70000000000]}',
        b'\0\0\0\x18{"ok":true,"parts":[0]} ',
        b'\0\0\0\x1a{"ok":true,"parts":[0,0,0]}',
        frame_of({**ANSWER, "metadata": 7}, b"words", b"{}", b""),
        frame_of(ANSWER, b"words", b'{"pages": 7}', b""),
        frame_of(ANSWER, b"\xff", b"{}", b""),
        b"\0\x00\xff\xff" + b"[" * 0xFFFF,
        b"not even a frame",
    ],
)
def test_an_answer_that_was_forged_is_refused(sandbox, frame):
    assert "broke the process" in refused(sandbox, readers.Lies(), frame.hex().encode()).message


@posix
def test_the_child_knows_nothing_of_the_environment(sandbox, monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "a-secret")

    assert "a-secret" not in sandbox.read(readers.TellsEnvironment(), b"", "a").text


@posix
def test_the_child_cannot_open_many_files(sandbox):
    assert "Too many open files" in refused(sandbox, readers.OpensFiles()).message


@posix
def test_the_child_cannot_write_files(sandbox, tmp_path):
    target = tmp_path / "left"
    problem = refused(sandbox, readers.WritesFiles(), str(target).encode())

    assert "OSError" in problem.message
    assert not target.exists() or not target.read_bytes()


def test_a_python_that_cannot_be_started_is_said(monkeypatch):
    monkeypatch.setattr(sys, "executable", "/no/such/python")
    with pytest.raises(SourceUnreadable, match=r"could not be started: .*No such file"):
        limited().read(readers.Reader(), b"", "a")
    monkeypatch.setattr(sys, "executable", "/bin/false")
    with pytest.raises(SourceUnreadable, match="could not be started: it ended with code 1"):
        limited().read(readers.Reader(), b"", "a")


def test_many_threads_share_the_children(sandbox):
    def read(number: int) -> bool:
        words = f"words of {number} " * number
        return sandbox.read(readers.Reader(), words.encode(), "a").text == words

    with ThreadPoolExecutor(8) as threads:
        assert all(threads.map(read, range(60)))


@must_end
def test_one_slow_document_does_not_hold_up_the_others(tmp_path):
    sandbox = Sandbox(Limits(wall_seconds=600), children=2)
    go_on = tmp_path / "go-on"
    with ThreadPoolExecutor(1) as threads:
        slow = threads.submit(sandbox.read, readers.WaitsForFile(), str(go_on).encode(), "slow")
        try:
            texts = [sandbox.read(readers.Reader(), b"quick", "a").text for _ in range(5)]
            still_at_work = not slow.done()
        finally:
            go_on.touch()

    assert texts == ["quick"] * 5
    assert still_at_work
    assert slow.result().text == "late"


def test_children_end_when_the_sandbox_is_closed_or_dropped():
    for close in (Sandbox.close, lambda _: None):
        sandbox = Sandbox()
        child = int(sandbox.read(readers.TellsProcess(), b"", "a").text)
        close(sandbox)
        del sandbox

        assert ends(child)


@posix
def test_an_idle_child_ends_by_itself_and_the_next_call_does_not_notice():
    sandbox = limited(idle_seconds=2)
    child = int(sandbox.read(readers.TellsProcess(), b"", "a").text)

    assert ends(child)
    assert sandbox.read(readers.Reader(), b"well", "a").text == "well"
    sandbox.close()


def test_a_child_that_was_ended_from_outside_is_replaced(sandbox):
    child = int(sandbox.read(readers.TellsProcess(), b"", "a").text)
    os.kill(child, signal.SIGTERM)

    assert ends(child)
    assert sandbox.read(readers.Reader(), b"well", "a").text == "well"


SCRIPT = f"""
import sys, time
sys.path[:0] = [{str(SOURCE)!r}, {str(Path(__file__).parents[1])!r}]
from citation_engine.collect.sandbox import Sandbox
from collect import hostile_readers as readers
sandbox = Sandbox()
print(sandbox.read(readers.TellsProcess(), b"", "a").text, flush=True)
"""


def start(script: str) -> subprocess.Popen[str]:
    return subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True)


def test_a_script_needs_no_guard_and_leaves_nothing_behind(tmp_path):
    script = tmp_path / "script.py"
    script.write_text(SCRIPT)
    done = subprocess.run(
        [sys.executable, "-W", "error", script], capture_output=True, text=True, timeout=240
    )

    assert done.stderr == ""
    assert ends(int(done.stdout))


@posix
@pytest.mark.parametrize("at_work", ["time.sleep(600)", "sandbox.read(readers.Sleeps(), b'', 'a')"])
def test_children_end_with_a_parent_that_is_killed(at_work):
    parent = start(SCRIPT + at_work)
    child = int(parent.stdout.readline())
    time.sleep(0.2)

    assert lives(child)
    parent.kill()
    parent.communicate()
    assert ends(child)


@posix
def test_a_forked_process_gets_children_of_its_own():
    fork = """
import os
if not (pid := os.fork()):
    print(sandbox.read(readers.TellsProcess(), b"", "a").text, flush=True)
    os._exit(0)
assert os.waitpid(pid, 0)[1] == 0
print(sandbox.read(readers.TellsProcess(), b"", "a").text, flush=True)
"""
    first, forked, again = start(SCRIPT + fork).communicate(timeout=240)[0].split()

    assert first == again != forked
