"""`manage.py makemessages`: Django's command, which here finds the engine's sentences as well.

The engine does without gettext. Its sentences are the arguments of a few functions, named below.
"""

from django.core.management.commands import makemessages


class Command(makemessages.Command):
    """Collect what people read, from Python, templates and scripts, into locale/."""

    xgettext_options = makemessages.Command.xgettext_options + [  # noqa: RUF005  as Django asks
        "--keyword=say",
        "--keyword=translatable",
        "--keyword=problem:2",
        "--keyword=RulesError",
    ]
