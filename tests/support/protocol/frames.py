"""The bytes of web socket frames, as clients send them."""

import itertools

CONTINUED, TEXT, BINARY, PINGED, PONGED = 0, 1, 2, 9, 10


def framed(
    payload: bytes, *, kind: int = TEXT, final: bool = True, mask: bytes = b"mask", spare: int = 0
) -> bytes:
    """One frame from a client (RFC 6455, 5.2), of less than 64 KiB."""
    size = len(payload)
    length = bytes((0x80 | size,)) if size < 126 else bytes((0xFE,)) + size.to_bytes(2, "big")
    hidden = bytes(byte ^ key for byte, key in zip(payload, itertools.cycle(mask), strict=False))
    return bytes((0x80 * final | spare << 4 | kind,)) + length + mask + hidden
