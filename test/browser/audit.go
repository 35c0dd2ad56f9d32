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

// auditScript has the rules that it checks in the place of %s.
const auditScript = `axe.run({resultTypes: ["violations"], %s}).then(r => JSON.stringify({
  Problems: r.violations.map(v => v.id + ": " + v.nodes.map(n => n.html).slice(0, 3).join(" ")),
  Overflow: document.documentElement.scrollWidth - innerWidth, Title: document.title, Passed: r.passes.length,
}))`

// Audit checks the page in the window with axe-core. The text rules goes into the options of axe.run. At least so many rules must pass,
// because a page on which few apply did not load.
func (w *Window) Audit(name, rules string, least int) {
	w.t.Helper()
	var found finding
	if err := json.Unmarshal([]byte(Evaluate[string](w, fmt.Sprintf(auditScript, rules))), &found); err != nil {
		w.t.Fatalf("%s: %v", name, err)
	}
	if len(found.Problems) > 0 || found.Overflow > 0 || found.Passed < least || found.Title == "broken" {
		w.t.Errorf("%s: %+v", name, found)
	}
}
