# Two commands do everything: `make run` and `make test`. Each sets up what it needs first.
# `make` alone tells what there is: every target with a comment of two hashes.

PYTHON ?= $(shell for name in python3.11 python3.12 python3.13 python3; do command -v $$name && break; done)
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
CATALOGUES := $(patsubst %.po,%.mo,$(wildcard locales/*/LC_MESSAGES/*.po))

.PHONY: help run test quick lint bench pictures screenshots listing package release messages requirements clean \
	system compilers android

help:
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-14s%s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

run: $(READY) $(CATALOGUES) ## opens the app; without a display it leaves pictures of it (RELOAD=1 follows the kv)
	TABLESIDE_RELOAD=$(RELOAD) $(BIN)/python main.py

RULES := tests/scoring tests/history

# Coverage is measured where it is asked for, and of what is quickly done: it would slow all the rest by a half.
test: lint android ## checks everything
	$(BIN)/python -m pytest -m "rules and not slow" $(RULES) --cov=scoring --cov=history --cov-branch --cov-report=
	$(BIN)/coverage report --include='scoring/*' --fail-under=97
	$(BIN)/coverage report --include='history/*' --fail-under=95
	$(BIN)/python -m pytest -m "slow or not rules"

quick: lint ## checks the style, the types, and of the rules and the history what is quickly done
	$(BIN)/python -m pytest -m "not slow" tests/test_rooms.py $(RULES)

lint: $(READY) $(CATALOGUES) ## checks style and types
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

bench: $(READY) $(CATALOGUES) ## measures, side by side with the alternatives
	$(BIN)/python -m benchmarks

pictures: $(READY) $(CATALOGUES) ## renders the pictures that the documents show
	$(BIN)/python -m screens.demonstration.readme
	$(BIN)/python docs/draw_rooms.py

screenshots: pictures ## renders those, and every screen in every look into build/screenshots
	$(BIN)/python -m screens.demonstration

listing: screenshots ## renders all that, and frames the pictures for the shops
	$(BIN)/python -m fastlane.screenshots

package: ## builds the Android app
release: ## builds the Android app for a shop
package release: compilers $(READY) $(CATALOGUES)
	VIRTUAL_ENV=$(abspath $(VENV)) PATH="$(abspath $(BIN)):$$PATH" \
		$(BIN)/buildozer android $(if $(filter release,$@),release,debug)

%.mo: %.po | $(READY)
	$(BIN)/pybabel --quiet compile --input-file $< --output-file $@

messages: $(READY) ## brings every sentence into the catalogues
	$(BIN)/python locales/gather.py

requirements: $(READY) ## pins the packages anew
	./requirements/lock $(PYTHON)

$(READY): requirements/dev.txt | system
	$(PYTHON) -m venv --clear $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes --requirement requirements/dev.txt
	touch $@

system:
	@./requirements/system "$(PYTHON)"

compilers:
	@./requirements/system "$(PYTHON)" package

android: $(READY)
	@./requirements/system "$(PYTHON)" test
	@./requirements/android $(VENV)

clean: ## throws away what can be made again
	rm -rf $(VENV) .coverage .mypy_cache .pytest_cache .ruff_cache .hypothesis build $(CATALOGUES)
