"""`manage.py makemessages`: bring all catalogues up to date, and print how complete they are. It
also finds the engine's sentences. The engine does without gettext; its sentences are arguments of
the functions named below."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand
from django.core.management.commands import makemessages
from django.utils.translation import to_locale

from games.languages import DOMAINS, NAMES, SOURCE
from games.management import catalogues

PLURALS = {
    "de": "nplurals=2; plural=(n != 1);",
    "fr": "nplurals=2; plural=(n > 1);",
    "es": "nplurals=2; plural=(n != 1);",
    "cs": "nplurals=3; plural=(n == 1) ? 0 : (n >= 2 && n <= 4) ? 1 : 2;",
    "pl": "nplurals=3; plural=(n == 1) ? 0 : (n % 10 >= 2 && n % 10 <= 4 && "
    "(n % 100 < 12 || n % 100 > 14)) ? 1 : 2;",
    "ru": "nplurals=3; plural=(n % 10 == 1 && n % 100 != 11) ? 0 : (n % 10 >= 2 && n % 10 <= 4 && "
    "(n % 100 < 12 || n % 100 > 14)) ? 1 : 2;",
    "pt_BR": "nplurals=2; plural=(n > 1);",
    "zh_Hans": "nplurals=1; plural=0;",
}
"""The plural forms of whole numbers. Django has more, for fractions and for millions."""


_HEADER = r"""msgid ""
msgstr ""
"Language: {locale}\n"
"MIME-Version: 1.0\n"
"Content-Type: text/plain; charset=UTF-8\n"
"Content-Transfer-Encoding: 8bit\n"
"Plural-Forms: {plurals}\n"

"""


class Command(makemessages.Command):
    help = "Bring the catalogues of all languages up to date, and print how complete they are."
    xgettext_options = makemessages.Command.xgettext_options + [  # noqa: RUF005  as Django asks
        "--keyword=say",
        "--keyword=translatable",
        "--keyword=problem:2",
        "--keyword=RulesError",
    ]

    def add_arguments(self, parser: Any) -> None:
        super().add_arguments(parser)
        parser.set_defaults(
            locale=[to_locale(code) for code in NAMES if code != SOURCE],
            add_location="file",
            no_obsolete=True,
            ignore_patterns=[
                *("tests", "bench", "build", "node_modules", "dist", "staticfiles"),
                *("*.test.js", "bundle.js", "eslint.config.js"),
            ],
        )

    def handle(self, *args: Any, **options: Any) -> None:
        for domain in DOMAINS:
            super().handle(*args, **{**options, "domain": domain})
        print_table(self)

    def build_potfiles(self) -> list[str]:
        """Leave out the date, which would change each time."""
        found: list[str] = super().build_potfiles()
        for path in map(Path, found):
            lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
            kept = [line for line in lines if not line.startswith('"POT-Creation-Date')]
            path.write_text("".join(kept), encoding="utf-8")
        return found

    def copy_plural_forms(self, msgs: str, locale: str) -> str:
        """Give a new catalogue its header."""
        _, _, messages = msgs.partition("\n\n")
        forms = int(PLURALS[locale].removeprefix("nplurals=")[0])
        empty = "".join(f'msgstr[{form}] ""\n' for form in range(forms))
        messages = messages.replace('msgstr[0] ""\nmsgstr[1] ""\n', empty)
        return _HEADER.format(locale=locale, plurals=PLURALS[locale]) + messages


def print_table(command: BaseCommand) -> None:
    """Print how many messages of each language are missing."""
    row = "{:<20} {:>8} {:>8} {:>6}"
    command.stdout.write(row.format("language", "messages", "missing", "fuzzy"))
    for code, files in catalogues.translations():
        command.stdout.write(row.format(NAMES[code], *catalogues.count(files)))
