package docs_test

import (
	"errors"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode"
)

var (
	// fence is a block of code, which has no links and no headings.
	fence   = regexp.MustCompile("(?ms)^ *```.*?\n *```$")
	link    = regexp.MustCompile(`\]\(([^)\s]+)\)|<img src="([^"]+)"`)
	heading = regexp.MustCompile(`(?m)^#+ (.+)$`)
)

// TestLinks looks up the file and the heading of each link between the pages of the repository.
func TestLinks(t *testing.T) {
	pages := markdownPages(t)
	for page, text := range pages {
		for _, match := range link.FindAllStringSubmatch(text, -1) {
			target, err := url.Parse(match[1] + match[2])
			if err != nil || target.Scheme != "" {
				continue
			}
			file := page
			if target.Path != "" {
				file = filepath.Join(filepath.Dir(page), target.Path)
			}
			for _, part := range []string{"../client", "../clients/python", "../clients/typescript"} { // packages, which have no other files
				if filepath.Dir(page) == part && !strings.HasPrefix(file, part+"/") {
					t.Errorf("%s links to %s, which is not in its package", page, target)
				}
			}
			if _, err := os.Stat(file); err != nil {
				t.Errorf("%s links to %s: %v", page, target, err)
			}
			if target.Fragment != "" && !anchors(pages[file])[target.Fragment] {
				t.Errorf("%s links to %s, and %s has no such heading", page, target, file)
			}
		}
	}
}

// markdownPages are the texts of all pages of the repository by path, without blocks of code.
func markdownPages(t *testing.T) map[string]string {
	t.Helper()
	pages := map[string]string{}
	err := filepath.WalkDir("..", func(path string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && (entry.Name() == ".git" || entry.Name() == "node_modules" || path == filepath.Join("..", "bin")):
			return fs.SkipDir
		case entry.IsDir() || filepath.Ext(path) != ".md":
			return nil
		}
		text, err := os.ReadFile(path)
		pages[path] = fence.ReplaceAllString(string(text), "")
		return err
	})
	if err == nil && len(pages) < 30 {
		err = errors.New("the pages are not found")
	}
	if err != nil {
		t.Fatal(err)
	}
	return pages
}

// anchors are the names of a page's headings in links, as GitHub makes them.
func anchors(text string) map[string]bool {
	names := map[string]bool{}
	for _, match := range heading.FindAllStringSubmatch(text, -1) {
		name := strings.Map(func(r rune) rune {
			switch {
			case r == ' ':
				return '-'
			case unicode.IsLetter(r), unicode.IsDigit(r), r == '-', r == '_':
				return unicode.ToLower(r)
			}
			return -1
		}, match[1])
		names[name] = true
	}
	return names
}
