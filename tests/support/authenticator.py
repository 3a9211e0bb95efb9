"""An authenticator in software: it makes passkeys and signs with them, as a phone does."""

import json
import secrets
from dataclasses import dataclass, field
from typing import Any

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from fido2 import cose, webauthn
from fido2.utils import sha256, websafe_decode, websafe_encode

ORIGIN = "http://localhost"


@dataclass
class Authenticator:
    """One passkey. What it says is wrong where an argument says so."""

    host: str = "localhost"
    count: int = 0
    id: bytes = field(default_factory=lambda: secrets.token_bytes(16))
    key: ec.EllipticCurvePrivateKey = field(
        default_factory=lambda: ec.generate_private_key(ec.SECP256R1())
    )
    handle: bytes = b""

    def makes(self, asked: dict[str, Any], *, origin: str = ORIGIN) -> str:
        """Return the answer to the options for a new passkey."""
        self.handle = websafe_decode(asked["user"]["id"])
        public = webauthn.AttestedCredentialData.create(
            webauthn.Aaguid.NONE, self.id, cose.ES256.from_cryptography_key(self.key.public_key())
        )
        flags = webauthn.AuthenticatorData.FLAG.UP | webauthn.AuthenticatorData.FLAG.AT
        data = webauthn.AuthenticatorData.create(
            sha256(self.host.encode()), flags, self.count, public
        )
        said = {
            "clientDataJSON": self._client("webauthn.create", asked, origin),
            "attestationObject": webauthn.AttestationObject.create("none", data, {}),
        }
        return self._answer(said)

    def signs(self, asked: dict[str, Any], *, origin: str = ORIGIN) -> str:
        """Return the answer to the options for a log-in."""
        data = webauthn.AuthenticatorData.create(
            sha256(self.host.encode()), webauthn.AuthenticatorData.FLAG.UP, self.count
        )
        client = self._client("webauthn.get", asked, origin)
        said = {
            "clientDataJSON": client,
            "authenticatorData": data,
            "signature": self.key.sign(data + sha256(client), ec.ECDSA(hashes.SHA256())),
            "userHandle": self.handle,
        }
        return self._answer(said)

    def _client(self, what: str, asked: dict[str, Any], origin: str) -> bytes:
        said = {"type": what, "challenge": asked["challenge"], "origin": origin}
        return json.dumps(said).encode()

    def _answer(self, said: dict[str, bytes]) -> str:
        key = websafe_encode(self.id)
        response = {name: websafe_encode(bytes(value)) for name, value in said.items()}
        return json.dumps({"id": key, "rawId": key, "type": "public-key", "response": response})
