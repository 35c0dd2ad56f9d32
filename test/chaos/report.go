package main

import (
	"context"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"
)

// maxExamples is how many cases of a broken promise are told.
const maxExamples = 5

// promise is one that the audit checks, case by case.
type promise struct {
	text            string
	checked, broken int
	examples        []string
}

// check counts a case; what tells of one that is broken.
func (p *promise) check(holds bool, what string, args ...any) {
	p.checked++
	if holds {
		return
	}
	if p.broken++; len(p.examples) < maxExamples {
		p.examples = append(p.examples, fmt.Sprintf(what, args...))
	}
}

// figure is something that was counted, and is neither good nor bad.
type figure struct{ what, amount string }

// report audits the house and writes what it found. Returns errBroken if a promise is.
func (h *house) report(ctx context.Context, l *load, out io.Writer) error {
	a, err := newAudit(ctx, l)
	if err != nil {
		return err
	}
	promises := a.promises()
	lines, broken := [][]string{{"promise", "checked", "broken"}}, false
	for _, p := range promises {
		lines = append(lines, []string{p.text, group(p.checked), group(p.broken)})
		broken = broken || p.broken > 0
	}
	writeTable(out, lines)
	figures, err := a.figures(ctx)
	if err != nil {
		return err
	}
	lines = [][]string{{"what happened", "times"}}
	for _, f := range figures {
		lines = append(lines, []string{f.what, f.amount})
	}
	fmt.Fprintln(out)
	writeTable(out, lines)
	for _, p := range promises {
		for _, example := range p.examples {
			fmt.Fprintf(out, "\nBROKEN: %s: %s", p.text, example)
		}
	}
	fmt.Fprintln(out)
	if broken {
		return errBroken
	}
	return nil
}

// writeTable writes lines, the first of which is the head, as Markdown that is aligned for
// people.
func writeTable(out io.Writer, lines [][]string) {
	widths := make([]int, len(lines[0]))
	for _, line := range lines {
		for i, cell := range line {
			widths[i] = max(widths[i], utf8.RuneCountInString(cell))
		}
	}
	write := func(cells []string) {
		for i, cell := range cells {
			fmt.Fprintf(out, "| %s%s ", cell, strings.Repeat(" ", widths[i]-utf8.RuneCountInString(cell)))
		}
		fmt.Fprintln(out, "|")
	}
	write(lines[0])
	rule := make([]string, len(widths))
	for i, width := range widths {
		rule[i] = strings.Repeat("-", width)
	}
	write(rule)
	for _, line := range lines[1:] {
		write(line)
	}
}

// group writes a number with a comma at the thousands.
func group[N int | int64](n N) string {
	digits := strconv.FormatInt(int64(n), 10)
	for at := len(digits) - 3; at > 0; at -= 3 {
		digits = digits[:at] + "," + digits[at:]
	}
	return digits
}
