# `make play` starts the game, `make test` checks everything, `make help` lists the rest. You need Python 3.11 or newer
# and make.

VENV := .venv
BIN := $(VENV)/bin
PORT ?= 8000
PIP := $(BIN)/python -m pip install --disable-pip-version-check --quiet
# The files that `make lock` writes name everything, so there is nothing to resolve.
PIP_LOCKED := $(PIP) --no-deps -r
# Node comes from PyPI, too (requirements/build.txt).
NPM := PATH="$(CURDIR)/$(BIN):$$PATH" npm --silent
# The first Python on this machine that is new enough. Set PYTHON to choose another.
PYTHON ?= $(shell for p in python3 python3.14 python3.13 python3.12 python3.11 python; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$p && break; done)

# Processes load what the first one has compiled: tests start hundreds of servers, and compiling is half of a start.
unexport PYTHONDONTWRITEBYTECODE

# Two rules that install into the same folder must not run at once. `test` runs its groups in a make of its own.
ifeq ($(MAKELEVEL),0)
.NOTPARALLEL:
endif

.PHONY: help play dev test test-server-then-engine test-engine test-scripts test-server test-postgres test-browser test-soak test-newest test-image coverage coverage-scripts lint lint-scripts bundles site docs types messages catalogues image engine release pictures bench chances soak lock outdated clean

# PUBLIC is the address of a tunnel (docs/run/laptop.md): make play PUBLIC=https://…
play: $(VENV)/base.stamp catalogues ## Play on this machine and its network. PORT=8000; PUBLIC=https://… behind a tunnel.
	@$(MAKE) --no-print-directory --silent bundles || echo "Scripts and styles could not be bundled: pages load them file by file."
	@$(if $(PUBLIC),FARKLE_PUBLIC="$(PUBLIC)") $(BIN)/python manage.py play --port $(PORT)

help: ## List the targets.
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/\1|\2/p' $(firstword $(MAKEFILE_LIST)) | while IFS='|' read -r target text; do \
		printf '%-14s %s\n' "$$target" "$$text"; done

# It starts again after each change, with Django's error pages, and pages load the scripts and styles as they are.
dev: $(VENV)/dev.stamp catalogues ## Play while you work on the code: every change shows at the next reload.
	@FARKLE_DEBUG=yes $(BIN)/watchfiles --filter python "$(BIN)/python manage.py play --port $(PORT)" farkle farkle_site games

# The checks of `lint` and six groups of tests run five at a time. make begins them in this order, and the next one when
# one has ended: first those that wait a great deal for servers and browsers. Lint only computes: it takes the processor
# when the others leave it. So does the engine, which would take half as long again beside all the others: it follows the
# server. `.ci/run` adds the image, most of which is waiting for packages.
ALSO :=
GROUPS := test-server-then-engine test-browser $(ALSO) test-postgres test-soak test-scripts lint
BESIDE := nice -n 19
# Tests in a browser get a second attempt. The summary says which test took it and why.
AGAIN := --reruns 1 --rerun-except "from pytest-timeout" --rerun-show-tracebacks -rfER
PYTEST := $(BIN)/python -m pytest
# Each worker of -n gets neighbouring tests, which share what is made once for a file; who is done helps the others.
SPREAD := --dist worksteal -n
# Keep the output of a group together, where make can do that.
WHOLE := $(if $(filter output-sync,$(.FEATURES)),--output-sync=target)
SOAK := tests/games/realtime/test_soak.py tests/games/realtime/test_fuzz.py
SERVER := tests --ignore tests/farkle --ignore tests/browser --ignore tests/image $(SOAK:%=--ignore %)
# What is installed first, since several groups need it.
TOOLS := $(VENV)/dev.stamp node_modules/dev.stamp
test: $(TOOLS) bundles catalogues ## Run all checks and tests.
	@$(MAKE) --no-print-directory --jobs=5 --keep-going $(WHOLE) $(GROUPS)

test-server-then-engine:
	@$(MAKE) --no-print-directory test-server; server=$$?; $(MAKE) --no-print-directory test-engine && exit $$server

test-engine: ## Test the engine.
	$(PYTEST) tests/farkle $(SPREAD) 2
test-server: ## Test the server on SQLite.
	$(PYTEST) $(SERVER) $(SPREAD) 4
test-postgres: ## Test the server on PostgreSQL with Redis.
	$(PYTEST) $(SERVER) --ignore tests/scripts -p tests.support.on_postgres
test-browser: ## Play in browsers.
	$(PYTEST) tests/browser $(SPREAD) 2 $(AGAIN)
test-soak: ## Play at random with random faults for half a minute.
	FARKLE_SOAK_SECONDS=30 $(PYTEST) $(SOAK) -n 2

test-newest: $(TOOLS) ## Test against the newest daphne, Autobahn and Twisted.
	$(PIP) --upgrade --target build/newest daphne autobahn twisted
	$(BIN)/python -m pip list --path build/newest
	PYTHONPATH=$(CURDIR)/build/newest $(PYTEST) tests/games/realtime/wire $(SPREAD) 2

# Node counts what it runs into this folder, and so do browsers.
COUNTED_NPM = env NODE_V8_COVERAGE=build/coverage $(NPM)

# Which lines and branches the tests of the engine and the server reach. It makes Python two to three times as slow, so
# `make test` does without. Tests marked `no_cover`, and the servers that they start, are not watched: they play or work
# out a great deal. Browsers and PostgreSQL would hardly add a line.
coverage: $(TOOLS) ## Report what the tests reach, in about ten minutes.
	$(PYTEST) --cov --cov-report= tests/farkle $(SPREAD) 2
	$(PYTEST) --cov --cov-append --cov-report= $(SERVER) $(SPREAD) 2
	@$(BIN)/coverage report
	@rm -rf build/coverage
	@$(COUNTED_NPM) test
	@env $(NPM) run coverage

# Pages load the scripts as they are, so that what a browser runs is counted by the line.
coverage-scripts: $(TOOLS) ## Report what the tests reach in the scripts, browsers included, in half an hour.
	@rm -rf build/coverage
	@PATH="$(CURDIR)/$(BIN):$$PATH" node bundle.js css svg
	-$(PYTEST) tests/browser -p tests.support.script_coverage $(SPREAD) 2 $(AGAIN)
	@rm -rf static/dist
	@$(COUNTED_NPM) test
	@env $(NPM) run coverage

lint: $(VENV)/dev.stamp lint-scripts ## Run the fast checks: style, types, layers.
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BESIDE) $(BIN)/mypy
	$(BIN)/lint-imports --no-logo
	$(BIN)/djlint --quiet --check --lint templates
	$(BIN)/python manage.py makemigrations --check --dry-run

lint-scripts: node_modules/dev.stamp ## Check scripts and styles only.
	@$(BESIDE) env $(NPM) run lint

test-scripts: node_modules/dev.stamp ## Test the scripts of the pages alone, in some seconds.
	@$(BESIDE) env $(NPM) test

types: $(VENV)/dev.stamp ## Write the types of frames for the scripts, after a change of the protocol.
	@$(BIN)/python manage.py shell --no-imports -c "from tests.support.protocol.typescript import write; write()"

site: $(VENV)/base.stamp bundles catalogues ## Install what a server needs, and build what pages load (docs/run/server.md).

docs: $(VENV)/dev.stamp ## Build the site of the documents in build/docs.
	@NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet

messages: $(VENV)/dev.stamp ## Bring the catalogues of all languages up to date, and list what is missing. Needs gettext.
	@$(BIN)/python manage.py makemessages

catalogues: build/catalogues.stamp ## Build the catalogues of the languages that are complete, if these have changed.

build/catalogues.stamp: $(VENV)/base.stamp $(shell find locale)
	@$(BIN)/python manage.py compilemessages
	@mkdir -p build && touch $@

bundles: static/dist/manifest.json ## Build what pages load of the scripts and styles, if these have changed.

# Folders are listed, too: they change when a file goes.
static/dist/manifest.json: bundle.js node_modules/base.stamp $(shell find static/css static/img static/js templates locale -not -name '*.mo' -not -name django.po)
	@$(NPM) run bundle

node_modules/base.stamp: package.json package-lock.json $(VENV)/build.stamp
	@echo "Installing what builds scripts and styles (once; a few seconds)"
	@$(NPM) install $(if $(wildcard node_modules/dev.stamp),,--omit=dev)
	@touch $@

node_modules/dev.stamp: package.json package-lock.json $(VENV)/build.stamp
	@echo "Installing what checks and builds scripts and styles (once; a few seconds)"
	@$(NPM) install
	@touch $@ node_modules/base.stamp

image: ## Build the container image with Docker or buildah.
	@sh deploy/build-image.sh

engine: ## Build the sdist and the wheel of the engine, and test the wheel on each Python that is installed.
	@sh deploy/build-engine.sh

release: $(VENV)/dev.stamp ## Make a release of a clean tree: image, sdist, wheel and tag.
	@sh deploy/release.sh

test-image: $(VENV)/dev.stamp ## Play a game against the image. Needs buildah and root.
	@sh deploy/build-image.sh
	$(PYTEST) tests/image

pictures: $(TOOLS) bundles ## Take the pictures of the README and the documents again, in some minutes. Needs Chromium.
	$(BIN)/python pictures.py

soak: $(VENV)/dev.stamp ## Play at random with random faults for half an hour. Set FARKLE_SOAK_SEED for another game.
	FARKLE_SOAK_SECONDS=$${FARKLE_SOAK_SECONDS:-1800} $(BIN)/python -m pytest $(SOAK) -n 2 -o faulthandler_timeout=0
	FARKLE_EVENINGS=200 $(BIN)/python -m pytest tests/games/protocol/test_page_store.py -n 2
	FARKLE_SOCKETS=10000 $(BIN)/python -m pytest tests/games/realtime/test_many_sockets.py -o faulthandler_timeout=0

bench: $(VENV)/dev.stamp ## Measure how much a server carries, in twenty minutes; docs/develop/benchmarks.md has results.
	$(BIN)/python bench/load.py 1200/1200 1200/200 --seconds 20
	for n in 1 2; do $(BIN)/python bench/load.py --on postgres --processes $$n --by-room --no-yardstick 1200/1200 --seconds 20; done
	$(BIN)/python bench/load.py
	$(BIN)/python bench/load.py --processes 2 --no-yardstick 50x4 1x100
	for n in 1 2 3; do $(BIN)/python bench/load.py --on postgres --processes $$n --no-yardstick 50x4 1x100; done

chances: $(VENV)/base.stamp ## Solve the presets again, and say whether they equal the stored tables, in five minutes.
	@$(BESIDE) $(BIN)/python bench/chances.py

# For every Python from 3.11 on and every system, each version with the hashes of its files, which pip then insists on.
LOCK := build/lock/bin/uv pip compile --quiet --native-tls --universal --python-version 3.11 --generate-hashes \
	--emit-build-options --no-annotate $(UPGRADE)
lock: $(VENV)/build.stamp ## Pin what requirements/*.in and package.json ask for. UPGRADE=--upgrade takes the newest versions.
	@test -x build/lock/bin/uv || { $(PYTHON) -m venv build/lock && build/lock/bin/python -m pip install --quiet uv==0.9.30; }
	@export UV_CUSTOM_COMPILE_COMMAND="make lock"; cd requirements && for part in base build "dev --constraints base.txt"; do \
		set -- $$part; ../$(LOCK) $$1.in --output-file $$1.txt $$2 $$3 || exit 1; done
	@$(NPM) $(if $(UPGRADE),update,install) --package-lock-only

outdated: $(TOOLS) ## List the dependencies of which there are newer versions.
	@$(BIN)/python -m pip list --outdated --disable-pip-version-check
	@$(NPM) outdated || true

clean: ## Remove everything that make has made. The games in data/ stay.
	rm -rf $(VENV) node_modules static/dist build dist staticfiles .coverage .coverage.* .mypy_cache .ruff_cache .pytest_cache .hypothesis

$(VENV)/bin/python:
	@test -n "$(PYTHON)" || { echo "Farkle needs Python 3.11 or newer, and none was found. Install it, or say where it is: make PYTHON=/path/to/python3.11"; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "$(PYTHON) is $$($(PYTHON) --version 2>&1); Farkle needs Python 3.11 or newer."; exit 1; }
	@echo "Making a virtual environment in $(VENV) with $$($(PYTHON) --version)"
	@$(PYTHON) -m venv $(VENV) || { rm -rf $(VENV); echo "That failed. On Debian and Ubuntu it needs: sudo apt install python3-venv"; exit 1; }

$(VENV)/base.stamp: requirements/base.txt | $(VENV)/bin/python
	@echo "Installing what the site needs (once; about half a minute)"
	@$(PIP_LOCKED) requirements/base.txt
	@touch $@

$(VENV)/build.stamp: requirements/build.txt | $(VENV)/bin/python
	@echo "Installing Node, which builds scripts and styles (once; 60 MB)"
	@$(PIP_LOCKED) requirements/build.txt
	@touch $@

$(VENV)/dev.stamp: requirements/dev.txt | $(VENV)/build.stamp
	@echo "Installing what the tests need (once; about a minute)"
	@$(PIP_LOCKED) requirements/dev.txt --no-compile
	@touch $@ $(VENV)/base.stamp
