package orders

import (
	"html/template"
	"strings"
	"sync"
	"unicode/utf8"

	"waybill/internal/console/orderform"
	"waybill/internal/shipment"
)

// choicesTemplate are the choices of the inputs for countries and currencies.
var choicesTemplate = template.Must(template.New("choices").Parse(
	`{{define "list"}}{{range .}}<option value="{{.Value}}">{{.Note}}</option>{{end}}{{end -}}
<datalist id="countries">{{template "list" .Countries}}</datalist>
<datalist id="currencies">{{template "list" .Currencies}}</datalist>`))

// choicesMade are the choices in each language, because escaping hundreds of names takes half of the time of a form.
var choicesMade sync.Map // template.HTML by *orderform.Names

func choicesIn(names *orderform.Names) (template.HTML, error) {
	if made, ok := choicesMade.Load(names); ok {
		return made.(template.HTML), nil
	}
	var text strings.Builder
	if err := choicesTemplate.Execute(&text, names); err != nil {
		return "", err
	}
	made := template.HTML(text.String()) //nolint:gosec // made by html/template, which escapes the names
	choicesMade.Store(names, made)
	return made, nil
}

// hsCodes proposes HS codes for each item that has words of a description, or the first digits, in the place of its code. What
// was typed stands before each description, because browsers show only the options that have it as it stands.
func hsCodes(f *orderform.Form) []shipment.HSCode {
	const (
		ofAnItem = 20
		inAll    = 100
	)
	var found []shipment.HSCode
	for row := range f.Rows(orderform.Items) {
		typed := f.Value(orderform.Input(orderform.Items, row, "item_hs_code"))
		if len(found) < inAll && utf8.RuneCountInString(typed) > 2 && len(typed) <= shipment.MaxText && !shipment.KnownHSCode(typed) {
			for _, c := range shipment.SearchHS(typed, ofAnItem) {
				found = append(found, shipment.HSCode{Code: c.Code, Description: typed + ": " + c.Description})
			}
		}
	}
	return found
}
