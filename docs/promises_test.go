package docs_test

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

var promiseTest = regexp.MustCompile("`(Test\\w+)`")

// TestPromisesHaveTheirTests looks up each test that promises.md names, and fails for a line without one. At least one test of
// each line was seen failing.
func TestPromisesHaveTheirTests(t *testing.T) {
	page, err := os.ReadFile("promises.md")
	if err != nil {
		t.Fatal(err)
	}
	functions, promises := testFunctions(t), 0
	for line := range strings.Lines(string(page)) {
		cells := strings.Split(line, "|")
		if len(cells) != 6 || strings.HasPrefix(line, "|---") || strings.HasPrefix(line, "| Promise |") {
			continue
		}
		promises++
		names := promiseTest.FindAllStringSubmatch(cells[3], -1)
		if len(names) == 0 {
			t.Errorf("no test: %s", line)
		}
		seen := promiseTest.FindAllString(cells[4], -1)
		if len(seen) == 0 {
			t.Errorf("no test was seen failing: %s", line)
		}
		for _, name := range seen {
			if !strings.Contains(cells[3], name) {
				t.Errorf("%s is no test of its line: %s", name, line)
			}
		}
		for _, name := range names {
			if !functions[name[1]] {
				t.Errorf("%s is no test", name[0])
			}
		}
	}
	if promises < 40 {
		t.Errorf("only %d promises are found: does the pattern still fit the page?", promises)
	}
}
