package operator

import (
	"cmp"
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
	"waybill/internal/shipment"
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
	Chosen             []web.Option // countries
	Countries          bool
	Errors             []string
}

// ruleGroup is inputs that say the same of a rule.
type ruleGroup struct {
	Title  string
	Fields []ruleField
}

// The kinds of values that keys have beside texts.
const (
	listKey    = "list" // of texts, separated by commas; one may stand without a list
	countryKey = "country"
	numberKey  = "number"
)

// groups are the inputs for the rule as JSON: those of all rules, and those of its kind.
func (f *ruleForm) groups(w *ruleWords) []ruleGroup {
	rule := readTree(f.Value("rule"))
	groups := make([]ruleGroup, len(ruleTexts().Groups))
	for i, g := range ruleTexts().Groups {
		keys := g.Keys
		if slices.Contains(keys, "kind") {
			keys = append(slices.Clip(keys), rules.Parameters(rules.Kind(textOf(rule, "kind")))...)
		}
		groups[i] = ruleGroup{w.v.T(g.Text), each.Of(keys, func(name string) ruleField { return f.input(w, rule, name) })}
	}
	return groups
}

// input is the input for a key.
func (f *ruleForm) input(w *ruleWords, rule map[string]any, name string) ruleField {
	k := each.By(ruleTexts().Keys, func(k ruleKey) string { return k.Name })[name]
	field := ruleField{
		Name: name, Label: w.v.T(k.Label), Value: textOf(rule, name), Errors: f.wrong[name], Countries: k.Kind == countryKey,
	}
	switch {
	case field.Countries && field.Value != "*":
		field.Chosen = each.Of(listOf(rule, name), func(c string) web.Option { return web.Option{Value: c, Text: w.v.Names().Country(c)} })
	case name == "kind":
		field.Options = each.Of(rules.Kinds(), func(k rules.Kind) web.Option { return web.Option{Value: string(k), Text: w.demand(k, nil)} })
	case name == "severity":
		for _, s := range []rules.Severity{rules.SeverityError, rules.SeverityHold, rules.SeverityWarning} {
			field.Options = append(field.Options, web.Option{Value: string(s), Text: w.v.T(levels[string(s)].Text)})
		}
	case name == "service_id":
		field.Options = web.ServiceOptions(w.v.T("Every service"), w.services)
	case name == "account_id" && len(w.accounts) <= mostChoices:
		field.Options = w.accountOptions()
	case name == "party":
		for _, party := range []string{shipment.PartyShipper, shipment.PartyConsignee} {
			field.Options = append(field.Options, web.Option{Value: party, Text: w.value(map[string]any{"party": party}, "party")})
		}
	}
	isChosen := func(o web.Option) bool { return o.Value == field.Value }
	if field.Options != nil && field.Value != "" && !slices.ContainsFunc(field.Options, isChosen) {
		field.Options = append(field.Options, web.Itself(field.Value)) // such as a service that is gone
	}
	return field
}

// mostChoices is how many accounts the form lists. The number of one of more accounts is typed.
const mostChoices = 300

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
	return strings.Join(listOf(rule, name), ", ")
}

// listOf are the entries of a list, or a single value.
func listOf(rule map[string]any, name string) []string {
	switch value := rule[name].(type) {
	case nil:
		return nil
	case []any:
		return each.Of(value, func(one any) string { return fmt.Sprint(one) })
	default:
		return []string{fmt.Sprint(value)}
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
	case kind == listKey && (len(parts) > 1 || name != "field"):
		rule[name] = each.Of(parts, strings.TrimSpace)
	case kind == numberKey && json.Valid([]byte(text)):
		rule[name] = json.Number(text)
	default:
		rule[name] = text
	}
}

// takeFields puts into the rule of a form that was sent what was changed in its inputs, since the rule was as the form says.
func takeFields(v *web.Visit, values url.Values) {
	was, rule, changed := readTree(values.Get("was")), readTree(values.Get("rule")), false
	for _, k := range ruleTexts().Keys {
		typed, before := values.Get("key."+k.Name), textOf(was, k.Name)
		var countries []string
		if k.Kind == countryKey {
			countries = sentCountries(v, values["key."+k.Name])
			typed, before = strings.Join(countries, ", "), strings.Join(sentCountries(v, []string{strings.Trim(before, "*")}), ", ")
		}
		if !values.Has("key."+k.Name) || typed == before {
			continue
		}
		if changed = true; len(countries) > 1 {
			rule[k.Name] = countries
		} else {
			setText(rule, k.Name, k.Kind, typed)
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

// sentCountries are the countries and groups of a form as rules name them. Of several that are typed with commas each is one.
func sentCountries(v *web.Visit, sent []string) (all []string) {
	for _, text := range sent {
		parts := []string{text}
		if v.Names().Code(text) == "" {
			parts = strings.Split(text, ",")
		}
		for _, part := range parts {
			part = strings.TrimSpace(part)
			if name := cmp.Or(v.Names().Code(part).Name(), part); name != "" && !slices.Contains(all, name) {
				all = append(all, name)
			}
		}
	}
	return all
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
	for _, k := range ruleTexts().Keys {
		name, _, _ := strings.Cut(k.Name, ".")
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
	start, err := d.Token()
	for err == nil && start == json.Delim('{') && d.More() {
		var name json.Token
		if name, err = d.Token(); err == nil && name == key {
			return 1 + strings.Count(text[:d.InputOffset()], "\n")
		}
		if err == nil {
			err = d.Decode(new(json.RawMessage))
		}
	}
	return 0
}
