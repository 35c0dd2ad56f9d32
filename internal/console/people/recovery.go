package people

import (
	"net/http"

	"waybill/internal/console/web"
	"waybill/internal/store/people"
)

// useRecoveryCode returns the user with an e-mail address by a recovery code, which it uses up.
func useRecoveryCode(v *web.Visit, email string) (people.User, error) {
	u, left, err := v.Console.SignIns.CheckCode(v.Context(), attemptOf(v, email, v.FormValue("password")))
	if err == nil {
		notify(v, u, usedCode, left)
	}
	return u, err
}

// makeRecoveryCodes replaces the user's own recovery codes, and shows the new ones once.
func makeRecoveryCodes(v *web.Visit) error {
	left, err := v.Console.Store.People.RecoveryCodesLeft(v.Context(), v.User.UserID)
	if err != nil {
		return err
	}
	if left > 0 {
		if ok, err := v.Confirm(v.T("Make new recovery codes? Those that you have are not valid any more."), v.T("Make new codes")); !ok {
			return err
		}
	}
	codes, err := v.Console.Store.People.MakeRecoveryCodes(v.Context(), v.User.UserID)
	if err != nil {
		return err
	}
	notify(v, v.User, newCodes)
	v.NoStore()
	return v.Render(http.StatusOK, "recovery_codes.html", map[string]any{"Codes": codes})
}
