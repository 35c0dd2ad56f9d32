package operator

import (
	"bytes"
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"waybill/internal/console/web"
	"waybill/internal/each"
	"waybill/internal/inforce"
	"waybill/internal/rules"
	"waybill/internal/store"
)

// ruleRow is a rule in a list.
type ruleRow struct {
	inforce.Entry
	Sentence, Scope string
	Level, State    web.StatusView
	Hits            int64  // orders of the last days that it refused or held
	Origin          string // a key of texts
	Overdue         bool   // its source is to be read again
}

// hitDays are the last days whose refused and held orders are counted.
const hitDays = 7

// ruleStates and ruleOrigins are the states and the origins of rules in words.
var (
	ruleStates  = web.Badges[inforce.State]("rule state")
	ruleOrigins = web.Texts[inforce.Origin]("rule origin")
)

func newRuleRow(w *ruleWords, e inforce.Entry) ruleRow {
	now := w.v.Console.Now()
	return ruleRow{
		Entry: e, Sentence: w.of(&e.Rule, e.JSON), Scope: w.scope(e.Rule.ServiceID, e.Rule.AccountID),
		Level: levels[string(e.Rule.Severity)], State: ruleStates[e.State(now)], Origin: ruleOrigins[e.Origin], Overdue: e.Overdue(now),
		Hits: w.hits[e.RuleID],
	}
}

// overdueRules is the value of a filter.
const overdueRules = "overdue"

// listRules lists the rules whose id or sentence has what was searched.
func listRules(v *web.Visit) error {
	var r web.Reading
	all := web.Read2(&r, inforce.List, v.Context(), v.Console.Store.MasterData)
	words := web.Read1(&r, newRuleWords, v)
	search, after := strings.ToLower(strings.TrimSpace(v.FormValue("q"))), v.FormValue("after")
	origin := v.FormValue("origin")
	overdue, now := 0, v.Console.Now()
	all = slices.DeleteFunc(all, func(e inforce.Entry) bool {
		if e.Overdue(now) {
			overdue++
		}
		has := func(text string) bool { return strings.Contains(strings.ToLower(text), search) }
		return e.RuleID <= after || !has(e.RuleID) && !has(words.of(&e.Rule, e.JSON)) || origin == "own" && e.Origin == inforce.BuiltIn ||
			origin == overdueRules && !e.Overdue(now)
	})
	all, next := web.Page(all, pageRows, func(last inforce.Entry) string { return v.Link("after", last.RuleID) })
	rows := each.Of(all, func(e inforce.Entry) ruleRow { return newRuleRow(words, e) })
	return v.Show(r.Err, http.StatusOK, "operator_rules.html", map[string]any{
		"Rows": rows, "Days": hitDays, "Next": next, "Filters": web.NewForm(v.Request.URL.Query()), "Overdue": overdue,
		"Origins": []web.Option{
			{Value: "", Text: v.T("All rules")}, {Value: "own", Text: v.T("Own")}, {Value: overdueRules, Text: v.T("To be read again")},
		},
	})
}

func rulePath(id string) string { return web.OperatorPath + "rules/" + url.PathEscape(id) }

// newRule shows the form of a new rule.
func newRule(v *web.Visit) error {
	return showRule(v, http.StatusOK, newRuleForm(url.Values{"rule": {exampleRule(v.FormValue("example"))}}), nil, nil)
}

// rule shows a rule.
func rule(v *web.Visit, e inforce.Entry) error {
	var text bytes.Buffer
	if json.Indent(&text, []byte(e.JSON), "", "  ") != nil {
		text.WriteString(e.JSON)
	}
	return showRule(v, http.StatusOK, newRuleForm(url.Values{"rule": {text.String()}}), &e, nil)
}

// showRule shows the form of a rule. as is the rule as it is stored, nil for a new one.
func showRule(v *web.Visit, status int, f *ruleForm, as *inforce.Entry, trial map[string]any) error {
	f.Label("rule", v.T("Rule"))
	words, err := newRuleWords(v)
	var row *ruleRow
	if as != nil {
		row = new(newRuleRow(words, *as))
	}
	return v.Show(err, status, "operator_rule.html", map[string]any{
		"Form": f, "Groups": f.groups(words), "Sentence": words.sentence(readTree(f.Value("rule"))), "Countries": v.Names().Countries(),
		"Row": row, "Days": hitDays, "Trial": trial, "Tried": maxTried, "Examples": exampleRules,
	})
}

// createRule sets a new rule, see saveRule.
func createRule(v *web.Visit) error { return saveRule(v, nil) }

// changeRule sets the rule of the path, see saveRule.
func changeRule(v *web.Visit, e inforce.Entry) error { return saveRule(v, &e) }

// saveRule sets the rule of the form, or tries it on stored orders. as is the rule as it is, nil for a new one.
func saveRule(v *web.Visit, as *inforce.Entry) error {
	takeFields(v, v.Request.PostForm)
	f := newRuleForm(v.Request.PostForm)
	if v.FormValue("action") == "show" {
		return showRule(v, http.StatusOK, f, as, nil)
	}
	again := func(v *web.Visit, status int, _ *web.Form) error { return showRule(v, status, f, as, nil) }
	wanted, err := readRule(v, f, as)
	if err != nil || f.Failed() {
		return v.Again(f.Form, err, again)
	}
	if v.FormValue("action") == "try" {
		trial, err := tryRule(v, f, wanted)
		if err != nil || f.Failed() {
			return v.Again(f.Form, err, again)
		}
		return showRule(v, http.StatusOK, f, as, trial)
	}
	_, err = inforce.Set(v.Context(), v.Console.Store.MasterData, wanted)
	toast := v.T("The rule is saved. Servers follow within a second.")
	return v.Finish(failRule(v, f, err), f.Form, again, toast, rulePath(wanted[0].ID))
}

// findRule finds the rule of the path. Returns store.ErrNotFound.
func findRule(v *web.Visit) (inforce.Entry, error) {
	return inforce.Find(v.Context(), v.Console.Store.MasterData, v.Request.PathValue("rule"))
}

// readRule reads the rule of a form, which must have the id of as if there is one.
func readRule(v *web.Visit, f *ruleForm, as *inforce.Entry) ([]rules.Rule, error) {
	wanted, err := rules.Parse([]byte(f.Value("rule")))
	if err != nil {
		return nil, failRule(v, f, err)
	}
	switch {
	case len(wanted) != 1:
		failLine(v, f, 0, v.T("Write one rule."))
	case as != nil && wanted[0].ID != as.RuleID:
		failLine(v, f, lineOfKey(f.Value("rule"), "id"), v.T("The id must stay %s. Make a new rule for another id.", as.RuleID))
	}
	return wanted, nil
}

// deleteRule deletes a rule that was set; a built-in one with its id applies again.
func deleteRule(v *web.Visit) error {
	id := v.Request.PathValue("rule")
	if confirmed, err := v.Confirm(v.T("Delete the rule %s?", id), v.T("Delete the rule")); !confirmed {
		return err
	}
	result, err := inforce.Delete(v.Context(), v.Console.Store.MasterData, id)
	if errors.Is(err, inforce.ErrBuiltIn) {
		return web.Notice(http.StatusConflict, v.T("This rule is built in"), v.T("It cannot be deleted. Turn it off instead."))
	}
	if err != nil {
		return err
	}
	if result.Outcome == inforce.Restored {
		return v.Done(nil, v.T("The built-in rule applies again."), rulePath(id))
	}
	return v.Done(nil, v.T("The rule is deleted."), web.OperatorPath+"rules")
}

// switchRule turns a rule on or off.
func switchRule(v *web.Visit, e inforce.Entry) error {
	if e.Problems != nil {
		return store.ErrNotFound // this version cannot write it
	}
	r := e.Rule
	r.Disabled = v.FormValue("on") == ""
	toast := v.T("The rule is on.")
	if r.Disabled {
		toast = v.T("The rule is off.")
	}
	_, err := inforce.Set(v.Context(), v.Console.Store.MasterData, []rules.Rule{r})
	return v.Done(err, toast, rulePath(e.RuleID))
}
