#!/usr/bin/env python
"""Django's command line for this site: `python manage.py help` lists what it can do."""

import os
import sys

FOR_EVERYBODY = {"collectstatic", "compilemessages", "makemessages", "makemigrations"}
"""The commands whose files are not private: other users serve or edit them."""

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "farkle_site.settings")
    from django.core.management import execute_from_command_line

    from farkle_site.private_files import UMASK
    from farkle_site.variables import WrongEnvironment

    if FOR_EVERYBODY.isdisjoint(sys.argv[1:2]):
        os.umask(UMASK)
    try:
        execute_from_command_line(sys.argv)
    except WrongEnvironment as error:
        sys.exit(f"This site cannot start: {error}")
    if sys.argv[1:2] == ["play"]:
        from farkle_site.server import finish_writes

        finish_writes()
