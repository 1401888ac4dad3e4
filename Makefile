# Sabot. The two commands a newcomer needs are `make run` and `make test`; each
# installs what a bare Debian 12 lacks and costs nothing the second time.

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

.PHONY: run test check hands window bench bench-verify bench-report bench-office bench-log bench-pit bench-start bench-year misdeals keys days torture torture-pit build deps-build deps-test deps-pit clean

run: deps-build ## open Sabot's window
	$(GO) run ./app $(ARGS)

test: deps-test ## every test, the real window's too
	$(GO) vet ./...
	$(GO) test -short -timeout 60m ./...

.PHONY: test-long
test-long: deps-test ## the same with every byte of a paper turned and millions of rounds dealt where make test tries some
	$(GO) vet ./...
	SABOT_EVERY_WINDOW=1 $(GO) test -timeout 120m ./...

check: deps-pit ## the tests that need no window, X or C compiler: fast
	CGO_ENABLED=0 $(GO) test -short $$(CGO_ENABLED=0 $(GO) list ./... | grep -v -e '^sabot/app$$' -e /windowtest)

# Tools have a go.mod of their own: what they need is no part of Sabot.
TOOL := $(GO) tool -modfile=.ci/tools/go.mod

.PHONY: lint
lint: deps-build ## gofumpt, go.mod as go mod tidy leaves it, vet for Windows, staticcheck
	@$(TOOL) staticcheck -version >/dev/null && $(TOOL) gofumpt -version >/dev/null || { echo "NOT CHECKED: staticcheck and gofumpt are not here and cannot be fetched (.ci/tools/go.mod)"; exit 1; }
	@bad=$$($(TOOL) gofumpt -l app assets games pit reports storage .ci/tools); [ -z "$$bad" ] || { echo "gofumpt would write these otherwise:"; echo "$$bad"; exit 1; }
	$(GO) mod tidy -diff
	GOOS=windows CGO_ENABLED=0 $(GO) vet $$(GOOS=windows CGO_ENABLED=0 $(GO) list -e ./... | grep -v -e '^sabot/app$$' -e /windowtest)
	$(TOOL) staticcheck ./...

.PHONY: loaded
loaded: deps-test ## every test, as make test runs it, RUNS (10) times in a row beside four busy loops, up to the first run that fails; WHAT=./games/... runs those alone
	@loops=""; said=$$(mktemp); trap 'kill $$loops 2>/dev/null; rm -f "$$said"' EXIT; trap 'exit 130' INT TERM; \
	for i in 1 2 3 4; do while kill -0 $$$$ 2>/dev/null; do :; done & loops="$$loops $$!"; done; \
	for run in $$(seq $(or $(RUNS),10)); do began=$$SECONDS; code=0; $(GO) test -short -count=1 -timeout 120m $(or $(WHAT),./...) >"$$said" 2>&1 || code=$$?; \
	echo "run $$run of $(or $(RUNS),10): $$((SECONDS - began)) s, exit $$code"; [ $$code = 0 ] || { grep -v -e '^ok' -e 'no test files' "$$said" | tail -100; exit 1; }; done

.PHONY: test-costs
test-costs: deps-test ## the dearest packages and tests of make test; WHAT=./games/... looks at those alone
	@GO=$(GO) .ci/costs -short -timeout 60m $(or $(WHAT),./...)

.PHONY: race
race: deps-build deps-pit ## pit, storage and session under the race detector, their short forms: minutes
	$(GO) test -race -short -timeout 60m ./pit/... ./storage/... ./app/session

hands: ## 5,000 hands of every preset through the screen's keys, each chip with one act; HANDS=n plays n. An hour and more
	CGO_ENABLED=0 SABOT_HANDS=$(or $(HANDS),5000) $(GO) test -count=1 -v -timeout 12h -run TestHandsThroughTheKeys ./app/screens/table

window: deps-test ## only the real window, in two languages and two sizes; pictures in out/window
	SABOT_EVERY_WINDOW=1 $(GO) test -count=1 -v -timeout 30m ./app/windowtest

.PHONY: window-house
window-house: deps-test ## a night in a house of three machines and an office, each in its window, over a real PostgreSQL: one is killed in mid-hand, its disk thrown away, its table taken over; pictures in out/window/house
	$(GO) test -count=1 -v -timeout 30m -run TestHouseOfThreeMachines ./app/windowtest

misdeals: ## 2,000 wrong deals of each game through the page of a hand as it lies, beside check and settle: some minutes
	SABOT_MISDEALS=2000 CGO_ENABLED=0 $(GO) test -count=1 -v -timeout 60m -run MisdealsThroughThePage ./app/screens/table

keys: ## 200,000 random keys, bursts, held keys and double taps at a table of each game; KEYS=n presses n. Some 20 minutes
	CGO_ENABLED=0 SABOT_KEYS=$(or $(KEYS),200000) $(GO) test -count=1 -v -timeout 6h -run TestRandomKeys ./app/screens/table

.PHONY: bets
bets: deps-test ## 2,000 bets typed in a real window at 60 to 200 ms a key beside four busy loops: none lost, none joined; BETS=n types n. Some 20 minutes
	SABOT_TYPED_BETS=$(or $(BETS),2000) $(GO) test -count=1 -v -timeout 120m -run TestTypedBets ./app/windowtest

.PHONY: practice
practice: ## 100,000 tasks of practice beside settle and check; what the record says before and after 100,000 tasks and a session by keys; a closed house's bytes before and after drills by keys: some 5 minutes
	CGO_ENABLED=0 $(GO) test -count=1 -v -timeout 60m -run 'TestTasksAgreeWithTheHandFile|TestPracticeLeavesTheRecordAlone|TestPracticeLeavesEveryByteOfTheHouse' ./games/drill ./app/screens/practice ./app/screens

.PHONY: luck
luck: ## 10,000 simulated shifts, at one box and at seven, with side bets: how many lie within the band of 95 % (94.0 to 96.0 by the book, fewer against it); what bad play costs by its decisions, and simulated. Three minutes
	CGO_ENABLED=0 $(GO) test -count=1 -v -timeout 30m -run 'TestShiftsWithinLuck|TestBadPlayCostsWhatItLoses' ./games/lugano ./games/puntobanco ./games/blackjack

.PHONY: fuzz
fuzz: ## anything at all into each parser, each machine for hands and the roads, one after the other, and how often in one line; EACH=10m takes longer
	@set -eo pipefail; said=$$(mktemp); trap 'rm -f "$$said"' EXIT; grep -rl '^func Fuzz' --include='*_test.go' games pit app reports storage | sort | while read -r file; do \
	for name in $$(sed -n 's/^func \(Fuzz[A-Za-z]*\)(.*/\1/p' "$$file"); do echo "$$name of $$(dirname "$$file")" | tee -a "$$said"; \
	CGO_ENABLED=0 $(GO) test -run '^$$' -fuzz "^$$name$$" -fuzztime $(or $(EACH),1m) -fuzzminimizetime 1s "./$$(dirname "$$file")" | tee -a "$$said" | tail -3 || { tail -40 "$$said"; exit 1; }; done; done; \
	awk '/^Fuzz/ { of = $$0; list[++n] = of } match($$0, /execs: [0-9]+/) { ran[of] = substr($$0, RSTART+7, RLENGTH-7) } \
	END { for (i = 1; i <= n; i++) { sum += ran[list[i]]; each = each (i > 1 ? ", " : "") list[i] " " ran[list[i]]+0 } printf "%.0f executions: %s\n", sum, each }' "$$said"

days: ## 10,000 days of any keys at a table: money is conserved, the fold is the state, the audit holds; DAYS=n plays n. Some minutes
	CGO_ENABLED=0 $(GO) test -count=1 -v -timeout 6h -run 'TestMoneyIsConserved|TestAnyKeysAtAll' ./pit -rapid.checks=$(or $(DAYS),10000)

torture-pit: deps-pit ## eight tables at full speed, two pits and the database, killed and cut off at random for 30 minutes; eight hostile machines, and restores between moves of tables, 5 minutes each; LENGTH=5m takes less, SABOT_TORTURE_SEED=n tries one seed once more
	CGO_ENABLED=0 SABOT_TORTURE_PIT=$(or $(LENGTH),30m) $(GO) test -count=1 -v -timeout 3h -run 'TestKilledAndCut|TestHostileMachines|TestRestoresBetweenMoves' ./app/centre

torture: deps-pit ## 1,000 kills, 1,000 power cuts, stops and failures at every write, 200 full disks; the counts in a table. Four programs on one record, killed while an office enters 10,000 entries. Some 25 minutes
	SABOT_TORTURE=1 CGO_ENABLED=0 $(GO) test -count=1 -v -timeout 3h ./app/torture
	SABOT_TORTURE=1 CGO_ENABLED=0 $(GO) test -count=1 -v -timeout 1h -run TestFourProgramsOnOneRecord ./app/centre

.PHONY: worlds
worlds: ## 10,000 whole houses by seed, in time of their own: an office, machines, two pits, their database, and whatever can go wrong; WORLDS=n tries n. Some 40 minutes. SABOT_WORLD=seed tells one again
	CGO_ENABLED=0 SABOT_WORLDS=$(or $(WORLDS),10000) $(GO) test -count=1 -v -timeout 12h -run TestWorlds ./app/worlds

build: deps-build ## both programs into dist/
	mkdir -p dist
	$(GO) build -o dist/sabot ./app
	CGO_ENABLED=0 $(GO) build -o dist/sabotctl ./app/sabotctl

.PHONY: map
map: ## docs/map.svg, what imports what, from the source
	CGO_ENABLED=0 SABOT_MAP=1 $(GO) test -count=1 -run TestMap ./app/architecture

.PHONY: package package-twice package-try package-try-windows deps-package deps-try
package: deps-build deps-package ## what is given away, into dist/package: Debian package, archive, Windows zip and installer, SBOM, SHA-256. Minutes
	GO=$(GO) assets/package/build.sh dist/package

package-twice: deps-build deps-package ## the same twice, the second time from a clone elsewhere with nothing compiled before: equal to the byte. Many minutes
	@[ -z "$$(git status --porcelain)" ] || { echo "commit first: both are built of the commit"; exit 1; }
	$(MAKE) package
	@again=$$(mktemp -d); trap 'rm -rf "$$again"' EXIT; git clone -q . "$$again/some/where/else" && \
	GOCACHE="$$again/cache" GO=$(GO) "$$again/some/where/else/assets/package/build.sh" "$$again/out" >/dev/null && \
	diff dist/package/SHA256SUMS "$$again/out/SHA256SUMS" && echo "both times the same: $$(wc -l <dist/package/SHA256SUMS) files"

package-try: deps-try ## the Debian package of dist/package in a bare Debian made for it: installed, its window opened (out/bare.png), killed, its record verified. As root; minutes
	mkdir -p out && assets/package/try.sh dist/package/sabot_*_amd64.deb out/bare.png

package-try-windows: deps-try ## the Windows installer of dist/package under wine 10 in a Debian 13 made for it: installed, its window opened (out/wine.png), records read by either system. As root; minutes
	mkdir -p out dist && CGO_ENABLED=0 $(GO) build -o dist/sabotctl ./app/sabotctl && assets/package/try-windows.sh dist/package dist/sabotctl out/wine.png

bench: deps-test ## settlement, stream, entry, odds, bytes of a hand
	$(GO) test -run '^$$' -bench . -benchmem ./games/... ./storage/... ./app/demo/...

.PHONY: bench-odds
bench-odds: deps-build ## blackjack of six decks analysed on one core and on all (aim: a second on one), punto banco by value beside C (aim: 1.0 times)
	CGO_ENABLED=0 $(GO) test -run '^$$' -bench 'Analysis|Totals' -benchtime 10x ./games/blackjack ./games/puntobanco

.PHONY: bench-entry
bench-entry: ## entries made durable, beside write+fdatasync of the same bytes on the same disk, five times (limit: 1.5 times, p50)
	$(GO) test -run '^$$' -bench EntryBesideDisk -benchtime 5000x -count 5 -timeout 60m ./storage

bench-verify: ## a million entries verified, beside reading and hashing the same rows (limit: 2.5 times)
	SABOT_BENCH_ENTRIES=1000000 $(GO) test -run '^$$' -bench VerifyBesideScan -benchtime 5x -timeout 60m ./app/sabotctl

bench-report: ## the signed report of a shift of 1,000 hands, with none, 10,000 and 400,000 hands behind it: 2 GB, some minutes
	SABOT_BENCH_HANDS=400000 $(GO) test -run '^$$' -bench SignedReport -benchtime 10x -timeout 60m ./app/session

bench-office: ## list, search and day report with 30 and 3,000 shifts: the first of a program, the next ones, and with nothing kept
	$(GO) test -run '^$$' -bench Office -benchtime 3x -timeout 20m ./app/session

bench-log: ## the log searched by kind, person and time behind 1,000,000 hands (limit: a second): 5 GB, many minutes; HANDS=n makes n
	SABOT_BENCH_HANDS=$(or $(HANDS),1000000) $(GO) test -run '^$$' -bench 'Log$$' -benchtime 5x -timeout 120m ./app/session

bench-pit: deps-pit ## 100 tables at 100 times their pace ship to a pit: lag (limit: p99 of a second), and what server and database take of a core; how long the floor takes to open over them; bytes of an entry there and of an hour at a group; TABLES=n plays n
	CGO_ENABLED=0 SABOT_BENCH_PIT=$(or $(TABLES),100) SABOT_BENCH_FLOOR=$(or $(TABLES),100) SABOT_BENCH_BYTES=3000 SABOT_PG_FSYNC=on $(GO) test -count=1 -v -timeout 20m -run "TestLag|TestFloorOpens|TestBytesAtThePit" ./app/centre

.PHONY: bench-pit-hands
bench-pit-hands: deps-pit ## the floor and a day's report over a pit of 1,000,000 hands, beside one of 10,000 (limits: a second, 1.2 times): 5 GB, many minutes; HANDS=n ships n
	CGO_ENABLED=0 SABOT_BENCH_HANDS=$(or $(HANDS),1000000) SABOT_PG_FSYNC=on $(GO) test -count=1 -v -timeout 120m -run TestManyHands ./app/centre

bench-start: deps-test ## exec to first frame beside a minimal Fyne window
	SABOT_BENCH_START=1 $(GO) test -count=1 -v -timeout 60m -run FirstFrame ./app/windowtest

.PHONY: bench-floor
bench-floor: ## a frame of the floor with a hundred tables at each of which something has just happened, and reading what is new
	CGO_ENABLED=0 $(GO) test -run '^$$' -bench . -benchtime 60x ./app/screens/floor

bench-year: deps-test ## the same with a year of one table (400,000 hands) behind it: 1.5 GB, some minutes
	SABOT_BENCH_START=1 SABOT_BENCH_HANDS=400000 $(GO) test -count=1 -v -timeout 60m -run FirstFrame ./app/windowtest

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
	rm -rf dist out
