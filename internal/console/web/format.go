package web

import (
	"strings"
	"sync"
	"time"

	textlanguage "golang.org/x/text/language"
	"golang.org/x/text/number"

	"waybill/internal/shipment"
)

// months are the short names of months of Indonesian; English has those of Go, and Chinese has numbers.
var months = [...]string{"Jan", "Feb", "Mar", "Apr", "Mei", "Jun", "Jul", "Agu", "Sep", "Okt", "Nov", "Des"}

// Date is a day in the format of a language, such as 21 Nov 2026.
func (l *Language) Date(t time.Time) string {
	switch l.Tag {
	case "zh-Hans":
		return t.Format("2006年1月2日")
	case "id":
		return t.Format("2 ") + months[t.Month()-1] + t.Format(" 2006")
	}
	return t.Format("2 Jan 2006")
}

// Moment is a time in the zone of the visit, such as 21 Nov 2026, 14:05.
func (v *Visit) Moment(t time.Time) string {
	t = t.In(v.Zone)
	if v.Language.Tag == "zh-Hans" {
		return v.Language.Date(t) + t.Format(" 15:04")
	}
	return v.Language.Date(t) + t.Format(", 15:04")
}

// Ago is how long ago a time is, or how long until then, in words; the date if that is more than a month.
func (v *Visit) Ago(t time.Time) string {
	d := v.Console.Now().Sub(t)
	if d < 0 {
		switch minutes := int(-d / time.Minute); {
		case minutes < 1:
			return v.T("in a moment")
		case minutes < 60:
			return v.T("in %d minutes", minutes)
		case minutes < 48*60:
			return v.T("in %d hours", minutes/60)
		}
		return v.Language.Date(t.In(v.Zone))
	}
	switch minutes := int(d / time.Minute); {
	case minutes < 1:
		return v.T("just now")
	case minutes < 60:
		return v.T("%d minutes ago", minutes)
	case minutes < 24*60:
		return v.T("%d hours ago", minutes/60)
	case minutes < 30*24*60:
		return v.T("%d days ago", minutes/(24*60))
	}
	return v.Language.Date(t.In(v.Zone))
}

// Country is the name of a country in the user's language, "" for none.
func (v *Visit) Country(c shipment.Country) string {
	region, err := textlanguage.ParseRegion(string(c))
	if err != nil {
		return ""
	}
	return v.Language.regions.Name(region)
}

// Number is a number with the separators of the language.
func (v *Visit) Number(n any) string { return v.Language.printer.Sprint(number.Decimal(n)) }

// Weight is a decimal of kilograms with the decimal sign of the language, such as 1,25 kg; "" for "".
func (v *Visit) Weight(kilograms string) string {
	if kilograms == "" {
		return ""
	}
	return v.Decimal(kilograms) + " kg"
}

// Decimal is a number with a point, with the decimal sign of the language.
func (v *Visit) Decimal(pointed string) string {
	if v.Language.Tag == "id" {
		return strings.ReplaceAll(pointed, ".", ",")
	}
	return pointed
}

// Money is an amount with its currency's code, such as 12,345.50 IDR. Amount is a decimal, which is shown with all
// its digits.
func (v *Visit) Money(amount, currency string) string {
	whole, fraction, _ := strings.Cut(amount, ".")
	sign := ""
	if strings.HasPrefix(whole, "-") {
		sign, whole = "−", whole[1:]
	}
	group, point := ",", "."
	if v.Language.Tag == "id" {
		group, point = ".", ","
	}
	for i := len(whole) - 3; i > 0; i -= 3 {
		whole = whole[:i] + group + whole[i:]
	}
	if fraction != "" {
		whole += point + fraction
	}
	return strings.TrimSpace(sign + whole + " " + currency)
}

var zones sync.Map // *time.Location by name

// ZoneOf is the zone with an IANA name, UTC for none or an unknown one.
func ZoneOf(name string) *time.Location {
	if name == "" {
		return time.UTC
	}
	if known, ok := zones.Load(name); ok {
		return known.(*time.Location)
	}
	zone, err := time.LoadLocation(name)
	if err != nil {
		return time.UTC
	}
	zones.Store(name, zone)
	return zone
}
