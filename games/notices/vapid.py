"""Sign notices (RFC 8292): a push service accepts only the sender whose public key the browser
stored when notices were turned on."""

import base64
import binascii
import json
from functools import lru_cache
from typing import Final

from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings

from games import clock

_HOURS: Final = 12
"""Hours for which a token is valid; push services refuse more than 24."""
_LABEL: Final = b"games.notices.vapid"
# The order of the curve P-256: a private key is a number below it.
_ORDER: Final = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
_POINT: Final = (
    serialization.Encoding.X962,
    serialization.PublicFormat.UncompressedPoint,
)


def public_key() -> str:
    """Return the site's public key in the browser's format (`applicationServerKey`)."""
    return to_base64(_key().public_key().public_bytes(*_POINT))


def authorization(origin: str) -> str:
    """Return the Authorization header for a push service, such as https://push.example."""
    until = int(clock.now().timestamp()) + _HOURS * 3600
    claims = {"aud": origin, "exp": until, "sub": _contact()}
    parts = [{"typ": "JWT", "alg": "ES256"}, claims]
    signed = ".".join(to_base64(json.dumps(part).encode()) for part in parts)
    r, s = decode_dss_signature(_key().sign(signed.encode(), ec.ECDSA(hashes.SHA256())))
    signature = to_base64(r.to_bytes(32, "big") + s.to_bytes(32, "big"))
    return f"vapid t={signed}.{signature}, k={public_key()}"


def _contact() -> str:
    if settings.CONTACT:
        return str(settings.CONTACT)
    host = settings.PUBLIC.removeprefix("https://") or settings.ALLOWED_HOSTS[0]
    return f"https://{host.lstrip('.')}"


def _key() -> ec.EllipticCurvePrivateKey:
    return _key_from(settings.VAPID_KEY, settings.SECRET_KEY)


@lru_cache(maxsize=4)
def _key_from(stored: str, secret: str) -> ec.EllipticCurvePrivateKey:
    if stored:
        seed = from_base64(stored)
    else:
        seed = HKDF(hashes.SHA256(), length=32, salt=None, info=_LABEL).derive(secret.encode())
    return ec.derive_private_key(int.from_bytes(seed, "big") % (_ORDER - 1) + 1, ec.SECP256R1())


def to_base64(data: bytes) -> str:
    """Return bytes in base64url without padding."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def from_base64(text: str) -> bytes:
    """Return the bytes of base64url text, padded or not. Raise ValueError."""
    try:
        plain = text.rstrip("=").encode("ascii")
        return base64.b64decode(plain + b"=" * (-len(plain) % 4), altchars=b"-_", validate=True)
    except (binascii.Error, UnicodeEncodeError) as error:
        raise ValueError("not base64url") from error
