#!/bin/sh
# Make random secrets for docker-compose.yml, as files. Existing ones stay.
set -eu
cd "$(dirname "$0")"
mkdir -p secrets
chmod 700 secrets

random() { head -c 32 /dev/urandom | od -An -tx1 | tr -d ' \n'; }

[ -e secrets/secret-key ] || printf '%s%s' "$(random)" "$(random)" >secrets/secret-key
[ -e secrets/postgres-password ] || random >secrets/postgres-password
printf 'postgresql://farkle:%s@postgres/farkle' "$(cat secrets/postgres-password)" >secrets/database-url
# The folder keeps other users out. The files must be readable in the containers, which run without root.
chmod 644 secrets/*
