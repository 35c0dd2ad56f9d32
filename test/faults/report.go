package main

import (
	"context"
	"fmt"
	"io"

	"waybill/test/harness"
)

// maxExamples is how many cases of a broken promise are printed.
const maxExamples = 5

// promise is a promise of the product, which is checked case by case.
type promise struct {
	text            string
	checked, broken int
	examples        []string
}

// check counts a case; what describes it if it is broken.
func (p *promise) check(holds bool, what string, args ...any) {
	p.checked++
	if holds {
		return
	}
	if p.broken++; len(p.examples) < maxExamples {
		p.examples = append(p.examples, fmt.Sprintf(what, args...))
	}
}

// report judges the run and writes both tables. Returns errBroken if a promise is.
func (c *cluster) report(ctx context.Context, out io.Writer) error {
	a, err := newAudit(ctx, c)
	if err != nil {
		return err
	}
	promises := a.promises()
	lines, broken := [][]string{{"promise", "checked", "broken"}}, false
	for _, p := range promises {
		lines = append(lines, []string{p.text, harness.Thousands(p.checked), harness.Thousands(p.broken)})
		broken = broken || p.broken > 0
	}
	harness.WriteTable(out, lines)
	fmt.Fprintln(out)
	harness.WriteTable(out, a.figures())
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
