"""A mail server in this process."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from email import message_from_bytes, policy
from email.message import EmailMessage

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session

from tests.support.services import free_port, wait_until


class MailServer:
    """What has arrived; and how to refuse everything for a while."""

    def __init__(self) -> None:
        self.emails: list[EmailMessage] = []
        self.refuses = False
        self.refuses_for_good = False
        self.knows_nobody = False
        self.port = free_port()

    @property
    def environ(self) -> dict[str, str]:
        """What a process needs to send here."""
        return {
            "EMAIL_URL": f"smtp://127.0.0.1:{self.port}",
            "EMAIL_FROM": "Farkle <farkle@farkle.test>",
        }

    @property
    def settings(self) -> dict[str, object]:
        """The same, for this process."""
        return {
            "MAIL": True,
            "EMAIL_BACKEND": "django.core.mail.backends.smtp.EmailBackend",
            "EMAIL_HOST": "127.0.0.1",
            "EMAIL_PORT": self.port,
            "DEFAULT_FROM_EMAIL": "farkle@farkle.test",
        }

    def link(self) -> str:
        """The path of the link in the next email that arrives."""
        wait_until(lambda: bool(self.emails), what="an email")
        found = re.search(r"http://[^/\s]+(/\S+)", self.emails.pop().get_content())
        assert found
        return found[1]

    async def handle_RCPT(  # noqa: N802
        self, _server: SMTP, _session: Session, envelope: Envelope, address: str, _options: object
    ) -> str:
        """Take an address, or not."""
        if self.knows_nobody:
            return "550 No such mailbox"
        envelope.rcpt_tos.append(address)
        return "250 Known"

    async def handle_DATA(self, _server: SMTP, _session: Session, envelope: Envelope) -> str:  # noqa: N802
        """Take an email, or not."""
        if self.refuses_for_good:
            return "552 Mailbox full"
        if self.refuses:
            return "451 Not now"
        assert isinstance(envelope.content, bytes)
        email = message_from_bytes(envelope.content, policy=policy.default)
        assert [email["To"]] == envelope.rcpt_tos
        self.emails.append(email)
        return "250 Taken"


@contextmanager
def mail_server() -> Iterator[MailServer]:
    """A mail server that listens."""
    server = MailServer()
    controller = Controller(server, hostname="127.0.0.1", port=server.port)
    controller.start()
    try:
        yield server
    finally:
        controller.stop()
