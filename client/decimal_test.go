package client

import (
	"encoding/json"
	"testing"
)

func TestDecimalIsSentAsItStands(t *testing.T) {
	for in, want := range map[Decimal]string{
		"12":                                `12`,
		"-1.500":                            `-1.500`,
		"0.1":                               `0.1`,
		"1e3":                               `1e3`,
		"123456789012345678901234567890.12": `123456789012345678901234567890.12`,
		"":                                  `""`,
		"wide":                              `"wide"`,
		"01":                                `"01"`,
		"1,5":                               `"1,5"`,
		"true":                              `"true"`,
		"null":                              `"null"`,
		`"1"`:                               `"\"1\""`,
		"[1]":                               `"[1]"`,
	} {
		if got, err := json.Marshal(in); err != nil || string(got) != want {
			t.Errorf("Decimal(%q) is sent as %s, %v, want %s", in, got, err, want)
		}
	}
}

func TestDecimalReceived(t *testing.T) {
	for in, want := range map[string]Decimal{
		`12.5`:                  `12.5`,
		`0.1234567890123456789`: `0.1234567890123456789`,
		`"7.50"`:                `7.50`,
		`null`:                  ``,
	} {
		got := Decimal("before")
		if err := json.Unmarshal([]byte(in), &got); err != nil || got != want {
			t.Errorf("%s is received as %q, %v, want %q", in, got, err, want)
		}
	}
	for _, in := range []string{`true`, `{}`, `[1]`} {
		var got Decimal
		if err := json.Unmarshal([]byte(in), &got); err == nil {
			t.Errorf("%s is received as %q, want an error", in, got)
		}
	}
}
