# Two commands do everything: `make run` and `make test`. Each sets up what it needs first.

PYTHON ?= $(shell command -v python3.11 || command -v python3)
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
CATALOGUES := $(patsubst %.po,%.mo,$(wildcard locales/*/LC_MESSAGES/*.po))

.PHONY: run test lint bench screenshots listing package release messages requirements clean system

run: $(READY) $(CATALOGUES)
	$(BIN)/python main.py

# Coverage is measured where it is asked for: it would slow the screens' tests by a quarter.
RULES := tests/scoring tests/history

test: lint
	$(BIN)/python -m pytest $(RULES) --cov=scoring --cov=history --cov-branch --cov-report=
	$(BIN)/coverage report --include='scoring/*' --fail-under=97
	$(BIN)/coverage report --include='history/*' --fail-under=95
	$(BIN)/python -m pytest $(RULES:%=--ignore=%)

lint: $(READY) $(CATALOGUES)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

bench: $(READY) $(CATALOGUES)
	$(BIN)/python -m benchmarks

screenshots: $(READY) $(CATALOGUES)
	$(BIN)/python -m screens.demonstration

listing: screenshots
	$(BIN)/python fastlane/screenshots.py

package release: $(READY) $(CATALOGUES)
	VIRTUAL_ENV=$(abspath $(VENV)) PATH="$(abspath $(BIN)):$$PATH" \
		$(BIN)/buildozer android $(if $(filter release,$@),release,debug)

%.mo: %.po | $(READY)
	$(BIN)/pybabel --quiet compile --input-file $< --output-file $@

messages: $(READY)
	$(BIN)/pybabel --quiet extract --mapping-file locales/babel.cfg --keyword N_ --keyword n_:1,2 --keyword n:1,2 \
		--sort-by-file --no-location --width 110 --output-file locales/tableside.pot main.py screens kv
	for language in nl fr de; do \
		$(BIN)/pybabel --quiet update --input-file locales/tableside.pot --domain tableside --output-dir locales \
			--locale $$language --no-fuzzy-matching --ignore-obsolete --width 110; done

requirements: $(READY)
	./requirements/lock $(PYTHON)

$(READY): requirements/dev.txt | system
	$(PYTHON) -m venv --clear $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes --requirement requirements/dev.txt
	touch $@

system:
	@./requirements/system $(PYTHON)

clean:
	rm -rf $(VENV) .coverage .mypy_cache .pytest_cache .ruff_cache .hypothesis build $(CATALOGUES)
