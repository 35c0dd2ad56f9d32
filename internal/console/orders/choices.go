package orders

import (
	"html/template"
	"net/url"
	"regexp"
	"strings"
	"sync"
	"unicode/utf8"

	"waybill/internal/console/orderform"
	"waybill/internal/console/web"
	"waybill/internal/request"
	"waybill/internal/shipment"
)

// choicesTemplate are the choices of the inputs for countries and currencies. The end tags of options and the quotes around words, which
// HTML does not need, would be 5 kB.
var choicesTemplate = template.Must(template.New("choices").Parse(
	`{{define "list"}}{{range .}}<option value="{{.Value}}">{{.Note}}{{end}}{{end -}}
<datalist id="countries">{{template "list" .Countries}}</datalist>
<datalist id="currencies">{{template "list" .Currencies}}</datalist>`))

var quotedWord = regexp.MustCompile(`="([A-Za-z]+)">`)

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
	made := template.HTML(quotedWord.ReplaceAllString(text.String(), "=$1>")) //nolint:gosec // made by html/template, which escapes the names
	choicesMade.Store(names, made)
	return made, nil
}

// hsCodes proposes HS codes for each item that has words of a description, or the first digits, in the place of its code. What
// was typed stands before each description, because browsers show only the options that have it as it stands.
func hsCodes(v *web.Visit, f *orderform.Form) ([]shipment.HSCode, error) {
	const mostCodes = 100
	set, err := v.Console.Orders.Rules.Current(v.Context())
	if err != nil {
		return nil, err
	}
	var proposed []shipment.HSCode
	for row := range f.Rows(orderform.Items) {
		typed := f.Value(orderform.Input(orderform.Items, row, "item_hs_code"))
		if len(proposed) >= mostCodes || utf8.RuneCountInString(typed) < 3 {
			continue
		}
		search, problems := request.HSSearchQuery.Read(url.Values{"q": {typed}})
		if problems != nil { // too long
			continue
		}
		for _, c := range set.HSCodes().Search(search.Text, int(search.Limit)) {
			if c.Code != typed {
				proposed = append(proposed, shipment.HSCode{Code: c.Code, Description: typed + ": " + c.Description})
			}
		}
	}
	return proposed, nil
}
