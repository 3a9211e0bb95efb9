"""Faults: counted each time, logged once for a kind of work and a rule set."""

from dataclasses import replace

import pytest
from prometheus_client import REGISTRY

from farkle import PRESETS
from games.workers import faults
from games.workers.faults import LOGGED_AGAIN, Faults

KCD = PRESETS["kcd"]


def counted(work: str) -> float:
    return REGISTRY.get_sample_value("farkle_faults_total", {"work": work}) or 0.0


def test_a_fault_is_counted_each_time_and_logged_once(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    now, kept, before = 100.0, Faults(), counted("hint")
    monkeypatch.setattr(faults.time, "monotonic", lambda: now)
    for _ in range(3):
        kept.add("hint", KCD, IndexError("list index out of range"))
    assert counted("hint") == before + 3
    assert caplog.messages == ["hint failed under the rules 1.kcd"]
    assert "IndexError: list index out of range" in caplog.text
    kept.add("hint", replace(KCD, target=2000), IndexError())
    kept.add("decide abacus", KCD, IndexError())
    assert caplog.messages[1:] == [
        "hint failed under the rules 1.kcd.target-2000",
        "decide abacus failed under the rules 1.kcd",
    ]
    now += LOGGED_AGAIN
    kept.add("hint", KCD, IndexError())
    assert len(caplog.messages) == 4
