"""Encrypt a notice for one browser, unreadable for push services (RFC 8291, RFC 8188)."""

import secrets
from typing import Final

from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

RECORD_BYTES: Final = 4096
"""Size that every push service must take (RFC 8030, 7.2); a notice is one record."""
LONGEST: Final = 3000
"""Maximum number of bytes of a notice before encryption."""
AUTH_BYTES: Final = 16
_LAST_RECORD: Final = b"\x02"


def is_key(data: bytes) -> bool:
    """Return whether this is a point on the curve P-256, as a browser's public key is."""
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), data)
    except ValueError:
        return False
    return len(data) == 65


def encrypt(
    text: bytes,
    browser: bytes,
    auth: bytes,
    *,
    key: ec.EllipticCurvePrivateKey | None = None,
    salt: bytes | None = None,
) -> bytes:
    """Return the body for the push service (`aes128gcm`). Raise ValueError for a bad key. `browser`
    and `auth` are the subscription's key and secret. `key` and `salt` are random, except in
    tests."""
    if len(text) > LONGEST:
        raise ValueError("too long")
    own, salt = key or ec.generate_private_key(ec.SECP256R1()), salt or secrets.token_bytes(16)
    public = own.public_key().public_bytes(
        serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
    )
    theirs = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), browser)
    shared = own.exchange(ec.ECDH(), theirs)
    info = b"WebPush: info\0" + browser + public
    secret = _derive(shared, auth, info, 32)
    content_key = _derive(secret, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derive(secret, salt, b"Content-Encoding: nonce\0", 12)
    head = salt + RECORD_BYTES.to_bytes(4, "big") + bytes([len(public)]) + public
    return head + AESGCM(content_key).encrypt(nonce, text + _LAST_RECORD, None)


def _derive(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length=length, salt=salt, info=info).derive(secret)
