package api

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"slices"
	"strconv"

	"waybill/internal/api/answer"
	"waybill/internal/api/openapi"
	"waybill/internal/api/shell"
	"waybill/internal/problem"
	"waybill/internal/request"
	"waybill/internal/shipment"
	"waybill/internal/store/masterdata"
)

// operatorAccounts has an operator's operations on accounts.
type operatorAccounts struct{ *masterdata.Store }

// list lists the accounts that a filter selects, by id.
func (a *operatorAccounts) list(ctx context.Context, c shell.Call, f request.AccountFilter) (shell.Response, error) {
	after, err := shell.NumberCursor(ctx, c)
	if err != nil {
		return shell.Response{}, err
	}
	all, err := a.FindAccounts(ctx, f.Search, f.Suspended)
	all = slices.DeleteFunc(all, func(a masterdata.Account) bool { return a.AccountID <= after })
	page, next := answer.Cut(all, c.Limit(), func(a *masterdata.Account) string { return strconv.FormatInt(a.AccountID, 10) })
	return answer.Page(next, page, writeAccount), err
}

// create creates an account.
func (a *operatorAccounts) create(ctx context.Context, c shell.Call, sent request.Account) (masterdata.Account, error) {
	account := masterdata.Account{TrackingPrefix: sent.TrackingPrefix}
	if err := setAccount(c, &account, sent); err != nil {
		return account, err
	}
	created, err := a.CreateAccount(ctx, account)
	return created, settingProblem(err)
}

// change changes the settings that the request has.
func (a *operatorAccounts) change(ctx context.Context, c shell.Call, change func(*request.Account)) (masterdata.Account, error) {
	changed, err := a.UpdateAccount(ctx, c.ID(), func(stored *masterdata.Account) error {
		settings := request.Account{
			Name: stored.Name, RateLimit: stored.RateLimit, EraseAfterDays: stored.EraseAfterDays, DeleteAfterDays: stored.DeleteAfterDays,
			Operator: stored.Operator,
		}
		change(&settings)
		return setAccount(c, stored, settings)
	})
	return changed, settingProblem(err)
}

// errOwnAccount keeps a key from an act that the API could not undo.
var errOwnAccount = &shell.Problem{Status: http.StatusForbidden, Detail: problem.OwnAccount}

// isOwnAccount reports whether an account is that of the key of a call.
func isOwnAccount(c shell.Call, id int64) bool {
	return c.Caller.KeyID != 0 && c.Caller.AccountID == id
}

// setAccount gives an account settings. It refuses a right that the caller may not give, or cannot give back.
func setAccount(c shell.Call, a *masterdata.Account, to request.Account) error {
	switch {
	case to.RateBurst != nil:
		a.RateBurst = *to.RateBurst
	case to.RateLimit != a.RateLimit:
		a.RateBurst = 0 // twice the new limit
	}
	switch {
	case to.Operator && !a.Operator:
		if err := shell.Check(shipment.ManageUsers, c.Caller); err != nil {
			return err
		}
	case a.Operator && !to.Operator && isOwnAccount(c, a.AccountID):
		return errOwnAccount
	}
	a.Name, a.Operator, a.RateLimit = to.Name, to.Operator, to.RateLimit
	a.EraseAfterDays, a.DeleteAfterDays = to.EraseAfterDays, to.DeleteAfterDays
	return nil
}

// suspend refuses the keys of an account from now on.
func (a *operatorAccounts) suspend(ctx context.Context, c shell.Call) error {
	if isOwnAccount(c, c.ID()) {
		return errOwnAccount
	}
	return a.SuspendAccount(ctx, c.ID())
}

// settingProblem is the problem that the operator reads of an error of a setting.
func settingProblem(err error) error {
	field, isField := errors.AsType[*problem.FieldError](err)
	if !isField {
		return err
	}
	return request.Wrong(cmp.Or(settingFields[field.Field], field.Field), field.Reason)
}

func writeAccount(o *openapi.Object, a *masterdata.Account) {
	o.Int64("account_id", a.AccountID).Minimum(1)
	o.Text("name", a.Name)
	o.Text("tracking_prefix", cmp.Or(a.TrackingPrefix, shipment.DefaultTrackingPrefix)).About("Its tracking numbers start with it.")
	o.Int64("rate_limit", int64(a.RateLimit)).Minimum(0).About("Requests a second for each of its keys; 0 is the server's default.")
	o.Int64("rate_burst", int64(a.RateBurst)).Minimum(0).About("Requests at once; 0 is the server's default.")
	o.Flag("demo", a.Demo).About("Whether it is the account that a development environment starts with.")
	o.Int64("erase_after_days", int64(a.EraseAfterDays)).Minimum(0).About("0 is never.")
	o.Int64("delete_after_days", int64(a.DeleteAfterDays)).Minimum(0).About("0 is never.")
	o.Flag("operator", a.Operator)
	o.TimeOrNull("suspended_on", a.SuspendedOn).About("Null if its keys are served.")
	o.Time("created_on", a.CreatedOn)
}
