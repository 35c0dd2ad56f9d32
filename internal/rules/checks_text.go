package rules

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"waybill/internal/shipment"
)

// eachText makes a check of a text field: of the order's own, or of each item's. Absent values pass. wrong returns the
// built-in message, "" if the value is right.
func eachText(f *field, wrong func(value string) string) check {
	if f.order != nil {
		return func(v *visit) {
			if value := f.order.Shown(v.order); value != "" {
				v.findText(f.Name, -1, wrong(value))
			}
		}
	}
	return func(v *visit) {
		for i := range v.order.Items {
			if value := f.item.Shown(&v.order.Items[i]); value != "" {
				v.findText(f.Name, i, wrong(value))
			}
		}
	}
}

// findText notes a finding unless text is "".
func (v *visit) findText(field string, index int, text string) {
	if text != "" {
		v.find(field, index, text)
	}
}

func compileRequired(r *Rule) (check, *keyError) {
	const text = "This field is required."
	f := fieldsByName[r.Field]
	if f.isOfItem() {
		return eachItem(func(it *item) string {
			if f.item.IsZero(it) {
				return text
			}
			return ""
		}, f.Name), nil
	}
	return func(v *visit) {
		if f.order.IsZero(v.order) {
			v.find(f.Name, -1, text)
		}
	}, nil
}

// eachItem makes a check of each item. wrong returns the built-in message, "" if the item is right.
func eachItem(wrong func(*item) string, field string) check {
	return func(v *visit) {
		for i := range v.order.Items {
			v.findText(field, i, wrong(&v.order.Items[i]))
		}
	}
}

// compileRegexp compiles a pattern that must match the whole value.
func compileRegexp(pattern string) (*regexp.Regexp, *keyError) {
	if _, err := regexp.Compile(pattern); err != nil { // before it is wrapped, so that the message shows what was written
		return nil, &keyError{"pattern", fmt.Sprintf("is not a regular expression of RE2: %v", err)}
	}
	whole, err := regexp.Compile(`^(?:` + pattern + `)$`)
	if err != nil {
		return nil, &keyError{"pattern", fmt.Sprintf("is not a regular expression of RE2: %v", err)}
	}
	return whole, nil
}

func compilePattern(r *Rule) (check, *keyError) {
	whole, wrong := compileRegexp(r.Pattern)
	if wrong != nil {
		return nil, wrong
	}
	text := "Enter a value of the form " + r.Pattern + "."
	return eachText(fieldsByName[r.Field], func(value string) string {
		if whole.MatchString(value) {
			return ""
		}
		return text
	}), nil
}

// partyOf returns a party of an order, and the name of the field of its postal code.
func partyOf(o *order, party string) (p *shipment.Party, postalField string) {
	if party == shipment.PartyShipper {
		return &o.Pickup, fieldPickupCode
	}
	return &o.Consignee, fieldConsigneeCode
}

func compilePostalCode(r *Rule) (check, *keyError) {
	if r.Pattern == "" {
		return func(v *visit) {
			p, name := partyOf(v.order, r.Party)
			codes := PostalCodesOf(p.Country)
			if !codes.Checked() {
				return
			}
			needed := codes.Required && r.Party == shipment.PartyConsignee // the operator knows where it picks up
			if code := compactPostal(p.Postal); code == "" && needed || code != "" && !codes.valid(p.Postal) {
				v.find(name, -1, fmt.Sprintf("Enter a postal code of %s: %s.", p.Country.Name(), codes.Form))
			}
		}, nil
	}
	whole, wrong := compileRegexp(r.Pattern)
	if wrong != nil {
		return nil, wrong
	}
	text := "Enter a postal code of the form " + r.Pattern + "."
	return func(v *visit) {
		if p, name := partyOf(v.order, r.Party); p.Postal != "" && !whole.MatchString(p.Postal) {
			v.find(name, -1, text)
		}
	}, nil
}

func compilePhoneCountry(r *Rule) (check, *keyError) {
	return func(v *visit) {
		p, _ := partyOf(v.order, shipment.PartyConsignee)
		if r.Field == fieldPickupPhone {
			p, _ = partyOf(v.order, shipment.PartyShipper)
		}
		if p.Number != "" && !phoneIsOf(p.Number, p.Country) {
			v.find(r.Field, -1, fmt.Sprintf("Enter a phone number of %s.", p.Country.Name()))
		}
	}, nil
}

func compileForbiddenCategories(r *Rule) (check, *keyError) {
	forbidden := make(map[string]bool, len(r.Categories))
	for _, c := range r.Categories {
		forbidden[fold(c)] = true
	}
	return eachText(fieldsByName[fieldItemCategory], func(value string) string {
		var room [foldRoom]byte
		if !forbidden[string(appendFolded(room[:0], value))] {
			return ""
		}
		return fmt.Sprintf("Items of the category %s are not accepted.", value)
	}), nil
}

func compileForbiddenHSCodes(r *Rule) (check, *keyError) {
	return eachText(fieldsByName[fieldItemHSCode], func(value string) string {
		i := slices.IndexFunc(r.Prefixes, func(prefix string) bool { return strings.HasPrefix(value, prefix) })
		if i < 0 {
			return ""
		}
		return fmt.Sprintf("Items with an HS code that begins with %s are not accepted.", r.Prefixes[i])
	}), nil
}
