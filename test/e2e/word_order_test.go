package e2e_test

import (
	"html"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"

	"waybill/test/browser"
)

// ordered is the characters of each line of a page from left to right.
const ordered = `[...document.querySelectorAll("p")].map(p => {
  const text = p.firstChild, range = document.createRange(), found = [];
  for (let i = 0; i < text.length; i++) {
    range.setStart(text, i);
    range.setEnd(text, i + 1);
    const at = range.getBoundingClientRect();
    found.push([at.left + at.right, text.data[i]]);
  }
  return found.sort((a, b) => a[0] - b[0]).map(f => f[1]).join("");
}).join("\n")`

// TestLongOrderOfABrowser shows the lines of internal/label/typeset/testdata/browser.tsv in a browser: the characters have the order of
// that file, in which a test sets them on labels.
func TestLongOrderOfABrowser(t *testing.T) {
	if testing.Short() {
		t.Skip("long: make test-long runs it")
	}
	t.Parallel()
	file, err := os.ReadFile("../../internal/label/typeset/testdata/browser.tsv")
	if err != nil {
		t.Fatal(err)
	}
	var page strings.Builder
	page.WriteString(`<!doctype html><meta charset="utf-8"><style>p { white-space: pre; unicode-bidi: plaintext }</style>`)
	var want []string
	for line := range strings.Lines(string(file)) {
		written, order, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		page.WriteString("<p>" + html.EscapeString(written) + "</p>")
		want = append(want, order)
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		_, _ = w.Write([]byte(page.String()))
	}))
	t.Cleanup(server.Close)
	w := browser.Open(t, browser.Shell)
	w.Open(server.URL)
	got := strings.Split(browser.Evaluate[string](w, ordered), "\n")
	for i := range want {
		if i >= len(got) || got[i] != want[i] {
			t.Errorf("line %d of %d: the browser shows %q, the file has %q", i+1, len(got), got[min(i, len(got)-1)], want[i])
		}
	}
}
