package shipment

import (
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

// TestSpellings has codes as scanners transmit and people type them, with a number that each stands for.
func TestSpellings(t *testing.T) {
	const usps = "9400111202555555555555"
	for code, want := range map[string]string{
		"WB48210739526ID":             "WB48210739526ID",
		" wb48210739526id\r\n":        "WB48210739526ID",
		"WB 4821 0739 526 ID":         "WB48210739526ID",
		"ＷＢ４８２１０７３９５２６ＩＤ":             "WB48210739526ID",
		"]C0WB48210739526ID":          "WB48210739526ID",
		"]C1WB48210739526ID":          "WB48210739526ID",
		"]Q1WB48210739526ID":          "WB48210739526ID",
		"］Ｑ３ＷＢ４８２１０７３９５２６ＩＤ":          "WB48210739526ID",
		"\u200bWB48210739526ID\ufeff": "WB48210739526ID",
		"Order 17":                    "Order 17",
		"A–1":                         "A-1",
		"618-12345675":                "618-12345675",
		"sim0000000001":               "SIM0000000001",
		"]C1sim0000000001":            "SIM0000000001",

		"42094105" + usps:                       usps,
		"]C142094105" + usps:                    usps,
		"]C142094105\x1d" + usps:                usps,
		"\x1d42094105\x1d" + usps:               usps,
		"420 94105 9400 1112 0255 5555 5555 55": usps,
		"420941051234" + usps:                   usps,
		"]C1420941051234\x1d" + usps:            usps,
		"42094105SIM0000000001":                 "SIM0000000001",
		"42094105\x1dSIM0000000001":             "SIM0000000001",
		"(420) 94105 (94) 00111202555555555555": usps,
		"]d2420SW1A1AA\x1d" + usps:              usps,
		"(00)340123450000000017":                "340123450000000017",
		"]C100340123450000000017":               "340123450000000017",
		"00340123450000000017":                  "340123450000000017",
		"]C10199312650999998" + "91ABC12345":    "ABC12345",
		"]C1401ABC-17\x1d420941051234":          "ABC-17",
		"]d2400SO-17":                           "SO-17",
		"]C13103001500400SO-17":                 "SO-17",
	} {
		spellings := Spellings(code)
		if !slices.Contains(spellings, want) {
			t.Errorf("%q: %q, want %q among them", code, spellings, want)
		}
	}
}

// TestSpellingsAreOfTheWholeCode: a part of a code that no standard separates is not another number.
func TestSpellingsAreOfTheWholeCode(t *testing.T) {
	for code, want := range map[string][]string{
		"":                       nil,
		" \r\n":                  nil,
		"]C1":                    {"]C1", "]c1"},
		"1001":                   {"1001"},
		"420941051001":           {"420941051001"}, // too short for a ZIP code and a number
		"42012":                  {"42012"},
		"00340123450000000018":   {"00340123450000000018"}, // a wrong check digit
		"0199312650999998911001": {"0199312650999998911001"},
		"Ann Lee":                {"Ann Lee", "ANN LEE", "ann lee"},
		"ı17":                    {"ı17"},
		"\xff17":                 nil,
		strings.Repeat("9", 256): nil,
	} {
		if spellings := Spellings(code); !slices.Equal(spellings, want) {
			t.Errorf("%q: %q, want %q", code, spellings, want)
		}
	}
}

func FuzzSpellings(f *testing.F) {
	for _, code := range []string{
		"WB48210739526ID", "]C1420941059400111202555555555555", "(00)340123450000000017", "\x1d91a\x1d92b", "］Ｑ３ａ", "420941051234é", "00é",
		"ı17", "]C1",
	} {
		f.Add(code)
	}
	f.Fuzz(func(t *testing.T, code string) {
		spellings := Spellings(code)
		if len(spellings) > maxSpellings {
			t.Fatalf("%q has %d spellings", code, len(spellings))
		}
		if plain := strings.TrimSpace(code); utf8.ValidString(plain) && IsTrackingNo(plain) && !slices.Contains(spellings, TrackingKey(plain)) {
			t.Errorf("%q: %q, without the number itself", code, spellings)
		}
		for i, s := range spellings {
			switch {
			case s == "", s != strings.TrimSpace(s), !utf8.ValidString(s), strings.ContainsFunc(s, unicode.IsControl), len(s) > 4*maxCode:
				t.Errorf("%q: %q is no number", code, s)
			case slices.Contains(spellings[:i], s):
				t.Errorf("%q: %q is there twice", code, s)
			case !slices.Contains(Spellings(s), s):
				t.Errorf("%q: %q does not stand for itself", code, s)
			}
		}
	})
}

// TestNumbersOfFurtherParcelsAreIssuedOnes: -2 to -20 behind an issued number are kept for further parcels of its order.
func TestNumbersOfFurtherParcelsAreIssuedOnes(t *testing.T) {
	issued := NewTrackingNumbers([16]byte{1}).Issue("WB", 7, "SG")
	for suffix, want := range map[string]bool{
		"": true, "-2": true, "-9": true, "-10": true, "-20": true,
		"-0": false, "-1": false, "-02": false, "-21": false, "-": false, "-+2": false, "-2-2": false, "-2A": false,
	} {
		if got := HasIssuedForm(issued+suffix, "WB"); got != want {
			t.Errorf("%s: %t, want %t", issued+suffix, got, want)
		}
	}
}
