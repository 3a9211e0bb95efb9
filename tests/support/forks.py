"""Processes of the site, forked from one that has imported the libraries.

Half of a server's start is importing libraries, and tests start some hundred servers. So a helper
process imports them once, along with what needs neither settings nor an event loop, and each
process is a fork of it: with its own id, environment, files and exit code, it runs the program as
Python would. What all of them share is the seed of Python's hashes.
"""

import atexit
import contextlib
import functools
import gc
import importlib
import json
import os
import runpy
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Mapping, Sequence
from multiprocessing.connection import wait
from pathlib import Path
from typing import IO, Any, Protocol

ROOT = Path(__file__).resolve().parents[2]
LIBRARIES = (
    "autobahn.twisted.websocket",
    "channels.db",
    "channels.generic.websocket",
    "channels.layers",
    "channels.routing",
    "click",
    "concurrent.futures.process",
    "cryptography.hazmat.primitives.asymmetric.ec",
    "cryptography.hazmat.primitives.ciphers.aead",
    "cryptography.hazmat.primitives.kdf.hkdf",
    "django.conf.urls.i18n",
    "django.contrib.admin.options",
    "django.contrib.auth.hashers",
    "django.contrib.auth.password_validation",
    "django.contrib.messages.middleware",
    "django.core.asgi",
    "django.core.handlers.asgi",
    "django.core.management",
    "django.db.backends.postgresql.base",
    "django.db.backends.sqlite3.base",
    "django.db.migrations",
    "django.middleware.clickjacking",
    "django.middleware.common",
    "django.middleware.gzip",
    "django.middleware.locale",
    "django.middleware.security",
    "django.template.loader",
    "django.views.defaults",
    "django.views.i18n",
    "encodings.idna",
    "farkle.ai.hints.hints",
    "farkle.ai.review.review",
    "farkle.ai.review.winning",
    "farkle.engine.gamefile",
    "farkle.text.narration",
    "farkle_site.databases",
    "games.formats",
    "games.metrics",
    "games.protocol.commands",
    "games.protocol.parser",
    "games.protocol.requests",
    "games.rules.card",
    "games.rules.exchange",
    "games.workers.painter",
    "games.workers.solver",
    "multiprocessing.queues",
    "orjson",
    "prometheus_client",
    "pythonjsonlogger.json",
    "redis.asyncio",
    "redis.asyncio.cluster",
    "redis.asyncio.sentinel",
    "segno",
    "service_identity",
    "smtplib",
    "sqlparse",
    "twisted.internet.asyncioreactor",
    "twisted.internet.endpoints",
    "twisted.web.http",
    "whitenoise.middleware",
    "whitenoise.storage",
)
"""What the helper imports, with modules of our own. None of them may read the settings or install
Twisted's reactor."""


class Process(Protocol):
    """What tests need of a process, here and in `subprocess.Popen`."""

    pid: int
    returncode: int | None

    def poll(self) -> int | None: ...
    def wait(self, timeout: float | None = None) -> int: ...
    def send_signal(self, sig: int) -> None: ...
    def terminate(self) -> None: ...
    def kill(self) -> None: ...


class Fork:
    """A process that the helper has forked."""

    def __init__(self, pid: int, status: int) -> None:
        self.pid = pid
        self.returncode: int | None = None
        self._status = status
        """The helper writes the exit code here."""

    def poll(self) -> int | None:
        """Return the exit code (negative: the signal that killed it); None while it runs."""
        return self._ended(0)

    def wait(self, timeout: float | None = None) -> int:
        """Return the exit code. Raises subprocess.TimeoutExpired."""
        code = self._ended(timeout)
        if code is None:
            raise subprocess.TimeoutExpired(f"process {self.pid}", timeout or 0)
        return code

    def send_signal(self, sig: int) -> None:
        """Send a signal, unless it has ended."""
        if self.poll() is None:
            with contextlib.suppress(ProcessLookupError):
                os.kill(self.pid, sig)

    def terminate(self) -> None:
        """Send SIGTERM."""
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        """Send SIGKILL."""
        self.send_signal(signal.SIGKILL)

    def _ended(self, timeout: float | None) -> int | None:
        if self.returncode is None and wait([self._status], timeout):
            self.returncode = _read_number(self._status)
            os.close(self._status)
        return self.returncode


def start(
    arguments: Sequence[str],
    *,
    cwd: Path,
    env: Mapping[str, str],
    stdout: IO[Any],
    stderr: IO[Any],
) -> Process:
    """Start Python with these arguments and no input."""
    is_plain = arguments[0] in ("-m", "-c") or not arguments[0].startswith("-")
    if is_plain and cwd == ROOT and _COVERAGE not in env:
        helper = _helper()
        if _at_start(env) == helper.at_start:
            return helper.fork(arguments, env, stdout, stderr)
    return subprocess.Popen(
        [sys.executable, *arguments],
        cwd=cwd,
        env=dict(env),
        stdin=subprocess.DEVNULL,
        stdout=stdout,
        stderr=stderr,
    )


_COVERAGE = "COVERAGE_PROCESS_CONFIG"
"""With this in its environment a process is watched by coverage, from its very start."""


def _at_start(env: Mapping[str, str]) -> dict[str, str]:
    """Return what Python and its libraries read when they start, and never again."""
    names = ("PYTHON", "LC_", "LANG", "LD_", "OPENBLAS_", "OMP_", "TZ", "AUTOBAHN_")
    return {name: value for name, value in env.items() if name.startswith(names)}


class _Helper:
    """The process that forks the others. It ends with this one."""

    def __init__(self) -> None:
        env = {**os.environ, "PYTHONUNBUFFERED": "1"}
        env.pop(_COVERAGE, None)
        self.at_start = _at_start(env)
        self._lock = threading.Lock()
        self._channel, theirs = socket.socketpair()
        with theirs:
            self._process = subprocess.Popen(
                [sys.executable, "-m", __name__, str(theirs.fileno())],
                cwd=ROOT,
                env=env,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                pass_fds=[theirs.fileno()],
            )
        atexit.register(self._stop)

    def fork(
        self,
        arguments: Sequence[str],
        env: Mapping[str, str],
        stdout: IO[Any],
        stderr: IO[Any],
    ) -> Fork:
        with self._lock:
            umask = os.umask(0o077)
            os.umask(umask)
            task = json.dumps({"arguments": arguments, "env": dict(env), "umask": umask}).encode()
            status, theirs = os.pipe()
            socket.send_fds(
                self._channel,
                [len(task).to_bytes(_NUMBER)],
                [stdout.fileno(), stderr.fileno(), theirs],
            )
            os.close(theirs)
            self._channel.sendall(task)
        return Fork(_read_number(status), status)

    def _stop(self) -> None:
        self._channel.close()
        self._process.wait()


_helper = functools.cache(_Helper)
_NUMBER = 4
"""So many bytes are the numbers that the two processes send each other."""


def _read_number(file: int) -> int:
    number = os.read(file, _NUMBER)
    if not number:
        raise RuntimeError("the helper has died")
    return int.from_bytes(number, signed=True)


# In the helper


def _serve(channel: socket.socket) -> dict[str, Any]:
    """Fork for each task until the channel ends. Return the task, and only in the fork."""
    statuses: dict[int, int] = {}
    ended, wake = os.pipe()
    os.set_blocking(wake, False)
    signal.set_wakeup_fd(wake)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    while True:
        ready = wait([channel, ended])
        if ended in ready:
            os.read(ended, 4096)
            for pid in list(statuses):
                if (found := os.waitpid(pid, os.WNOHANG))[0]:
                    _write_number(statuses[pid], os.waitstatus_to_exitcode(found[1]))
                    os.close(statuses.pop(pid))
        if channel in ready:
            size, files, _, _ = socket.recv_fds(channel, _NUMBER, 3)
            if not size:
                sys.exit()
            out, err, status = files
            text = channel.recv(int.from_bytes(size), socket.MSG_WAITALL)
            pid = os.fork()
            if not pid:
                os.dup2(out, 1)
                os.dup2(err, 2)
                channel.detach()
                os.closerange(3, max(out, err, status) + 1)
                return json.loads(text)
            for file in (out, err):
                os.close(file)
            statuses[pid] = status
            _write_number(status, pid)


def _write_number(file: int, number: int) -> None:
    with contextlib.suppress(BrokenPipeError):  # nobody waits for it any more
        os.write(file, number.to_bytes(_NUMBER, signed=True))


def _run(task: dict[str, Any]) -> None:
    """Run the program of the task (`-m module`, `-c code` or a script), as Python does."""
    signal.set_wakeup_fd(-1)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    os.umask(task["umask"])
    gc.set_threshold(50_000, 20, 100)  # as the server sets it once it has started
    os.environ.clear()
    os.environ.update(task["env"])
    if task["arguments"][0] == "-m":
        sys.argv = task["arguments"][1:]
        runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)
    elif task["arguments"][0] == "-c":
        exec(task["arguments"][1], {"__name__": "__main__"})
    else:
        sys.argv = task["arguments"]
        runpy.run_path(str(ROOT / sys.argv[0]), run_name="__main__")


if __name__ == "__main__":
    for name in LIBRARIES:
        importlib.import_module(name)
    if "twisted.internet.reactor" in sys.modules or threading.active_count() > 1:
        sys.exit("One of LIBRARIES starts what forks cannot share.")
    gc.freeze()  # what all of them share need not be looked through in each
    _run(_serve(socket.socket(fileno=int(sys.argv[1]))))
