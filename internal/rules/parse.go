package rules

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"

	"waybill/internal/each"
	"waybill/internal/problem"
)

// Parse reads one rule, or an array of at most MaxRules. It is strict: an unknown key, a key that the kind does not
// have and a key that is there twice are problems. The error is an *InvalidError with all problems. Patterns and
// expressions are not compiled: Compile does that.
func Parse(data []byte) ([]Rule, error) {
	var found problems
	elements := []json.RawMessage{data}
	if !json.Valid(data) {
		found.add("", "", problem.RulesNotJSON.With(syntaxProblem(data)))
		return nil, Invalid(found)
	}
	if bytes.HasPrefix(bytes.TrimSpace(data), []byte("[")) {
		if err := json.Unmarshal(data, &elements); err != nil {
			return nil, fmt.Errorf("read rules: %w", err)
		}
	}
	if len(elements) > MaxRules {
		found.add("", "", problem.RuleWrong.With(fmt.Sprintf("The file has %d rules: want at most %d.", len(elements), MaxRules)))
		return nil, Invalid(found)
	}
	rules := make([]Rule, len(elements))
	seen := make(map[string]bool, len(elements))
	for i, element := range elements {
		parseRule(element, &rules[i], fmt.Sprintf("rule %d", i+1), &found)
		if id := rules[i].ID; id != "" && seen[id] {
			found.add(id, "id", problem.RuleKeyTwice.With("is there twice: give each rule its own id"))
		}
		seen[rules[i].ID] = true
	}
	if err := Invalid(found); err != nil {
		return nil, err
	}
	return rules, nil
}

func syntaxProblem(data []byte) string {
	var v any
	err := json.Unmarshal(data, &v)
	if syntax, ok := errors.AsType[*json.SyntaxError](err); ok {
		return fmt.Sprintf("%s at byte %d", syntax.Error(), syntax.Offset)
	}
	return "want one rule, or an array of rules"
}

// member is a key of an object with its value.
type member struct {
	key   string
	value json.RawMessage
}

// membersOf are the members of a JSON object in their order; false if it is something else.
func membersOf(object json.RawMessage) ([]member, bool) {
	d := json.NewDecoder(bytes.NewReader(object))
	if start, err := d.Token(); err != nil || start != json.Delim('{') {
		return nil, false
	}
	var all []member
	for d.More() {
		name, err := d.Token()
		if err != nil {
			return nil, false
		}
		key, _ := name.(string)
		var value json.RawMessage
		if err := d.Decode(&value); err != nil {
			return nil, false
		}
		all = append(all, member{key, value})
	}
	_, err := d.Token()
	return all, err == nil || errors.Is(err, io.EOF)
}

// parseRule reads a rule. place names it as long as it has no id.
func parseRule(sent json.RawMessage, r *Rule, place string, found *problems) {
	members, ok := membersOf(sent)
	if !ok {
		found.add(place, "", problem.RuleValue.With(cut(sent), "an object"))
		return
	}
	before := len(*found)
	values := make(map[string]json.RawMessage, len(members))
	for _, m := range members {
		if _, twice := values[m.key]; twice {
			found.add(place, cutText(m.key), problem.RuleKeyTwice)
		}
		values[m.key] = m.value
	}
	readKeys(commonKeys, values, r, place, found)
	name := place
	if r.ID != "" {
		name = r.ID
		for i := before; i < len(*found); i++ {
			(*found)[i].Rule = name
		}
	}
	k := kindOf(r.Kind)
	if k == nil { // which keys it may have is not known
		return
	}
	readKeys(k.keys(), values, r, name, found)
	for _, m := range members {
		switch {
		case slices.ContainsFunc(r.keys(), m.isKey):
		case slices.ContainsFunc(parameterKeys, m.isKey):
			found.add(name, m.key, problem.RuleKeyOfKind.With(r.Kind))
		default:
			found.add(name, cutText(m.key), problem.RuleKeyUnknown)
		}
	}
	checkTogether(r, name, found)
}

// KeyNames are the keys that rules may have.
func KeyNames() []string { return each.Of(slices.Concat(commonKeys, parameterKeys), nameOf) }

func nameOf(k key) string { return k.name }

func (m member) isKey(k key) bool { return m.key == k.name }

func readKeys(keys []key, values map[string]json.RawMessage, r *Rule, name string, found *problems) {
	for _, k := range keys {
		sent, given := values[k.name]
		if given = given && !bytes.Equal(sent, []byte("null")); !given {
			if k.required {
				found.add(name, k.name, problem.RuleKeyMissing)
			}
			continue
		}
		if err := k.read(r, sent); err != nil {
			found.add(name, k.name, problem.Of(err))
		}
	}
}

// checkTogether checks what depends on several keys.
func checkTogether(r *Rule, name string, found *problems) {
	if r.ValidFrom != "" && r.ValidUntil != "" && r.ValidFrom >= r.ValidUntil {
		found.add(name, "valid_until", problem.RuleValue.With(
			r.ValidUntil, "a day after valid_from, "+r.ValidFrom+". It is the day before which the rule ends"))
	}
	if r.ReadOn != "" && r.ReviewOn != "" && r.ReadOn >= r.ReviewOn {
		found.add(name, "review_on", problem.RuleValue.With(r.ReviewOn, "a day after read_on, "+r.ReadOn))
	}
	k := kindOf(r.Kind)
	if r.Fields != nil && !k.lists {
		found.add(name, "field", problem.RuleValue.With(fmt.Sprintf("a list, which a rule of kind %s cannot check", r.Kind), "one field"))
	}
	for _, f := range r.fields() {
		if f.isOfItem() != r.fields()[0].isOfItem() {
			found.add(name, "field", problem.RuleWrong.With("has fields of the order and of its items: make a rule for each"))
		}
		if want := k.wrongField(f); want != "" {
			found.add(name, "field", problem.RuleValue.With(fmt.Sprintf("%s, which a rule of kind %s cannot check", f.Name, r.Kind), want))
		}
	}
}

// fields are the fields that a rule names.
func (r *Rule) fields() []*field {
	var all []*field
	for _, name := range r.Fields {
		all = append(all, fieldsByName[name])
	}
	if f := fieldsByName[r.Field]; f != nil && all == nil {
		all = []*field{f}
	}
	return all
}
