package operator

import (
	"cmp"
	_ "embed" // rule_words.json
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"

	"waybill/internal/console/orderform"
	"waybill/internal/console/web"
	"waybill/internal/each"
	"waybill/internal/rules"
	"waybill/internal/shipment"
)

// ruleKey is a key of rules that has an input.
type ruleKey struct{ Name, Label, Kind string }

// ruleTextOf is a text with the keys that it has or is about.
type ruleTextOf struct {
	Text string
	Keys []string
}

//go:embed rule_words.json
var ruleFile []byte

// ruleTexts are the words of rules, as keys of texts: of the keys that have inputs, in the order in which the form writes them, of its
// groups, and of what rules of each kind demand, with the values of some keys. The parameters of a kind belong to the group of the kind.
var ruleTexts = sync.OnceValue(func() (texts struct {
	Keys       []ruleKey
	Groups     []ruleTextOf
	Conditions map[rules.Kind]ruleTextOf
},
) {
	if err := json.Unmarshal(ruleFile, &texts); err != nil {
		panic("rule_words.json: " + err.Error()) // it is embedded
	}
	return texts
})

// levels say what rules of a severity do.
var levels = web.Badges[string]("severity")

// ruleWords puts rules into words.
type ruleWords struct {
	v        *web.Visit
	services []shipment.Service
	accounts map[int64]string
	hits     map[string]int64 // orders of the last hitDays, by the id of the rule
}

func newRuleWords(v *web.Visit) (*ruleWords, error) {
	services, err := v.Console.Store.MasterData.Services(v.Context())
	accounts, errAccounts := v.AccountNames()
	hits, errHits := v.Console.Store.MasterData.RuleHits(v.Context(), hitDays)
	return &ruleWords{v, services, accounts, hits}, cmp.Or(err, errAccounts, errHits)
}

// sentence is a rule as JSON in a sentence, with … for what it does not say.
func (w *ruleWords) sentence(rule map[string]any) string {
	parcels := w.v.T("Parcels")
	switch from, to := w.side(rule, "origin"), w.side(rule, "destination"); {
	case textOf(rule, "kind") == string(rules.KindEmbargo): // its places say it
	case from != "" && to != "":
		parcels = w.v.T("Parcels from %[1]s to %[2]s", from, to)
	case from != "":
		parcels = w.v.T("Parcels from %s", from)
	case to != "":
		parcels = w.v.T("Parcels to %s", to)
	}
	said := w.v.T("%[1]s %[2]s", parcels, w.demand(rules.Kind(textOf(rule, "kind")), rule))
	if textOf(rule, "when") != "" {
		said = w.v.T("%s, under a further condition", said)
	}
	return said
}

// of is a rule with its JSON in a sentence, with its message in the language of the user.
func (w *ruleWords) of(r *rules.Rule, text string) string {
	rule := readTree(text)
	if r.Messages != nil {
		rule["messages"] = map[string]any{"en": findingText(w.v, &rules.Finding{Rule: r})}
	}
	return w.sentence(rule)
}

// demand is what a rule of a kind demands.
func (w *ruleWords) demand(kind rules.Kind, rule map[string]any) string {
	c := ruleTexts().Conditions[kind]
	return cmp.Or(w.v.T(c.Text, each.Of(c.Keys, func(key string) any { return cmp.Or(w.value(rule, key), "…") })...), "…")
}

// side is the countries at an end of the lanes of a rule, "" for all.
func (w *ruleWords) side(rule map[string]any, key string) string {
	if text := textOf(rule, key); text != "*" {
		return shownList(each.Of(listOf(rule, key), w.v.Names().Country))
	}
	return ""
}

// value is the value of a key in words.
func (w *ruleWords) value(rule map[string]any, key string) string {
	text := textOf(rule, key)
	switch {
	case key == "messages":
		messages, _ := rule[key].(map[string]any)
		return strings.TrimRight(cmp.Or(textOf(messages, w.v.Language.Tag), textOf(messages, "en"), textOf(rule, "expression")), ".。")
	case text == "":
		return ""
	case key == "kg", key == "cm":
		return w.v.Money(text, key)
	case key == "amount":
		return w.v.Money(text, textOf(rule, "currency"))
	case key == "divisor":
		return w.v.Money(text, "")
	case key == "party" && text == shipment.PartyShipper:
		return w.v.T("the sender")
	case key == "party":
		return w.v.T("the consignee")
	case key == "field":
		return shownList(each.Of(listOf(rule, key), func(field string) string { return cmp.Or(w.v.T(orderform.Create.Label(field)), field) }))
	}
	return shownList(listOf(rule, key))
}

// shownList is the first ones of a list.
func shownList(all []string) string {
	const most = 3
	text := strings.Join(all[:min(len(all), most)], ", ")
	if len(all) > most {
		text += " +" + strconv.Itoa(len(all)-most)
	}
	return text
}

// scope is the service and the account of a rule by their names, "" if it is for all.
func (w *ruleWords) scope(serviceID, accountID int64) string {
	var of []string
	if serviceID != 0 {
		byID := each.By(w.services, func(s shipment.Service) int64 { return s.ServiceID })
		of = append(of, cmp.Or(byID[serviceID].Name, w.v.T("service %d", serviceID)))
	}
	if accountID != 0 {
		of = append(of, cmp.Or(w.accounts[accountID], w.v.T("account %d", accountID)))
	}
	return strings.Join(of, " · ")
}

// accountOptions are the accounts by name.
func (w *ruleWords) accountOptions() []web.Option {
	ids := slices.SortedFunc(maps.Keys(w.accounts), func(a, b int64) int { return cmp.Compare(w.accounts[a], w.accounts[b]) })
	return web.Options(w.v.T("Every account"), ids, func(id int64) web.Option {
		return web.Option{Value: strconv.FormatInt(id, 10), Text: w.accounts[id]}
	})
}
