# Waybill. `make` lists the targets.

GOLANGCI_LINT_VERSION := 2.15.0
GOVULNCHECK_VERSION := 1.8.0
VERSITYGW_VERSION := 1.8.0
OAPI_CODEGEN_VERSION := 2.8.2
NFPM_VERSION := 2.43.0
CYCLONEDX_VERSION := 1.10.0
GOTESTSUM_VERSION := 1.13.0
FUZZTIME ?= 30s

# The file name of a tool contains its version, so a new version above is a new file.
golangci-lint := bin/golangci-lint-$(GOLANGCI_LINT_VERSION)
govulncheck := bin/govulncheck-$(GOVULNCHECK_VERSION)
versitygw := bin/versitygw-$(VERSITYGW_VERSION)
oapi-codegen := bin/oapi-codegen-$(OAPI_CODEGEN_VERSION)
nfpm := bin/nfpm-$(NFPM_VERSION)
cyclonedx := bin/cyclonedx-gomod-$(CYCLONEDX_VERSION)
gotestsum := bin/gotestsum-$(GOTESTSUM_VERSION)
# The npm packages of docs/clients/typescript/package-lock.json. Empty if npm is not installed.
node-modules := $(if $(shell command -v npm),bin/typescript/node_modules)
# axe-core of test/e2e/axe/package-lock.json, which checks pages for screen readers. Empty if npm is not installed.
axe := $(if $(shell command -v npm),bin/axe/node_modules)
# The generators of clients and the linters of test/e2e/generators/package-lock.json. Empty if npm is not installed.
generators := $(if $(shell command -v npm),bin/generators/node_modules)
# The identity provider of test/console/provider/package-lock.json, for signing in by OpenID Connect. Empty if npm is not installed.
identity-provider := $(if $(shell command -v npm),bin/identity-provider/node_modules)

# Without cgo, so that run, build, tests and lint share compiled packages. Only the race detector needs it. Releases add -trimpath.
export CGO_ENABLED := 0

.DEFAULT_GOAL := help
.PHONY: help run build release test test-postgres test-race test-race-rest test-long test-release test-labels containers screenshots lint fmt bench soak faults mutants fuzz vuln size clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-14s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

run: build ## start Waybill in development: SQLite in ./waybill-data, a demo key
	@exec bin/waybill serve

build: ## build bin/waybill
	go build -o bin/waybill ./cmd/waybill

release: $(nfpm) $(cyclonedx) $(node-modules) ## build archives, packages and images of all systems, and the SDKs, into dist/ (VERSION, RELEASE_KEY: see packaging/release/build)
	NFPM=$(CURDIR)/$(nfpm) CYCLONEDX=$(CURDIR)/$(cyclonedx) NODE_MODULES=$(addprefix $(CURDIR)/,$(node-modules)) packaging/release/build $(VERSION)

# make lint vets all packages. Tests are linked without the tables that only debuggers read, in half the time. With EVENTS, a folder,
# gotestsum runs the tests and writes there which passed and failed, and how long they took.
with-events = $(gotestsum) --format pkgname --hide-summary skipped --jsonfile-timing-events "$$(mktemp $(EVENTS)/XXXXXX.json)" --
go-test := $(if $(EVENTS),$(with-events),go test) -vet=off -ldflags=-s
s3 := WAYBILL_TEST_VERSITYGW=$(CURDIR)/$(versitygw)

# The packages whose tests take the longest begin first. Four packages run at once on two processors, because their tests wait for others.
slow-first = $(shell (printf 'waybill/%s\n' test/e2e internal/api internal/store internal/console internal/label internal/importer internal/fulfil internal/cli docs; go list ./...) | awk '!seen[$$0]++')

# Memory is cheaper than the collection of garbage, which is a fifth of the processor time of tests.
test test-postgres: export GOGC := 300
test: $(versitygw) $(if $(EVENTS),$(gotestsum)) ## run the tests without the long ones: those of the store on SQLite and PostgreSQL, the others on SQLite, files in folders and S3
	$(s3) scripts/with-postgres --memory $(go-test) -p 4 -timeout 30m -short $(slow-first)

# The packages with tests that run on each engine.
on-engines = $(shell grep -rl --include='*_test.go' 'storetest\.Engines' internal | xargs -n1 dirname | sort -u | sed 's|^|./|')

test-postgres: $(if $(EVENTS),$(gotestsum)) ## run the tests on PostgreSQL that make test runs on SQLite alone
	WAYBILL_TEST_ENGINES=postgres scripts/with-postgres --memory $(go-test) -p 3 -timeout 30m -short $(on-engines)

# On each push the race detector checks whole servers, the tests of the store in which several calls run at once, and the packages that
# share data between goroutines. test-race-rest checks the other tests at night.
race-on-both := ./test/e2e/... ./internal/fulfil/... ./internal/server/... ./internal/store/engine
race-on-sqlite := ./client ./internal/admission ./internal/api/shell ./internal/blob/... ./internal/console/people ./internal/console/web \
	./internal/cli/orders ./internal/erasure ./internal/feature/imports/job ./internal/openid ./internal/partner/... ./internal/partnerlabel \
	./internal/inforce ./internal/sandbox ./internal/tracing ./internal/users
# Labels are drawn and files are read by one goroutine each, and the commands of docs run programs: the race detector sees nothing
# there, except in the test that draws labels at once.
one-goroutine := ./docs ./internal/importer ./internal/label
# The C code of SQLite, translated to Go, runs four times as fast without the race detector. It has its own memory and locks; the package that
# calls it is checked.
go-race := env CGO_ENABLED=1 $(go-test) -race -gcflags='modernc.org/...=-race=false' -short

test-race: $(versitygw) $(if $(EVENTS),$(gotestsum)) ## run the tests of make test that have several goroutines with the race detector, those of the workers and of whole servers on PostgreSQL too
	$(s3) WAYBILL_TEST_ENGINES=sqlite,postgres scripts/with-postgres --memory $(go-race) -timeout 40m $(race-on-both)
	scripts/with-postgres --memory $(go-race) -timeout 30m -run '(AtOnce|InOneGroup|OnceForAll|Overlap|TwoProcesses)' ./internal/store
	CI= $(s3) scripts/with-postgres --memory env -u WAYBILL_TEST_POSTGRES_URL $(go-race) -timeout 30m $(race-on-sqlite)
	$(go-race) -timeout 30m -run Concurrent ./internal/label

test-race-rest: ## run the other tests of make test with the race detector, and some long ones with servers
	scripts/with-postgres $(subst -short,,$(go-race)) -timeout 40m -run '^TestLong(TwoServers|Restored|Moved|PostgresHangs|SlowHeaders)' ./test/e2e
	scripts/with-postgres $(go-race) -timeout 60m ./internal/store/...
	CI= $(go-race) -timeout 60m \
		$(filter-out $(shell go list ./internal/store/... $(race-on-both) $(race-on-sqlite) $(one-goroutine)),$(shell go list ./...))

# The packages whose tests are shorter in make test, first those that take the longest, so that no processor is idle at the end.
# Labels and the release have targets of their own: make test draws some labels, and a release compiles everything once more.
long-packages = $(shell (echo ./test/console; echo ./test/e2e; grep -rl --include='*_test.go' 'testing.Short()' . | xargs -n1 dirname) | \
	awk '!seen[$$0]++ && $$0 !~ "^./(internal/label|internal/partnerlabel|packaging/release)$$"')

test-long: $(if $(EVENTS),$(gotestsum)) $(versitygw) $(oapi-codegen) $(node-modules) $(axe) $(generators) $(identity-provider) ## run what make test leaves out or shortens, without the race detector: crashes, fail-over, load, browsers
	$(s3) WAYBILL_TEST_OAPI_CODEGEN=$(CURDIR)/$(oapi-codegen) \
	WAYBILL_TEST_NODE_MODULES=$(addprefix $(CURDIR)/,$(node-modules)) WAYBILL_TEST_AXE=$(addprefix $(CURDIR)/,$(axe)) \
	WAYBILL_TEST_GENERATORS=$(addprefix $(CURDIR)/,$(generators)) WAYBILL_TEST_IDENTITY_PROVIDER=$(addprefix $(CURDIR)/,$(identity-provider)) scripts/with-postgres \
	$(go-test) -timeout 40m -run '$(shell scripts/long-tests)' $(long-packages)
	WAYBILL_TEST_ENGINES=pooler scripts/with-postgres $(go-test) -timeout 30m ./internal/store

test-release: $(nfpm) $(cyclonedx) $(node-modules) ## build the release twice, compare, install the package, and create an order with the image
	WAYBILL_TEST_NFPM=$(CURDIR)/$(nfpm) WAYBILL_TEST_CYCLONEDX=$(CURDIR)/$(cyclonedx) \
	WAYBILL_TEST_NODE_MODULES=$(addprefix $(CURDIR)/,$(node-modules)) \
	$(go-test) -timeout 40m -run TestLongRelease ./packaging/release

test-labels: ## draw each label and document in each script, format and size, and read it back: tens of thousands; convert all labels of partners
	$(go-test) -timeout 60m ./internal/label ./internal/partnerlabel

screenshots: $(axe) ## write pictures of the console's pages to bin/screenshots, in three widths, light and dark (WAYBILL_SCREENS: part of their names)
	mkdir -p bin/screenshots
	WAYBILL_TEST_AXE=$(CURDIR)/$(axe) WAYBILL_SCREENSHOTS=$(CURDIR)/bin/screenshots go test -timeout 40m -count 1 -run TestLongPagesOfTheConsole ./test/console

lint: $(golangci-lint) ## check style, import rules, formatting and go.mod
	$(golangci-lint) run ./...
	go mod tidy -diff

fmt: $(golangci-lint) ## format the code
	$(golangci-lint) fmt ./...

bench: ## measure the server and references (BENCHFLAGS: see go run ./test/bench -h), then the workers, decoding and labels
	scripts/with-postgres --fsync go run ./test/bench $(BENCHFLAGS)
	scripts/with-postgres --fsync go test -run '^$$' -bench 'Submissions|Deliveries' -benchtime 10000x ./internal/store
	go test -run '^$$' -bench . -benchmem ./internal/request
	go test -run '^$$' -bench Pages -benchmem ./internal/console
	go test -run '^$$' -bench . -benchmem -cpu 1 ./internal/label ./internal/partnerlabel

soak: ## load the server for half an hour with all kinds of work, and fail if it holds more at the end (SOAKFLAGS: -soak 8h, -rate 1000, -engines sqlite)
	scripts/with-postgres --fsync go run ./test/bench -only soak $(SOAKFLAGS)

faults: ## kill processes under load, then judge all records and each response (FAULTSFLAGS: see go run ./test/faults -h)
	scripts/with-postgres go run ./test/faults $(FAULTSFLAGS)

mutants: ## break the code in many small ways, and list what no test notices (MUTANTSFLAGS: -packages ./internal/orders -tests ./internal/api)
	go run ./test/mutants $(MUTANTSFLAGS)

fuzz: ## run each fuzz test for FUZZTIME (30s)
	scripts/fuzz $(FUZZTIME)

containers: $(golangci-lint) ## check compose.yaml and the manifests of Kubernetes, by modules that Waybill does not need
	cd test/containers && $(CURDIR)/$(golangci-lint) run ./... && go mod tidy -diff && go test -count=1 ./...

vuln: $(govulncheck) ## check the called code for known vulnerabilities
	scripts/vuln $(govulncheck)

size: ## write to docs/dependencies.md what the program is made of
	scripts/size

clean: ## delete bin/
	rm -rf bin

$(golangci-lint):
	GOBIN=$(CURDIR)/bin go install github.com/golangci/golangci-lint/v2/cmd/golangci-lint@v$(GOLANGCI_LINT_VERSION)
	mv bin/golangci-lint $@

$(nfpm):
	GOBIN=$(CURDIR)/bin go install github.com/goreleaser/nfpm/v2/cmd/nfpm@v$(NFPM_VERSION)
	mv bin/nfpm $@

$(cyclonedx):
	GOBIN=$(CURDIR)/bin go install github.com/CycloneDX/cyclonedx-gomod/cmd/cyclonedx-gomod@v$(CYCLONEDX_VERSION)
	mv bin/cyclonedx-gomod $@

$(gotestsum):
	GOBIN=$(CURDIR)/bin go install gotest.tools/gotestsum@v$(GOTESTSUM_VERSION)
	mv bin/gotestsum $@

$(govulncheck):
	GOBIN=$(CURDIR)/bin go install golang.org/x/vuln/cmd/govulncheck@v$(GOVULNCHECK_VERSION)
	mv bin/govulncheck $@

$(versitygw):
	GOBIN=$(CURDIR)/bin go install github.com/versity/versitygw/cmd/versitygw@v$(VERSITYGW_VERSION)
	mv bin/versitygw $@

$(oapi-codegen):
	GOBIN=$(CURDIR)/bin go install github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v$(OAPI_CODEGEN_VERSION)
	mv bin/oapi-codegen $@

bin/typescript/node_modules: docs/clients/typescript/package-lock.json
	mkdir -p bin/typescript
	cp docs/clients/typescript/package.json docs/clients/typescript/package-lock.json bin/typescript
	cd bin/typescript && npm ci --silent --no-audit --no-fund
	touch $@

bin/axe/node_modules: test/e2e/axe/package-lock.json
	mkdir -p bin/axe
	cp test/e2e/axe/package.json test/e2e/axe/package-lock.json bin/axe
	cd bin/axe && npm ci --silent --no-audit --no-fund
	touch $@

bin/generators/node_modules: test/e2e/generators/package-lock.json
	mkdir -p bin/generators
	cp test/e2e/generators/package.json test/e2e/generators/package-lock.json bin/generators
	cd bin/generators && npm ci --silent --no-audit --no-fund --ignore-scripts
	touch $@

bin/identity-provider/node_modules: test/console/provider/package-lock.json
	mkdir -p bin/identity-provider
	cp test/console/provider/package.json test/console/provider/package-lock.json bin/identity-provider
	cd bin/identity-provider && npm ci --silent --no-audit --no-fund
	touch $@
