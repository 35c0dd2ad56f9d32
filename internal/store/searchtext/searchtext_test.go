package searchtext

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"waybill/internal/shipment"
)

func someone() *shipment.Order {
	return &shipment.Order{
		TrackingNo: "WB48210739526ID", ShipperOrderID: "ORD-2026/0001234", HAWBNo: "SP 77",
		Consignee: shipment.Party{
			Name: "Budi Santoso", Number: "+62 812-3456-7890", Email: "budi.santoso@mail.example.com", Postal: "SW1A 1AA", City: "Jakarta",
			Address: "Jl. Melati No. 17",
		},
		Pickup: shipment.Party{Name: "Ong Wei Ming", Number: "+6591234567"},
		Items:  []shipment.Item{{SKU: "TS-RED-42"}},
	}
}

// found reports whether the terms of an order fulfil all conditions of a query.
func found(o *shipment.Order, query string) bool {
	terms := OfOrder(o)
	conditions := Conditions(query)
	for _, c := range conditions {
		if !slices.ContainsFunc(terms, func(term string) bool {
			return term == c.Term || !c.Whole && slices.ContainsFunc([]string{c.Term, c.Or, c.End}, func(beginning string) bool {
				return beginning != "" && strings.HasPrefix(term, beginning)
			})
		}) {
			return false
		}
	}
	return len(conditions) > 0
}

func TestFound(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name  string // of the consignee; "": that of someone
		query string
		want  bool
	}{
		{"", "budi", true},
		{"", "SANTOSO bud", true},
		{"", "sant", true},
		{"", "antoso", false},
		{"", "budi jakarta sw1a", true},
		{"", "budi bandung", false},
		{"", "wb48210739526id", true},
		{"", "wb4821", true},
		{"", "48210739526", true},
		{"", "ORD-2026/0001234", true},
		{"", "ord20260001", true},
		{"", "0001234", true},
		{"", "sp77", true},
		{"", "+62 812 3456 7890", true},
		{"", "+62 (812) 3456-78", true},
		{"", "0812-3456-7890", true},
		{"", "0812 3456 7890", true},
		{"", "62 812 3456 7890", true},
		{"", "8123456", true},
		{"", "7890", true},
		{"", "7890 jakarta", true},
		{"", "0813 3456 7890", false},
		{"", "567890", true},
		{"", "456-7890", true},
		{"", "567890 jakarta", true},
		{"", "557890", false},
		{"", "890", false},
		{"", "+7890", false},
		{"", "345678", false},
		{"", "9526", true},
		{"", "739526", true},
		{"", "0739526", true},
		{"", "...9526", true},
		{"", "9526 budi", true},
		{"", "8526", false},
		{"", "526", false},
		{"", "7395", false},
		{"", "26id", false},
		{"", "budi.santoso@mail.example.com", true},
		{"", "budi.santoso@mail", true},
		{"", "budi@other.com", false},
		{"", "SW1A1AA", true},
		{"", "sw1a 1aa", true},
		{"", "melati", true},
		{"", "jl melati 17 jakarta", true},
		{"", "melati 18", false},
		{"", "ts-red-42", true},
		{"", "TS RED", true},
		{"", "ts-red-43", false},
		{"", "ong", false}, // the pickup of a forward order is the shipper's
		{"", "  \t ", false},
		{"", "!?-", false},
		{"Łukasz Żółć", "lukasz zolc", true},
		{"lukasz zolc", "ŁUKASZ Żółć", true},
		{"Nguyễn Văn Đức", "nguyen duc", true},
		{"Straße", "STRASSE", true},
		{"José Núñez", "nunez", true},
		{"Ｂｕｄｉ　Ｓａｎｔｏｓｏ", "santoso", true},
		{"İpek Yıldız", "ipek yildiz", true},
		{"Иванов Пётр", "петр", true},
		{"محمد علي", "علي", true},
		{"أحمد بن عليّ", "احمد علي", true},
		{"احمد", "أَحْمَد", true},
		{"إبراهيم آدم ٱلرحمن", "ابراهيم ادم الرحمن", true},
		{"فاطمة مصطفى", "فاطمه مصطفي", true},
		{"مح\u0640\u0640مد", "محمد", true},
		{"علی کریمی", "علي كريمي", true},
		{"علي كريمي", "علی کریمی", true},
		{"محمد", "احمد", false},
		{"شارع ١٢", "12", true},
		{"شارع 12", "۱۲", true},
		{"", "٠٨١٢-٣٤٥٦-٧٨٩٠", true},
		{"", "۷۸۹۰", true},
		{"שלום כהן", "שלומ כהנ", true},
		{"יוספ", "יוסף", true},
		{"שָׁלוֹם", "שלום", true},
		{"ברוך מץ", "ברוכ מצ", true},
		{"כהן", "לוי", false},
		{"陈大文", "大文", true},
		{"陈大文", "陈大文", true},
		{"陈大文", "陈", true},
		{"陈大文", "文", true},
		{"陈大文", "文大", false},
		{"陈大文先生", "大文 jakarta", true},
		{"山田ﾀﾛｳ", "タロ", true},
		{"สมชาย ใจดี", "ชาย", true},
		{"สมชาย ใจดี", "ใจดี", true},
		{"สมชายใจดี", "ยใจ", true},
		{"김철수", "철수", true},
		{"김철수", "김", true},
		{"<script>alert(1)</script>", "script", true},
		{"=1+1 🚚", "🚚", false},
		{"O'Brien-Smith", "brien smith", true},
	} {
		o := someone()
		if c.name != "" {
			o.Consignee.Name = c.name
		}
		if got := found(o, c.query); got != c.want {
			t.Errorf("%q finds %q: %v, want %v\nterms %q\nconditions %+v", c.query, c.name, got, c.want, OfOrder(o), Conditions(c.query))
		}
	}
}

// TestFoundByTheEndOfThePartnersNumber: by four of its digits or more, and not by fewer.
func TestFoundByTheEndOfThePartnersNumber(t *testing.T) {
	t.Parallel()
	o := someone()
	for number, queries := range map[string][]string{
		"SP-7700123": {"0123", "700123", "7700123"}, "1Z999AA10123456784": {"6784", "456784"}, "0770123": {"0123"}, "SP 77": nil,
	} {
		o.HAWBNo = number
		for _, query := range queries {
			if !found(o, query) {
				t.Errorf("%q does not find %q: terms %q", query, number, OfOrder(o))
			}
		}
		for _, query := range []string{"784", "23", "1123", "770012"} {
			if found(o, query) && !strings.HasPrefix(number, query) && !strings.Contains(number, "-"+query) {
				t.Errorf("%q finds %q", query, number)
			}
		}
	}
}

// TestMatches says by which fields an order is found.
func TestMatches(t *testing.T) {
	t.Parallel()
	o := someone()
	o.ShipperOrderID = "SO-7890"
	for query, want := range map[string][]Match{
		"7890":          {{"Reference", "SO-7890"}, {"Phone", "+62 812-3456-7890"}},
		"melati jakart": {{"City", "Jakarta"}, {"Address", "Jl. Melati No. 17"}},
		"santoso":       {{"Name", "Budi Santoso"}, {"E-mail", "budi.santoso@mail.example.com"}},
		"ts-red":        {{"SKU", "TS-RED-42"}},
		"77":            {{"Number at the partner", "SP 77"}},
		"nobody":        nil,
	} {
		if got := Matches(o, query); !slices.Equal(got, want) {
			t.Errorf("%q matches %q, want %q", query, got, want)
		}
	}
}

// TestShortEnds: three digits are too few to find a number by its end.
func TestShortEnds(t *testing.T) {
	t.Parallel()
	for query, want := range map[string]bool{
		"789": true, " ٧٨٩ ": true, "7-8": true, "7890": false, "+62": true, "a789": false, "budi 789": false, "": false, "SO-7": false,
	} {
		if IsShortEnd(query) != want {
			t.Errorf("%q is short: %v", query, !want)
		}
	}
}

// TestMisspellings puts words that differ in one letter, or in two neighbours, in the place of the words of a query.
func TestMisspellings(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		query string
		near  []string // queries that are proposed
		not   []string
	}{
		{"Santosa", []string{"santoso", "sanosa", "snatosa", "asantosa", "santosaa", "antosa"}, []string{"santosa", "sentoso", "budi"}},
		{"budi santosa", []string{"budi santoso"}, []string{"budo santosa", "santoso"}},
		{"jakarto santoso", []string{"jakarta santoso", "jakarto santosa"}, []string{"jakarta santosa"}},
		{"Иванав", []string{"иванов"}, nil},
		{"محمود", []string{"محمد"}, nil},
		{"budi", nil, []string{"budo"}},
		{"wb48210", nil, []string{"wb48211"}},
		{"上海市浦东新区", nil, []string{"上海"}},
		{strings.Repeat("santosa ", 100), nil, []string{"santoso"}},
	} {
		var proposed []string
		for word, near := range Misspellings(c.query) {
			for _, other := range near {
				proposed = append(proposed, strings.Replace(Normalise(c.query), word, other, 1))
			}
		}
		for _, want := range c.near {
			if !slices.Contains(proposed, want) {
				t.Errorf("%q does not become %q", c.query, want)
			}
		}
		for _, other := range c.not {
			if slices.Contains(proposed, other) {
				t.Errorf("%q becomes %q", c.query, other)
			}
		}
	}
}

func TestReturnIsFoundByItsSender(t *testing.T) {
	t.Parallel()
	o := someone()
	o.Return = true
	if !found(o, "ong wei 91234567") {
		t.Errorf("terms %q", OfOrder(o))
	}
}

func TestTermsAreBounded(t *testing.T) {
	t.Parallel()
	o := someone()
	o.Consignee.Name = strings.Repeat("文", 1000)
	o.Consignee.City = strings.Repeat("many words ", 500) + strings.Repeat("é", 500)
	o.ShipperOrderID = strings.Repeat("门", 100)
	terms := OfOrder(o)
	if len(terms) > 3*maxFieldTerms {
		t.Errorf("%d terms", len(terms))
	}
	for _, term := range append(terms, Conditions(strings.Repeat("é", 500))[0].Term) {
		if len(term) > maxTerm || !utf8.ValidString(term) {
			t.Errorf("term %q of %d bytes", term, len(term))
		}
	}
	if n := len(Conditions("a1 b2 c3 d4 e5 f6 g7 h8 i9 j10 k11")); n != maxConditions {
		t.Errorf("%d conditions", n)
	}
}

func TestConditionsAreSelective(t *testing.T) {
	t.Parallel()
	got := Conditions("a santoso san jakarta santoso")
	if want := []Condition{{Term: "santoso"}, {Term: "jakarta"}, {Term: "a"}}; !slices.Equal(got, want) {
		t.Errorf("conditions %+v, want %+v", got, want)
	}
}

// FuzzOrderIsFoundByItself: an order is found by each of its texts, whatever they are.
func FuzzOrderIsFoundByItself(f *testing.F) {
	f.Add("Budi Santoso", "ORD-7")
	f.Add("陈大文 สมชาย é", "0812")
	f.Add("ﬀ İı\u0301ß", "\u0e33ยำ")
	f.Fuzz(func(t *testing.T, name, reference string) {
		if !utf8.ValidString(name) || utf8.RuneCountInString(name) > maxFieldTerms || utf8.RuneCountInString(reference) > maxFieldTerms {
			return
		}
		o := &shipment.Order{ShipperOrderID: reference, Consignee: shipment.Party{Name: name}}
		for _, query := range []string{reference, name + " x"} {
			query = strings.TrimSuffix(query, " x")
			if len(Conditions(query)) > 0 && !strings.ContainsAny(Normalise(query), "@0123456789") && !found(o, query) {
				t.Errorf("%q is not found: terms %q, conditions %+v", query, OfOrder(o), Conditions(query))
			}
		}
	})
}

func BenchmarkOfOrder(b *testing.B) {
	o := someone()
	for b.Loop() {
		OfOrder(o)
	}
}
