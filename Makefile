# `make play` to play, `make test` to check. Nothing is needed but Python 3.11 or newer and make.

VENV := .venv
BIN := $(VENV)/bin
PORT ?= 8000
PIP := $(BIN)/python -m pip install --disable-pip-version-check --quiet
# The first Python on this machine that is new enough; set PYTHON to choose another.
PYTHON ?= $(shell for p in python3 python3.13 python3.12 python3.11 python; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$p && break; done)

.PHONY: play test test-engine test-server test-postgres test-browser test-soak lint lint-scripts bench soak clean

play: $(VENV)/base.stamp
	@$(BIN)/python manage.py play --port $(PORT)

# Five groups of tests in three lanes: engine and then server; browser, which waits more than it works, and then the
# server's once more on PostgreSQL; the minute of faults.
# Real browsers and servers get a second chance on a machine that does five things at once; the summary names each that took it, and says why.
AGAIN := --reruns 1 --rerun-except "from pytest-timeout" --rerun-show-tracebacks -rfER
PYTEST := $(BIN)/python -m pytest
# To be watched line by line makes Python three times as slow: two groups are, and the others see hardly a line more.
WATCHED = COVERAGE_FILE=.coverage-$@ $(PYTEST) --cov --cov-report=
# What a group prints stays together, where make can do that.
WHOLE := $(if $(filter output-sync,$(.FEATURES)),--output-sync=target)
SOAK := tests/games/realtime/test_soak.py tests/games/realtime/test_fuzz.py
SERVER := tests --ignore tests/farkle --ignore tests/browser $(SOAK:%=--ignore %)
test: lint
	@rm -f .coverage .coverage-*
	@$(MAKE) --no-print-directory --jobs=3 --keep-going $(WHOLE) test-soak test-server test-postgres
	@$(BIN)/coverage combine --quiet .coverage-*
	@$(BIN)/coverage report

test-engine:
	$(WATCHED) tests/farkle -n 2
test-server: test-engine
	$(WATCHED) $(SERVER) -n 2 $(AGAIN)
test-postgres: test-browser
	$(PYTEST) $(SERVER) -p tests.support.on_postgres $(AGAIN)
test-browser:
	$(PYTEST) tests/browser $(AGAIN)
test-soak:
	$(PYTEST) $(SOAK) -n 2 $(AGAIN)

lint: $(VENV)/dev.stamp lint-scripts
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo
	$(BIN)/djlint --quiet --check templates
	$(BIN)/djlint --quiet --lint templates
	$(BIN)/python manage.py makemigrations --check --dry-run

# eslint and prettier need Node, which the site does not. Where it is missing they are left out.
lint-scripts:
	@if command -v npm >/dev/null; then \
		$(MAKE) --no-print-directory node_modules/.stamp && npm run --silent lint; \
	else \
		echo "Left out: scripts and styles were not linted (no Node)."; \
		case ",$$FARKLE_REQUIRE," in *,node,*) exit 1;; esac; \
	fi

node_modules/.stamp: package.json
	@echo "Installing what checks scripts and styles (once; a few seconds)"
	@npm install --silent
	@touch $@

soak: $(VENV)/dev.stamp ## Half an hour of random play with random faults; another FARKLE_SOAK_SEED is another half hour.
	FARKLE_SOAK_SECONDS=$${FARKLE_SOAK_SECONDS:-1800} $(BIN)/python -m pytest $(SOAK) -n 2

bench: $(VENV)/dev.stamp ## What it carries; a quarter of an hour. bench/RESULTS.md tells what came out.
	$(BIN)/python bench/load.py
	$(BIN)/python bench/load.py --processes 2 --no-yardstick 50x4 1x100
	for n in 1 2 3; do $(BIN)/python bench/load.py --on postgres --processes $$n --no-yardstick 50x4 1x100; done

clean: ## Everything made by make; the games in data/ stay.
	rm -rf $(VENV) node_modules build staticfiles .coverage .coverage-* .mypy_cache .ruff_cache .pytest_cache .hypothesis

$(VENV)/bin/python:
	@test -n "$(PYTHON)" || { echo "Farkle needs Python 3.11 or newer, and found none. Install it, or say where it is: make PYTHON=/path/to/python3.11"; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "$(PYTHON) is $$($(PYTHON) --version 2>&1); Farkle needs Python 3.11 or newer."; exit 1; }
	@echo "Making a virtual environment in $(VENV) with $$($(PYTHON) --version)"
	@$(PYTHON) -m venv $(VENV) || { rm -rf $(VENV); echo "That failed. On Debian and Ubuntu it needs: sudo apt install python3-venv"; exit 1; }

$(VENV)/base.stamp: requirements/base.txt | $(VENV)/bin/python
	@echo "Installing what the site runs on (once; half a minute or so)"
	@$(PIP) -r requirements/base.txt
	@touch $@

$(VENV)/dev.stamp: requirements/dev.txt requirements/base.txt | $(VENV)/bin/python
	@echo "Installing what the tests need (once; a minute or so)"
	@$(PIP) -r requirements/dev.txt
	@touch $@ $(VENV)/base.stamp
