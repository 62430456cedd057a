# The one front door. Every command is a line into scripts/; ARGS="…" passes arguments on.
# A command installs what it needs, works from a fresh clone, and may be repeated.
SHELL := /bin/bash
.DEFAULT_GOAL := help

.PHONY: help setup run test check ci format bench fuzz wasm portal demo

help: ## Show this list
	@scripts/help

setup: ## Install what the other commands need (only what is missing)
	@scripts/setup all

run: ## Build, then start a server with sample data and say what to try
	@scripts/run $(ARGS)

test: ## Run every test: engine, SDK, server, portal, the real server live and in a browser, sample app, scripts
	@scripts/test $(ARGS)

check: ## Hold the code against its rules (ARGS="tidy docs" runs some)
	@scripts/check $(ARGS)

ci: ## Run every check and every test on what ships, two at a time (what .ci/run does)
	@scripts/ci

format: ## Lay out all Swift code as the checks want it
	@scripts/format $(ARGS)

bench: ## Measure instructions, allocations and ratios, and compare them with the thresholds
	@scripts/bench $(ARGS)

fuzz: ## Throw a million mutated inputs at the engine (ARGS=5000000 for more)
	@scripts/fuzz $(ARGS)

wasm: ## Build the engine for browsers: Wasm/.build/flowcore.wasm
	@scripts/wasm $(ARGS)

portal: ## Build the portal: Portal/.build/files (ARGS=watch builds anew at every change)
	@scripts/portal $(ARGS)

demo: ## Show a running app that follows a re-routed port, unattended in tmux
	@scripts/demo $(ARGS)
