# Two commands are all the set-up there is: `make run` and `make test`.
# HOST and PORT choose where `make run` serves: make run HOST=0.0.0.0 lets the hall in.
PYTHON ?= python3
HOST ?= 127.0.0.1
PORT ?= 8000
export HOST PORT

ifdef PYTHONDONTWRITEBYTECODE
# Nothing is to be written beside the source; but without what Python makes of it each start takes
# three times as long.
unexport PYTHONDONTWRITEBYTECODE
export PYTHONPYCACHEPREFIX ?= $(CURDIR)/var/bytecode
endif

.PHONY: run full certificate backup restore test quick nightly faults lint types audit openapi messages benchmarks clean python

python:
	@command -v $(PYTHON) >/dev/null || { echo "startfelt: $(PYTHON) is not there. Install Python 3.11 or later (Debian: sudo apt-get install python3 python3-venv)"; exit 1; }

run: python
	@$(PYTHON) scripts/bootstrap.py run
	@exec .venv/bin/python scripts/serve.py

# Full mode on this machine, to try it out: PostgreSQL, Redis, several web processes, worker, beat.
full: python
	@$(PYTHON) scripts/bootstrap.py run
	@exec .venv/bin/python scripts/full.py

# A certificate for this machine's address in the hall, with which phones get the whole app.
certificate: python
	@$(PYTHON) scripts/bootstrap.py run
	@.venv/bin/python scripts/certificate.py

# A copy of everything, also while it runs: make backup TO=/media/usb
backup: python
	@$(PYTHON) scripts/backup.py

# Back to a copy; what is there now is kept beside: make restore FROM=/media/usb/startfelt-…
restore: python
	@FROM="$(FROM)" $(PYTHON) scripts/restore.py

test: python
	@$(PYTHON) scripts/bootstrap.py test
	@.venv/bin/python scripts/test.py

# What one runs while working: no browser, no services.
quick: python
	@$(PYTHON) scripts/bootstrap.py test
	@.venv/bin/python scripts/test.py quick

# All of it, with large numbers: an hour and more.
nightly: python
	@$(PYTHON) scripts/bootstrap.py test
	@.venv/bin/python scripts/test.py nightly

# Everything that can die dies twenty times: make faults ARGS="--times 3 --only Redis". An hour.
faults: python
	@$(PYTHON) scripts/bootstrap.py test
	@.venv/bin/python -m tests.faults $(ARGS)

lint:
	.venv/bin/ruff format --check .
	.venv/bin/ruff check .
	.venv/bin/lint-imports

types:
	.venv/bin/mypy

# The description of the API, from the code that answers.
openapi:
	.venv/bin/python manage.py spectacular --file docs/developers/openapi.yaml

# Known holes in what is installed (pip-audit --strict). It asks the internet, and without it fails
# and says so: never that all is well. No gate, since the answer changes without a change here.
audit: python
	@$(PYTHON) scripts/bootstrap.py run
	@.venv/bin/python scripts/audit.py

messages:
	.venv/bin/python scripts/messages.py

# One table of all benchmarks, beside the peers: some minutes. make bench ARGS="draw pages --judge"
bench: python
	@$(PYTHON) scripts/bootstrap.py test
	@.venv/bin/pip install -q -r requirements-bench.txt || echo "startfelt: without the peers of backgammon"
	@.venv/bin/python -m benchmarks $(ARGS)

clean:
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .hypothesis
