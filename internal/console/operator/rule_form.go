package operator

import (
	"encoding/json"
	"errors"
	"net/url"
	"strings"

	"waybill/internal/console/web"
	"waybill/internal/rules"
)

// ruleForm is the form of a rule, with its problems by line.
type ruleForm struct {
	*web.Form
	Flaws []ruleFlaw
}

// ruleFlaw is a problem of a rule. Line is 0 and Code is "" if it is about the whole text.
type ruleFlaw struct {
	Line       int
	Code, Text string
}

func newRuleForm(values url.Values) *ruleForm { return &ruleForm{Form: web.NewForm(values)} }

// exampleRule is a text that a new rule can begin with.
type exampleRule struct{ Name, Title, text string }

// exampleRules are those that the page of a new rule offers, the first one at first.
var exampleRules = []exampleRule{
	{"weight", web.Key("Limit of weight"), `{
  "id": "heavy-parcels",
  "severity": "warning",
  "kind": "max_weight",
  "kg": 20,
  "messages": {"en": "Parcels of more than 20 kg need two people."}
}`},
	{"words", web.Key("Forbidden words"), `{
  "id": "no-batteries",
  "severity": "error",
  "kind": "forbidden_words",
  "field": "item_desc",
  "words": ["battery", "power bank"],
  "messages": {"en": "Batteries are not carried by air."}
}`},
	{"lane", web.Key("Field that a country needs"), `{
  "id": "korea-clearance-code",
  "destination": "South Korea",
  "severity": "error",
  "kind": "tax_id_required",
  "party": "consignee",
  "types": ["PCCC"],
  "messages": {"en": "Customs in Korea needs the clearance code (PCCC) of the consignee."}
}`},
	{"expression", web.Key("Expression"), `{
  "id": "cod-has-note",
  "severity": "error",
  "kind": "cel",
  "field": "delivery_note",
  "when": "order.payment_type == 'cod' && order.cod_amt_to_collect > 100.0",
  "expression": "order.delivery_note != ''",
  "messages": {"en": "More than 100 on delivery needs a note for the courier."}
}`},
}

// exampleOf is the example with a name, or else the first.
func exampleOf(name string) exampleRule {
	for _, e := range exampleRules {
		if e.Name == name {
			return e
		}
	}
	return exampleRules[0]
}

// failRule puts what is wrong with a rule in a form, each problem with its line. It returns other errors.
func failRule(v *web.Visit, f *ruleForm, err error) error {
	invalid, ok := errors.AsType[*rules.InvalidError](err)
	if !ok {
		return err
	}
	text := f.Value("rule")
	for _, p := range invalid.Problems {
		line := lineOfKey(text, p.Key)
		if p.Key == "" {
			line = lineOfSyntax(text)
		}
		failLine(v, f, line, strings.TrimSpace(p.Key+" "+p.Message))
	}
	return nil
}

// failLine adds a problem at a line of the rule, or with its whole text if line is 0.
func failLine(v *web.Visit, f *ruleForm, line int, problem string) {
	flaw := ruleFlaw{Line: line, Text: problem}
	if lines := strings.Split(f.Value("rule"), "\n"); line > 0 && line <= len(lines) {
		flaw.Code = strings.TrimSpace(lines[line-1])
		problem = v.T("Line %d: %s", line, problem)
	}
	f.Flaws = append(f.Flaws, flaw)
	f.Fail("rule", problem)
}

// lineOfSyntax is the line at which a text stops being JSON, 0 if it is JSON.
func lineOfSyntax(text string) int {
	var value any
	syntax, ok := errors.AsType[*json.SyntaxError](json.Unmarshal([]byte(text), &value))
	if !ok {
		return 0
	}
	return 1 + strings.Count(text[:min(int(syntax.Offset), len(text))], "\n")
}

// lineOfKey is the line of a member of an object, 0 if it has none with the key.
func lineOfKey(text, key string) int {
	d := json.NewDecoder(strings.NewReader(text))
	depth, isKey := 0, false
	for {
		token, err := d.Token()
		if err != nil {
			return 0
		}
		switch token {
		case json.Delim('{'), json.Delim('['):
			depth++
			isKey = depth == 1
			continue
		case json.Delim('}'), json.Delim(']'):
			depth--
			isKey = depth == 1
			continue
		}
		if depth == 1 {
			if isKey && token == key {
				return 1 + strings.Count(text[:d.InputOffset()], "\n")
			}
			isKey = !isKey
		}
	}
}
