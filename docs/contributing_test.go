package docs_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var (
	// repositoryPath is a path that CONTRIBUTING.md links to, or has in backquotes.
	repositoryPath = regexp.MustCompile("\\]\\(([^)#:]+)\\)|`((?:internal|client|cmd|test|docs|scripts|\\.ci|\\.github)/[^` ]*)`")
	testName       = regexp.MustCompile("`((?:Test|Fuzz)\\w+)`")
	testFunction   = regexp.MustCompile(`(?m)^func ((?:Test|Fuzz)\w+)\(`)
)

// TestContributingNamesWhatExists looks up each path and each test that the recipes name.
func TestContributingNamesWhatExists(t *testing.T) {
	content, err := os.ReadFile("../CONTRIBUTING.md")
	if err != nil {
		t.Fatal(err)
	}
	paths := repositoryPath.FindAllStringSubmatch(string(content), -1)
	names := testName.FindAllStringSubmatch(string(content), -1)
	if len(paths) < 20 || len(names) < 10 {
		t.Fatalf("only %d paths and %d tests are found: does the pattern still fit the text?", len(paths), len(names))
	}
	for _, match := range paths {
		path := match[1] + match[2]
		if _, err := os.Stat(filepath.Join("..", path)); err != nil {
			t.Errorf("CONTRIBUTING.md names %s: %v", path, err)
		}
	}
	functions := testFunctions(t)
	for _, match := range names {
		if !functions[match[1]] {
			t.Errorf("CONTRIBUTING.md names %s, which is no test", match[1])
		}
	}
}

// testFunctions are the names of all tests of the repository.
func testFunctions(t *testing.T) map[string]bool {
	t.Helper()
	functions := map[string]bool{}
	err := filepath.WalkDir("..", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, "_test.go") || entry.IsDir() {
			return err
		}
		content, err := os.ReadFile(path)
		for _, match := range testFunction.FindAllSubmatch(content, -1) {
			functions[string(match[1])] = true
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return functions
}
