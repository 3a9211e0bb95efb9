# `make image` builds it, and docs/run/containers.md says how to start it. The base's Python is an optimised build. It is
# named by tag, not by digest, so that each build gets the newest security fixes of Debian and Python.
FROM python:3.11-slim AS bundles

WORKDIR /app
COPY requirements/build.txt requirements/build.txt
ARG PIP_CERT
RUN python -m venv /venv && /venv/bin/python -m pip install --no-cache-dir --disable-pip-version-check \
    --requirement requirements/build.txt
ENV PATH=/venv/bin:$PATH
COPY package.json package-lock.json .npmrc bundle.js ./
RUN NODE_EXTRA_CA_CERTS=$PIP_CERT npm ci --silent --omit=dev
COPY templates templates
COPY locale locale
COPY static static
RUN node bundle.js

FROM python:3.11-slim AS site

RUN apt-get update -qq && apt-get install -y -qq --no-install-recommends fonts-dejavu-core

WORKDIR /app
COPY requirements/base.txt requirements/base.txt
ARG PIP_CERT
RUN python -m venv --without-pip /venv \
    && python -m pip --python /venv/bin/python install --no-cache-dir --no-compile \
        --disable-pip-version-check --requirement requirements/base.txt
ENV PATH=/venv/bin:$PATH

COPY manage.py ./
COPY farkle farkle
COPY farkle_site farkle_site
COPY games games
COPY templates templates
COPY locale locale
COPY --from=bundles /app/static static

# Both need complete settings, none of which ends up in the files.
# What the site imports is compiled on the way, once and for all, since the root of a container may be read-only.
RUN export FARKLE_MODE=production ALLOWED_HOSTS=localhost FARKLE_DATA=/tmp/farkle \
        SECRET_KEY="$(python -c 'import secrets; print(secrets.token_urlsafe(50))')" \
    && python manage.py compilemessages \
    && python manage.py collectstatic --noinput \
    && find locale -name '*.po' -delete \
    && find static/dist -type f -not -name manifest.json -delete \
    && python -c "import daphne.cli, farkle_site.asgi, django; django.setup(); \
        import farkle_site.server, farkle_site.urls, farkle.ai.chance.pairs, psycopg, psycopg_pool, redis.asyncio, \
        resvg_py, fido2.server" \
    && python -m compileall -q farkle farkle_site games

FROM python:3.11-slim

COPY --from=site /venv /venv
COPY --from=site /app /app
# The pictures beside links have words in them (games/views/previews.py).
COPY --from=site /usr/share/fonts/truetype/dejavu/DejaVuSans.ttf /usr/share/fonts/truetype/dejavu/DejaVuSans-Bold.ttf \
    /usr/share/fonts/truetype/dejavu/
RUN useradd --system --no-create-home farkle && install -d -m 700 -o farkle /data /backups
USER farkle

WORKDIR /app
ENV PATH=/venv/bin:$PATH PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 \
    FARKLE_MODE=production FARKLE_DATA=/data HOST=0.0.0.0 PORT=8000
VOLUME /data
EXPOSE 8000
HEALTHCHECK --interval=10s --timeout=5s --start-period=20s CMD \
    ["python", "-c", "import os, urllib.request; \
        urllib.request.urlopen(f'http://127.0.0.1:{os.environ[\"PORT\"]}/readyz', timeout=4)"]
CMD ["python", "-m", "farkle_site.server"]
