package browser

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"testing"
)

// Axe is the source of axe-core, which Audit needs: see AddScript.
func Axe(t *testing.T) string {
	t.Helper()
	folder := os.Getenv("WAYBILL_TEST_AXE") //nolint:forbidigo // a setting of the tests
	switch {
	case folder == "" && os.Getenv("CI") != "": //nolint:forbidigo // a setting of the tests
		t.Fatal("WAYBILL_TEST_AXE is not set, and CI forbids to skip its tests: make test-long sets it")
	case folder == "":
		t.Skip("SKIPPED: WAYBILL_TEST_AXE is not set: make test-long sets it")
	}
	source, err := os.ReadFile(filepath.Join(folder, "axe-core", "axe.min.js")) //nolint:gosec // the folder of the setting
	if err != nil {
		t.Fatal(err)
	}
	return string(source)
}

// finding is what a page breaks.
type finding struct {
	Problems []string
	Overflow int    // by how many pixels it is wider than the window
	Title    string // "broken": a hostile text was run
	Passed   int    // rules of axe-core that it keeps
}

// auditScript has the result of axe-core in the place of %s.
const auditScript = `Promise.resolve(%s).then(r => JSON.stringify({
  Problems: r.violations.map(v => v.id + ": " + v.nodes.map(n => n.html).slice(0, 3).join(" ")),
  Overflow: document.documentElement.scrollWidth - document.documentElement.clientWidth, Title: document.title, Passed: r.passes.length,
}))`

// Audit checks the page in the window with axe-core. The text rules goes into the options of axe.run. At least so many rules must pass,
// because a page on which few apply did not load.
func (w *Window) Audit(name, rules string, least int) {
	w.t.Helper()
	w.check(name, `axe.run({resultTypes: ["violations"], `+rules+`})`, least)
}

// Fits checks without axe-core that the page is not wider than the window.
func (w *Window) Fits(name string) {
	w.t.Helper()
	w.check(name, `{violations: [], passes: []}`, 0)
}

func (w *Window) check(name, result string, least int) {
	w.t.Helper()
	var found finding
	w.Await("true")
	text, err := evaluate[string](w, fmt.Sprintf(auditScript, result))
	if err == nil {
		err = json.Unmarshal([]byte(text), &found)
	}
	if err != nil {
		w.t.Fatalf("%s: %v\n%s", name, err, w.Source())
	}
	if len(found.Problems) > 0 || found.Overflow > 0 || found.Passed < least || found.Title == "broken" {
		w.t.Errorf("%s: %+v", name, found)
	}
}
