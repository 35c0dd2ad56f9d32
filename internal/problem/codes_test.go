package problem

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

func TestIs(t *testing.T) {
	t.Parallel()
	if m := MaxLength.With(5); !m.Is(MaxLength) || m.Is(MaxElements) || !Join(Null, m).Is(Null) || Own("x").Is(Null) || (Message{}).Is(Null) {
		t.Error("Is compares codes wrongly")
	}
}

// TestEveryCodeIsUsed: each variable of the table is used by some package.
func TestEveryCodeIsUsed(t *testing.T) {
	t.Parallel()
	used := map[string]bool{}
	sentence := regexp.MustCompile("\\bproblem\\.Own\\([\"`]")
	use := regexp.MustCompile(`\bproblem\.([A-Z]\w*)`)
	err := filepath.WalkDir("../..", func(path string, _ os.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		content, err := os.ReadFile(path)
		if sentence.Match(content) {
			t.Errorf("%s has a sentence that belongs into the table", path)
		}
		for _, found := range use.FindAllSubmatch(content, -1) {
			used[string(found[1])] = true
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	variable, defined := regexp.MustCompile(`(?m)^\t([A-Z]\w*) += Define\(`), 0
	for _, file := range files {
		content, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, found := range variable.FindAllSubmatch(content, -1) {
			defined++
			if name := string(found[1]); !used[name] {
				t.Errorf("%s: nobody says %s", file, name)
			}
		}
	}
	if defined < 200 {
		t.Error("the table has only", defined, "variables")
	}
}
