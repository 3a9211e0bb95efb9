"""Encode and decode the common kinds of web socket frames (RFC 6455).

Pages send hardly anything but small text frames. Everything else is left to Autobahn, which handles
every kind of frame and every error.
"""

from functools import lru_cache

PING = bytes((0x89, 0))
_FINAL_TEXT = 0x81
_LENGTH_IN_2, _LENGTH_IN_8 = 126, 127
_MASKED = 0x80
_MASK_BYTES = 4
_PONG = bytes((0x8A, _MASKED))  # with nothing in it, like our pings
_PONG_BYTES = len(_PONG) + _MASK_BYTES
_SMALL = 1024


@lru_cache(maxsize=64)  # a frame for many sockets is sent to them one right after the other
def encode_frame(text: str) -> bytes:
    """Return the bytes of one unmasked text frame (RFC 6455, 5.2)."""
    payload = text.encode()
    size = len(payload)
    if size < _LENGTH_IN_2:
        return bytes((_FINAL_TEXT, size)) + payload
    if size < 2**16:
        return bytes((_FINAL_TEXT, _LENGTH_IN_2)) + size.to_bytes(2, "big") + payload
    return bytes((_FINAL_TEXT, _LENGTH_IN_8)) + size.to_bytes(8, "big") + payload


def decode_frame(data: bytes) -> bytes | None:
    """Return the payload if `data` is exactly one small, whole, masked text frame; else None."""
    if not 6 < len(data) < _SMALL or data[0] != _FINAL_TEXT:
        return None
    size, at = data[1] - _MASKED, 2
    if size == _LENGTH_IN_2:
        size, at = int.from_bytes(data[2:4], "big"), 4
        if size < _LENGTH_IN_2:  # must be written in the short form
            return None
    elif size == _LENGTH_IN_8:
        return None
    start = at + _MASK_BYTES
    if size <= 0 or len(data) != start + size:
        return None
    mask = data[at:start] * (size // _MASK_BYTES + 1)
    plain = int.from_bytes(data[start:], "big") ^ int.from_bytes(mask[:size], "big")
    return plain.to_bytes(size, "big")


def is_pong(data: bytes) -> bool:
    """Return whether `data` is exactly one answer to our pings."""
    return len(data) == _PONG_BYTES and data.startswith(_PONG)
