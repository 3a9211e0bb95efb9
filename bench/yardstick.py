"""The yardstick: a bare ASGI application that only broadcasts. No database, no game, no rules.

Whatever one socket of a room says, all of them hear a frame of 100 bytes with the next number. Same
server, same options, same clients: what it does is what the machine and daphne allow.
"""

import os
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

FRAME_BYTES = 100


class Room:
    """Who is in it, and how many broadcasts there were."""

    def __init__(self) -> None:
        self.n = 0
        self.sends: set[Callable[[Any], Awaitable[None]]] = set()


_rooms: dict[str, Room] = {}


async def application(
    scope: dict[str, Any],
    receive: Callable[[], Awaitable[Any]],
    send: Callable[[Any], Awaitable[None]],
) -> None:
    """/<room>: a broadcast room. http: an answer, so that a start can be waited for."""
    if scope["type"] == "http":
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"ok"})
        return
    await receive()
    await send({"type": "websocket.accept"})
    room = _rooms.setdefault(scope["path"], Room())
    room.sends.add(send)
    await send({"type": "websocket.send", "text": f'{{"type":"sync","n":{room.n}}}'})
    while (await receive())["type"] == "websocket.receive":
        room.n += 1
        text = f'{{"type":"event","n":{room.n},"pad":"'
        text += "." * (FRAME_BYTES - len(text) - 2) + '"}'
        for one in list(room.sends):
            await one({"type": "websocket.send", "text": text})
    room.sends.discard(send)


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
    import daphne.cli

    from farkle_site.server import arguments

    line = arguments("127.0.0.1", int(os.environ["PORT"]))
    daphne.cli.CommandLineInterface().run([*line[:-1], "bench.yardstick:application"])
