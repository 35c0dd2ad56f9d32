package web

import "testing"

// TestPagesParse parses each page in each language, which the server does only when the page is first shown.
func TestPagesParse(t *testing.T) {
	files := allFiles(t)
	all, err := LanguagesOf(files...)
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range all {
		pages, err := newPages(l, newAssets(), files...)
		if err != nil {
			t.Fatal(err)
		}
		if len(pages) < 40 {
			t.Fatalf("%d pages", len(pages))
		}
		for name, p := range pages {
			if _, err := p.instance(); err != nil {
				t.Errorf("%s in %s: %v", name, l.Tag, err)
			}
		}
	}
}
