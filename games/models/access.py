"""Ways into an account besides its password. All of them go when the account does."""

from django.conf import settings
from django.db import models


class RecoveryCode(models.Model):
    """A code with which the owner of an account can set a new password once."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="recovery_codes", db_index=False
    )
    # Counts from 1, as on the printed sheet.
    number = models.PositiveSmallIntegerField()
    # See `games.people.recovery`.
    hashed = models.CharField(max_length=128)
    made = models.DateTimeField()
    used = models.DateTimeField(null=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(name="recovery_code_number", fields=("user", "number")),
        )

    def __str__(self) -> str:
        return f"recovery code {self.number} of account {self.user_id}"


class Passkey(models.Model):
    """A key pair with which the owner logs in. The server never sees the private half."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="passkeys")
    name = models.CharField(max_length=24)
    # The random id under which devices know the account, the same for all its passkeys.
    handle = models.BinaryField(max_length=32)
    # Its id and public key, as WebAuthn writes them ("attested credential data"). An id may take a
    # kilobyte, so passkeys are looked up by its hash.
    data = models.BinaryField()
    id_hash = models.CharField(max_length=64, unique=True)
    # The number of signatures, as the device counts; always 0 if it does not.
    count = models.PositiveBigIntegerField(default=0)
    made = models.DateTimeField()
    used = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"passkey of account {self.user_id}"


class MailAddress(models.Model):
    """The email of an account. `User.email` is its address, once that is confirmed."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, related_name="mail")
    # The address that its owner has yet to confirm, and the time it was entered.
    pending = models.EmailField(blank=True)
    asked = models.DateTimeField(null=True)
    confirmed = models.DateTimeField(null=True)
    # Daily emails about waiting games: on or off, and the time of the last one.
    digest = models.BooleanField(default=True)
    digest_at = models.DateTimeField(null=True)
    # Time since which the mail server has refused every digest; null after a success.
    failing_since = models.DateTimeField(null=True)
    # The base URL under which the owner visits the site; every link starts with it.
    site = models.CharField(max_length=300)

    def __str__(self) -> str:
        return f"mail of account {self.user_id}"


class Email(models.Model):
    """A queued email. Its text is written when it is sent."""

    class Kind(models.TextChoices):
        CONFIRM = "confirm"
        RESET = "reset"
        # Changes in the account.
        ADDRESS = "address"
        CODES = "codes"
        PASSKEYS = "passkeys"
        PASSWORD = "password"  # noqa: S105  # it is none

    # Null if a link was requested for the address `to`, whose accounts have yet to be looked up.
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, null=True, related_name="emails"
    )
    kind = models.CharField(max_length=8, choices=Kind)
    site = models.CharField(max_length=300)
    # The recipient, if it is neither the pending nor the confirmed address when it is sent.
    to = models.EmailField(blank=True)
    # Time of the next try. A process postpones it before it tries.
    due = models.DateTimeField(db_index=True)
    tries = models.PositiveSmallIntegerField(default=0)

    def __str__(self) -> str:
        return f"{self.kind} for account {self.user_id}"
