package main

import (
	"bytes"
	"cmp"
	"context"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/signal"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	err := run(ctx, os.Args[1:], os.Environ(), os.Stdout, os.Stderr) //nolint:forbidigo // a main of its own
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "mutants:", err)
		os.Exit(1) //nolint:forbidigo // the same
	}
}

// mutants are the changes of some packages, and the tests.
type mutants struct {
	folder   string // of files for this run
	environ  []string
	progress io.Writer
	replaced map[string]string       // the files that are changed, by what replaces them
	skipped  map[string]map[int]bool // lines that do not compile with changes, by file
	changes  []change                // by number; none has 0
	tests    []test                  // the fastest first
}

// run changes packages, and writes the changes that no test notices to out.
func run(ctx context.Context, args, environ []string, out, progress io.Writer) (err error) {
	flags := flag.NewFlagSet("mutants", flag.ContinueOnError)
	flags.SetOutput(progress)
	packages := flags.String("packages", "", "the packages to change, with commas between them")
	tests := flags.String("tests", "", "the packages with the tests, with commas between them; empty: those of -packages")
	sample := flags.Float64("sample", 1, "the part of the changes that is tried, chosen at random")
	most := flags.Int("most", 60, "the number of tests that a change is tried with, at most")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if *packages == "" {
		return fmt.Errorf("-packages is missing: name the packages to change, such as ./internal/orders")
	}
	m := &mutants{environ: environ, progress: progress, replaced: map[string]string{}, skipped: map[string]map[int]bool{}}
	if m.folder, err = os.MkdirTemp("", "waybill-mutants"); err != nil {
		return err
	}
	defer os.RemoveAll(m.folder)
	binaries, err := m.build(ctx, strings.Split(*packages, ","), strings.Split(cmp.Or(*tests, *packages), ","))
	if err != nil {
		return err
	}
	if err := m.findTests(ctx, binaries); err != nil {
		return err
	}
	_, _ = fmt.Fprintf(progress, "%d changes, %d tests\n", len(m.changes)-1, len(m.tests))
	return m.try(ctx, out, *sample, *most)
}

// each calls do for each number below n, as many at once as there are processors.
func each(ctx context.Context, n int, do func(i int)) {
	var group sync.WaitGroup
	next := make(chan int)
	for range runtime.NumCPU() {
		group.Go(func() {
			for i := range next {
				do(i)
			}
		})
	}
	for i := 0; i < n && ctx.Err() == nil; i++ {
		next <- i
	}
	close(next)
	group.Wait()
}

// The verdicts on a change.
const (
	noticed    = "noticed"
	notNoticed = "not noticed"
	notReached = "not reached"
)

// try runs the tests with each chosen change, and writes the changes that no test notices.
func (m *mutants) try(ctx context.Context, out io.Writer, sample float64, most int) error {
	chosen := slices.DeleteFunc(slices.Clone(m.changes[1:]), func(change) bool {
		return rand.Float64() >= sample //nolint:gosec // a sample
	})
	var mu sync.Mutex
	count := map[string]int{}
	each(ctx, len(chosen), func(i int) {
		verdict, tests := m.verdict(ctx, chosen[i].id, most)
		mu.Lock()
		defer mu.Unlock()
		if count[verdict]++; verdict != noticed && ctx.Err() == nil {
			_, _ = fmt.Fprintf(out, "%s   [%s by %d tests]\n", chosen[i], verdict, tests)
		}
	})
	_, _ = fmt.Fprintf(out, "%d changes: %d noticed, %d not noticed, %d not reached by a test\n",
		len(chosen), count[noticed], count[notNoticed], count[notReached])
	return ctx.Err()
}

// around is how many numbers before and behind a change those of its function may have.
const around = 30

// verdict tries a change with the tests that reach it, at most as many as most says. Tests that reach more of its function run first.
func (m *mutants) verdict(ctx context.Context, id, most int) (verdict string, tests int) {
	type reaching struct {
		*test
		share int
	}
	var all []reaching
	for i := range m.tests {
		if t := &m.tests[i]; len(t.reached) > id && t.reached[id] != 0 {
			all = append(all, reaching{t, bytes.Count(t.reached[max(id-around, 0):min(id+around, len(t.reached))], []byte{1})})
		}
	}
	slices.SortStableFunc(all, func(a, b reaching) int { return cmp.Compare(b.share, a.share) })
	by := map[binary][]string{} // names
	for _, t := range all[:min(len(all), most)] {
		by[t.binary] = append(by[t.binary], t.name)
		tests++
	}
	if tests == 0 {
		return notReached, 0
	}
	for b, names := range by {
		for some := range slices.Chunk(names, 8) {
			if !m.pass(ctx, b, some, "WAYBILL_MUTANT="+strconv.Itoa(id)) {
				return noticed, tests
			}
		}
	}
	return notNoticed, tests
}
