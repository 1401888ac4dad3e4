# Sabot. The two commands a newcomer needs are `make run` and `make test`; each
# installs what a bare Debian 12 lacks and costs nothing the second time. `make help` lists the others.

SHELL := /bin/bash
GO ?= $(shell command -v go || echo /usr/local/go/bin/go)
# gcc takes three times as long over the bindings of OpenGL. Whoever names another one gets it; what
# two compilers have compiled is compiled twice.
ifeq ($(origin CC),default)
export CC = $(shell command -v clang || echo gcc)
endif

# What Fyne is built with, what a test in a real window needs, what looks at PDFs.
BUILD_PACKAGES := clang libc6-dev pkg-config libgl-dev libegl-dev libx11-dev libxcursor-dev libxrandr-dev libxinerama-dev libxi-dev libxxf86vm-dev libwayland-dev libxkbcommon-dev libgl1-mesa-dri
TEST_PACKAGES := xvfb xauth xdotool openbox imagemagick poppler-utils libnss3-tools sqlite3
# What the pit is tested on: its programs alone, no cluster of the system's own; a TPM in software.
PIT_PACKAGES := postgresql swtpm
# What packages are made with.
PACKAGE_PACKAGES := gcc-mingw-w64-x86-64 nsis zip xz-utils

.PHONY: help run test check lint race e2e prove bench build package map clean deps-build deps-test deps-pit deps-package deps-try

help: ## this list
	@sed -n 's/^\([a-z][a-z0-9-]*\):.*## \(.*\)/  make \1\t\2/p' Makefile | expand -t 18
	@echo; .ci/prove; echo; .ci/bench

run: deps-build ## opens Sabot; ARGS=--demo opens a casino to try
	$(GO) run ./app $(ARGS)

# Tests write to memory where it has room for them and runs programs: on many disks they wait for the disk half of their time.
FAST := /dev/shm/sabot-tests-$(shell id -u)
FAST_TMP = $(shell mkdir -p -m 711 $(FAST) 2>/dev/null && find $(FAST) -mindepth 1 -maxdepth 1 -mmin +600 -exec rm -rf {} + && \
	[ $$(df --output=avail $(FAST) | tail -1) -gt 6000000 ] && cp /bin/true $(FAST)/runs && $(FAST)/runs && \
	echo TMPDIR=$(FAST) GOTMPDIR=$${TMPDIR:-/tmp})

test: deps-test ## every test, a shift in a real window included; LONG=1 leaves nothing out, PKG=./games/... takes less
	$(GO) vet ./...
	$(FAST_TMP) $(if $(LONG),SABOT_EVERY_WINDOW=1 $(GO) test -timeout 120m,$(GO) test -short -timeout 60m) $(or $(PKG),./...)

check: deps-pit ## the tests that need no window and no C compiler: two minutes
	$(FAST_TMP) CGO_ENABLED=0 $(GO) test -short $$(CGO_ENABLED=0 $(GO) list ./... | grep -v -e '^sabot/app$$' -e /windowtest)

# Tools have a go.mod of their own: what they need is no part of Sabot.
TOOL := $(GO) tool -modfile=.ci/tools/go.mod

lint: deps-build ## gofumpt, go mod tidy, vet for Windows, staticcheck
	@$(TOOL) staticcheck -version >/dev/null && $(TOOL) gofumpt -version >/dev/null || { echo "NOT CHECKED: staticcheck and gofumpt are not here and cannot be fetched (.ci/tools/go.mod)"; exit 1; }
	@bad=$$($(TOOL) gofumpt -l app assets games pit reports storage .ci/tools); [ -z "$$bad" ] || { echo "gofumpt would write these otherwise:"; echo "$$bad"; exit 1; }
	$(GO) mod tidy -diff
	GOOS=windows CGO_ENABLED=0 $(GO) vet $$(GOOS=windows CGO_ENABLED=0 $(GO) list -e ./... | grep -v -e '^sabot/app$$' -e /windowtest)
	$(TOOL) staticcheck ./...

race: deps-build deps-pit ## pit, storage and session under the race detector, their short forms: minutes
	$(FAST_TMP) $(GO) test -race -short -timeout 60m ./pit/... ./storage/... ./app/session

e2e: deps-test ## real windows, pictures in out/window: a shift, a night, every page; WHAT=house for machines, a pit and PostgreSQL
	$(if $(filter house,$(WHAT)),$(GO) test -count=1 -v -timeout 30m -run TestHouseOfThreeMachines,SABOT_EVERY_WINDOW=1 $(GO) test -count=1 -v -timeout 30m) ./app/windowtest

# What a proof, a benchmark or a step of packaging needs installed; the others need Go alone.
NEEDS_prove := $(if $(filter bets loaded all,$(WHAT)),deps-test,$(if $(filter torture torture-pit,$(WHAT)),deps-pit))
NEEDS_bench := $(if $(filter core start year tests all,$(WHAT)),deps-test,$(if $(filter odds,$(WHAT)),deps-build,$(if $(filter pit pit-hands intake,$(WHAT)),deps-pit)))
NEEDS_package := $(if $(filter try try-windows,$(STEP)),deps-try,deps-build deps-package)

prove: $(NEEDS_prove) ## a long proof, WHAT=hands ...; without WHAT the list
	@GO=$(GO) .ci/prove $(WHAT)

bench: $(NEEDS_bench) ## a benchmark beside its limit, WHAT=entry ...; without WHAT the list
	@GO=$(GO) .ci/bench $(WHAT)

build: deps-build ## dist/sabot and dist/sabotctl
	mkdir -p dist
	$(GO) build -o dist/sabot ./app
	CGO_ENABLED=0 $(GO) build -o dist/sabotctl ./app/sabotctl

package: $(NEEDS_package) ## release files into dist/package; STEP=twice compares two builds, STEP=try and STEP=try-windows install them
	@GO=$(GO) .ci/package $(STEP)

map: # docs/map.svg, what imports what, from the source
	CGO_ENABLED=0 SABOT_MAP=1 $(GO) test -count=1 -run TestMap ./app/architecture

deps-build:
	@$(call install,$(BUILD_PACKAGES))

deps-package:
	@$(call install,$(PACKAGE_PACKAGES))

deps-try: deps-test
	@$(call install,debootstrap)

deps-test: deps-pit
	@$(call install,$(BUILD_PACKAGES) $(TEST_PACKAGES))

deps-pit:
	@dpkg-query -W -f '$${Status}' postgresql 2>/dev/null | grep -q 'ok installed' || ! command -v dpkg-query >/dev/null || { \
	sudo=""; [ "$$(id -u)" = 0 ] || sudo=sudo; $$sudo mkdir -p /etc/postgresql-common; \
	[ -e /etc/postgresql-common/createcluster.conf ] || echo 'create_main_cluster = false' | $$sudo tee /etc/postgresql-common/createcluster.conf >/dev/null; }
	@$(call install,$(PIT_PACKAGES))

# Installs the Debian packages that are missing, and says so. Elsewhere than on
# Debian it leaves them to whoever knows the system.
define install
	$(GO) version >/dev/null 2>&1 || { echo "Go 1.26 or newer is missing: install it and run this again"; exit 1; }; \
	command -v dpkg-query >/dev/null || exit 0; \
	missing=""; for p in $(1); do dpkg-query -W -f '$${Status}' $$p 2>/dev/null | grep -q 'ok installed' || missing="$$missing $$p"; done; \
	[ -z "$$missing" ] && exit 0; \
	sudo=""; [ "$$(id -u)" = 0 ] || sudo=sudo; \
	echo "installing:$$missing"; \
	$$sudo apt-get update -q >/dev/null && DEBIAN_FRONTEND=noninteractive $$sudo apt-get install -y -q --no-install-recommends $$missing >/dev/null
endef

clean:
	rm -rf dist out $(FAST)
