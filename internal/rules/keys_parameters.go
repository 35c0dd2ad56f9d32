package rules

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"waybill/internal/shipment"
)

func readField(r *Rule, sent json.RawMessage) error {
	var name string
	if json.Unmarshal(sent, &name) != nil || fieldsByName[name] == nil {
		return fmt.Errorf("is %s: want a field of a create request, such as consignee_state or item_hs_code", cut(sent))
	}
	r.Field = name
	return nil
}

// readDecimal reads a number above 0 with at most some decimal places and 8 digits before them.
func readDecimal(places int, at func(*Rule) *int64) func(*Rule, json.RawMessage) error {
	return func(r *Rule, sent json.RawMessage) error {
		whole, decimals, _ := strings.Cut(string(sent), ".")
		padded := decimals + strings.Repeat("0", max(0, places-len(decimals)))
		n, err := strconv.ParseInt(whole+padded, 10, 64)
		if err != nil || n < 1 || len(whole) > 8 || len(padded) != places {
			return fmt.Errorf("is %s: want a number above 0 with at most 8 digits before the point and %d after it", cut(sent), places)
		}
		*at(r) = n
		return nil
	}
}

func readCurrency(r *Rule, sent json.RawMessage) error {
	var code string
	err := json.Unmarshal(sent, &code)
	currency, known := shipment.CurrencyByCode(code)
	if err != nil || !known {
		return fmt.Errorf("is %s: want an ISO 4217 code such as EUR", cut(sent))
	}
	r.Currency = currency
	return nil
}

// readList reads a list of texts, each of which one reads. one returns what is wanted instead, "" if it is right.
func readList(at func(*Rule) *[]string, one func(*string) (want string)) func(*Rule, json.RawMessage) error {
	return func(r *Rule, sent json.RawMessage) error {
		var list []string
		if json.Unmarshal(sent, &list) != nil {
			return fmt.Errorf("is %s: want a list of texts", cut(sent))
		}
		if len(list) < 1 || len(list) > MaxListEntries {
			return fmt.Errorf("has %d entries: want 1 to %d", len(list), MaxListEntries)
		}
		for i := range list {
			was := list[i]
			if want := one(&list[i]); want != "" {
				return fmt.Errorf("has the entry %q: want %s", cutText(was), want)
			}
		}
		*at(r) = list
		return nil
	}
}

func word(s *string) string {
	*s = strings.TrimSpace(*s)
	if n := utf8.RuneCountInString(*s); n < 1 || n > MaxWord {
		return fmt.Sprintf("1 to %d characters", MaxWord)
	}
	return ""
}

func hsPrefix(s *string) string {
	*s = strings.NewReplacer(".", "", " ", "").Replace(*s)
	if len(*s) < 2 || len(*s) > 10 || strings.Trim(*s, "0123456789") != "" {
		return "2 to 10 digits"
	}
	return ""
}

func taxType(s *string) string {
	if !slices.Contains(shipment.TaxIDTypes(), *s) {
		return alternatives(shipment.TaxIDTypes())
	}
	return ""
}

func readTaxType(r *Rule, sent json.RawMessage) error {
	return readChoice(func(r *Rule) *string { return &r.TaxType }, shipment.TaxIDTypes()...)(r, sent)
}

func readScheme(r *Rule, sent json.RawMessage) error {
	return readChoice(func(r *Rule) *string { return &r.Scheme }, Schemes()...)(r, sent)
}

// Schemes are the forms of identification numbers that the kind checksum knows, sorted.
func Schemes() []string { return slices.Sorted(maps.Keys(schemes)) }

// alternatives lists choices for a message.
func alternatives[T ~string](choices []T) string {
	var b strings.Builder
	for i, c := range choices {
		switch {
		case i > 0 && i == len(choices)-1:
			b.WriteString(" or ")
		case i > 0:
			b.WriteString(", ")
		}
		b.WriteString(string(c))
	}
	return b.String()
}

// shown is how much of a wrong value a message has, in bytes.
const shown = 60

// cut is a JSON value for a message.
func cut(sent json.RawMessage) string { return cutText(string(sent)) }

func cutText(s string) string {
	if len(s) <= shown {
		return s
	}
	return strings.ToValidUTF8(s[:shown], "") + "…"
}
