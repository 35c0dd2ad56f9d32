package harness

import (
	"os"
	"slices"
	"strings"
	"testing"
)

// CompareLines fails for each line that a file does not have, and for each line of the file that is not among the lines. The order of the
// lines does not count.
func CompareLines(tb testing.TB, file string, lines []string) {
	tb.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		tb.Fatal(err)
	}
	declared := strings.Split(strings.TrimSpace(string(text)), "\n")
	for _, line := range lines {
		if !slices.Contains(declared, line) {
			tb.Errorf("%s has no line %s", file, line)
		}
	}
	for _, line := range declared {
		if !slices.Contains(lines, line) {
			tb.Errorf("%s has a line that is not true: %s", file, line)
		}
	}
}
