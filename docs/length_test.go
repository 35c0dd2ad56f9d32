package docs_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The most words of a page, unless its first line says that it is a reference, of a decision, and of all of them.
const (
	pageWords     = 1200
	decisionWords = 310
	allWords      = 60_000
)

// TestPagesAreShort: somebody can read all of it.
func TestPagesAreShort(t *testing.T) {
	t.Parallel()
	all := 0
	err := filepath.WalkDir(".", func(path string, _ fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".md" {
			return err
		}
		text, err := os.ReadFile(path)
		words := len(strings.Fields(string(text)))
		all += words
		most := pageWords
		if filepath.Base(filepath.Dir(path)) == "adr" && filepath.Base(path) != "README.md" {
			most = decisionWords
		}
		if words > most && !strings.HasPrefix(string(text), "<!-- reference -->\n") {
			t.Errorf("%s has %d words, more than %d: cut it, or make two pages of it", path, words, most)
		}
		return err
	})
	if err != nil || all > allWords {
		t.Errorf("all pages have %d words, more than %d: say each thing once, %v", all, allWords, err)
	}
}
