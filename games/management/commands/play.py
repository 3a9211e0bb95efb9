"""`manage.py play`: start the game on this machine with one command."""

import socket
import sys
from argparse import ArgumentParser
from typing import Any

import segno
from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import connection
from django.utils.translation import gettext as _

from farkle_site import server
from farkle_site.databases import require_writable
from farkle_site.variables import whole_number
from games.views import shared

PORTS_TO_TRY = 20


class Command(BaseCommand):
    help = "Play on this machine and its home network: prepares the database and starts the server."

    def add_arguments(self, parser: ArgumentParser) -> None:
        port = whole_number("PORT", 8000, highest=65535)
        parser.add_argument("--port", type=int, default=port, help="port to listen on (8000)")
        parser.add_argument(
            "--host", help="address to listen on (all; behind a tunnel, this machine's own alone)"
        )

    def handle(self, *_args: Any, **options: Any) -> None:
        if settings.MODE != "play":
            raise CommandError(
                _(
                    "FARKLE_MODE is production: `play` is for a machine at home. "
                    "There, start the server with `python -m farkle_site.server`."
                )
            )
        require_writable(settings.DATABASES["default"])
        # Phones at home must reach it, but visitors must not bypass a tunnel.
        host = options["host"] or ("127.0.0.1" if settings.PUBLIC else "0.0.0.0")  # noqa: S104
        wanted = options["port"]
        port = free_port(host, wanted)
        call_command("migrate", verbosity=0, interactive=False)
        connection.close()
        if port != wanted:
            self.stdout.write(
                _("Port %(wanted)d is in use, so this is port %(port)d.")
                % {"wanted": wanted, "port": port}
            )
        reachable = host not in {"127.0.0.1", "localhost", "::1"}
        if settings.PUBLIC:
            self.stdout.write(public_invitation(settings.PUBLIC, port))
        else:
            at_home = settings.HOST_AT_HOME if reachable else ""
            # At localhost a room's link still shows an address that others can reach.
            shared.network_host = at_home
            self.stdout.write(invitation(port, at_home, reachable=reachable))
        self.stdout.flush()
        server.serve(host, port)
        self.stdout.write(_("Stopped. Data is saved in %(data)s.") % {"data": settings.DATA_DIR})


def free_port(host: str, wanted: int) -> int:
    """Return the wanted port, or the next one above it that is free."""
    for port in range(wanted, min(wanted + PORTS_TO_TRY, 65536)):
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        with socket.socket(family, socket.SOCK_STREAM) as probe:
            # The server sets it too: a port in TIME_WAIT after a stop counts as free.
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind((host, port))
            except PermissionError as error:
                raise CommandError(
                    _("Port %(port)d needs admin rights; try PORT=8000.") % {"port": port}
                ) from error
            except OSError:
                continue
            return port
    raise CommandError(
        _("Ports %(first)d to %(last)d are all in use; choose another: make play PORT=9000.")
        % {"first": wanted, "last": wanted + PORTS_TO_TRY - 1}
    )


def invitation(port: int, at_home: str, *, reachable: bool) -> str:
    """Return the text for the terminal: the addresses, a QR code, and how to stop."""
    here = f"http://localhost:{port}/"
    lines = ["", _("Farkle is ready."), "", "  " + _("On this machine:  %s") % here]
    if at_home:
        there = f"http://{at_home}:{port}/"
        lines.append("  " + _("On your network:  %s") % there)
        lines += ["", qr_code(there), _("Scan it with a phone on the same network.")]
    elif reachable:
        lines.append("  " + _("No network found, so only this machine can play."))
    return "\n".join([*lines, _("Stop with Ctrl-C. Games continue at the next start."), ""])


def public_invitation(public: str, port: int) -> str:
    """Return the text for the terminal if the site is behind a tunnel."""
    lines = ["", _("Farkle is ready."), "", "  " + _("For everyone:  %s") % f"{public}/"]
    lines.append("  " + _("Your tunnel must lead to:  %s") % f"http://127.0.0.1:{port}")
    lines += ["", qr_code(f"{public}/"), _("Scan it with a phone, or send the link.")]
    return "\n".join([*lines, _("Stop with Ctrl-C. Games continue at the next start."), ""])


def qr_code(text: str) -> str:
    """Return a QR code for a terminal, two rows a line; empty if it cannot be shown."""
    if "utf" not in (sys.stdout.encoding or "").lower():
        return ""
    # Colours are set explicitly: a terminal with a light background would invert the code.
    on, off = ("\x1b[97;40m", "\x1b[0m") if sys.stdout.isatty() else ("", "")
    blocks = {(1, 1): " ", (0, 0): "\u2588", (0, 1): "\u2580", (1, 0): "\u2584"}
    rows = [list(row) for row in segno.make(text, error="l", micro=False).matrix_iter(border=2)]
    if len(rows) % 2:
        rows.append([0] * len(rows[0]))
    pairs = zip(rows[::2], rows[1::2], strict=True)
    return "\n".join(
        "  " + on + "".join(blocks[int(a), int(b)] for a, b in zip(upper, lower, strict=True)) + off
        for upper, lower in pairs
    )
