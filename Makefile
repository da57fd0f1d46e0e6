# One command for each thing one does here. A fresh machine needs Python 3.11 or newer and make; the
# first command that needs packages sets them up in .venv, once.

PYTHON ?= python3
VENV := .venv
PY := $(VENV)/bin/python
MIRABILIA := $(VENV)/bin/mirabilia
PIP := $(PY) -m pip --disable-pip-version-check

# Test processes: one per core, at most four, because each one loads the compiled rules.
JOBS ?= $(shell n=$$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2); if [ $$n -gt 4 ]; then n=4; fi; echo $$n)
# Tests of training, which Numba runs; the others run in the core.
TRAINING := tests/train tests/games/wonders/bots/test_policy.py
# Further arguments for pytest, for example: make test ARGS="-k payment"
ARGS ?=

# The stamp's name holds a checksum of what decides the environment. The place of the checkout belongs to
# it, since an environment that moved would still import the package from the old place.
KEY := $(shell { cat pyproject.toml constraints.txt; pwd; } | cksum | cut -d ' ' -f 1)
STAMP := $(VENV)/.ready-$(KEY)
# Playing needs a fifth of what developing needs; an environment for developing will do for playing, too.
PLAYING := $(or $(wildcard $(STAMP)),$(VENV)/.ready-to-play-$(KEY))

# What the API reference is about: the packages a program imports.
REFERENCE := mirabilia mirabilia.game mirabilia.record mirabilia.errors mirabilia.bots mirabilia.arena mirabilia.protocol \
  mirabilia.study mirabilia.encoding mirabilia.batch mirabilia.search mirabilia.envs mirabilia.dataset mirabilia.benchmark

# The scripts that are Python, for mypy; ruff has their names from pyproject.toml.
SCRIPTS = $(shell grep -l '^\#!/usr/bin/env python3' scripts/* 2>/dev/null)

.DEFAULT_GOAL := help
.PHONY: coverage test-server-full help setup page site tried-site offline docs screens language-book play core wheels test test-all check format bench clean distclean

help: ## list these targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "make %-16s %s\n", $$1, $$2}' Makefile

setup: $(STAMP) ## create .venv and install everything (once, and again when versions change)

# Three steps: a Python that will do, an environment that works, the packages. The build backend goes
# first and the package is built without isolation, because only so do its pins hold with every pip.
$(VENV)/.environment-$(KEY):
	@command -v $(PYTHON) >/dev/null 2>&1 || { \
	  echo "Mirabilia needs Python 3.11 or newer, and there is no '$(PYTHON)' here." >&2; \
	  echo "Install it, or name another: make PYTHON=python3.12 ..." >&2; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	  echo "Mirabilia needs Python 3.11 or newer; '$(PYTHON)' is $$($(PYTHON) --version 2>&1)." >&2; \
	  echo "Name a newer one: make PYTHON=python3.12 ..." >&2; exit 1; }
	@$(PYTHON) -c 'import venv, ensurepip' 2>/dev/null || { \
	  echo "'$(PYTHON)' has no venv module (on Debian and Ubuntu: install the package python3-venv)." >&2; exit 1; }
	@if $(PY) -c 'import sys, pip; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; then \
	  echo "Using the virtual environment in $(VENV)"; \
	else \
	  echo "Creating a virtual environment in $(VENV)"; \
	  $(PYTHON) -m venv --clear $(VENV); \
	fi
	@rm -f $(VENV)/.ready-* $(VENV)/.environment-*
	@touch $@

$(STAMP): $(VENV)/.environment-$(KEY)
	@echo "Installing packages (a minute or two the first time)"
	@$(PIP) install --quiet -c constraints.txt hatchling
	@$(PIP) install -c constraints.txt --no-build-isolation -e '.[dev]'
	@touch $@
	@echo "Ready"

$(VENV)/.ready-to-play-$(KEY): $(VENV)/.environment-$(KEY)
	@echo "Installing packages"
	@$(PIP) install --quiet -c constraints.txt hatchling
	@$(PIP) install -c constraints.txt --no-build-isolation -e '.[server]'
	@touch $@

page: $(STAMP) ## build the web page into the package
	@PY=$(PY) scripts/build-page --packages
	@PY=$(PY) scripts/build-page

site: $(STAMP) ## build a folder of files that plays without a server, into build/site
	@PY=$(PY) scripts/build-site build/site

offline: $(STAMP) ## let the page of this checkout's server and wheels play offline, too
	@PY=$(PY) scripts/build-engine src/mirabilia/server/static
	@PY=$(PY) scripts/build-page

screens: page ## take the pictures in docs/screens again
	@$(PY) scripts/take-screens

docs: setup ## write the API reference from docstrings to build/reference
	@$(PY) -m pdoc --output-directory build/reference $(REFERENCE)
	@echo "build/reference/index.html"

language-book: page ## write build/language-book: all texts in context, with pictures
	@$(PY) scripts/make-language-book

NEEDS_NO_COMPILER := 'from importlib.util import find_spec; \
  raise SystemExit(find_spec("numba") is None and __import__("mirabilia.engine.running").engine.running.running().core is None)'
# Where there is no core yet, the compiler that builds it comes behind the scenes: until then bots play in plain Python.
play: $(PLAYING) ## play in the browser, also from phones on this network (LAN=no: only on this machine)
	@PY=$(PY) scripts/build-page
	@[ "$$MIRABILIA_BUILD" = 0 ] || $(PY) -c $(NEEDS_NO_COMPILER) || { \
	  nice -n 19 $(PIP) install --quiet -c constraints.txt numba >/dev/null 2>&1 & }
	@trap : INT; $(MIRABILIA) serve $(if $(filter no,$(LAN)),,--lan) || [ $$? -eq 130 ]

core: setup ## build the core: rules and bots as machine code for this machine
	@$(MIRABILIA) build-core

wheels: page offline ## build wheels with the core and the page inside, for every platform, into dist
	@$(PIP) install --quiet -c constraints.txt ziglang
	@$(PY) scripts/make-wheels

# Where no site can be built, its tests are skipped. One line says why; everything that was said is in the log.
tried-site: page
	@mkdir -p build
	@PY=$(PY) scripts/build-site build/site 2>build/site.log || \
	  echo "The tests of the page without a server are skipped (see build/site.log). $$(tail -n 1 build/site.log)" >&2

test: page tried-site ## run the tests (builds the core first; installs PostgreSQL and Chromium if allowed)
	@scripts/need-postgres >/dev/null || true
	@scripts/need-chromium >/dev/null || true
	@$(MIRABILIA) build-core
	@MIRABILIA_NUMBA=1 $(PY) -m pytest -q $(TRAINING) $(ARGS) || [ $$? -eq 5 ]
	@$(PY) -m pytest -n $(JOBS) $(TRAINING:%=--ignore=%) $(ARGS)

test-all: page tried-site ## run all tests, including the slow ones
	@scripts/need-postgres >/dev/null || true
	@scripts/need-chromium >/dev/null || true
	@$(MIRABILIA) build-core
	@MIRABILIA_NUMBA=1 $(PY) -m pytest -q $(TRAINING) -m "" $(ARGS) || [ $$? -eq 5 ]
	@$(PY) -m pytest -n $(JOBS) $(TRAINING:%=--ignore=%) -m "" $(ARGS)

test-server-full: setup ## the server's long tests: 40 tables and 30 kills on both databases, 200 games searched for leaks
	@scripts/need-postgres >/dev/null
	@$(PY) -m pytest -q -m slow tests/server $(ARGS)

# Compiled code cannot be measured, so the rules run in plain Python. COVER names the tests, for example COVER=tests/study.
COVER ?= tests/games tests/universal tests/study tests/server
coverage: page ## report which lines of rules, study and server no test runs (takes minutes)
	@scripts/need-postgres >/dev/null || true
	@$(PY) -m coverage erase
	@MIRABILIA_PLAIN=1 $(PY) -m coverage run -m pytest -q $(COVER) $(ARGS)
	@$(PY) -m coverage combine --quiet && $(PY) -m coverage report

check: setup ## check lint, formatting, types (Python and page) and the direction of imports
	@echo "ruff check";  $(PY) -m ruff check --quiet .
	@echo "ruff format"; $(PY) -m ruff format --check --quiet . || { echo "make format puts this right" >&2; exit 1; }
	@echo "mypy";        $(PY) -m mypy && for script in $(SCRIPTS); do $(PY) -m mypy --scripts-are-modules --no-error-summary $$script || exit 1; done
	@echo "page";        PY=$(PY) scripts/build-page --check
	@echo "imports";     $(PY) -m pytest -q tests/test_imports.py

format: setup ## format the code and sort its imports
	@$(PY) -m ruff check --quiet --fix --select I .
	@$(PY) -m ruff format .
	@PY=$(PY) scripts/build-page --format

bench: setup ## measure the speed of the rules
	@$(MIRABILIA) bench

clean: ## remove caches and build outputs (the environment stays)
	@rm -rf build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis bench/results
	@find src tests -name __pycache__ -type d -prune -exec rm -rf {} +
	@find src -name '*.egg-info' -type d -prune -exec rm -rf {} +

distclean: clean ## clean, and remove the environment, the page's packages and the built page too
	@rm -rf $(VENV) web/node_modules web/demo src/mirabilia/server/static
