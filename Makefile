# Every task of the project; `make` alone lists them. Works with the make of macOS (3.81).
# PYTHON=python3.12 chooses the interpreter, VENV=dir the environment's folder.

PYTHON ?= $(shell sh scripts/find-python)
VENV   ?= .venv
BIN    := $(VENV)/bin
PIP    := $(BIN)/python -m pip --disable-pip-version-check --quiet
PYTEST := $(BIN)/python -m pytest
VERSIONS := 3.11 3.12 3.13

# Folders that `make check` reads when they are there.
LINTED   := src tests scripts $(wildcard benchmarks evals)
DOCTESTS := $(wildcard tests/docs tests/texts)

.DEFAULT_GOAL := help
.PHONY: help tour install test e2e-claude check format docs nightly nightly-one bench wheel pins clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## / { printf "make %-10s %s\n", $$1, $$2 }' Makefile

tour: $(VENV)/.installed ## set up what it needs to run, and play the story on a real store
	@$(BIN)/stillso tour

install: $(VENV)/.installed-dev ## set up .venv with the package and the tools
	@echo "Ready: $(BIN)/stillso"

test: $(VENV)/.installed-dev ## every test but the nightly ones and the client's
	$(PYTEST) -n 2 -m "not nightly and not e2e"

e2e-claude: $(VENV)/.installed-dev ## the real Claude Code against a fake API (fetched with npm; skipped without)
	@if claude=$$(sh scripts/fetch-claude); then \
	    STILLSO_E2E_CLAUDE="$$claude" $(PYTEST) -n 2 -m e2e tests/e2e; \
	else \
	    echo "Skipped: make e2e-claude has no Claude Code to run."; \
	fi

check: $(VENV)/.installed-dev ## format, lint, types, layers, docs; shows the longest files
	$(BIN)/ruff format --check $(LINTED)
	$(BIN)/ruff check $(LINTED)
	$(BIN)/mypy
	@$(BIN)/python scripts/longest.py
	$(PYTEST) --quiet -m "not nightly" tests/test_layers.py $(DOCTESTS)

format: $(VENV)/.installed-dev ## put the code into the common form, and sort imports
	$(BIN)/ruff format $(LINTED)
	$(BIN)/ruff check --fix --select I $(LINTED)

docs: $(VENV)/.installed-dev ## write the reference, and what the examples of the docs print
	$(BIN)/python scripts/reference.py
	$(BIN)/python scripts/consoles.py

nightly: ## every test, on each Python from 3.11 to 3.13 that is found (needs the network)
	@absent=; ran=; failed=; \
	for version in $(VERSIONS); do \
	    python=$$(sh scripts/find-python $$version) || { absent="$$absent $$version"; continue; }; \
	    echo "== Python $$version ($$python)"; \
	    $(MAKE) nightly-one PYTHON="$$python" VENV=.venv-$$version \
	        && ran="$$ran $$version" || failed="$$failed $$version"; \
	done; \
	echo "Passed on:$${ran:- none}. Failed on:$${failed:- none}. Not found:$${absent:- none}."; \
	test -z "$$failed" && test -n "$$ran"

nightly-one: $(VENV)/.installed-dev
	STILLSO_TESTS=nightly $(PYTEST) -n 2 -m "not e2e"

bench: $(VENV)/.installed-dev ## measure speed and retrieval (benchmarks/run.py)
	@test -f benchmarks/run.py || { echo "There is no benchmarks/run.py yet, so nothing was measured."; exit 1; }
	$(BIN)/python -m benchmarks.run

wheel: $(VENV)/.installed-dev ## build the wheel into dist/
	$(BIN)/python -m build --wheel --no-isolation --outdir dist

pins: ## write constraints.txt anew from the ranges in pyproject.toml (needs the network)
	rm -rf .venv-pins
	$(PYTHON) -m venv .venv-pins
	.venv-pins/bin/python -m pip --disable-pip-version-check --quiet install -e ".[dev]"
	{ grep '^#' constraints.txt; .venv-pins/bin/python -m pip --disable-pip-version-check freeze \
	    --exclude-editable --exclude pip --exclude setuptools; } > .venv-pins/constraints.txt
	mv .venv-pins/constraints.txt constraints.txt
	rm -rf .venv-pins

clean: ## remove environments, caches and built files
	rm -rf .venv .venv-* .e2e build dist .hypothesis .mypy_cache .pytest_cache .ruff_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# Set-up. The stamps hold the dates: a change of ranges or pins installs anew.
$(BIN)/python:
	@test -n "$(PYTHON)" || { echo "stillso needs Python 3.11 or newer, and none was found."; \
	    echo "On Debian or Ubuntu: apt-get install python3 python3-venv"; \
	    echo "Elsewhere: install it, or name it: make PYTHON=/path/to/python3"; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { \
	    echo "$(PYTHON) cannot make an environment: its venv package is missing."; \
	    echo "On Debian or Ubuntu: apt-get install python3-venv"; exit 1; }
	$(PYTHON) -m venv $(VENV)

$(VENV)/.installed: pyproject.toml constraints.txt | $(BIN)/python
	$(PIP) install -c constraints.txt -e .
	@touch $@

$(VENV)/.installed-dev: pyproject.toml constraints.txt | $(BIN)/python
	$(PIP) install -c constraints.txt -e ".[dev]"
	@touch $(VENV)/.installed $@
