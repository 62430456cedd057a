# Every command is a line into scripts/; ARGS="…" passes arguments on. A command installs what it
# needs, works from a fresh clone, and may be repeated.
SHELL := /bin/bash
.DEFAULT_GOAL := help

# Where `make install` installs to.
PREFIX ?= /usr/local
DESTDIR ?=
export PREFIX DESTDIR

.PHONY: help setup run test check docs ci format coverage bench fuzz wasm portal demo \
  dist install uninstall test-package container

help: ## Show this list
	@scripts/help

setup: ## Install what the other commands need (only what is missing)
	@scripts/setup all

run: ## Build, then start a server with sample data and say what to try
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

coverage: ## Measure what the unit tests run: a table by package and target
	@scripts/coverage $(ARGS)

bench: ## Measure instructions, allocations and ratios, and compare them with the thresholds
	@scripts/bench $(ARGS)

fuzz: ## Run all fuzzers with a million inputs each (ARGS=5000000 for more)
	@scripts/fuzz $(ARGS)

wasm: ## Build the engine for browsers: Wasm/.build/flowcore.wasm
	@scripts/wasm $(ARGS)

portal: ## Build the portal: Portal/.build/files (ARGS=watch builds again at every change)
	@scripts/portal $(ARGS)

demo: ## Show a running app that follows a re-routed port, unattended in tmux
	@scripts/demo $(ARGS)

dist: ## Make dist/: an archive and a Debian package, an SBOM, licenses and checksums
	@scripts/dist $(ARGS)

install: ## Install the release build below PREFIX (/usr/local), in DESTDIR
	@scripts/install

uninstall: ## Remove what `make install` installed
	@scripts/install remove

test-package: ## Install, start, upgrade and remove the Debian package in a Debian of its own
	@scripts/test-package $(ARGS)

container: ## Make a container image of the Debian package, as an OCI archive in dist/
	@scripts/container $(ARGS)
