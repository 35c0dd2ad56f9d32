package label

import (
	"slices"
	"strings"
	"testing"
)

// spelt is an order with companies and an address in Latin letters.
func spelt() Shipment {
	s := korea()
	s.Order.MakeTrade().ShipperCompany, s.Order.Pickup.Name = "Merlion Trading Pte Ltd", "Tan Mei Ling"
	s.Order.MakeTrade().ConsigneeCompany = "Hangang Imports"
	s.Order.MakeTrade().ConsigneeNameLatin, s.Order.MakeTrade().ConsigneeAddressLatin = "Kim Minjun", "152 Teheran-ro, Gangnam-gu, Seoul"
	return s
}

// linesOf are the texts of each page of a document, from the top.
func linesOf(t *testing.T, s Shipment, o Options) (pages [][]string) {
	t.Helper()
	inside := apart(t)
	drawOn(t, SharedPrinter, s, o, func(p *plate) {
		inside(p)
		lines := slices.DeleteFunc(slices.Clone(p.lines), func(l ink) bool { return l.text == rule || l.text == "code" })
		var texts []string
		for _, l := range lines {
			texts = append(texts, spaced(l.text))
		}
		pages = append(pages, texts)
	})
	return pages
}

// TestCompaniesAndLatinSpellings: a company is above the name. A label has the spelling in Latin letters below what the courier reads, and
// papers for customs have it above.
func TestCompaniesAndLatinSpellings(t *testing.T) {
	t.Parallel()
	for document, want := range map[Document][]string{
		Parcel: {
			"Merlion Trading Pte Ltd|Tan Mei Ling|", "|Hangang Imports|김민준|Kim Minjun|", "테헤란로 152|06236|152 Teheran-ro, Gangnam-gu, Seoul|",
		},
		CN23: {
			"|Merlion Trading Pte Ltd|Tan Mei Ling|", "|Hangang Imports|Kim Minjun|김민준|152 Teheran-ro, Gangnam-gu, Seoul|", "테헤란로 152|06236|",
		},
		Invoice: {
			"|Merlion Trading Pte Ltd|Tan Mei Ling|", "|Hangang Imports|Kim Minjun|김민준|152 Teheran-ro, Gangnam-gu, Seoul|", "테헤란로 152|06236|",
		},
	} {
		pages := linesOf(t, spelt(), Options{Document: document})
		if len(pages) != 1 {
			t.Errorf("%s has %d pages", document, len(pages))
		}
		all := "|" + strings.Join(pages[0], "|") + "|"
		for _, want := range want {
			if !strings.Contains(all, want) {
				t.Errorf("%s: no %s in %s", document, want, all)
			}
		}
	}
}

// TestALabelWithoutRoomForLatinSpellings is as it is without them.
func TestALabelWithoutRoomForLatinSpellings(t *testing.T) {
	t.Parallel()
	s := korea()
	s.Order.Consignee.Address = fill("서울특별시 강남구 테헤란로 152 ", 300)
	before := linesOf(t, s, Options{})
	trade := s.Order.MakeTrade()
	trade.ConsigneeNameLatin, trade.ConsigneeAddressLatin = "Kim Minjun", fill("152 Teheran-ro, Gangnam-gu, Seoul ", 300)
	if got := linesOf(t, s, Options{}); len(got) != len(before) || !slices.EqualFunc(got, before, slices.Equal) {
		t.Errorf("%q\nwant %q", got, before)
	}
	s.Order.Consignee.Address, s.Order.MakeTrade().ConsigneeNameLatin = "서울특별시 강남구 테헤란로 152", fill("Kim Minjun ", 255)
	if got := linesOf(t, s, Options{}); len(got) != 1 {
		t.Errorf("a long name in Latin letters makes %d labels", len(got))
	}
}
