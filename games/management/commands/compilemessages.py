"""`manage.py compilemessages`: build the catalogues of all languages that are complete. Django's
own command needs GNU gettext."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.languages import DOMAINS, NAMES, catalogue
from games.management import catalogues


class Command(BaseCommand):
    help = "Build the catalogues of all languages that are complete; only these are offered."
    requires_system_checks = ()

    def handle(self, *_args: Any, **_options: Any) -> None:
        wrong = []
        complete = set()
        for code, files in catalogues.translations():
            wrong += [line for file in files for line in catalogues.wrong_messages(file)]
            if catalogues.count(files).is_complete:
                complete.add(code)
                for domain, file in zip(DOMAINS, files, strict=True):
                    file.save_as_mofile(self._built(code, domain))
        for code in NAMES.keys() - complete:
            for domain in DOMAINS:
                self._built(code, domain).unlink(missing_ok=True)
        if wrong:
            raise CommandError("\n".join(["Wrong translations:", *wrong]))

    def _built(self, code: str, domain: str) -> Any:
        return catalogue(catalogues.folder(), code, domain).with_suffix(".mo")
