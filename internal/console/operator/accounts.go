package operator

import (
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"waybill/internal/console/web"
	"waybill/internal/each"
	"waybill/internal/problem"
	"waybill/internal/shipment"
	"waybill/internal/store/masterdata"
	"waybill/internal/store/report"
)

// accountRow is an account with its counts.
type accountRow struct {
	masterdata.Account
	report.AccountCounts
}

// accounts lists the accounts whose name or id has what was searched.
func accounts(v *web.Visit) error {
	all, err := v.Console.Store.MasterData.FindAccounts(v.Context(), v.FormValue("q"), v.FormValue("state") == "suspended")
	if err != nil {
		return err
	}
	count := len(all)
	if text := v.FormValue("after"); text != "" {
		after, err := strconv.ParseInt(text, 10, 64)
		if err != nil {
			return badQuery(v)
		}
		all = slices.DeleteFunc(all, func(a masterdata.Account) bool { return a.AccountID <= after })
	}
	all, next := web.Page(all, pageRows, func(last masterdata.Account) string {
		return v.Link("after", strconv.FormatInt(last.AccountID, 10))
	})
	ids := each.Of(all, func(a masterdata.Account) int64 { return a.AccountID })
	counts, err := v.Console.Reports.CountsOfAccounts(v.Context(), ids)
	rows := each.Of(all, func(a masterdata.Account) accountRow { return accountRow{a, counts[a.AccountID]} })
	return v.Show(err, http.StatusOK, "operator_accounts.html", map[string]any{
		"Rows": rows, "Next": next, "Count": count, "Filters": web.NewForm(v.Request.URL.Query()),
		"States": []web.Option{{Value: "", Text: v.T("All accounts")}, {Value: "suspended", Text: v.T("Suspended")}},
	})
}

// accountValues are the settings of an account as its form has them.
func accountValues(a masterdata.Account) url.Values {
	values := url.Values{"name": {a.Name}, "tracking_prefix": {a.TrackingPrefix}, "operator": web.Ticked(a.Operator)}
	for field, n := range accountNumbers(&a) {
		if *n > 0 {
			values.Set(field, strconv.Itoa(*n))
		}
	}
	return values
}

// accountNumbers are the settings that are numbers, 0 for an empty input.
func accountNumbers(a *masterdata.Account) map[string]*int {
	return map[string]*int{
		"rate_limit": &a.RateLimit, "rate_burst": &a.RateBurst, "erase_after_days": &a.EraseAfterDays, "delete_after_days": &a.DeleteAfterDays,
	}
}

func accountForm(v *web.Visit, values url.Values) *web.Form {
	return web.NewForm(values).Label("name", v.T("Name")).Label("tracking_prefix", v.T("Start of tracking numbers")).
		Label("rate_limit", v.T("Requests a second")).Label("rate_burst", v.T("Requests at once")).Label("operator", v.T("Operator's account")).
		Label("erase_after_days", v.T("Erase personal data after days")).Label("delete_after_days", v.T("Delete orders after days"))
}

// readAccount reads the settings in a form into an account.
func readAccount(v *web.Visit, f *web.Form, a *masterdata.Account) {
	a.Name, a.Operator = f.Value("name"), f.Value("operator") != ""
	for field, into := range accountNumbers(a) {
		*into = 0
		if text := strings.TrimSpace(f.Value(field)); text != "" {
			n, err := strconv.Atoi(text)
			if err != nil {
				v.Refuse(f, field, problem.NotInteger)
			}
			*into = n
		}
	}
}

// newAccount shows the form of a new account.
func newAccount(v *web.Visit) error { return showNewAccount(v, http.StatusOK, accountForm(v, nil)) }

func showNewAccount(v *web.Visit, status int, f *web.Form) error {
	return v.Render(status, "operator_account_new.html", map[string]any{"Form": f, "Prefix": shipment.DefaultTrackingPrefix})
}

// createAccount creates an account.
func createAccount(v *web.Visit) error {
	f := accountForm(v, v.Request.PostForm)
	a := masterdata.Account{TrackingPrefix: strings.TrimSpace(f.Value("tracking_prefix"))}
	readAccount(v, f, &a)
	var err error
	if !f.Failed() {
		a, err = v.Console.Store.MasterData.CreateAccount(v.Context(), a)
	}
	toast := v.T("The account is created. Give its people a role, or make a key for its programs.")
	return v.Finish(v.FailWith(f, err), f, showNewAccount, toast, accountOfOperator(a.AccountID))
}

// accountOfOperator is the path of an account's page of the operator.
func accountOfOperator(id int64) string {
	return web.OperatorPath + "accounts/" + strconv.FormatInt(id, 10)
}

// operatorAccount shows an account.
func operatorAccount(v *web.Visit, id int64) error { return showAccount(v, http.StatusOK, id, nil) }

func showAccount(v *web.Visit, status int, id int64, f *web.Form) error {
	s := v.Console.Store
	var r web.Reading
	a := web.Read2(&r, s.MasterData.Account, v.Context(), id)
	counts := web.Read2(&r, v.Console.Reports.CountsOfAccounts, v.Context(), []int64{id})
	keys := web.Read2(&r, s.MasterData.Keys, v.Context(), id)
	valid := slices.DeleteFunc(keys, func(k masterdata.Key) bool { return k.State(v.Console.Now()) != "live" })
	if f == nil {
		f = accountForm(v, accountValues(a))
	}
	return v.Show(r.Err, status, "operator_account.html", map[string]any{
		"Account": a, "Counts": counts[id], "Keys": valid[:min(len(valid), pageRows)], "Form": f, "Prefix": shipment.DefaultTrackingPrefix,
	})
}

// updateAccount changes the settings of an account.
func updateAccount(v *web.Visit, id int64) error {
	f := accountForm(v, v.Request.PostForm)
	readAccount(v, f, &masterdata.Account{})
	var err error
	if !f.Failed() {
		_, err = v.Console.Store.MasterData.UpdateAccount(v.Context(), id, func(a *masterdata.Account) error {
			readAccount(v, f, a)
			return nil
		})
	}
	again := func(v *web.Visit, status int, f *web.Form) error { return showAccount(v, status, id, f) }
	return v.Finish(v.FailWith(f, err), f, again, v.T("The settings are saved."), accountOfOperator(id))
}

// suspendAccount suspends an account, after a question.
func suspendAccount(v *web.Visit, id int64) error {
	a, err := v.Console.Store.MasterData.Account(v.Context(), id)
	if err != nil {
		return err
	}
	// It says what a suspension means for the parcels.
	question := v.T(
		"Suspend %s? Its keys and its people can create and change nothing. Parcels that exist go on, and their tracking stays.", a.Name)
	if confirmed, err := v.Confirm(question, v.T("Suspend the account")); !confirmed {
		return err
	}
	return v.Done(v.Console.Store.MasterData.SuspendAccount(v.Context(), id), v.T("%s is suspended.", a.Name), accountOfOperator(id))
}

// resumeAccount ends a suspension.
func resumeAccount(v *web.Visit, id int64) error {
	return v.Done(v.Console.Store.MasterData.ResumeAccount(v.Context(), id), v.T("The account works again."), accountOfOperator(id))
}
