package searchtext

import (
	"cmp"
	"crypto/sha256"
	"encoding/base64"
	"slices"
	"strings"

	"waybill/internal/shipment"
)

// Version is that of the terms: raise it when orders get other ones, or texts are normalised otherwise. Then the orders that were indexed
// before are indexed anew.
const Version = 3

const (
	// maxFieldTerms is how many terms a field of an order has at most: a name of 1,000 characters is no name.
	maxFieldTerms = 40
	// maxTextTerms is how many terms the texts about an order have at most.
	maxTextTerms = 300
	// maxSKUs is how many items of an order are found by their SKU.
	maxSKUs = 20
	// endDigits is by how many of its last digits a number is found at least: fewer are those of many orders.
	endDigits = 4
	// endMark begins a term of the digits of a number from the last one to the first: each end of the number begins it. No word has
	// the mark.
	endMark = "*"
)

// Match is a field of an order that has what was searched: its name in words, and its text.
type Match struct{ Field, Text string }

// part is a field of an order, and how its terms are added.
type part struct {
	Match
	add func(*terms, string)
}

// partsOf returns what an order is found by: its numbers and reference, the name, phone number, e-mail address, postal code, city and
// street of its consignee, of a return also those of the place where it is picked up, which is the customer's, and the SKUs of its items.
func partsOf(o *shipment.Order) []part {
	parts := []part{
		{Match{"Tracking number", o.TrackingNo}, (*terms).number},
		{Match{"Reference", o.ShipperOrderID}, (*terms).code},
		{Match{"Number at the partner", o.HAWBNo}, (*terms).partnerNo},
	}
	parties := []*shipment.Party{&o.Consignee}
	if o.Return {
		parties = append(parties, &o.Pickup)
	}
	for _, p := range parties {
		parts = append(parts,
			part{Match{"Name", p.Name}, (*terms).words}, part{Match{"Phone", p.Number}, (*terms).phone},
			part{Match{"E-mail", p.Email}, (*terms).email}, part{Match{"Postal code", p.Postal}, (*terms).code},
			part{Match{"City", p.City}, (*terms).words}, part{Match{"Address", p.Address}, (*terms).words})
	}
	for i := range o.Items[:min(len(o.Items), maxSKUs)] {
		parts = append(parts, part{Match{"SKU", o.Items[i].SKU}, (*terms).words})
	}
	return parts
}

// OfOrder returns the terms of an order with its items, sorted, each once. Texts are what was written about the order, the most
// important ones first.
func OfOrder(o *shipment.Order, texts ...string) []string {
	t := make(terms, 0, 32)
	for _, p := range partsOf(o) {
		p.add(&t, p.Text)
	}
	for _, m := range cmp.Or(o.Trade, new(shipment.OrderTrade)).Metadata {
		t.add(OfMetadata(m))
	}
	most := len(t) + maxTextTerms
	for _, text := range texts {
		t.wordsUpTo(most, text)
	}
	slices.Sort(t)
	return slices.Compact(t)
}

// OfMetadata returns the term of an entry of metadata. It does not tell the entry, and no word has the mark with which it begins.
func OfMetadata(m shipment.Metadata) string {
	sum := sha256.Sum256([]byte(m.Key + "\x00" + m.Value))
	return "=" + base64.RawURLEncoding.EncodeToString(sum[:12])
}

// Matches returns the fields of an order with its items that a query finds it by.
func Matches(o *shipment.Order, query string) (all []Match) {
	conditions := Conditions(query)
	for _, p := range partsOf(o) {
		var t terms
		p.add(&t, p.Text)
		has := slices.ContainsFunc(conditions, func(c Condition) bool { return slices.ContainsFunc(t, c.isMet) })
		if has && !slices.Contains(all, p.Match) {
			all = append(all, p.Match)
		}
	}
	return all
}

type terms []string

func (t *terms) add(term string) {
	if term != "" {
		*t = append(*t, cut(term))
	}
}

// words adds the words of a field.
func (t *terms) words(text string) { t.wordsUpTo(len(*t)+maxFieldTerms, text) }

// wordsUpTo adds the words of a text, until there are most terms.
func (t *terms) wordsUpTo(most int, text string) {
	for _, r := range runsOf(Normalise(text)) {
		if len(*t) >= most {
			return
		}
		if !r.unspaced {
			t.add(r.text)
			continue
		}
		pairs(r.text, true, func(pair string) {
			if len(*t) < most {
				t.add(pair)
			}
		})
	}
}

// code adds the words of a reference, and all of it without punctuation.
func (t *terms) code(text string) {
	t.words(text)
	t.add(joined(Normalise(text)))
}

// number adds a tracking number, its part from the first digit on, and the end of its digits.
func (t *terms) number(text string) {
	t.code(text)
	number := joined(Normalise(text))
	if first := strings.IndexAny(number, "0123456789"); first > 0 {
		t.add(number[first:])
	}
	t.end(digits(number))
}

// partnerNo adds the number of a partner, and the end of its digits.
func (t *terms) partnerNo(text string) {
	t.code(text)
	t.end(digits(Normalise(text)))
}

// end adds the term of the end of a number that has these digits.
func (t *terms) end(number string) {
	if len(number) >= endDigits {
		t.add(backwards(number))
	}
}

// backwards is the beginning of the terms of numbers that end with some digits.
func backwards(digits string) string {
	end := []byte(digits)
	slices.Reverse(end)
	return endMark + string(end)
}

// phone adds the digits of a phone number: all, those without the calling code of the country, and the end.
func (t *terms) phone(text string) {
	number := digits(Normalise(text))
	t.add(number)
	if strings.HasPrefix(strings.TrimSpace(text), "+") {
		t.add(number[min(len(number), callingCodeLength(number)):])
	}
	t.add(strings.TrimLeft(number, "0"))
	t.end(number)
}

// email adds the words of an e-mail address but the top-level domain.
func (t *terms) email(text string) { t.words(withoutTopLevel(text)) }

func digits(s string) string {
	return strings.Map(func(r rune) rune {
		if '0' <= r && r <= '9' {
			return r
		}
		return -1
	}, s)
}

// twoDigitCodes are the calling codes of two digits (ITU-T E.164).
const twoDigitCodes = "20 27 30 31 32 33 34 36 39 40 41 43 44 45 46 47 48 49 51 52 53 54 55 56 57 58 60 61 62 63 64 65 66 " +
	"81 82 84 86 90 91 92 93 94 95 98"

// callingCodeLength is how many digits the calling code at the start of an international number has.
func callingCodeLength(number string) int {
	switch {
	case number == "", number[0] == '1', number[0] == '7':
		return 1
	case len(number) >= 2 && strings.Contains(twoDigitCodes, number[:2]):
		return 2
	default:
		return 3
	}
}
