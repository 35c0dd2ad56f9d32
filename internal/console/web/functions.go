package web

import (
	"crypto/rand"
	"errors"
	"fmt"
	"html/template"
	"strings"
	"time"
	"unicode"

	"waybill/internal/shipment"
)

// functions are those of templates. They belong to the visit of the instance.
func (i *instance) functions() template.FuncMap {
	return template.FuncMap{
		"t":        func(key string, args ...any) string { return i.visit.T(key, args...) },
		"url":      func(path string) string { return i.visit.URL(path) },
		"can":      func(name string) (bool, error) { return i.visit.canNamed(name) },
		"icon":     icon,
		"initials": Initials,
		"asset":    func(name string) string { return i.visit.Console.Assets[name].Path },
		"country":  func(c any) string { return i.visit.Country(shipment.Country(fmt.Sprint(c))) },
		"number":   func(n any) string { return i.visit.Number(n) },
		"decimal":  func(n any) string { return i.visit.Decimal(fmt.Sprint(n)) },
		"weight":   func(kg fmt.Stringer) string { return i.visit.Weight(kg.String()) },
		"money":    func(amount, currency any) string { return i.visit.Money(fmt.Sprint(amount), fmt.Sprint(currency)) },
		"moment":   func(t time.Time) string { return i.visit.Moment(t) },
		"date":     func(t time.Time) string { return i.visit.Language.Date(t.In(i.visit.Zone)) },
		"clock":    func(t time.Time) string { return t.In(i.visit.Zone).Format("15:04") },
		"ago":      func(t time.Time) string { return i.visit.Ago(t) },
		"iso":      func(t time.Time) string { return t.In(i.visit.Zone).Format(time.RFC3339) },
		"status":   func(s any) StatusView { return StatusOf(shipment.TrackerStatus(fmt.Sprint(s))) },
		"once":     rand.Text, // the value of a form's hidden field, by which the API carries out once a form that is sent twice
		"frame":    func() *frame { return i.visit.frame() },
		"dict":     dict,
		"list":     func(values ...any) []any { return values },
	}
}

func icon(name string) template.HTML {
	return template.HTML(`<i class="i-` + template.HTMLEscapeString(name) + `"></i>`) //nolint:gosec // it is escaped
}

// dict makes a map of names and values, for a part that takes several.
func dict(pairs ...any) (map[string]any, error) {
	if len(pairs)%2 != 0 {
		return nil, errors.New("dict: a name has no value")
	}
	made := make(map[string]any, len(pairs)/2)
	for i := 0; i < len(pairs); i += 2 {
		name, ok := pairs[i].(string)
		if !ok {
			return nil, fmt.Errorf("dict: the name %v is no text", pairs[i])
		}
		made[name] = pairs[i+1]
	}
	return made, nil
}

// permissionNames are the permissions as templates name them.
var permissionNames = map[string]shipment.Permission{
	"writeOrders": shipment.WriteOrders, "setAccount": shipment.SetAccount, "administer": shipment.Administer,
	"stopParcels": shipment.ChangeParcels, "scanParcels": shipment.ScanParcels, "operate": shipment.Operate,
}

func (v *Visit) canNamed(name string) (bool, error) {
	p, ok := permissionNames[name]
	if !ok {
		return false, fmt.Errorf("can: there is no permission %q", name)
	}
	return v.Can(p), nil
}

// Initials are the first letters of the first and the last word of a name, or of an address without its host; "?" for none.
func Initials(name string) string {
	name, _, _ = strings.Cut(name, "@")
	words := strings.FieldsFunc(name, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsMark(r) })
	if len(words) == 0 {
		return "?"
	}
	first := func(word string) string { return string([]rune(word)[:1]) }
	letters := first(words[0])
	if last := words[len(words)-1]; len(words) > 1 {
		letters += first(last)
	}
	return strings.ToUpper(letters)
}
