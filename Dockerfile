FROM python:3.11-slim

ENV PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1
WORKDIR /app
COPY requirements/base.txt requirements/base.txt
RUN pip install --no-cache-dir --disable-pip-version-check -r requirements/base.txt

# For the words in the pictures of links. Without any font these show the dice only.
RUN apt-get update && apt-get install -y --no-install-recommends fonts-dejavu-core && rm -rf /var/lib/apt/lists/*

COPY manage.py ./
COPY farkle farkle
COPY farkle_site farkle_site
COPY games games
COPY templates templates
COPY static static

# collectstatic needs complete settings. None of them ends up in the files.
RUN FARKLE_MODE=production ALLOWED_HOSTS=localhost \
    SECRET_KEY="$(python -c 'import secrets; print(secrets.token_urlsafe(50))')" \
    FARKLE_DATA=/tmp/farkle \
    python manage.py collectstatic --noinput && rm -rf /tmp/farkle \
    && useradd --system --no-create-home farkle \
    && install -d -m 700 -o farkle /data /backups
USER farkle

ENV FARKLE_MODE=production FARKLE_DATA=/data HOST=0.0.0.0 PORT=8000
VOLUME /data
EXPOSE 8000
HEALTHCHECK --interval=10s --timeout=5s --start-period=20s CMD \
    ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8000/readyz', timeout=4)"]
CMD ["python", "-m", "farkle_site.server"]
