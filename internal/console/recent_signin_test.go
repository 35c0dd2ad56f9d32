package console

import (
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"waybill/internal/console/web"
	"waybill/internal/shipment"
)

// TestEveryRouteThatLetsInAsksAgain: each route of an action says whether it lets somebody in. If it does, it needs a recent sign-in.
func TestEveryRouteThatLetsInAsksAgain(t *testing.T) {
	t.Parallel()
	p := newPasskeyConsole(t)
	u, placeholder := p.user(shipment.RoleOperatorAdmin), regexp.MustCompile(`\{[^}]+\}`)
	p.ahead.Store(int64(web.RecentSignIn))
	var asking []string
	for _, r := range p.Routes {
		asks, said := r.AsksAgain()
		if !said {
			t.Errorf("%s %s does not say whether it lets somebody in: see web.Route.Recent", r.Method, r.Path)
		}
		if asks {
			asking = append(asking, r.Path)
			u.post(placeholder.ReplaceAllString(r.Path, "1"), url.Values{"a": {"b"}}).want(t, http.StatusForbidden, "Confirm that it is you")
		}
	}
	const account, operator = "/console/accounts/{account}/settings/", "/console/operator/"
	for _, path := range []string{
		account + "keys", account + "webhooks", account + "webhooks/{endpoint}/change", account + "webhooks/{endpoint}/rotate", account + "users",
		account + "users/member", operator + "users", operator + "users/{user}", operator + "users/{user}/accounts",
		operator + "users/{user}/link", operator + "users/{user}/enable",
		operator + "users/{user}/passkeys/remove", operator + "partners/new", operator + "partners/{partner}",
		operator + "partners/{partner}/secret", operator + "accounts/new", operator + "accounts/{id}", operator + "accounts/{id}/resume",
	} {
		if !slices.Contains(asking, path) {
			t.Errorf("%s does not ask for a recent sign-in", path)
		}
	}
}

// TestMakingAnAccountAnOperatorsAsksAgain, and keeps the form.
func TestMakingAnAccountAnOperatorsAsksAgain(t *testing.T) {
	t.Parallel()
	p := newPasskeyConsole(t)
	u := p.user(shipment.RoleOperatorAdmin)
	const one = "/console/operator/accounts/1"
	form := url.Values{"name": {"Depot"}, "operator": {"yes"}, "tracking_prefix": {"DP"}}
	isOperator := func() bool {
		a, err := p.Store.MasterData.Account(t.Context(), 1)
		if err != nil {
			t.Fatal(err)
		}
		return a.Operator
	}
	p.ahead.Store(int64(web.RecentSignIn))
	u.post(one, form).want(t, http.StatusForbidden, "Confirm that it is you", `value="Depot"`)
	u.post("/console/operator/accounts/new", form).want(t, http.StatusForbidden, "Confirm that it is you")
	if page := u.get("/console/operator/accounts"); isOperator() || strings.Contains(page.text, "Depot") {
		t.Error("an old session made an operator's account")
	}
	p.ahead.Store(0)
	u.post(one, form).want(t, http.StatusSeeOther)
	if !isOperator() {
		t.Error("a new session did not")
	}
}
