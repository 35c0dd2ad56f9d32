package api

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"waybill/internal/problem"
)

// TestAllCodesAreOnOnePage: each code has an anchor, its text, when it occurs and what to do, and its arguments.
func TestAllCodesAreOnOnePage(t *testing.T) {
	page := getDocs(t, "/docs/errors", "").Body.String()
	parts := regexp.MustCompile(`<section class="code">\n<h3 id="([a-z0-9_]+)">`).FindAllStringSubmatchIndex(page, -1)
	shown := map[string]string{}
	for i, at := range parts {
		end := len(page)
		if i+1 < len(parts) {
			end = parts[i+1][0]
		}
		shown[page[at[2]:at[3]]] = page[at[0]:end]
	}
	codes := problem.Codes()
	if len(shown) != len(codes) || len(codes) < 600 {
		t.Errorf("the page has %d codes, want %d", len(shown), len(codes))
	}
	for _, code := range codes {
		if part := shown[code]; !strings.Contains(part, "<p>") || strings.Contains(part, "<p></p>") ||
			!strings.Contains(part, "<dt>When</dt><dd>") || !strings.Contains(part, "<dt>What to do</dt><dd>") {
			t.Errorf("%s: %s", code, part)
		}
	}
	for code, want := range map[string]string{
		"throttled":     "<p>Request was throttled. Expected available in {seconds} seconds.</p>",
		"max_length":    "<dt>Arguments</dt><dd><code>max</code> (number)</dd>",
		"other_lane":    "<code>service_id</code> (number), <code>origin</code> (name of a country, in English), ",
		"no_passkeys":   "<dt>Where</dt><dd>Only in the console and the commands, never in responses of the API.</dd>",
		"invalid_gstin": "<p>Enter a valid ",
	} {
		if !strings.Contains(shown[code], want) {
			t.Errorf("%s: %s\nwant %s", code, shown[code], want)
		}
	}
	anchors := regexp.MustCompile(` id="([^"]*)"`).FindAllStringSubmatch(page, -1)
	slices.SortFunc(anchors, func(a, b []string) int { return strings.Compare(a[1], b[1]) })
	if distinct := slices.CompactFunc(slices.Clone(anchors), func(a, b []string) bool { return a[1] == b[1] }); len(distinct) != len(anchors) {
		t.Errorf("of %d anchors %d are distinct", len(anchors), len(distinct))
	}
}

// TestHelpNamesRealOperations: what the page of all codes says to call is there.
func TestHelpNamesRealOperations(t *testing.T) {
	known := map[string]bool{}
	parameter := regexp.MustCompile(`\{[a-z_]+\}`)
	for _, r := range bareAPI().routes() {
		known[r.Method+" "+parameter.ReplaceAllString(r.Path, "{}")] = true
	}
	named := regexp.MustCompile(`(GET|POST|PUT|PATCH|DELETE) /api/[a-z0-9/{}_-]*`).FindAllString(string(problem.Table), -1)
	for _, operation := range named {
		if !known[parameter.ReplaceAllString(operation, "{}")] {
			t.Errorf("there is no %s", operation)
		}
	}
	if len(named) < 30 {
		t.Errorf("only %d operations are named", len(named))
	}
}
