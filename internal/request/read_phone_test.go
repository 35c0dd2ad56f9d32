package request

import (
	"strings"
	"testing"

	"waybill/internal/problem"
)

// TestTidiedPhones are numbers as spreadsheets and address books have them.
func TestTidiedPhones(t *testing.T) {
	for sent, stored := range map[string]string{
		"+62 (0)812 345 678":                        "+62812345678", // dialled without its zero
		"0062 (0)812 345 678":                       "+62812345678",
		"+62\u00a0( 0 )812\u2011345\u2013678":       "+62812345678",
		"+62（0）812345678":                           "+62812345678",
		"(+62) 812 345 678":                         "+62812345678",
		"+39 (0)6 1234 5678":                        "+390612345678", // Italy keeps it
		"0039 (0)6 1234 5678":                       "+390612345678",
		"+(39) (0)6 1234 5678":                      "+390612345678",
		"＋６２８１２３４５６７８９":                             "+628123456789",
		"\u202a+6281234567\u202c":                   "+6281234567",
		"\ufeff+62\u200b81\u20602\u206934\u200e567": "+6281234567",
		"\u2066+６０\u200f12\u202e34\u20155\uff0d67":  "+601234567",
		"+62\t812.345\uff0e678":                     "+62812345678",
		"+62−812‐345–678—9﹘0﹣1-2":                   "+628123456789012",
		"00 62 812345678":                           "+62812345678",
		"00\u300062812345678":                       "+62812345678",
		"+6281234567.00":                            "+628123456700", // only .0 is a spreadsheet's
	} {
		checkReadings(t, textColumn(TypePhone, required), []reading{{str(sent), stored, ""}})
	}
	for sent, stored := range map[string]string{
		"(0)21 555 123":        "021555123", // not dialled from abroad
		"+62 (0)21 555 123":    "+6221555123",
		"0062 (0)21 555":       "006221555",
		"021\u00a0555":         "021555",
		"＋６１２３ ４５６７":           "+61234567",
		"\u200e6123\u20114567": "61234567",
	} {
		checkReadings(t, textColumn(TypeLocalPhone, required), []reading{{str(sent), stored, ""}})
	}
	for _, bad := range []string{
		"+6281234567.0", "6281234567.0", "＋６２８１２３４５６７.0", "+62 812 345 678 ext 9", "+62/812345678", "+62\n812345678",
		"00062812345678", "+0062812345678", "0862812345678", "+", "00", "(0)", "\u200b", "+628123456789٣",
		"+62[0]812345678", "+62_812345678", "+62\u00ad812345678",
	} {
		checkReadings(t, textColumn(TypePhone, required), []reading{{str(bad), nil, problem.NotPhone.String()}})
	}
	checkReadings(t, textColumn(TypeLocalPhone, required), []reading{
		{str("61234567.0"), nil, problem.NotLocalPhone.String()},
		{num("61234567.0"), nil, problem.NotLocalPhone.String()},
	})
}

// FuzzPhone: whatever is sent, what is stored is a phone number, and stays as it is when it
// is sent again.
func FuzzPhone(f *testing.F) {
	for _, seed := range []string{"+62 (0)812 345 678", "0039(0)6 1234", "6281.0", "＋６２", "(021) 555-123", "+(39)(0)6\u200b12345"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, sent string) {
		for _, read := range []func(Value, *Field) (string, Messages){readPhone, readLocalPhone} {
			stored, problems := read(str(sent), &Field{Required: true})
			if problems != nil {
				continue
			}
			if again, problems := read(str(stored), &Field{Required: true}); problems != nil || again != stored {
				t.Errorf("%q is stored as %q, which is stored as %q: %v", sent, stored, again, problems)
			}
			if digits := strings.TrimPrefix(stored, "+"); len(digits) < 6 || len(digits) > 15 || !all(digits, isDigit) {
				t.Errorf("%q is stored as %q", sent, stored)
			}
		}
	})
}
