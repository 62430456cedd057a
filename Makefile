# Each command calls a script in scripts/; ARGS="…" passes arguments to it. A command installs its
# own dependencies, works in a fresh clone, and can be repeated.
SHELL := /bin/bash
.DEFAULT_GOAL := help

# Where `make install` installs to.
PREFIX ?= /usr/local
DESTDIR ?=
export PREFIX DESTDIR

.PHONY: help setup run test check docs ci format coverage bench fuzz wasm portal demo \
  dist install uninstall test-package container

help: ## Show this help
	@scripts/help

setup: ## Install what most commands need (only what is missing); each installs the rest
	@scripts/setup all

run: ## Build, then start a server with sample data and print what to try
	@scripts/run $(ARGS)

test: ## Run every test: engine, SDK, server, web host, portal, live server, browser, sample app, scripts
	@scripts/test $(ARGS)

check: ## Run the linters and the repository's own checks (ARGS="tidy docs" runs some)
	@scripts/check $(ARGS)

docs: ## Build the SDK's documentation: .build/docs (ARGS=serve shows it at localhost:8000)
	@scripts/docs $(ARGS)

ci: ## Run every check and every test on the release build, as .ci/run does
	@scripts/ci $(ARGS)

format: ## Format all Swift code
	@scripts/format $(ARGS)

coverage: ## Measure the coverage of the unit tests: a table by package and target
	@scripts/coverage $(ARGS)

bench: ## Measure instructions, allocations and ratios, and compare them with the thresholds
	@scripts/bench $(ARGS)

fuzz: ## Run all fuzzers with a million inputs each (ARGS=5000000 for more)
	@scripts/fuzz $(ARGS)

wasm: ## Build the engine for browsers: Wasm/.build/flowcore.wasm
	@scripts/wasm $(ARGS)

portal: ## Build the portal: Portal/.build/files (ARGS=watch rebuilds it at every change)
	@scripts/portal $(ARGS)

demo: ## Show a running app that follows a rerouted port, unattended in tmux
	@scripts/demo $(ARGS)

dist: ## Build dist/: an archive and a Debian package, an SBOM, licenses and checksums
	@scripts/dist $(ARGS)

install: ## Install the release build below PREFIX (/usr/local), in DESTDIR
	@scripts/install

uninstall: ## Remove what `make install` installed
	@scripts/install remove

test-package: ## Install, start, upgrade and remove the Debian package in a separate Debian root
	@scripts/test-package $(ARGS)

container: ## Build a container image of the Debian package, as an OCI archive in dist/
	@scripts/container $(ARGS)
