package xlsx

import (
	"strings"
	"testing"
)

func TestDates(t *testing.T) {
	for _, c := range []struct {
		serial   float64
		date1904 bool
		want     string // "" for none
	}{
		{1, false, "1900-01-01"},
		{59, false, "1900-02-28"},
		{60, false, ""},
		{61, false, "1900-03-01"},
		{46053, false, "2026-01-31"},
		{46053.5, false, "2026-01-31T12:00:00"},
		{46052.999999, false, "2026-01-31"},
		{0.25, false, "06:00:00"},
		{44591, true, "2026-01-31"},
		{2958465, false, "9999-12-31"},
		{2958466, false, ""},
		{-1, false, ""},
		{2958465, true, ""},
	} {
		if got, _ := DateOf(c.serial, c.date1904); got != c.want {
			t.Errorf("%v (1904: %v) is %q, want %q", c.serial, c.date1904, got, c.want)
		}
	}
}

func TestDateFormats(t *testing.T) {
	for code, want := range map[string]bool{
		"yyyy-mm-dd": true, "d.m.yy": true, "[h]:mm": true, "[$-409]d-mmm": true, `"am" d`: true, "General": false, "0.00E+00": false,
		"#,##0.00": false, `0.0" kg"`: false, `0\d`: false, "[Red]0": false, "@": false, `0"days`: false, "0;[Red]-0;yyyy": false,
		`_-* #,##0.00\ "€"_-`: false, "General\" pcs\"": false, "[hh]": true, "[mm]0": true, `"d`: false, `0\`: false,
		`";"yy`: true, "*d0": false,
	} {
		if got := dateFormat().MatchString(code); got != want {
			t.Errorf("%s is a date: %v", code, got)
		}
	}
}

func TestNumberText(t *testing.T) {
	for f, want := range map[float64]string{
		0.1 + 0.2: "0.3", 628123456789012: "628123456789012", 1.5: "1.5", -3: "-3", 1e20: "100000000000000000000", 1e300: "1e+300", 0: "0",
		1234567890123456789: "1234567890123460000",
	} {
		if got := numberText(f); got != want {
			t.Errorf("%v is %q, want %q", f, got, want)
		}
	}
}

func TestUnescape(t *testing.T) {
	for text, want := range map[string]string{
		"a_x000D_b": "a\rb", "_x005F_x000D_": "_x000D_", "_x12_": "_x12_", "x_x": "x_x", "_x0041__x0042_": "AB", "_xD83D_": "\uFFFD",
	} {
		if got := string(unescape([]byte(text))); got != want {
			t.Errorf("%s is %q, want %q", text, got, want)
		}
	}
}

func TestColumnOf(t *testing.T) {
	for reference, want := range map[string]int{"A1": 0, "Z9": 25, "AA10": 26, "xfd1": 16383, "XFE1": -1, "1": -1, "": -1, "B": 1} {
		got, ok := columnOf(reference)
		if ok != (want >= 0) || ok && got != want {
			t.Errorf("%s is column %d, %v", reference, got, ok)
		}
	}
}

// TestTooManyMergedCells: the memory of merged cells is bounded.
func TestTooManyMergedCells(t *testing.T) {
	r := rowReader{}
	for range maxMerged {
		if err := r.merge("A2:B3"); err != nil {
			t.Fatal(err)
		}
	}
	for _, reference := range []string{"A2:B2", "A3:A2", "A2", "", "2:3", "A0:A2", "A-1:A2", "A2:A99999999999999999999", "A2:A1048577"} {
		if err := r.merge(reference); err != nil {
			t.Errorf("%s: %v", reference, err)
		}
	}
	if err := r.merge("C2:C3"); err == nil || !strings.Contains(err.Error(), "merged cells") {
		t.Error(err)
	}
}
