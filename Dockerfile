# `make image` builds it, and docs/run/upkeep.md says how to start it. The base's Python is an optimised build.
FROM python:3.11-slim AS bundles

WORKDIR /app
COPY requirements/build.txt requirements/build.txt
ARG PIP_CERT
RUN python -m venv /venv && /venv/bin/python -m pip install --no-cache-dir --disable-pip-version-check \
    --requirement requirements/build.txt
ENV PATH=/venv/bin:$PATH
COPY package.json .npmrc bundle.js ./
RUN NODE_EXTRA_CA_CERTS=$PIP_CERT npm install --silent --omit=dev
COPY templates templates
COPY static static
RUN node bundle.js

FROM python:3.11-slim AS site

RUN apt-get update -qq && apt-get install -y -qq --no-install-recommends binutils fonts-dejavu-core

WORKDIR /app
COPY requirements/base.txt requirements/base.txt
# Keep only what runs: no pip, no tests, no types, no debugging symbols, no parts of libraries that nothing here
# imports, and no languages but those of LANGUAGES in the settings. tests/image checks that all of it still works.
ARG PIP_CERT
RUN python -m venv --without-pip /venv \
    && python -m pip --python /venv/bin/python install --no-cache-dir --no-compile \
        --disable-pip-version-check --requirement requirements/base.txt \
    && cd /venv/lib/python3.11/site-packages \
    && rm -rf autobahn/_flatc/bin msgpack ujson*.so \
        numpy/distutils numpy/f2py numpy/fft numpy/ma numpy/polynomial numpy/random numpy/testing numpy/_core/include \
        numpy/_core/_simd.*.so numpy/_core/*_tests.*.so \
        twisted/conch twisted/mail twisted/names twisted/pair twisted/positioning twisted/spread twisted/trial \
        twisted/words twisted/enterprise twisted/runner twisted/scripts autobahn/asyncio autobahn/wamp/gen \
        django/contrib/admindocs django/contrib/flatpages django/contrib/gis django/contrib/postgres \
        django/contrib/redirects django/contrib/syndication django/db/backends/mysql \
        django/db/backends/oracle packaging redis/commands/bf redis/commands/json redis/commands/search \
        redis/commands/timeseries redis/commands/vectorset redis/multidb redis/asyncio/multidb \
        fido2/attestation fido2/client fido2/ctap* fido2/hid fido2/mds3.py fido2/payment.py fido2/pcsc.py \
    && (cd django/contrib/admin/static/admin/js/vendor \
        && rm jquery/jquery.js select2/select2.full.js xregexp/xregexp.js) \
    && find . -type d \( -name tests -o -name test -o -name sboms \) -prune -exec rm -rf {} + \
    && find django -path "*/locale/*" -type d -name LC_MESSAGES -not -path "*/locale/en/*" -prune -exec rm -rf {} + \
    && find . -type f \( -name "*.po" -o -name "*.pyi" -o -name "*.pxd" -o -name "*.a" -o -name "*.h" -o -name RECORD \) \
        -delete \
    && find . -type f -name "*.so" -not -path "./*.libs/*" -exec strip --strip-unneeded {} +
ENV PATH=/venv/bin:$PATH

COPY manage.py ./
COPY farkle farkle
COPY farkle_site farkle_site
COPY games games
COPY templates templates
COPY --from=bundles /app/static static

# Both need complete settings, none of which ends up in the files. What `collectstatic` alone needs goes afterwards.
# What the site imports is compiled on the way, once and for all, since the root of a container may be read-only.
RUN export FARKLE_MODE=production ALLOWED_HOSTS=localhost FARKLE_DATA=/tmp/farkle \
        SECRET_KEY="$(python -c 'import secrets; print(secrets.token_urlsafe(50))')" \
    && python manage.py collectstatic --noinput \
    && (cd /venv/lib/python3.11/site-packages && rm -r *brotli* django/contrib/admin/static) \
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
