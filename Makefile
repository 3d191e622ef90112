# tagflow: what a person types. `make run` and `make test` set up everything that they need.

PREFIX ?= /usr/local
DESTDIR ?=
SWIFT ?= swift
# The sample database of `make run`.
SAMPLE ?= .build/sample.sqlite

# How long `make torture` takes; SEED=N begins where another run began.
MINUTES ?= 20

.PHONY: image apt-repository test-packaging test-connections run serve quick test torture learning-spark test-cluster torture-cluster cluster-programs bench lint format install manual deb setup release release-server packaging wheel site pictures release-check extension clean

## run: build, and open the REPL on a sample database
run: setup
	$(SWIFT) build --product tagflow
	@test -s $(SAMPLE) || ( .build/debug/tagflow --database $(SAMPLE) --quiet import Samples/*.ndjson \
	  && .build/debug/tagflow --database $(SAMPLE) use habits > /dev/null )
	@.build/debug/tagflow --database $(SAMPLE)

## serve: build the server, and serve the sample database
serve: setup
	$(SWIFT) build --product tagflow
	$(SWIFT) build --product tagflow-server
	@test -s $(SAMPLE) || ( .build/debug/tagflow --database $(SAMPLE) --quiet import Samples/*.ndjson \
	  && .build/debug/tagflow --database $(SAMPLE) use habits > /dev/null )
	@.build/debug/tagflow-server --database $(SAMPLE)

## test: build, and run all tests
test:
	@.ci/setup test
	@.ci/axe || echo 'axe-core cannot be fetched; its test is skipped' >&2
	@.ci/fzf || echo 'fzf cannot be fetched; its test is skipped' >&2
	@.ci/mcp || echo 'the client of the Model Context Protocol cannot be fetched; its test is skipped' >&2
	@.ci/readers || echo 'the readers of bookmarks cannot be fetched; the test of round trips is skipped' >&2
	@.ci/clients || echo 'clients of linkding and Pinboard cannot be fetched; their tests are skipped' >&2
	@.ci/duckdb || echo 'DuckDB cannot be fetched; the test of Scale/learning is skipped' >&2
	@.ci/pytest-lsp || echo 'pytest-lsp cannot be fetched; its test is skipped' >&2
	$(SWIFT) build --build-tests
	@SWIFT='$(SWIFT)' .ci/tests

## quick: build, and run the tests that need no browser, editor, terminal or server
quick:
	@.ci/setup test
	$(SWIFT) build --build-tests
	@SWIFT='$(SWIFT)' .ci/tests quick

## test-connections: connections with real programs, from checkouts: LINKDING=, PAPERLESS= (version 2), KARAKEEP=
test-connections:
	$(SWIFT) build --product tagflow
	python3 Tests/Scripts/connections/real_linkding.py .build/debug/tagflow "$(LINKDING)" .build/linkding
	python3 Tests/Scripts/connections/real_paperless.py .build/debug/tagflow "$(PAPERLESS)" .build/paperless
	@test -n "$(KARAKEEP)" || echo 'skipped: no checkout of Karakeep; make test-connections KARAKEEP=CHECKOUT names one'
	@test -z "$(KARAKEEP)" || KARAKEEP_OPENAPI="$(KARAKEEP)/packages/open-api/karakeep-openapi-spec.json" \
	  python3 Tests/Scripts/connections/connection_checks.py .build/debug/tagflow karakeep ai_tags

## torture: attack the program for MINUTES, and print what was tried and what broke
torture:
	@.ci/setup test
	$(SWIFT) build --product tagflow
	$(SWIFT) build --product tagflow-server
	Tests/Hostile/torture --minutes $(MINUTES) $(if $(SEED),--seed $(SEED))

## learning-spark: let Spark run what the tests let DuckDB run (needs Java 17; fetches 300 MB)
learning-spark:
	@test -x .build/spark/bin/python || ( python3 -m venv .build/spark && .build/spark/bin/pip install --quiet pyspark==4.3.0 )
	$(SWIFT) build --product tagflow
	for case in golden random import; do .build/spark/bin/python Tests/Scripts/learning_checks.py \
	  .build/debug/tagflow $$case spark --master 'local[2]' || exit 1; done

## test-cluster: nodes on a file system of Ceph on this machine, and each of them killed; skipped where that cannot be had
test-cluster: cluster-programs
	Tests/Cluster/cluster

## torture-cluster: the same for about half an hour, with all that can be killed killed often, and then its speed
torture-cluster: cluster-programs
	Tests/Cluster/cluster --torture $(if $(SEED),--seed $(SEED))
	Tests/Cluster/cluster --measure

cluster-programs:
	@test "$$(id -u)" != 0 -o ! -e /dev/fuse || .ci/setup cluster || echo 'the packages of a cluster cannot be had' >&2
	$(SWIFT) build --product tagflow
	$(SWIFT) build --product tagflow-server

## bench: measure against peers, ratios in one run
bench: setup
	Benchmarks/run

## lint: what CI holds the code against
lint:
	$(SWIFT) format lint --strict --recursive --parallel Package.swift Sources Migrations Tests Benchmarks
	.ci/prose --self-test
	.ci/prose
	.ci/house --self-test
	.ci/house
	.ci/types
	.ci/page-format --check
	Packaging/project --self-test
	Packaging/project check

## format: rewrite the code as the linter wants it
format:
	$(SWIFT) format --in-place --recursive --parallel Package.swift Sources Migrations Tests Benchmarks
	.ci/page-format

## release: the binaries that are installed
release: setup
	$(SWIFT) build -c release --static-swift-stdlib --disable-local-rpath --product tagflow \
	  --scratch-path .build-release

release-server: setup
	$(SWIFT) build -c release --static-swift-stdlib --disable-local-rpath --product tagflow-server \
	  --scratch-path .build-release

## install: binaries, systemd units, completion scripts and manual page below PREFIX
install: release release-server manual
	install -D -m 755 .build-release/release/tagflow-server $(DESTDIR)$(PREFIX)/bin/tagflow-server
	strip $(DESTDIR)$(PREFIX)/bin/tagflow-server
	mkdir -p $(DESTDIR)$(PREFIX)/lib/systemd/system
	for unit in service socket; do \
	  sed 's|/usr/local/bin|$(PREFIX)/bin|' Packaging/systemd/tagflow-server.$$unit \
	    > $(DESTDIR)$(PREFIX)/lib/systemd/system/tagflow-server.$$unit; done
	mkdir -p $(DESTDIR)$(PREFIX)/lib/systemd/user
	sed 's|/usr/local/bin|$(PREFIX)/bin|' Packaging/systemd/tagflow-sync.service \
	  > $(DESTDIR)$(PREFIX)/lib/systemd/user/tagflow-sync.service
	install -D -m 755 Scale/backup $(DESTDIR)$(PREFIX)/lib/tagflow/backup-spaces
	install -D -m 755 .build-release/release/tagflow $(DESTDIR)$(PREFIX)/bin/tagflow
	strip $(DESTDIR)$(PREFIX)/bin/tagflow
	mkdir -p $(DESTDIR)$(PREFIX)/share/bash-completion/completions $(DESTDIR)$(PREFIX)/share/zsh/site-functions \
	  $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d
	.build-release/release/tagflow completions bash \
	  > $(DESTDIR)$(PREFIX)/share/bash-completion/completions/tagflow
	.build-release/release/tagflow completions zsh \
	  > $(DESTDIR)$(PREFIX)/share/zsh/site-functions/_tagflow
	.build-release/release/tagflow completions fish \
	  > $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/tagflow.fish
	for page in tagflow tagflow-server; do \
	  install -D -m 644 .build/manual/$$page.1 $(DESTDIR)$(PREFIX)/share/man/man1/$$page.1; done

## manual: the manual pages, in .build/manual
manual:
	mkdir -p .build/manual
	$(SWIFT) package --allow-writing-to-package-directory generate-manual --configuration debug \
	  --date 2026-01-01 --section 1 --output-directory .build/manual
	for page in tagflow tagflow-server; do \
	  sed -i -e 's/^$$/.Pp/' -e "s/^'/\\\\\&'/" .build/manual/$$page.1; done

## wheel: both programs for pip, pipx and uv, in .build/wheel
wheel: setup manual
	Packaging/wheel/libxml2
	for program in tagflow tagflow-server; do \
	  $(SWIFT) build -c release --static-swift-stdlib --disable-local-rpath --product $$program \
	    --scratch-path .build-release $$(Packaging/wheel/libraries) || exit 1; done
	Packaging/wheel/build

## site: the documentation as a site, in .build/site/html
site:
	@test -d .build/site/venv || python3 -m venv .build/site/venv
	@.build/site/venv/bin/pip install --quiet --requirement Packaging/site/requirements.txt
	.build/site/venv/bin/python Packaging/site/build

## pictures: the moving pictures of the documentation, recorded from the built programs
pictures:
	@test -d .build/pictures/venv || python3 -m venv .build/pictures/venv
	@.build/pictures/venv/bin/pip install --quiet --requirement Packaging/pictures/requirements.txt
	$(SWIFT) build --product tagflow
	$(SWIFT) build --product tagflow-server
	.build/pictures/venv/bin/python Packaging/pictures/make

## release-check: build, install and use everything that a release has: make release-check VERSION=1.2.3; needs root
release-check:
	@.ci/setup packaging
	Packaging/release/check $(VERSION)

## packaging: the files that need the values of Packaging/project.env, in .build/project
packaging:
	@Packaging/project check
	@Packaging/project render

## extension: the browser extension for the stores, as an archive for Chromium and one for Firefox in .build/extension
extension:
	@Packaging/extension/build .build/extension

## deb: the Debian packages tagflow and tagflow-server, in .build/deb
deb:
	Packaging/deb/build

## image: an OCI image with both programs and fonts, in .build/image (needs buildah; BASE=debootstrap needs no registry)
image: deb
	Packaging/image/build

## apt-repository: a repository for apt with the Debian packages, in .build/apt, signed with SIGN_WITH
apt-repository: deb
	Packaging/deb/repository

## test-packaging: the packages, the image, apt and the streamed backup on this machine; needs root
test-packaging:
	@.ci/setup packaging
	@Packaging/litestream/setup
	$(SWIFT) build --product tagflow
	$(SWIFT) build --product tagflow-server
	Tests/Packaging/run $(if $(QUICK),--quick)

## setup: the system packages that are missing
setup:
	@.ci/setup

clean:
	rm -rf .build .build-release
