package console

import (
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"waybill/internal/shipment"
	"waybill/internal/store"
)

// accountRow is an account with its counts.
type accountRow struct {
	store.Account
	store.AccountCounts
}

// accounts lists the accounts whose name or id has what was searched.
func (v *visit) accounts() error {
	all, err := v.console.Store.Accounts(v.ctx())
	if err != nil {
		return err
	}
	search := strings.ToLower(strings.TrimSpace(v.form("q")))
	onlySuspended := v.form("state") == "suspended"
	all = slices.DeleteFunc(all, func(a store.Account) bool {
		named := strings.Contains(strings.ToLower(a.Name), search) || strconv.FormatInt(a.AccountID, 10) == search
		return !named || onlySuspended && a.SuspendedOn.IsZero()
	})
	count := len(all)
	if text := v.form("after"); text != "" {
		after, err := strconv.ParseInt(text, 10, 64)
		if err != nil {
			return v.badQuery()
		}
		all = slices.DeleteFunc(all, func(a store.Account) bool { return a.AccountID <= after })
	}
	var page operatorPage[accountRow]
	ids := []int64{}
	for _, a := range all[:min(len(all), pageRows)] {
		page.Rows = append(page.Rows, accountRow{Account: a})
		ids = append(ids, a.AccountID)
	}
	if len(all) > pageRows {
		page.Next = v.link("after", strconv.FormatInt(ids[pageRows-1], 10))
	}
	counts, err := v.console.Store.CountsOfAccounts(v.ctx(), ids)
	if err != nil {
		return err
	}
	for i := range page.Rows {
		page.Rows[i].AccountCounts = counts[page.Rows[i].AccountID]
	}
	return v.render(http.StatusOK, "operator_accounts.html", map[string]any{
		"Page": page, "Count": count, "Filters": newForm(v.r.URL.Query()),
		"States": []option{{"", v.t("All accounts")}, {"suspended", v.t("Suspended")}},
	})
}

// accountValues are the settings of an account as its form has them.
func accountValues(a store.Account) url.Values {
	values := url.Values{"name": {a.Name}, "tracking_prefix": {a.TrackingPrefix}}
	if a.RateLimit > 0 {
		values.Set("rate_limit", strconv.Itoa(a.RateLimit))
		values.Set("rate_burst", strconv.Itoa(a.RateBurst))
	}
	if a.Operator {
		values.Set("operator", "1")
	}
	return values
}

func (v *visit) accountForm(values url.Values) *form {
	return newForm(values).label("name", v.t("Name")).label("tracking_prefix", v.t("Start of tracking numbers")).
		label("rate_limit", v.t("Requests a second")).label("rate_burst", v.t("Requests at once")).label("operator", v.t("Operator's account"))
}

// readAccount reads the settings in a form into an account.
func (v *visit) readAccount(f *form, a *store.Account) {
	a.Name, a.Operator = strings.TrimSpace(f.Value("name")), f.Value("operator") != ""
	for field, into := range map[string]*int{"rate_limit": &a.RateLimit, "rate_burst": &a.RateBurst} {
		*into = 0
		if text := strings.TrimSpace(f.Value(field)); text != "" {
			n, err := strconv.Atoi(text)
			if err != nil {
				f.fail(field, v.t(settingTexts[field]))
			}
			*into = n
		}
	}
	if a.RateBurst == 0 {
		a.RateBurst = 2 * a.RateLimit
	}
}

// newAccount shows the form of a new account.
func (v *visit) newAccount() error { return v.showNewAccount(http.StatusOK, v.accountForm(nil)) }

func (v *visit) showNewAccount(status int, f *form) error {
	return v.render(status, "operator_account_new.html", map[string]any{"Form": f, "Prefix": shipment.DefaultTrackingPrefix})
}

// createAccount creates an account.
func (v *visit) createAccount() error {
	if err := v.parse(); err != nil {
		return err
	}
	f := v.accountForm(v.r.PostForm)
	a := store.Account{TrackingPrefix: strings.ToUpper(strings.TrimSpace(f.Value("tracking_prefix")))}
	v.readAccount(f, &a)
	if !f.failed() {
		if err := v.failSetting(f, a.Check()); err != nil {
			return err
		}
	}
	if !f.failed() {
		created, err := v.console.Store.CreateAccount(v.ctx(), a)
		switch {
		case errors.Is(err, store.ErrPrefixTaken):
			f.fail("tracking_prefix", v.t("A shipper has brought a tracking number that could be issued with these letters: choose others."))
		case err == nil:
			v.toast(v.t("The account is created. Give its people a role, or make a key for its programs."))
			return v.redirect(accountOfOperator(created.AccountID))
		default:
			if err := v.failSetting(f, err); err != nil {
				return err
			}
		}
	}
	return v.showNewAccount(http.StatusUnprocessableEntity, f)
}

// accountOfOperator is the path of an account's page of the operator.
func accountOfOperator(id int64) string {
	return operatorPath + "accounts/" + strconv.FormatInt(id, 10)
}

// operatorAccount shows an account.
func (v *visit) operatorAccount() error { return v.showAccount(http.StatusOK, nil) }

func (v *visit) showAccount(status int, f *form) error {
	id, err := v.pathID("id")
	if err != nil {
		return err
	}
	s := v.console.Store
	a, err := s.Account(v.ctx(), id)
	if err != nil {
		return err
	}
	counts, err := s.CountsOfAccounts(v.ctx(), []int64{id})
	if err != nil {
		return err
	}
	keys, err := s.Keys(v.ctx(), id)
	if err != nil {
		return err
	}
	now := v.console.Now()
	valid := slices.DeleteFunc(keys, func(k store.Key) bool {
		return !k.RevokedOn.IsZero() || !k.ExpiresOn.IsZero() && !now.Before(k.ExpiresOn)
	})
	if f == nil {
		f = v.accountForm(accountValues(a))
	}
	return v.render(status, "operator_account.html", map[string]any{
		"Account": a, "Counts": counts[id], "Keys": valid[:min(len(valid), pageRows)], "Form": f, "Prefix": shipment.DefaultTrackingPrefix,
	})
}

// updateAccount changes the settings of an account.
func (v *visit) updateAccount() error {
	id, err := v.pathID("id")
	if err != nil {
		return err
	}
	if err := v.parse(); err != nil {
		return err
	}
	f := v.accountForm(v.r.PostForm)
	v.readAccount(f, &store.Account{})
	if !f.failed() {
		_, err := v.console.Store.UpdateAccount(v.ctx(), id, func(a *store.Account) error {
			v.readAccount(f, a)
			return a.Check()
		})
		if err := v.failSetting(f, err); err != nil {
			return err
		}
	}
	if f.failed() {
		return v.showAccount(http.StatusUnprocessableEntity, f)
	}
	v.toast(v.t("The settings are saved."))
	return v.redirect(accountOfOperator(id))
}

// suspendAccount suspends an account, after a question.
func (v *visit) suspendAccount() error {
	id, err := v.pathID("id")
	if err != nil {
		return err
	}
	a, err := v.console.Store.Account(v.ctx(), id)
	if err != nil {
		return err
	}
	confirmed, err := v.confirm(v.suspendQuestion(a), v.t("Suspend the account"))
	if err != nil || !confirmed {
		return err
	}
	if err := v.console.Store.SuspendAccount(v.ctx(), id); err != nil {
		return err
	}
	v.toast(v.t("%s is suspended.", a.Name))
	return v.redirect(accountOfOperator(id))
}

// suspendQuestion says what a suspension means for the parcels.
func (v *visit) suspendQuestion(a store.Account) string {
	return v.t(
		"Suspend %s? Its keys and its people can create and change nothing. Parcels that exist go on, and their tracking stays.", a.Name)
}

// resumeAccount ends a suspension.
func (v *visit) resumeAccount() error {
	id, err := v.pathID("id")
	if err != nil {
		return err
	}
	if err := v.console.Store.ResumeAccount(v.ctx(), id); err != nil {
		return err
	}
	v.toast(v.t("The account works again."))
	return v.redirect(accountOfOperator(id))
}
