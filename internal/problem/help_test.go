package problem

import (
	"encoding/json"
	"strings"
	"testing"
)

// TestEveryCodeHelps: the page of all codes says of each when it occurs and what to do, in other words than its text.
func TestEveryCodeHelps(t *testing.T) {
	t.Parallel()
	type help struct{ When, Do string }
	var groups []struct {
		Title string
		help
		Codes []struct {
			Code string
			help
		}
	}
	if err := json.Unmarshal(Table, &groups); err != nil {
		t.Fatal(err)
	}
	listed, titles := map[string]bool{}, map[string]bool{}
	for _, g := range groups {
		if g.Title == "" || titles[g.Title] || listed[strings.ToLower(g.Title)] {
			t.Errorf("the title %q is empty, or there twice", g.Title)
		}
		titles[g.Title] = true
		for _, c := range g.Codes {
			if listed[c.Code] {
				t.Errorf("%s is in the table twice", c.Code)
			}
			listed[c.Code] = true
			for key, texts := range map[string][]string{"when": {c.When, g.When}, "do": {c.Do, g.Do}} {
				text := texts[0]
				if text == "" {
					text = texts[1]
				}
				if !strings.HasSuffix(text, ".") || text == English(c.Code) || strings.Contains(text, "{"+"label}") {
					t.Errorf("%s: %q of codes.json is %q: write a sentence that says more than %q", c.Code, key, text, English(c.Code))
				}
			}
		}
	}
	for _, code := range Codes() {
		if !listed[code] {
			t.Errorf("%s is not in codes.json", code)
		}
	}
}
