"""The container image that `make image` has built with buildah, run without an engine."""

import contextlib
import json
import os
import subprocess
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import IO, Any

from tests.support import services

NAME = "farkle"
ANY_USER = 12345
"""Neither root nor a user of the image."""


def layers(image: str) -> dict[str, int]:
    """Return the layers of an image by digest, each with its size in bytes."""
    manifest = json.loads(_asked("inspect", "--type", "image", "--format", "{{.Manifest}}", image))
    return {layer["digest"]: layer["size"] for layer in manifest["layers"]}


@contextlib.contextmanager
def mounted() -> Iterator[Path]:
    """The image's file system for the block."""
    container = _asked("from", "--pull-never", NAME)
    try:
        yield Path(_asked("mount", container))
    finally:
        _asked("rm", container)


def data_folder(parent: Path) -> Path:
    """Return a new folder for /data, which belongs to any user."""
    folder = parent / "data"
    folder.mkdir(mode=0o700)
    os.chown(folder, ANY_USER, ANY_USER)
    return folder


def command(root: Path, data: Path, environ: Mapping[str, str], *program: str) -> list[str]:
    """Return the command that runs a program in the image, by default the server."""
    settings = [f"{name}={value}" for name, value in environ.items()]
    return ["sh", "deploy/run-image.sh", str(root), str(data), *settings, *program]


def run(
    root: Path, data: Path, environ: Mapping[str, str], *program: str
) -> subprocess.CompletedProcess[str]:
    """Run a program in the image until it ends."""
    return subprocess.run(
        command(root, data, environ, *program),
        cwd=services.ROOT,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


class ImageServer(services.Daphne):
    """The server of the image."""

    def __init__(self, logs: Path, root: Path, data: Path, environ: Mapping[str, str]) -> None:
        self._root, self._data, self._settings = root, data, dict(environ)
        super().__init__(logs, environ)

    def _launch(self, log: IO[bytes]) -> subprocess.Popen[bytes]:
        settings = {**self._settings, "PORT": str(self.port)}
        return subprocess.Popen(
            command(self._root, self._data, settings),
            cwd=services.ROOT,
            env=self.environ,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
        )


def _asked(*arguments: Any) -> str:
    """Return what buildah prints."""
    done = subprocess.run(
        ["buildah", *arguments], stdout=subprocess.PIPE, text=True, timeout=120, check=True
    )
    return done.stdout.strip()
