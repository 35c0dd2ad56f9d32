package console

import (
	"bytes"
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"waybill/internal/rules"
	"waybill/internal/ruleset"
	"waybill/internal/shipment"
	"waybill/internal/store"
)

// ruleRow is a rule in a list.
type ruleRow struct {
	ruleset.Entry
	State  statusView
	Origin string // a key of texts
}

// ruleStates and ruleOrigins are the states and the origins of rules in words.
var (
	ruleStates = map[ruleset.State]statusView{
		ruleset.On: {"good", key("On")}, ruleset.Off: {"off", key("Off")}, ruleset.NotYet: {"", key("Not yet")},
		ruleset.Ended: {"off", key("Ended")}, ruleset.Wrong: {"bad", key("Cannot be checked")},
	}
	ruleOrigins = map[ruleset.Origin]string{
		ruleset.BuiltIn: key("Built in"), ruleset.Replaced: key("Replaces a built-in one"), ruleset.Operator: key("Own"),
	}
)

func (v *visit) ruleRow(e ruleset.Entry) ruleRow {
	return ruleRow{e, ruleStates[e.State(v.console.Now())], ruleOrigins[e.Origin]}
}

// Lane is the countries that the rule is about, "" for all.
func (r *ruleRow) Lane() string { return laneOf(&r.Rule) }

// shownCountries is how many countries of a rule a list names.
const shownCountries = 3

func laneOf(r *rules.Rule) string {
	if r.Origins == nil && r.Destinations == nil {
		return ""
	}
	side := func(all []shipment.Country) string {
		var codes []string
		for _, c := range all[:min(len(all), shownCountries)] {
			codes = append(codes, string(c))
		}
		if len(all) > shownCountries {
			codes = append(codes, "+"+strconv.Itoa(len(all)-shownCountries))
		}
		if codes == nil {
			return "*"
		}
		return strings.Join(codes, " ")
	}
	return side(r.Origins) + " → " + side(r.Destinations)
}

// rules lists the rules whose id has what was searched.
func (v *visit) rules() error {
	all, err := ruleset.List(v.ctx(), v.console.Store)
	if err != nil {
		return err
	}
	search, after := strings.ToLower(strings.TrimSpace(v.form("q"))), v.form("after")
	onlyOwn := v.form("origin") == "own"
	all = slices.DeleteFunc(all, func(e ruleset.Entry) bool {
		return !strings.Contains(e.RuleID, search) || e.RuleID <= after || onlyOwn && e.Origin == ruleset.BuiltIn
	})
	var page operatorPage[ruleRow]
	for _, e := range all[:min(len(all), pageRows)] {
		page.Rows = append(page.Rows, v.ruleRow(e))
	}
	if len(all) > pageRows {
		page.Next = v.link("after", all[pageRows-1].RuleID)
	}
	return v.render(http.StatusOK, "operator_rules.html", map[string]any{
		"Page": page, "Filters": newForm(v.r.URL.Query()), "Origins": []option{{"", v.t("All rules")}, {"own", v.t("Own")}},
	})
}

func rulePath(id string) string { return operatorPath + "rules/" + url.PathEscape(id) }

// newRule shows the form of a new rule.
func (v *visit) newRule() error {
	return v.showRule(http.StatusOK, newRuleForm(url.Values{"rule": {exampleOf(v.form("example")).text}}), nil, nil)
}

// rule shows a rule.
func (v *visit) rule() error {
	e, err := ruleset.Find(v.ctx(), v.console.Store, v.r.PathValue("rule"))
	if err != nil {
		return err
	}
	var text bytes.Buffer
	if json.Indent(&text, []byte(e.JSON), "", "  ") != nil {
		text.WriteString(e.JSON)
	}
	row := v.ruleRow(e)
	return v.showRule(http.StatusOK, newRuleForm(url.Values{"rule": {text.String()}}), &row, nil)
}

func (v *visit) showRule(status int, f *ruleForm, row *ruleRow, trial map[string]any) error {
	f.label("rule", v.t("Rule"))
	return v.render(status, "operator_rule.html", map[string]any{
		"Form": f, "Row": row, "Trial": trial, "Tried": maxTried, "Examples": exampleRules,
	})
}

// saveRule sets the rule of the form, or tries it on stored orders.
func (v *visit) saveRule() error {
	if err := v.parse(); err != nil {
		return err
	}
	f := newRuleForm(v.r.PostForm)
	row, err := v.ruleOfPath()
	if err != nil {
		return err
	}
	wanted, err := v.readRule(f, row)
	if err != nil {
		return err
	}
	if f.failed() {
		return v.showRule(http.StatusUnprocessableEntity, f, row, nil)
	}
	if v.form("action") == "try" {
		trial, err := v.tryRule(f, wanted)
		if err != nil {
			return err
		}
		if f.failed() {
			return v.showRule(http.StatusUnprocessableEntity, f, row, nil)
		}
		return v.showRule(http.StatusOK, f, row, trial)
	}
	if _, err := ruleset.Set(v.ctx(), v.console.Store, wanted); err != nil {
		if err := v.failRule(f, err); err != nil {
			return err
		}
		return v.showRule(http.StatusUnprocessableEntity, f, row, nil)
	}
	v.toast(v.t("The rule is saved. Servers follow within a second."))
	return v.redirect(rulePath(wanted[0].ID))
}

// ruleOfPath is the rule that the path names, nil if it names none.
func (v *visit) ruleOfPath() (*ruleRow, error) {
	id := v.r.PathValue("rule")
	if id == "" {
		return nil, nil //nolint:nilnil // there is none
	}
	e, err := ruleset.Find(v.ctx(), v.console.Store, id)
	if err != nil {
		return nil, err
	}
	row := v.ruleRow(e)
	return &row, nil
}

// readRule reads the rule of a form, which must have the id of row if there is one.
func (v *visit) readRule(f *ruleForm, row *ruleRow) ([]rules.Rule, error) {
	wanted, err := rules.Parse([]byte(f.Value("rule")))
	if err != nil {
		return nil, v.failRule(f, err)
	}
	switch {
	case len(wanted) != 1:
		v.failLine(f, 0, v.t("Write one rule."))
	case row != nil && wanted[0].ID != row.RuleID:
		v.failLine(f, lineOfKey(f.Value("rule"), "id"), v.t("The id must stay %s. Make a new rule for another id.", row.RuleID))
	}
	return wanted, nil
}

// deleteRule deletes a rule that was set; a built-in one with its id applies again.
func (v *visit) deleteRule() error {
	id := v.r.PathValue("rule")
	confirmed, err := v.confirm(v.t("Delete the rule %s?", id), v.t("Delete the rule"))
	if err != nil || !confirmed {
		return err
	}
	result, err := ruleset.Delete(v.ctx(), v.console.Store, id)
	if errors.Is(err, ruleset.ErrBuiltIn) {
		return &notice{http.StatusConflict, v.t("This rule is built in"), v.t("It cannot be deleted. Turn it off instead.")}
	}
	if err != nil {
		return err
	}
	if result.Outcome == ruleset.Restored {
		v.toast(v.t("The built-in rule applies again."))
		return v.redirect(rulePath(id))
	}
	v.toast(v.t("The rule is deleted."))
	return v.redirect(operatorPath + "rules")
}

// switchRule turns a rule on or off.
func (v *visit) switchRule() error {
	e, err := ruleset.Find(v.ctx(), v.console.Store, v.r.PathValue("rule"))
	if err != nil {
		return err
	}
	if e.Problems != nil {
		return store.ErrNotFound // this version cannot write it
	}
	r := e.Rule
	r.Disabled = v.form("on") == ""
	if _, err := ruleset.Set(v.ctx(), v.console.Store, []rules.Rule{r}); err != nil {
		return err
	}
	if r.Disabled {
		v.toast(v.t("The rule is off."))
	} else {
		v.toast(v.t("The rule is on."))
	}
	return v.redirect(rulePath(e.RuleID))
}
