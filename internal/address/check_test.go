package address_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"waybill/internal/address"
)

// check returns the finding about a field.
func check(t *testing.T, a address.Address, field string) address.Finding {
	t.Helper()
	for _, f := range address.Check(a) {
		if f.Field == field {
			return f
		}
	}
	t.Fatalf("%+v: there is no finding about %s", a, field)
	return address.Finding{}
}

func TestCountries(t *testing.T) {
	for _, c := range []struct {
		sent, want string
		result     address.Result
	}{
		{"Indonesia", "Indonesia", address.Unchanged},
		{" indonesia ", "Indonesia", address.Suggested},
		{"ID", "Indonesia", address.Suggested},
		{"KOR", "South Korea", address.Suggested},
		{"U.S.A.", "United States", address.Suggested},
		{"u.s.a", "United States", address.Suggested},
		{"England", "United Kingdom", address.Suggested},
		{"Deutschland", "Germany", address.Suggested},
		{"中国", "China", address.Suggested},
		{"中華民國", "", address.Doubtful},
		{"대한민국", "South Korea", address.Suggested},
		{"日本", "Japan", address.Suggested},
		{"อินโดนีเซีย", "Indonesia", address.Suggested},
		{"Việt Nam", "Vietnam", address.Suggested},
		{"Viet nam", "Vietnam", address.Suggested},
		{"The Netherlands", "Netherlands", address.Suggested},
		{"Cote d’Ivoire", "Côte d'Ivoire", address.Suggested},
		{"Indonesa", "Indonesia", address.Doubtful},
		{"Sinagpore", "Singapore", address.Doubtful},
		{"Austalia", "Australia", address.Doubtful},
		{"Irak", "Iraq", address.Suggested}, // its name in German
		{"Irac", "", address.Doubtful},      // Iran or Iraq: too short to guess
		{"Atlantis", "", address.Doubtful},
		{strings.Repeat("x", 300), "", address.Doubtful},
	} {
		f := check(t, address.Address{Country: c.sent}, "country")
		if f.Suggested != c.want || f.Result != c.result || (f.Reason == "") != (c.result == address.Unchanged) {
			t.Errorf("%q: %+v: want %q, %s", c.sent, f, c.want, c.result)
		}
	}
}

func TestPostalCodes(t *testing.T) {
	for _, c := range []struct {
		country, sent, want string
		result              address.Result
	}{
		{"Indonesia", "12420", "12420", address.Unchanged},
		{"Indonesia", "１２４２０", "12420", address.Suggested},
		{"Indonesia", "12420.0", "12420", address.Suggested},
		{"Indonesia", "1242", "", address.Doubtful},
		{"United Kingdom", "sw1a1aa", "SW1A 1AA", address.Suggested},
		{"Germany", "1067", "01067", address.Doubtful},
		{"Germany", "D-10115", "10115", address.Suggested},
		{"Germany", "1O115", "10115", address.Doubtful},
		{"Netherlands", "1012js", "1012 JS", address.Suggested},
		{"Hong Kong", "000000", "", address.Suggested},
		{"Ghana", "GA-183-8164", "GA-183-8164", address.Unchanged}, // not checked
		{"Atlantis", " 123 ", "123", address.Suggested},
		{"South Korea", "110-062", "", address.Doubtful}, // the form until 2015
	} {
		f := check(t, address.Address{Country: c.country, Postal: c.sent}, "postal")
		if f.Suggested != c.want || f.Result != c.result || f.Sent != c.sent {
			t.Errorf("%s %q: %+v: want %q, %s", c.country, c.sent, f, c.want, c.result)
		}
	}
}

func TestStates(t *testing.T) {
	for _, c := range []struct {
		country, sent, want string
		result              address.Result
	}{
		{"United States", "California", "California", address.Unchanged},
		{"United States", "ca", "ca", address.Unchanged},
		{"United States", "Narnia", "", address.Doubtful},
		{"United States", "Californa", "CA", address.Doubtful},
		{"Australia", "New South Wales", "New South Wales", address.Unchanged},
		{"Brazil", "São  Paulo", "São Paulo", address.Suggested},
		{"Brazil", "Sao Paulo", "Sao Paulo", address.Unchanged},
		{"Canada", "Québec", "Québec", address.Unchanged},
		{"Indonesia", "Jawa Bart", "Jawa Barat", address.Doubtful},
		{"Indonesia", "West Java", "West Java", address.Unchanged}, // its names in English are not known
		{"Italy", "Lazio", "Lazio", address.Unchanged},             // addresses have provinces, but regions are no mistake
		{"China", "Guangdong", "Guangdong", address.Unchanged},
		{"Germany", "Narnia", "Narnia", address.Unchanged}, // addresses need no state
	} {
		f := check(t, address.Address{Country: c.country, State: c.sent}, "state")
		if f.Suggested != c.want || f.Result != c.result {
			t.Errorf("%s %q: %+v: want %q, %s", c.country, c.sent, f, c.want, c.result)
		}
	}
}

func TestPostalCodeOfAnotherState(t *testing.T) {
	for _, c := range []struct{ country, state, province, code, want string }{
		{"United States", "California", "", "10001", `"10001" is a postal code of New York (NY), not of California (CA).`},
		{"United States", "CA", "", "94105", ""},
		{"United States", "Narnia", "", "94105", ""},
		{"Malaysia", "", "Perak", "50000", `"50000" is a postal code of Kuala Lumpur, not of Perak.`},
		{"Germany", "Bayern", "", "10115", ""},
	} {
		f := check(t, address.Address{Country: c.country, State: c.state, Province: c.province, Postal: c.code}, "postal")
		if f.Reason != c.want {
			t.Errorf("%+v: %+v", c, f)
		}
	}
}

func TestPhones(t *testing.T) {
	for _, c := range []struct {
		country, sent, want string
		result              address.Result
	}{
		{"Indonesia", "+6281234567890", "+6281234567890", address.Unchanged},
		{"Indonesia", "0812-3456-7890", "+6281234567890", address.Suggested},
		{"Indonesia", "+62 (0)812 3456 7890", "+6281234567890", address.Suggested},
		{"Indonesia", "6281234567890", "+6281234567890", address.Suggested},
		{"Indonesia", "006281234567890", "+6281234567890", address.Suggested},
		{"Indonesia", "＋６２ ８１２ ３４５６ ７８９０", "+6281234567890", address.Suggested},
		{"Singapore", "9123 4567", "+6591234567", address.Suggested},
		{"South Korea", "010-1234-5678", "+821012345678", address.Suggested},
		{"Germany", "0151 12345678", "+4915112345678", address.Suggested},
		{"Italy", "06 6982 1234", "+390669821234", address.Suggested}, // it keeps its zero
		{"Germany", "+6591234567", "+6591234567", address.Doubtful},
		{"Indonesia", "+6291234567891", "+6291234567891", address.Doubtful}, // nobody has it
		{"Singapore", "123", "", address.Doubtful},
		{"Singapore", "9123456789012345", "", address.Doubtful},
		{"Singapore", "call me", "", address.Doubtful},
		{"", "91234567", "", address.Doubtful},
		{"", "+6591234567", "+6591234567", address.Unchanged},
		{"Antarctica", "+6591234567", "+6591234567", address.Unchanged}, // it has no country code
	} {
		f := check(t, address.Address{Country: c.country, Number: c.sent}, "number")
		if f.Suggested != c.want || f.Result != c.result {
			t.Errorf("%s %q: %+v: want %q, %s", c.country, c.sent, f, c.want, c.result)
		}
	}
}

func TestEmails(t *testing.T) {
	for _, c := range []struct {
		sent, want string
		result     address.Result
	}{
		{"susan@example.com", "susan@example.com", address.Unchanged},
		{"Susan@Example.COM", "Susan@example.com", address.Suggested},
		{" susan@example.com. ", "susan@example.com", address.Suggested},
		{"Susan Lee <susan@example.com>", "susan@example.com", address.Suggested},
		{"mailto:susan@example.com", "susan@example.com", address.Suggested},
		{"susan＠example。com", "susan@example.com", address.Suggested},
		{"susan@example,com", "susan@example.com", address.Suggested},
		{"susan@gmial.com", "susan@gmail.com", address.Doubtful},
		{"susan@gmail.con", "susan@gmail.com", address.Doubtful},
		{"susan@", "", address.Doubtful},
		{"n/a", "", address.Doubtful},
		{"a@b@c", "", address.Doubtful},
		{"<>", "", address.Doubtful},
	} {
		f := check(t, address.Address{Email: c.sent}, "email")
		if f.Suggested != c.want || f.Result != c.result {
			t.Errorf("%q: %+v: want %q, %s", c.sent, f, c.want, c.result)
		}
	}
}

func TestTexts(t *testing.T) {
	for sent, want := range map[string]string{
		"Susan":                           "Susan",
		"  Susan \u200B  Lee ":            "Susan Lee",
		"Jl. Berangin 5\r\n\r\n  RT 03  ": "Jl. Berangin 5\nRT 03",
		"Mu\u0308nchen":                   "München",
		"می\u200Cخواهم":                   "می\u200Cخواهم", // the joiner is part of the word
		"\u0007":                          "",
	} {
		if f := check(t, address.Address{City: sent}, "city"); f.Suggested != want {
			t.Errorf("%q: %+v: want %q", sent, f, want)
		}
	}
}

func TestCheck(t *testing.T) {
	got := address.Check(address.Address{Name: "Susan", Number: "0151 12345678", Country: "de", City: "Berlin"})
	want := []address.Finding{
		{Field: "name", Sent: "Susan", Suggested: "Susan", Result: address.Unchanged},
		{
			Field: "number", Sent: "0151 12345678", Suggested: "+4915112345678", Result: address.Suggested,
			Reason: "Orders take phone numbers with a plus sign and the country code, and show them so.",
		},
		{
			Field: "country", Sent: "de", Suggested: "Germany", Result: address.Suggested,
			Reason: "Orders take this spelling too, and show Germany.",
		},
		{
			Field: "postal", Result: address.Doubtful,
			Reason: "Addresses need a postal code. Postal codes of Germany (Postleitzahl (PLZ)) have 5 digits, as in 10115 or 01067.",
		},
		{Field: "city", Sent: "Berlin", Suggested: "Berlin", Result: address.Unchanged},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if got := address.Check(address.Address{}); len(got) != 1 || got[0].Field != "country" || got[0].Result != address.Doubtful {
		t.Errorf("an empty address: %+v", got)
	}
}

// FuzzCheck: a suggestion is stable, whatever was sent.
func FuzzCheck(f *testing.F) {
	f.Add("Susan <s@gmail.com>", "0812-3456-7890", "Indonesia", "12420.0")
	f.Add("s@gmial.con", "+44 20", "GB", "sw1a1aa")
	f.Add("\xff", "tel:+65;phone-context=", "대한민국", "〒")
	f.Fuzz(func(t *testing.T, email, number, country, postal string) {
		sent := address.Address{Name: email, Number: number, Email: email, Country: country, Postal: postal}
		better := address.Address{}
		for _, f := range address.Check(sent) {
			if f.Result == address.Unchanged && (f.Suggested != f.Sent || f.Reason != "") || f.Result != address.Unchanged && f.Reason == "" {
				t.Errorf("%+v", f)
			}
			switch f.Field {
			case "number":
				better.Number = f.Suggested
			case "email":
				better.Email = f.Suggested
			case "country":
				better.Country = f.Suggested
			case "postal":
				better.Postal = f.Suggested
			}
		}
		for _, f := range address.Check(better) {
			if f.Result == address.Suggested {
				t.Errorf("%+v: %+v is suggested again", sent, f)
			}
		}
	})
}

func BenchmarkCheck(b *testing.B) {
	a := address.Address{
		Name: "Susan", Number: "0812-3456-7890", Email: "susan@example.com", Country: "indonesia", Address: "Jl. Berangin 5",
		Postal: "12420", City: "Jakarta Selatan",
	}
	b.Run("usual", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			address.Check(a)
		}
	})
	a.Country = "Republic of Utopiastan and Islands"
	b.Run("unknown country", func(b *testing.B) {
		for b.Loop() {
			address.Check(a)
		}
	})
}
