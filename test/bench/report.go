package main

import (
	"fmt"
	"io"
	"time"

	"waybill/test/harness"
)

// target is a bound of the ratio of a figure to its reference; without one the ratio is for information.
type target struct {
	bound   float64
	atLeast bool
}

func atLeast(ratio float64) target { return target{ratio, true} }
func atMost(ratio float64) target  { return target{ratio, false} }

func (t target) met(ratio float64) bool { return ratio >= t.bound == t.atLeast || ratio == t.bound }

// report is the table of an engine, a line each comparison.
type report struct {
	lines [][]string
	shown [3]string // the last work, figure and times that were written out
}

var reportHead = []string{"work", "figure", "p50 / p99", "reference", "its figure", "ratio", "target", ""}

// quantity is a figure as it is shown.
type quantity struct {
	value float64
	text  string
}

func perSecond(what string, f figure) quantity {
	return quantity{f.rate, harness.Thousands(f.rate) + " " + what + "/s"}
}

// timeEach is how long a page takes when eight are always under way.
func timeEach(f figure) quantity {
	ms := 1000 / f.rate
	return quantity{ms, fmt.Sprintf("%.3f ms", ms)}
}

func milliseconds(d time.Duration) quantity {
	ms := float64(d) / float64(time.Millisecond)
	return quantity{ms, fmt.Sprintf("%.0f ms", ms)}
}

func microseconds(d time.Duration) quantity {
	us := float64(d) / float64(time.Microsecond)
	return quantity{us, fmt.Sprintf("%.0f µs", us)}
}

func megabytes(bytes int64) quantity {
	mb := float64(bytes) / 1e6
	return quantity{mb, fmt.Sprintf("%.0f MB", mb)}
}

func latencies(f figure) string {
	ms := func(d time.Duration) string { return fmt.Sprintf("%.2f", float64(d)/float64(time.Millisecond)) }
	return ms(f.p50) + " / " + ms(f.p99) + " ms"
}

// compare adds a line: the figure of some work beside a reference, and their ratio.
func (r *report) compare(work string, got quantity, times, reference string, want quantity, ratio float64, t target) {
	bound, verdict := "", ""
	if t.bound > 0 {
		sign := "≤"
		if t.atLeast {
			sign = "≥"
		}
		bound, verdict = fmt.Sprintf("%s %.2f", sign, t.bound), "ok"
		if !t.met(ratio) {
			verdict = "**miss**"
		}
	}
	r.add(work, got.text, times, reference, want.text, fmt.Sprintf("%.2f", ratio), bound, verdict)
}

// limit adds a line: the figure of some work beside what it may be at most.
func (r *report) limit(work string, got, most quantity) {
	verdict := "ok"
	if got.value > most.value {
		verdict = "**miss**"
	}
	r.add(work, got.text, "", "", "", "", "≤ "+most.text, verdict)
}

// add adds a line. What the line above says of the same work it does not say again.
func (r *report) add(cells ...string) {
	said := [3]string(cells)
	if said[0] == r.shown[0] {
		for i := range said {
			if said[i] == r.shown[i] {
				cells[i] = ""
			}
		}
	}
	r.shown = said
	r.lines = append(r.lines, cells)
}

// write writes the table.
func (r *report) write(out io.Writer) {
	harness.WriteTable(out, append([][]string{reportHead}, r.lines...))
}
