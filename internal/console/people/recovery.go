package people

import (
	"net/http"

	"waybill/internal/console/web"
)

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
