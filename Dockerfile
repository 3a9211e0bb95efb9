# `make image` builds it, and docs/deploy.md says how to start it. The base's Python is an optimised build.
FROM python:3.11-slim AS site

WORKDIR /app
COPY requirements/base.txt requirements/base.txt
# Keep only what runs: no pip, no tests, no types, no sources of translations, and none of Django's maps.
RUN python -m venv --without-pip /venv \
    && python -m pip --python /venv/bin/python install --no-cache-dir --no-compile \
        --disable-pip-version-check --requirement requirements/base.txt \
    && cd /venv/lib/python3.11/site-packages \
    && find . -type d \( -name tests -o -name test -o -path ./django/contrib/gis -o -path ./numpy/f2py \
        -o -path ./numpy/distutils \) -prune -exec rm -rf {} + \
    && find . -type f \( -name "*.po" -o -name "*.pyi" -o -name "*.pxd" -o -name "*.a" \) -delete
ENV PATH=/venv/bin:$PATH

COPY manage.py ./
COPY farkle farkle
COPY farkle_site farkle_site
COPY games games
COPY templates templates
COPY static static

# Both need complete settings, none of which ends up in the files. What the site imports is compiled on the way, once
# and for all, since the root of a container may be read-only.
RUN export FARKLE_MODE=production ALLOWED_HOSTS=localhost FARKLE_DATA=/tmp/farkle \
        SECRET_KEY="$(python -c 'import secrets; print(secrets.token_urlsafe(50))')" \
    && python manage.py collectstatic --noinput \
    && python -c "import daphne.cli, farkle_site.asgi, django; django.setup(); import farkle_site.server" \
    && python -m compileall -q farkle farkle_site games

FROM python:3.11-slim

COPY --from=site /venv /venv
COPY --from=site /app /app
# The pictures beside links have words in them (games/views/previews.py).
RUN apt-get update -qq && apt-get install -y -qq --no-install-recommends fonts-dejavu-core \
    && rm -rf /var/lib/apt/lists/* /var/cache/apt/*.bin
RUN useradd --system --no-create-home farkle && install -d -m 700 -o farkle /data /backups
USER farkle

WORKDIR /app
ENV PATH=/venv/bin:$PATH PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 \
    FARKLE_MODE=production FARKLE_DATA=/data HOST=0.0.0.0 PORT=8000
VOLUME /data
EXPOSE 8000
HEALTHCHECK --interval=10s --timeout=5s --start-period=20s CMD \
    ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8000/readyz', timeout=4)"]
CMD ["python", "-m", "farkle_site.server"]
