package operator

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"

	"waybill/internal/console/orderform"
	"waybill/internal/console/web"
	"waybill/internal/each"
	"waybill/internal/rules"
	"waybill/internal/shipment"
)

// condition says what rules of a kind demand of parcels, with the values of keys.
type condition struct {
	text string
	keys []string
}

var conditions = map[rules.Kind]condition{
	rules.KindRequired:            {web.Key("need this: %s"), []string{"field"}},
	rules.KindPattern:             {web.Key("have %[1]s of the form %[2]s"), []string{"field", "pattern"}},
	rules.KindPostalCode:          {web.Key("have a postal code of %s that its country knows"), []string{"party"}},
	rules.KindMaxWeight:           {web.Key("weigh at most %s"), []string{"kg"}},
	rules.KindMaxLength:           {web.Key("are at most %s long"), []string{"cm"}},
	rules.KindMaxGirth:            {web.Key("have at most %s of length and girth"), []string{"cm"}},
	rules.KindMaxVolumetricWeight: {web.Key("weigh at most %[1]s by volume (%[2]s cm³ for a kg)"), []string{"kg", "divisor"}},
	rules.KindMaxValue:            {web.Key("are worth at most %s"), []string{"amount"}},
	rules.KindMaxCODAmount:        {web.Key("collect at most %s on delivery"), []string{"amount"}},
	rules.KindForbiddenWords:      {web.Key("have none of these words in %[1]s: %[2]s"), []string{"field", "words"}},
	rules.KindVagueWords:          {web.Key("say more in %[1]s than one of: %[2]s"), []string{"field", "words"}},
	rules.KindForbiddenCategories: {web.Key("have no goods of the category %s"), []string{"categories"}},
	rules.KindForbiddenHSCodes:    {web.Key("have no HS code that begins with %s"), []string{"prefixes"}},
	rules.KindGoods:               {web.Key("have no goods without what these need: %s"), []string{"goods"}},
	rules.KindEmbargo:             {web.Key("do not go to or come from %s"), []string{"places"}},
	rules.KindSanctions:           {web.Key("are from and for nobody on a list of sanctions"), nil},
	rules.KindKnownHSCode:         {web.Key("have HS codes that are in the nomenclature"), nil},
	rules.KindHSCodeLength:        {web.Key("have HS codes as long as their countries ask for"), nil},
	rules.KindCurrencyDecimals:    {web.Key("have prices with the decimals of their currency"), nil},
	rules.KindTaxIDRequired:       {web.Key("have a tax id of %[1]s: %[2]s"), []string{"party", "types"}},
	rules.KindChecksum:            {web.Key("have numbers with the right check digit: %s"), []string{"scheme"}},
	rules.KindAddressScript:       {web.Key("have an address in letters that the country reads"), nil},
	rules.KindRubbish:             {web.Key("have no text such as NaN in %s"), []string{"field"}},
	rules.KindPhoneCountry:        {web.Key("have a phone number of its country in %s"), []string{"field"}},
	rules.KindCEL:                 {web.Key("fulfil this: %s"), []string{"messages"}},
}

// levels say what rules of a severity do.
var levels = map[string]web.StatusView{
	string(rules.SeverityError):   {Tone: "bad", Text: web.Key("refuses")},
	string(rules.SeverityHold):    {Tone: "warn", Text: web.Key("holds")},
	string(rules.SeverityWarning): {Tone: "", Text: web.Key("warns")},
}

// ruleWords puts rules into words.
type ruleWords struct {
	v        *web.Visit
	services map[int64]shipment.Service
	accounts map[int64]string
	hits     map[string]int64 // orders of the last hitDays, by the id of the rule
}

func newRuleWords(v *web.Visit) (*ruleWords, error) {
	services, err := v.Console.Store.MasterData.Services(v.Context())
	accounts, errAccounts := v.AccountNames()
	hits, errHits := v.Console.Store.MasterData.RuleHits(v.Context(), hitDays)
	byID := each.By(services, func(s shipment.Service) int64 { return s.ServiceID })
	return &ruleWords{v, byID, accounts, hits}, cmp.Or(err, errAccounts, errHits)
}

// sentence is a rule as JSON in a sentence, with … for what it does not say.
func (w *ruleWords) sentence(rule map[string]any) string {
	parcels := w.v.T("Parcels")
	switch from, to := w.side(rule, "origin"), w.side(rule, "destination"); {
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
	c, known := conditions[kind]
	if !known {
		return "…"
	}
	return w.v.T(c.text, each.Of(c.keys, func(key string) any { return cmp.Or(w.value(rule, key), "…") })...)
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
		return cmp.Or(textOf(messages, w.v.Language.Tag), textOf(messages, "en"), textOf(rule, "expression"))
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
		of = append(of, cmp.Or(w.services[serviceID].Name, w.v.T("service %d", serviceID)))
	}
	if accountID != 0 {
		of = append(of, cmp.Or(w.accounts[accountID], w.v.T("account %d", accountID)))
	}
	return strings.Join(of, " · ")
}

// serviceOptions and accountOptions are the choices of a rule, by name.
func (w *ruleWords) serviceOptions() []web.Option {
	return web.Options(w.v.T("Every service"), slices.Sorted(maps.Keys(w.services)), func(id int64) web.Option {
		s := w.services[id]
		anywhere := w.v.T("any country")
		name := w.v.T("%[1]s (%[2]s to %[3]s)", s.Name, cmp.Or(w.v.Country(s.Origin), anywhere), cmp.Or(w.v.Country(s.Destination), anywhere))
		return web.Option{Value: strconv.FormatInt(id, 10), Text: name}
	})
}

func (w *ruleWords) accountOptions() []web.Option {
	ids := slices.SortedFunc(maps.Keys(w.accounts), func(a, b int64) int { return cmp.Compare(w.accounts[a], w.accounts[b]) })
	return web.Options(w.v.T("Every account"), ids, func(id int64) web.Option {
		return web.Option{Value: strconv.FormatInt(id, 10), Text: w.accounts[id]}
	})
}
