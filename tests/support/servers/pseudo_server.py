"""`python -m tests.support.servers.pseudo_server`: the server in two languages that nobody
speaks."""

import os

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "farkle_site.settings")

if __name__ == "__main__":
    import django
    from django.http import HttpResponse
    from django.utils.translation import get_language

    from farkle_site.server import serve
    from tests.support.languages import pseudo

    def texts(_view: object, _context: object) -> HttpResponse:
        return HttpResponse(pseudo.catalogue(str(get_language())), content_type="text/javascript")

    pseudo.offer()
    django.setup()
    from games.views.language import Catalogue

    Catalogue.render_to_response = texts
    serve("127.0.0.1", int(os.environ["PORT"]))
