package orders

import (
	"html/template"
	"strings"
	"sync"

	"waybill/internal/console/orderform"
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
