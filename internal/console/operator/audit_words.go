package operator

import (
	"bytes"
	"cmp"
	_ "embed" // audit_words.json
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"waybill/internal/console/orderform"
	"waybill/internal/console/orders"
	"waybill/internal/console/settings"
	"waybill/internal/console/web"
	"waybill/internal/each"
	"waybill/internal/shipment"
	"waybill/internal/store/audit"
)

//go:embed audit_words.json
var auditFile []byte

// auditWords are keys of texts: for actions, as sentences about who did it to what, and for the names of members, by the kind of the
// subject and the member where one means several things. A member that is not there has the label of the form of rules, of settings for
// customs, or of orders, or else its own name.
var auditWords = sync.OnceValue(func() (words struct{ Actions, Names map[string]string }) {
	if err := json.Unmarshal(auditFile, &words); err != nil {
		panic("audit_words.json: " + err.Error()) // it is embedded
	}
	return words
})

// auditValues are the words for values of members, by the same names. Other members have theirs in words.csv.
var auditValues = map[string]map[string]string{
	"state":               web.TextsOf(ledgerStates),
	"job.kind":            orders.JobKinds,
	"cancellation":        web.TextsOf(ledgerStates),
	"tracker_status_code": web.Texts[string]("tracker status"),
	"scopes":              settings.ScopeTexts,
	"marks":               markTexts,
	"role":                web.RoleWords,
	"operator_role":       web.RoleWords,
	"language":            {"en": "English", "id": "Bahasa Indonesia", "zh-Hans": "简体中文"},
	"size":                settings.SizeTexts,
}

// auditCountries are the members whose values are countries.
var auditCountries = []string{"origin", "destination", "country", shipment.CustomsOrigin}

func newAuditChange(v *web.Visit, kind, name string, before, after json.RawMessage) auditChange {
	return auditChange{auditName(v, kind, name), auditText(v, kind, name, before), auditText(v, kind, name, after)}
}

// auditName is a member in words, or as it is if it has none.
func auditName(v *web.Visit, kind, name string) string {
	names := auditWords().Names
	key := cmp.Or(names[kind+"."+name], names[name], settings.CustomsLabels[name], orderform.Create.Label(name))
	for _, k := range ruleTexts().Keys {
		if k.Name == name && kind == audit.SubjectRule {
			key = k.Label
		}
	}
	if key == "" {
		return name
	}
	return v.T(key)
}

// auditText is a JSON value as people read it: closed values in words, texts without quotes, and null as nothing.
func auditText(v *web.Visit, kind, name string, value json.RawMessage) string {
	d := json.NewDecoder(bytes.NewReader(value))
	d.UseNumber()
	var decoded any
	if d.Decode(&decoded) != nil {
		return string(value)
	}
	return auditValue(v, kind, name, decoded)
}

func auditValue(v *web.Visit, kind, name string, value any) string {
	switch value := value.(type) {
	case nil:
		return ""
	case bool:
		return v.T(map[bool]string{true: web.Key("Yes"), false: web.Key("No")}[value])
	case []any:
		return strings.Join(each.Of(value, func(one any) string { return auditValue(v, kind, name, one) }), ", ")
	case map[string]any:
		if name == "logo" {
			return v.T("Picture")
		}
		return strings.Join(each.Of(slices.Sorted(maps.Keys(value)), func(member string) string {
			return auditName(v, "", member) + ": " + auditValue(v, "", member, value[member])
		}), "; ")
	}
	return auditWord(v, kind, name, fmt.Sprint(value))
}

// auditWord is a text or a number of the log.
func auditWord(v *web.Visit, kind, name, text string) string {
	if first, rest, several := strings.Cut(text, ","); several && (name == "changed_fields" || name == "scopes") {
		return auditWord(v, kind, name, strings.TrimSpace(first)) + ", " + auditWord(v, kind, name, strings.TrimSpace(rest))
	}
	values, known := v.Console.States[kind+"."+name]
	if !known {
		values, known = auditValues[kind+"."+name]
	}
	if !known {
		values = auditValues[name]
	}
	if values == nil {
		values = web.Texts[string]("value of " + name)
	}
	on, err := time.Parse(time.RFC3339Nano, text)
	switch {
	case values[text] != "":
		return v.T(values[text])
	case err == nil && (strings.HasSuffix(name, "_on") || strings.HasSuffix(name, "_until")):
		return v.Moment(on)
	case name == "changed_fields":
		if group := v.Words().Place(orderform.New(orderform.Create), text); group != "" {
			return auditName(v, "", text) + " (" + group + ")"
		}
		return auditName(v, "", text)
	case slices.Contains(auditCountries, name):
		return v.Names().Country(text)
	}
	return text
}
