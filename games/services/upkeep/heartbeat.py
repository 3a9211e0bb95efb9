"""The signs of life of server processes, by which they know of each other."""

from collections.abc import Collection

from games.models import Heartbeat


def beat(process: str, number: int) -> dict[str, int]:
    """Store the sign of a process, which it counts, and return the newest of each other one."""
    Heartbeat.objects.update_or_create(process=process, defaults={"number": number})
    others = Heartbeat.objects.exclude(process=process)
    return dict(others.values_list("process", "number"))


def forget(processes: Collection[str]) -> None:
    """Delete the signs of processes that have ended."""
    Heartbeat.objects.filter(process__in=processes).delete()
