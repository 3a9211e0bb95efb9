"""`manage.py makemessages`: Django's, which also finds the sentences of the engine.

The engine knows no gettext: it marks its literals by the functions that take them.
"""

from django.core.management.commands import makemessages


class Command(makemessages.Command):
    """Collects what people read, from Python, templates and scripts, into locale/."""

    xgettext_options = makemessages.Command.xgettext_options + [  # noqa: RUF005  as Django asks
        "--keyword=say",
        "--keyword=translatable",
        "--keyword=_problem:2",
        "--keyword=RulesError",
    ]
