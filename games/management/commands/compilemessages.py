"""`manage.py compilemessages`: build the catalogues of all languages that are complete. Django's
own command needs GNU gettext."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.languages import DOMAINS, NAMES, catalogue
from games.management import catalogues


class Command(BaseCommand):
    help = "Build the catalogues of all languages that are complete; only these are offered."
    requires_system_checks = ()

    def add_arguments(self, parser: Any) -> None:
        parser.add_argument("--all", action="store_true", help="Fail if a message is missing.")

    def handle(self, *_args: Any, **options: Any) -> None:
        wrong = []
        complete = set()
        for code, files in catalogues.translations():
            wrong += [line for file in files for line in catalogues.wrong_messages(file)]
            counted = catalogues.count(files)
            if options["all"] and counted.missing + counted.fuzzy:
                wrong.append(f"{NAMES[code]}: {counted.missing + counted.fuzzy} are missing")
            if counted.is_complete:
                complete.add(code)
                for domain, file in zip(DOMAINS, files, strict=True):
                    file.save_as_mofile(self._built(code, domain))
        for code in NAMES.keys() - complete:
            for domain in DOMAINS:
                self._built(code, domain).unlink(missing_ok=True)
        if wrong:
            raise CommandError("\n".join(["Wrong or missing translations:", *wrong]))

    def _built(self, code: str, domain: str) -> Any:
        return catalogue(catalogues.folder(), code, domain).with_suffix(".mo")
