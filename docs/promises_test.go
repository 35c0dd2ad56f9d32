package docs_test

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

var (
	promiseTest = regexp.MustCompile("`(Test\\w+)`")
	promiseText = regexp.MustCompile(`^ \[.+\]\(\S+\) $`) // links to where it is documented
)

// TestPromisesHaveTheirTests looks up each test that promises.md names, and fails for a line without a test that was seen failing.
func TestPromisesHaveTheirTests(t *testing.T) {
	page, err := os.ReadFile("promises.md")
	if err != nil {
		t.Fatal(err)
	}
	functions, promises := testFunctions(t), 0
	for line := range strings.Lines(string(page)) {
		if !strings.HasPrefix(line, "|") || strings.HasPrefix(line, "|---") || strings.HasPrefix(line, "| Promise |") {
			continue
		}
		promises++
		cells := strings.Split(line, "|") // promise, seen failing, other tests
		if len(cells) != 5 {
			t.Errorf("%d cells: %s", len(cells)-2, line)
			continue
		}
		if !promiseText.MatchString(cells[1]) {
			t.Errorf("no page documents the promise: %s", line)
		}
		if !promiseTest.MatchString(cells[2]) {
			t.Errorf("no test was seen failing: %s", line)
		}
		for _, name := range promiseTest.FindAllStringSubmatch(cells[2]+cells[3], -1) {
			if !functions[name[1]] {
				t.Errorf("%s is no test", name[0])
			}
		}
	}
	if promises < 40 {
		t.Errorf("only %d promises are found: does the pattern still fit the page?", promises)
	}
}
