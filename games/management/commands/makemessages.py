"""`manage.py makemessages`: Django's command, which here also finds the engine's sentences. The
engine does without gettext; its sentences are arguments of the functions named below."""

from django.core.management.commands import makemessages


class Command(makemessages.Command):
    xgettext_options = makemessages.Command.xgettext_options + [  # noqa: RUF005  as Django asks
        "--keyword=say",
        "--keyword=translatable",
        "--keyword=problem:2",
        "--keyword=RulesError",
    ]
