# tagflow: what a person types. `make run` and `make test` set up everything that they need.

PREFIX ?= /usr/local
DESTDIR ?=
SWIFT ?= swift
# The sample database of `make run`.
SAMPLE ?= .build/sample.sqlite

# How long `make torture` takes; SEED=N begins where another run began.
MINUTES ?= 20

.PHONY: run test torture bench lint format install setup release clean

## run: build, and open the REPL on a sample database
run: setup
	$(SWIFT) build --product tagflow
	@test -s $(SAMPLE) || ( .build/debug/tagflow --database $(SAMPLE) --quiet import Samples/*.ndjson \
	  && .build/debug/tagflow --database $(SAMPLE) use habits > /dev/null )
	@.build/debug/tagflow --database $(SAMPLE)

## test: build, and run all tests
test:
	@.ci/setup test
	$(SWIFT) build --build-tests
	$(SWIFT) test --skip-build

## torture: attack the program for MINUTES, and print what was tried and what broke
torture:
	@.ci/setup test
	$(SWIFT) build --product tagflow
	Tests/Hostile/torture --minutes $(MINUTES) $(if $(SEED),--seed $(SEED))

## bench: measure against peers, ratios in one run
bench: setup
	Benchmarks/run

## lint: what CI holds the code against
lint:
	$(SWIFT) format lint --strict --recursive --parallel Package.swift Sources Migrations Tests Benchmarks
	.ci/house --self-test
	.ci/house

## format: rewrite the code as the linter wants it
format:
	$(SWIFT) format --in-place --recursive --parallel Package.swift Sources Migrations Tests Benchmarks

## release: the binary that is installed
release: setup
	$(SWIFT) build -c release --static-swift-stdlib --disable-local-rpath --product tagflow \
	  --scratch-path .build-release

## install: binary, completion scripts and manual page below PREFIX
install: release
	install -D -m 755 .build-release/release/tagflow $(DESTDIR)$(PREFIX)/bin/tagflow
	strip $(DESTDIR)$(PREFIX)/bin/tagflow
	mkdir -p $(DESTDIR)$(PREFIX)/share/bash-completion/completions $(DESTDIR)$(PREFIX)/share/zsh/site-functions \
	  $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d
	.build-release/release/tagflow --generate-completion-script bash \
	  > $(DESTDIR)$(PREFIX)/share/bash-completion/completions/tagflow
	.build-release/release/tagflow --generate-completion-script zsh \
	  > $(DESTDIR)$(PREFIX)/share/zsh/site-functions/_tagflow
	.build-release/release/tagflow --generate-completion-script fish \
	  > $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/tagflow.fish
	mkdir -p .build/manual
	$(SWIFT) package --allow-writing-to-package-directory generate-manual --configuration debug \
	  --date 2026-01-01 --section 1 --output-directory .build/manual
	install -D -m 644 .build/manual/tagflow.1 $(DESTDIR)$(PREFIX)/share/man/man1/tagflow.1

## setup: the system packages that are missing
setup:
	@.ci/setup

clean:
	rm -rf .build .build-release
