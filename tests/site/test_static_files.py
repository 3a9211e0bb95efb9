"""Static files: compressed, cached, and without a request to another host."""

import gzip
import re
from pathlib import Path

import pytest
from django.test import Client

from tests.support.services import ROOT


def test_a_compressed_file_is_not_fetched_again() -> None:
    first = Client().get("/static/js/room/main.js", headers={"accept-encoding": "gzip"})
    assert first["Content-Encoding"] == "gzip"
    assert "Accept-Encoding" in first["Vary"]
    assert gzip.decompress(first.content) == (ROOT / "static/js/room/main.js").read_bytes()
    again = {"accept-encoding": "gzip", "if-none-match": first["ETag"]}
    assert Client().get("/static/js/room/main.js", headers=again).status_code == 304


@pytest.mark.parametrize("path", sorted((ROOT / "static").rglob("*.*s")), ids=lambda p: p.name)
def test_no_file_names_another_host(path: Path) -> None:
    text = path.read_text("utf-8").replace("http://www.w3.org/2000/svg", "")
    assert "http://" not in text
    assert not re.search(r"https?://[a-z]", text.replace('"https:"', ""))
