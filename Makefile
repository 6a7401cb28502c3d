# PhotonCloud. `make demo` shows the main job; `make test` proves it. Both do all the set-up themselves.
SHELL := /bin/bash
.DELETE_ON_ERROR:
.DEFAULT_GOAL := help
export PATH := $(CURDIR)/node_modules/.bin:$(PATH)

# Compiled code is kept: most of what a start of node costs, and the tests start hundreds.
NODE_TEST := NODE_COMPILE_CACHE=$(CURDIR)/.work/compiled node --test --test-reporter=spec
UNIT := 'src/**/*.test.ts' 'agent/**/*.test.ts' 'controller/**/*.test.ts' 'mesh-agent/**/*.test.ts' 'schemas/**/*.test.ts'
COVERAGE := --experimental-test-coverage --test-coverage-include='src/**/*.ts' --test-coverage-include='agent/**/*.ts' \
	--test-coverage-include='controller/**/*.ts' --test-coverage-include='mesh-agent/**/*.ts' --test-coverage-exclude='**/*.test.ts' \
	--test-coverage-exclude='**/*validator*.ts'

.PHONY: help setup build check test unit coverage e2e sim demo bench generate format clean

help: ## Show the targets
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | column -t -s $$'\t'

setup: node_modules/.setup ## Install npm packages and, as root on Debian, etcd, Docker and Caddy
	@e2e/setup.sh

node_modules/.setup: package.json package-lock.json
	@command -v npm >/dev/null || { echo 'npm is missing: install Node.js with npm (any version from 20 on; the project brings its own Node 24)' >&2; exit 1; }
	npm ci --no-fund --no-audit
	@touch $@

build: node_modules/.setup ## Make the single-file executables in dist/
	node build.ts

check: node_modules/.setup ## Types, lint with import rules, format, dead code, generated files
	tsc
	oxlint -c .oxlintrc.json --type-aware --deny-warnings
	biome format .
	knip
	node schemas/generate.ts --check
	node schemas/validators.ts --check
	node schemas/docs.ts --check

test: setup check unit e2e ## Everything: set-up, check, unit tests, end-to-end tests on real parts

# Three files at once on two cores: much of these tests is waiting, for leases to end and for deadlines.
unit: setup ## Tests beside the sources (some start a real etcd, Docker or Caddy)
	$(NODE_TEST) --test-concurrency=3 $(UNIT)

# Without the compile cache: what comes from it is not counted exactly.
coverage: setup ## The unit tests, and which lines they went through
	node --test --test-reporter=spec --test-concurrency=3 $(COVERAGE) $(UNIT)

# What counts every failed request has the machine for itself; of the rest three files run at once.
E2E := $(NODE_TEST) --test-global-setup=e2e/global-setup.ts
ALONE := e2e/hosts/hosts.test.ts e2e/load/load.test.ts
e2e: setup ## Scenarios on real etcd, Docker and Caddy, and the simulation
	$(E2E) --test-concurrency=3 $(filter-out $(ALONE),$(shell find e2e -name '*.test.ts'))
	$(E2E) --test-concurrency=1 $(ALONE)

SEEDS ?= 100
sim: node_modules/.setup ## Run the simulation over SEEDS fresh seeds
	node e2e/sim/main.ts --seeds $(SEEDS)

demo: setup build ## The main job on this machine: three nodes, three services, policies, faults
	node e2e/demo/main.ts

bench: setup build ## Measure against peers; prints a table and writes bench/out/
	node bench/main.ts

generate: node_modules/.setup ## Regenerate types and docs from schemas/
	node schemas/generate.ts
	node schemas/validators.ts
	node schemas/docs.ts

format: node_modules/.setup ## Format the sources
	biome format --write .

clean: ## Remove what was made
	rm -rf node_modules dist bench/out coverage .work
