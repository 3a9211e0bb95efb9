#!/usr/bin/env python
"""Django's command line for this site: `python manage.py help` lists what it can do."""

import os
import sys

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "farkle_site.settings")
    from django.core.management import execute_from_command_line

    from farkle_site.env import WrongEnvironment

    try:
        execute_from_command_line(sys.argv)
    except WrongEnvironment as error:
        sys.exit(f"This site cannot start: {error}")
