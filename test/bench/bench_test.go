package main

import (
	"errors"
	"os"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"waybill/test/harness"
)

// TestLongRun runs all of it at the smallest size: every load is answered as it should be and
// every figure has its line. What the figures are is no matter of tests.
func TestLongRun(t *testing.T) {
	if testing.Short() {
		t.Skip("long: make test-long runs it")
	}
	folder := t.TempDir()
	t.Setenv("TMPDIR", folder)
	var out, progress strings.Builder
	engines := map[string]string{sqliteName: "## SQLite 3"}
	postgresURL := os.Getenv(harness.PostgresVariable)
	if postgresURL != "" {
		engines[postgresName] = "## PostgreSQL 1"
	}
	err := run(t.Context(), []string{"-rows", "200", "-rounds", "1", "-seconds", "0.01"}, postgresURL, &out, &progress)
	if err != nil {
		t.Fatalf("%v\n%s", err, &progress)
	}
	for name, title := range engines {
		_, table, found := strings.Cut(out.String(), title)
		if !found {
			t.Errorf("no table of %s in:\n%s", name, &out)
		}
		for _, work := range []string{
			"start to ready", "1 order a request, c=64 ", "100 orders a request, c=4 ", "raw, group commit", "raw, a transaction each",
			"raw, 100 a transaction", "bare handler", "first page, 200 orders", "first page with items, 200 orders", "page 4, 200 orders",
			"cursor after 150 orders, 200 orders", "1 order a request, c=64, 200 orders", "peak memory, all of it",
		} {
			if !strings.Contains(table, "| "+work) {
				t.Errorf("%s: no line of %q", name, work)
			}
		}
	}
	if left, err := os.ReadDir(folder); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}

// TestLongServers: two servers on one database lose and repeat nothing, and one goes on while the other is frozen.
func TestLongServers(t *testing.T) {
	if testing.Short() {
		t.Skip("long: make test-long runs it")
	}
	postgresURL := os.Getenv(harness.PostgresVariable)
	if postgresURL == "" {
		t.Skipf("SKIPPED ON POSTGRESQL: %s is not set; run the tests by scripts/with-postgres", harness.PostgresVariable)
	}
	t.Setenv("TMPDIR", t.TempDir())
	var out, progress strings.Builder
	err := run(t.Context(), []string{"-only", partServers, "-rounds", "1", "-seconds", "0.05"}, postgresURL, &out, &progress)
	if err != nil {
		t.Fatalf("%v\n%s", err, &progress)
	}
	if !strings.Contains(progress.String(), "a file has one server") {
		t.Errorf("SQLite is not left out:\n%s", &progress)
	}
	for _, work := range []string{
		"1 order a request, c=64 for each of two servers", "100 orders a request, c=4 for each of two servers",
		"1 order a request, c=64, another server frozen", "100 orders a request, c=4, another server frozen",
	} {
		if !strings.Contains(out.String(), "| "+work) {
			t.Errorf("no line of %q in:\n%s", work, &out)
		}
	}
}

// TestLongSoak: each kind of work is done, and what grows is found.
func TestLongSoak(t *testing.T) {
	if testing.Short() {
		t.Skip("long: make test-long runs it")
	}
	t.Setenv("TMPDIR", t.TempDir())
	postgresURL := os.Getenv(harness.PostgresVariable)
	var out, progress strings.Builder
	err := run(t.Context(), []string{"-only", partSoak, "-soak", "15s", "-rate", "50"}, postgresURL, &out, &progress)
	if err != nil {
		t.Fatalf("%v\n%s\n%s", err, &progress, &out)
	}
	for _, line := range []string{
		"creates of 1 order ", "creates of 100 orders", "creates for a partner", "pages of the console", "imports of 200 orders", "flights of",
		"the server's memory", "the server's goroutines", "the server's open files", "the server's journal",
	} {
		if !strings.Contains(out.String(), "| "+line) {
			t.Errorf("no line of %q in:\n%s", line, &out)
		}
	}
}

// TestGrowthIsFound: a soak fails by what the server holds at the end, and by a request that failed.
func TestGrowthIsFound(t *testing.T) {
	t.Parallel()
	calm := sample{memory: 300e6, goroutines: 150, files: 120, backlog: 10, journal: 9e6}
	for what, last := range map[string]sample{
		"":               calm,
		"memory":         {memory: 500e6, goroutines: 150, files: 120, backlog: 10, journal: 9e6},
		"goroutines":     {memory: 300e6, goroutines: 300, files: 120, backlog: 10, journal: 9e6},
		"open files":     {memory: 300e6, goroutines: 150, files: 300, backlog: 10, journal: 9e6},
		"work that wait": {memory: 300e6, goroutines: 150, files: 120, backlog: 90_000, journal: 9e6},
		"journal":        {memory: 300e6, goroutines: 150, files: 120, backlog: 10, journal: 600e6},
	} {
		second := calm
		second.part, last.part = 1, soakParts-1
		k := &soak{b: &bench{engine: newSQLite()}, samples: []sample{second, last}}
		if err := k.report(); (err == nil) != (what == "") || err != nil && !strings.Contains(err.Error(), what) {
			t.Errorf("%q grew: %v", what, err)
		}
	}
	f := &flow{name: "edits"}
	f.note(0, time.Second, errors.New("refused"))
	if err := (&soak{flows: []*flow{f}}).errs(); err == nil || !strings.Contains(err.Error(), "edits: 1 failed, the first: refused") {
		t.Errorf("a failed request: %v", err)
	}
}

func TestServersAreAudited(t *testing.T) {
	t.Parallel()
	two := &twoServers{acknowledged: new(atomic.Int64)}
	c := contender{amount: 100, workers: []func() error{func() error { return nil }, func() error { return errors.New("refused") }}}
	two.count(&c)
	for _, work := range c.workers {
		_ = work()
	}
	if got := two.acknowledged.Load(); got != 100 {
		t.Errorf("%d orders count as acknowledged, want those of the one request that was", got)
	}
	e, d := newSQLite(), database{folder: t.TempDir()}
	db, err := e.open(d)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = db.Close() }()
	_, err = db.ExecContext(t.Context(), `CREATE TABLE orders AS SELECT value AS tracking_no FROM json_each('["WB1", "WB2", "WB2"]')`)
	if err != nil {
		t.Fatal(err)
	}
	for _, acknowledged := range []int64{2, 3, 4} {
		two.acknowledged.Store(acknowledged)
		if err := two.audit(t.Context(), e, d); err == nil {
			t.Errorf("3 orders with 2 numbers pass for %d", acknowledged)
		}
	}
	if _, err := db.ExecContext(t.Context(), `UPDATE orders SET tracking_no = 'WB' || rowid`); err != nil {
		t.Fatal(err)
	}
	two.acknowledged.Store(3)
	if err := two.audit(t.Context(), e, d); err != nil {
		t.Error(err)
	}
}

func TestRunSaysThatPostgreSQLIsLeftOut(t *testing.T) {
	var out, progress strings.Builder
	err := run(t.Context(), []string{"-engines", postgresName}, "", &out, &progress)
	if err != nil || !strings.Contains(out.String(), "PostgreSQL is LEFT OUT") {
		t.Errorf("%v:\n%s", err, &out)
	}
}

func TestOptionsAreChecked(t *testing.T) {
	for _, args := range [][]string{
		{"-rows", "0"}, {"-rounds", "0"}, {"-seconds", "0"}, {"-engines", "oracle"}, {"-only", "all"}, {"-nonsense"}, {"argument"},
	} {
		var progress strings.Builder
		if o, err := parseOptions(args, &progress); err == nil {
			t.Errorf("%q is taken as %+v", args, o)
		}
	}
}

func TestSpaceIsChecked(t *testing.T) {
	t.Parallel()
	if err := checkSpace(t.TempDir(), 1); err != nil {
		t.Error(err)
	}
	if err := checkSpace(t.TempDir(), 1e15); err == nil || !strings.Contains(err.Error(), "-rows") {
		t.Errorf("a quadrillion orders: %v", err)
	}
}

func TestReportJudgesRatios(t *testing.T) {
	for _, c := range []struct {
		ratio   float64
		target  target
		verdict string
	}{
		{0.70, atLeast(0.7), "ok"},
		{0.69, atLeast(0.7), "**miss**"},
		{1.50, atMost(1.5), "ok"},
		{1.51, atMost(1.5), "**miss**"},
		{0.01, target{}, ""},
	} {
		var r report
		r.compare("work", quantity{}, "", "reference", quantity{}, c.ratio, c.target)
		if got := r.lines[0][len(reportHead)-1]; got != c.verdict {
			t.Errorf("%.2f, %+v: %q, want %q", c.ratio, c.target, got, c.verdict)
		}
	}
}

func TestReportDoesNotRepeatItself(t *testing.T) {
	var r report
	r.add("creates", "1,234/s", "1 / 2 ms", "group commit", "", "", "", "")
	r.add("creates", "1,234/s", "1 / 2 ms", "own", "", "", "", "")
	r.add("pages", "1,234/s", "3 / 4 ms", "raw", "", "", "", "")
	if got := r.lines[1][0] + r.lines[1][1] + r.lines[1][2]; got != "" {
		t.Errorf("the second line of the same work says %q", got)
	}
	if got := r.lines[2]; got[0] != "pages" || got[1] != "1,234/s" {
		t.Errorf("the line of other work says %q", got)
	}
}

func TestMedian(t *testing.T) {
	figures := []figure{{p50: 9 * time.Millisecond}, {p50: time.Millisecond}, {p50: 3 * time.Millisecond}}
	of := func(f figure) time.Duration { return f.p50 }
	if got := median(figures, of); got != 3*time.Millisecond {
		t.Errorf("of three: %s", got)
	}
	if got := median(figures[:2], of); got != 5*time.Millisecond {
		t.Errorf("of two: %s, want their mean", got)
	}
}

func TestRatioIsThatOfEachRound(t *testing.T) {
	// The machine was four times as slow in the second round.
	product, reference := figure{rounds: []float64{80, 20, 84}}, figure{rounds: []float64{100, 25, 100}}
	if got := product.beside(reference); got != 0.8 {
		t.Errorf("%v, want the median of 0.8, 0.8 and 0.84", got)
	}
}

func TestScatterIsAPermutation(t *testing.T) {
	seen := make(map[int64]bool)
	for id := range int64(100_000) {
		n := scatter(id)
		if n < 0 || n >= 1e11 || seen[n] {
			t.Fatalf("scatter(%d) = %d, which is out of range or not new", id, n)
		}
		seen[n] = true
	}
}
