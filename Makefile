# The one front door. Every command is a line into scripts/; ARGS="…" passes arguments on.
# A command installs what it needs, works from a fresh clone, and may be repeated.
SHELL := /bin/bash
.DEFAULT_GOAL := help

.PHONY: help setup run test check format bench fuzz wasm demo

help: ## Show this list
	@scripts/help

setup: ## Install what the other commands need (only what is missing)
	@scripts/setup all

run: ## Build, then walk the sign-up flow in the terminal
	@scripts/run $(ARGS)

test: ## Run every test: engine, command, browser build, scripts (ARGS=engine runs some)
	@scripts/test $(ARGS)

check: ## Hold the code against its rules (ARGS="tidy docs" runs some)
	@scripts/check $(ARGS)

format: ## Lay out all Swift code as the checks want it
	@scripts/format $(ARGS)

bench: ## Measure instructions, allocations and ratios, and compare them with the thresholds
	@scripts/bench $(ARGS)

fuzz: ## Throw a million mutated inputs at the engine (ARGS=5000000 for more)
	@scripts/fuzz $(ARGS)

wasm: ## Build the engine for browsers: Wasm/.build/flowcore.wasm
	@scripts/wasm $(ARGS)

demo: ## Validate, draw and walk all sample flows, unattended
	@scripts/demo $(ARGS)
