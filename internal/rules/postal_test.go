package rules

import (
	"slices"
	"strings"
	"testing"

	"waybill/internal/shipment"
)

func TestEveryCountryHasARowOfPostalCodes(t *testing.T) {
	table := postalTable()
	for _, c := range shipment.Countries() {
		row := table[c]
		if row == nil {
			t.Errorf("%s has no row", c)
			continue
		}
		if checked := row.layouts != nil; checked && (row.examples == nil || row.Name == "") || row.None && checked || row.Required && !checked {
			t.Errorf("%s: the cells do not fit together: %+v", c, row)
		}
		for _, example := range row.examples {
			fitted, found := row.fit(compactPostal(example))
			if !found || fitted.String() != example {
				t.Errorf("%s: the example %q is written as %q", c, example, fitted.String())
			}
		}
	}
	if got, want := len(table), len(shipment.Countries()); got != want {
		t.Errorf("the table has %d rows: want %d", got, want)
	}
}

// TestPostalCodes has codes as addresses have them, among them those of countries about which old tables are wrong.
func TestPostalCodes(t *testing.T) {
	for _, c := range []struct {
		country   shipment.Country
		good, bad string // separated by ;
	}{
		{"ID", "12420;１２４２０;12 420", "1242;124200;ABCDE"},
		{"SG", "640534;018956;S640534;SG 640534", "64053;6405345"},
		{"MY", "50670;01000", "5067;506700"},
		{"KR", "03051;34114;03 051", "110-062;110062;0305"},
		{"TW", "104;10603;106409;106-03;106-409", "10;1060;1064091"},
		{"VN", "10000;700000", "1000;7000000"},
		{"JP", "100-0001;1000001;〒100-0001;１００−０００１", "100-001"},
		{"KH", "12000;120101;12010101", "1200;1200000"},
		{"MM", "11181;0601001", "111811"},
		{"KZ", "050012;D03K5Y2;d03 k5y2", "05001"},
		{"EG", "11599;1142312", "115999"},
		{"PY", "1536;001009", "15360"},
		{"IL", "9614303;91999", "961430"},
		{"DE", "10115;01067;D-10115;DE 10115", "1011;101155;NN115"},
		{"GB", "SW1A 1AA;sw1a1aa;M1 1AE;EC1Y 8SY;CR2 6XH;DN55 1PD;GIR 0AA;BFPO 61", "SW1A;SW1A 1A;1234;M1 1AEE"},
		{"NL", "1012 JS;1012js;NL-1012 JS", "1012;1012 J;1012 12"},
		{"IE", "A65 F4E2;a65f4e2;D6W X9Y0", "A65;A65 F4E"},
		{"PT", "1250-096;1250096;1250", "12500"},
		{"PL", "00-950;00950", "00-95"},
		{"SE", "111 22;11122;SE-111 22;S-111 22", "1112"},
		{"CZ", "110 00;11000", "1100"},
		{"GR", "105 57;10557", "1055"},
		{"LV", "LV-1010;LV1010;1010;lv 1010", "LV-101"},
		{"LT", "LT-08105;08105", "8105"},
		{"AD", "AD500;500", "50"},
		{"US", "95014;22162-1010;221621010;02139", "2139;9501;95014-12"},
		{"CA", "K1A 0B1;k1a0b1;K1A-0B1", "K1A;12345"},
		{"BR", "01310-100;01310100;01.310-100", "01310;1310100"},
		{"AR", "1425;C1425DKF;B1638", "142;B163"},
		{"CL", "8340457;834-0457", "834045"},
		{"SA", "11564;12643-2121", "1156"},
		{"IN", "110001;110 001", "11001"},
		{"MT", "VCT 1753;VCT1753", "1753"},
		{"KY", "KY1-1100;KY11100", "1100"},
		{"BM", "FL 07;HM GX", "FL"},
	} {
		row := PostalCodesOf(c.country)
		for code := range strings.SplitSeq(c.good, ";") {
			if !row.valid(code) {
				t.Errorf("%s: %q is refused", c.country, code)
			}
		}
		for code := range strings.SplitSeq(c.bad, ";") {
			if row.valid(code) {
				t.Errorf("%s: %q is accepted", c.country, code)
			}
		}
	}
}

func TestCountriesWithoutPostalCodes(t *testing.T) {
	for _, c := range []shipment.Country{"HK", "MO", "AE", "QA", "AO"} {
		if row := postalTable()[c]; !row.None || row.Checked() {
			t.Errorf("%s has postal codes", c)
		}
	}
	for _, c := range []shipment.Country{"", "XX", "GH"} {
		if PostalCodesOf(c).Checked() {
			t.Errorf("the codes of %q are known", c)
		}
	}
}

func TestPostalFormsAreDescribed(t *testing.T) {
	for country, want := range map[shipment.Country]string{
		"VN": "5 or 6 digits, as in 10000 or 700000",
		"TW": "3, 5 or 6 digits, as in 104, 10603 or 106409",
		"GB": "as in SW1A 1AA, M1 1AE or BFPO 61",
		"KR": "5 digits, as in 03051 or 34114",
	} {
		if got := PostalCodesOf(country).Form; got != want {
			t.Errorf("%s: %q: want %q", country, got, want)
		}
	}
}

func TestPostalCodesAreSpelledAsTheirCountryDoes(t *testing.T) {
	for _, c := range []struct {
		country    shipment.Country
		sent, want string
	}{
		{"GB", "sw1a1aa", "SW1A 1AA"},
		{"NL", "1012js", "1012 JS"},
		{"JP", "〒1000001", "100-0001"},
		{"LV", "1010", "LV-1010"},
		{"DE", "D-10115", "10115"},
		{"SE", "SE-11122", "111 22"},
		{"BR", "01310100", "01310-100"},
		{"AI", "2640", "AI-2640"},
		{"US", "22162 1010", "22162-1010"},
		{"CA", "k1a0b1", "K1A 0B1"},
		{"SG", "Ｓ640534", "640534"},
	} {
		fitted, found := PostalCodesOf(c.country).fit(compactPostal(c.sent))
		if got := fitted.String(); !found || got != c.want {
			t.Errorf("%s %q is spelled %q: want %q", c.country, c.sent, got, c.want)
		}
	}
}

func FuzzPostalCodes(f *testing.F) {
	f.Add("SW1A 1AA")
	f.Add("〒100-0001")
	f.Add("\xff")
	countries := slices.Values(shipment.Countries())
	f.Fuzz(func(t *testing.T, code string) {
		for c := range countries {
			row := postalTable()[c]
			if fitted, found := row.fit(compactPostal(code)); found && !row.valid(fitted.String()) {
				t.Errorf("%s: %q is spelled %q, which is refused", c, code, fitted.String())
			}
		}
	})
}

func TestLostZerosOfPostalCodes(t *testing.T) {
	for _, c := range []struct {
		country    shipment.Country
		sent, want string // "": nothing is restored
	}{
		{"DE", "1067", "01067"},
		{"US", "2139", "02139"},
		{"SG", "18956", "018956"},
		{"JP", "600001", "060-0001"},
		{"DE", "10115", ""}, // it is right
		{"PY", "1536", ""},  // with two zeros it would be, too
		{"ID", "1242", ""},  // no code begins with 0
		{"DE", "167", ""},   // none begins with 00 in the examples
		{"AF", "101", ""},
		{"GB", "SW1A", ""},
		{"HK", "0", ""},
	} {
		if got, _ := PostalCodesOf(c.country).RestoreZeros(c.sent); got != c.want {
			t.Errorf("%s %q: %q: want %q", c.country, c.sent, got, c.want)
		}
	}
}
