"""The signs of life of server processes, by which they know of each other."""

from collections.abc import Collection

from games.models import Heartbeat


def beat(process: str, number: int) -> dict[str, int]:
    """Store the number of a process's newest sign, and return those of the other processes."""
    Heartbeat.objects.update_or_create(process=process, defaults={"number": number})
    others = Heartbeat.objects.exclude(process=process)
    return dict(others.values_list("process", "number"))


def forget(processes: Collection[str]) -> None:
    Heartbeat.objects.filter(process__in=processes).delete()
