package operator

import (
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"

	"waybill/internal/console/web"
	"waybill/internal/each"
	"waybill/internal/rules"
)

// ruleForm is the form of a rule, with its problems by line.
type ruleForm struct {
	*web.Form
	Flaws []ruleFlaw
	wrong map[string][]string // what is wrong, by key
}

// ruleFlaw is a problem of a rule. Line is 0 and Code is "" if it is about the whole text.
type ruleFlaw struct {
	Line       int
	Code, Text string
}

func newRuleForm(values url.Values) *ruleForm {
	return &ruleForm{web.NewForm(values), nil, map[string][]string{}}
}

// ruleField is an input for a key of a rule.
type ruleField struct {
	Name, Label, Value string
	Options            []web.Option // of a choice
	Errors             []string
}

// The kinds of values that keys have.
const (
	textKey   = ""
	listKey   = "list" // of texts, separated by commas; one may stand without a list
	numberKey = "number"
)

// ruleKeys are the keys of rules that have inputs, in the order in which the form writes them. Others are in the JSON alone.
var ruleKeys = []struct{ name, label, kind string }{
	{"id", web.Key("Id"), textKey},
	{"severity", web.Key("Level"), textKey},
	{"kind", web.Key("Checks"), textKey},
	{"field", web.Key("Field, or fields"), listKey},
	{"party", web.Key("Party"), textKey},
	{"types", web.Key("Kinds of tax ids"), listKey},
	{"pattern", web.Key("Pattern (RE2)"), textKey},
	{"kg", web.Key("Most kg"), numberKey},
	{"cm", web.Key("Most cm"), numberKey},
	{"divisor", web.Key("cm³ for a kg"), numberKey},
	{"amount", web.Key("Highest amount"), numberKey},
	{"currency", web.Key("Currency"), textKey},
	{"words", web.Key("Words"), listKey},
	{"categories", web.Key("Categories"), listKey},
	{"prefixes", web.Key("Begins of HS codes"), listKey},
	{"goods", web.Key("Kinds of goods"), listKey},
	{"pieces", web.Key("Most pieces"), numberKey},
	{"places", web.Key("Places"), listKey},
	{"scheme", web.Key("Check digit"), textKey},
	{"tax_type", web.Key("Kind of tax id"), textKey},
	{"country", web.Key("Country"), textKey},
	{"expression", web.Key("Expression (CEL)"), textKey},
	{"when", web.Key("Only when (CEL)"), textKey},
	{"origin", web.Key("From countries"), listKey},
	{"destination", web.Key("To countries"), listKey},
	{"service_id", web.Key("Number of the service"), numberKey},
	{"account_id", web.Key("Number of the account"), numberKey},
	{"messages.en", web.Key("Message in English"), textKey},
	{"messages.id", web.Key("Message in Indonesian"), textKey},
	{"messages.zh-Hans", web.Key("Message in Chinese"), textKey},
	{"valid_from", web.Key("First day"), textKey},
	{"valid_until", web.Key("Ends before"), textKey},
	{"source", web.Key("Source"), textKey},
}

// Fields are the inputs for the rule as JSON: those of its kind, and those of all rules.
func (f *ruleForm) Fields(v *web.Visit) (fields []ruleField) {
	rule := readTree(f.Value("rule"))
	parameters, others := rules.Parameters(rules.Kind(textOf(rule, "kind"))), map[string]bool{}
	for _, kind := range rules.Kinds() {
		for _, name := range rules.Parameters(kind) {
			others[name] = !slices.Contains(parameters, name)
		}
	}
	for _, k := range ruleKeys {
		if others[k.name] {
			continue
		}
		field := ruleField{Name: k.name, Label: v.T(k.label), Value: textOf(rule, k.name), Errors: f.wrong[k.name]}
		switch k.name {
		case "kind":
			field.Options = each.Of(rules.Kinds(), func(kind rules.Kind) web.Option { return web.Itself(string(kind)) })
		case "severity":
			field.Options = []web.Option{
				{Value: string(rules.SeverityError), Text: v.T("Refuses")},
				{Value: string(rules.SeverityHold), Text: v.T("Holds")},
				{Value: string(rules.SeverityWarning), Text: v.T("Warns")},
			}
		}
		fields = append(fields, field)
	}
	return fields
}

// readTree reads a rule with its numbers as they were typed; another text is a rule without keys.
func readTree(text string) map[string]any {
	rule := map[string]any{}
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	if d.Decode(&rule) != nil || rule == nil {
		return map[string]any{}
	}
	return rule
}

// textOf returns the text of the input of a key.
func textOf(rule map[string]any, name string) string {
	if _, tag, ok := strings.Cut(name, "messages."); ok {
		messages, _ := rule["messages"].(map[string]any)
		return textOf(messages, tag)
	}
	switch value := rule[name].(type) {
	case nil:
		return ""
	case []any:
		return strings.Join(each.Of(value, func(one any) string { return fmt.Sprint(one) }), ", ")
	default:
		return fmt.Sprint(value)
	}
}

// setText puts what was typed for a key into a rule.
func setText(rule map[string]any, name, kind, text string) {
	if _, tag, ok := strings.Cut(name, "messages."); ok {
		messages, _ := rule["messages"].(map[string]any)
		if messages == nil {
			messages = map[string]any{}
		}
		if setText(messages, tag, kind, text); len(messages) == 0 {
			delete(rule, "messages")
			return
		}
		rule["messages"] = messages
		return
	}
	text = strings.TrimSpace(text)
	parts := strings.Split(text, ",")
	switch {
	case text == "":
		delete(rule, name)
	case kind == listKey && (len(parts) > 1 || !slices.Contains([]string{"field", "origin", "destination"}, name)):
		rule[name] = each.Of(parts, strings.TrimSpace)
	case kind == numberKey && json.Valid([]byte(text)):
		rule[name] = json.Number(text)
	default:
		rule[name] = text
	}
}

// takeFields puts into the rule of a form that was sent what was changed in its inputs, since the rule was as the form says.
func takeFields(values url.Values) {
	was, rule, changed := readTree(values.Get("was")), readTree(values.Get("rule")), false
	for _, k := range ruleKeys {
		if typed := values.Get("key." + k.name); values.Has("key."+k.name) && typed != textOf(was, k.name) {
			setText(rule, k.name, k.kind, typed)
			changed = true
		}
	}
	if !changed || len(readTree(values.Get("rule"))) == 0 && values.Get("rule") != "" { // what is no JSON is corrected first
		return
	}
	for _, key := range rules.Kinds() { // a rule of another kind has other keys
		for _, name := range rules.Parameters(key) {
			if !slices.Contains(rules.Parameters(rules.Kind(textOf(rule, "kind"))), name) {
				delete(rule, name)
			}
		}
	}
	values.Set("rule", writeTree(rule))
}

// writeTree writes a rule, a key on each line: those with inputs first.
func writeTree(rule map[string]any) string {
	var lines []string
	var text strings.Builder
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false) // expressions have && and <
	write := func(name string) {
		if value, has := rule[name]; has {
			text.Reset()
			_ = encoder.Encode(value) //nolint:errchkjson // it was decoded from JSON
			lines = append(lines, fmt.Sprintf("  %q: %s", name, strings.TrimSpace(text.String())))
			delete(rule, name)
		}
	}
	for _, k := range ruleKeys {
		name, _, _ := strings.Cut(k.name, ".")
		write(name)
	}
	for _, name := range slices.Sorted(maps.Keys(rule)) {
		write(name)
	}
	return "{\n" + strings.Join(lines, ",\n") + "\n}"
}

// exampleFiles are texts that a form can begin with: rules, and order.json, an order of the service 1 of a new server.
//
//go:embed examples
var exampleFiles embed.FS

// exampleRules are those that the page of a new rule offers, the first one at first.
var exampleRules = []struct{ Name, Title string }{
	{"weight", web.Key("Limit of weight")},
	{"words", web.Key("Forbidden words")},
	{"lane", web.Key("Field that a country needs")},
	{"expression", web.Key("Expression")},
}

// exampleRule is the text of the example with a name, or else of the first.
func exampleRule(name string) string {
	at := max(0, slices.IndexFunc(exampleRules, func(e struct{ Name, Title string }) bool { return e.Name == name }))
	return exampleText(exampleRules[at].Name)
}

func exampleText(file string) string {
	text, err := exampleFiles.ReadFile("examples/" + file + ".json")
	if err != nil {
		panic(err) // it is embedded
	}
	return strings.TrimSuffix(string(text), "\n")
}

// failRule puts what is wrong with a rule in a form, each problem with its line. It returns other errors.
func failRule(v *web.Visit, f *ruleForm, err error) error {
	invalid, ok := errors.AsType[*rules.InvalidError](err)
	if !ok {
		return err
	}
	text := f.Value("rule")
	for _, p := range invalid.Problems {
		message := v.Words().Say("", p.Message)
		f.wrong[p.Key] = append(f.wrong[p.Key], message)
		line := lineOfKey(text, p.Key)
		if p.Key == "" {
			line = lineOfSyntax(text)
		}
		failLine(v, f, line, strings.TrimSpace(p.Key+" "+message))
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
