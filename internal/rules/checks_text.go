package rules

import (
	"regexp"
	"slices"
	"strings"

	"waybill/internal/each"
	"waybill/internal/problem"
	"waybill/internal/shipment"
)

// eachText makes a check of a text field: of the order's own, or of each item's. Absent values pass. wrong returns the
// built-in message, the zero one if the value is right.
func eachText(f *field, wrong func(value string) problem.Message) check {
	return f.each(func(v *visit, i int) {
		if value := f.shown(v.order, i); value != "" {
			v.findText(f.Name, i, wrong(value))
		}
	})
}

// eachTextOf checks the texts of several fields, one after the other.
func eachTextOf(fields []*field, wrong func(value string) problem.Message) check {
	all := each.Of(fields, func(f *field) check { return eachText(f, wrong) })
	return func(v *visit) {
		for _, one := range all {
			one(v)
		}
	}
}

// findText notes a finding unless the message says nothing.
func (v *visit) findText(field string, index int, wrong problem.Message) {
	if !wrong.IsZero() {
		v.find(field, index, wrong)
	}
}

func compileRequired(r *Rule) (check, *Problem) {
	f := fieldsByName[r.Field]
	return f.each(func(v *visit, i int) {
		if f.isZero(v.order, i) {
			v.find(f.Name, i, problem.Required)
		}
	}), nil
}

// eachItem makes a check of each item.
func eachItem(one func(v *visit, i int, it *item)) check {
	return func(v *visit) {
		for i := range v.order.Items {
			one(v, i, &v.order.Items[i])
		}
	}
}

// compileRegexp compiles a pattern that must match the whole value.
func compileRegexp(pattern string) (*regexp.Regexp, *Problem) {
	whole, err := regexp.Compile(pattern) // before it is wrapped, so that the message shows what was written
	if err == nil {
		whole, err = regexp.Compile(`^(?:` + pattern + `)$`)
	}
	if err != nil {
		return nil, &Problem{Key: "pattern", Message: problem.RuleWrong.With("is not a regular expression of RE2: " + err.Error())}
	}
	return whole, nil
}

func compilePattern(r *Rule) (check, *Problem) {
	whole, wrong := compileRegexp(r.Pattern)
	if wrong != nil {
		return nil, wrong
	}
	message := problem.OtherForm.With(r.Pattern)
	return eachText(fieldsByName[r.Field], func(value string) problem.Message {
		if whole.MatchString(value) {
			return problem.Message{}
		}
		return message
	}), nil
}

// partyOf returns a party of an order, and the name of the field of its postal code.
func partyOf(o *order, party string) (p *shipment.Party, postalField string) {
	if party == shipment.PartyShipper {
		return &o.Pickup, "pickup_postal"
	}
	return &o.Consignee, "consignee_postal"
}

func compilePostalCode(r *Rule) (check, *Problem) {
	if r.Pattern == "" {
		return func(v *visit) {
			p, name := partyOf(v.order, r.Party)
			codes := PostalCodesOf(p.Country)
			if !codes.Checked() {
				return
			}
			needed := codes.Required && r.Party == shipment.PartyConsignee // the operator knows where it picks up
			if code := compactPostal(p.Postal); code == "" && needed || code != "" && !codes.valid(p.Postal) {
				v.find(name, -1, codes.wrong)
			}
		}, nil
	}
	whole, wrong := compileRegexp(r.Pattern)
	if wrong != nil {
		return nil, wrong
	}
	message := problem.PostalForm.With(r.Pattern)
	return func(v *visit) {
		if p, name := partyOf(v.order, r.Party); p.Postal != "" && !whole.MatchString(p.Postal) {
			v.find(name, -1, message)
		}
	}, nil
}

func compilePhoneCountry(r *Rule) (check, *Problem) {
	return func(v *visit) {
		p, _ := partyOf(v.order, shipment.PartyConsignee)
		if r.Field == fieldPickupPhone {
			p, _ = partyOf(v.order, shipment.PartyShipper)
		}
		if p.Number != "" && !phoneIsOf(p.Number, p.Country) {
			v.find(r.Field, -1, problem.PhoneOfCountry.With(p.Country.Name()))
		}
	}, nil
}

func compileForbiddenCategories(r *Rule) (check, *Problem) {
	forbidden := make(map[string]bool, len(r.Categories))
	for _, c := range r.Categories {
		forbidden[fold(c)] = true
	}
	return eachText(fieldsByName["item_category"], func(value string) problem.Message {
		var room [foldRoom]byte
		if !forbidden[string(appendFolded(room[:0], value))] {
			return problem.Message{}
		}
		return problem.ForbiddenCategory.With(value)
	}), nil
}

func compileForbiddenHSCodes(r *Rule) (check, *Problem) {
	return eachText(fieldsByName[fieldItemHSCode], func(value string) problem.Message {
		i := slices.IndexFunc(r.Prefixes, func(prefix string) bool { return strings.HasPrefix(value, prefix) })
		if i < 0 {
			return problem.Message{}
		}
		return problem.ForbiddenHSCode.With(r.Prefixes[i])
	}), nil
}

// compileEmbargo finds the country of a party, or its postal code if only a part of the country is meant.
func compileEmbargo(r *Rule) (check, *Problem) {
	whole := make(map[shipment.Country]bool)
	parts := make(map[shipment.Country]postalRanges)
	for _, entry := range r.Places {
		name, postal, hasPostal := strings.Cut(entry, ":")
		country, _ := shipment.CountryByName(name)
		if !hasPostal {
			whole[country] = true
			continue
		}
		ranges, err := parsePostalRanges(postal)
		if err != nil {
			return nil, &Problem{Key: "places", Message: problem.RuleWrong.With(err)}
		}
		parts[country] = append(parts[country], ranges...)
	}
	return func(v *visit) {
		p, postalField := partyOf(v.order, r.Party)
		switch {
		case whole[p.Country]:
			v.find(strings.Replace(postalField, "postal", "country", 1), -1, problem.Embargo.With(p.Country.Name()))
		case parts[p.Country].have(p.Postal):
			v.find(postalField, -1, problem.EmbargoOfPart.With(p.Postal, p.Country.Name()))
		}
	}, nil
}

// compileSanctions finds parties by their names in the lists of sanctions.
func compileSanctions(*Rule) (check, *Problem) {
	return func(v *visit) {
		t := tradeOf(v.order)
		for _, p := range [...]struct{ field, name string }{
			{fieldConsigneeName, v.order.Consignee.Name},
			{fieldConsigneeName, t.ConsigneeNameLatin},
			{fieldConsigneeName, t.ConsigneeCompany},
			{fieldPickupName, v.order.Pickup.Name},
			{fieldPickupName, t.ShipperCompany},
			{"importer_name", t.Importer.Name},
			{"sold_to_name", t.SoldTo.Name},
		} {
			for _, hit := range v.sanctions.Find(p.name) {
				v.find(p.field, -1, problem.Sanctioned.With(hit.List, hit.Entry, hit.Name))
			}
		}
	}, nil
}

func compileKnownHSCode(*Rule) (check, *Problem) {
	return eachItem(func(v *visit, i int, it *item) {
		if t := it.Trade; t != nil && t.HSCode != "" && !v.hsCodes.Has(t.HSCode) {
			v.find(fieldItemHSCode, i, problem.UnknownHSCode.With(t.HSCode[:min(len(t.HSCode), 6)], v.hsCodes.Year))
		}
	}), nil
}

// compileHSCodeLength finds codes that are cut off or of a third country. Of a country whose tariff is not known every length is right.
func compileHSCodeLength(*Rule) (check, *Problem) {
	return func(v *visit) {
		to, from := shipment.Tariffs()[v.order.Consignee.Country], shipment.Tariffs()[v.order.Pickup.Country]
		if to == nil || from == nil {
			return
		}
		for i := range v.order.Items {
			if t := v.order.Items[i].Trade; t != nil && t.HSCode != "" && !to.Fits(t.HSCode) && !from.Fits(t.HSCode) {
				v.find(fieldItemHSCode, i, problem.HSCodeLength.With(alternatives(to.Digits), v.order.Consignee.Country.Name(), len(t.HSCode)))
			}
		}
	}, nil
}
