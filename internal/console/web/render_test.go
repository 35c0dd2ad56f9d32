package web

import "testing"

// TestPagesParse parses each page, which the server does only when the page is first shown.
func TestPagesParse(t *testing.T) {
	pages, err := newPages(allFiles(t)...)
	if err != nil {
		t.Fatal(err)
	}
	if len(pages) < 40 {
		t.Fatalf("%d pages", len(pages))
	}
	for name, p := range pages {
		if _, err := p.instance(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}
