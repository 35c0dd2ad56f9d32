package console

import (
	"context"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"waybill/internal/console/web"
	"waybill/internal/shipment"
	"waybill/internal/store/audit"
	"waybill/internal/store/people"
)

// TestRecoveryCodes: an operator who has lost the passkey signs in by a code, once, where passwords are not accepted.
func TestRecoveryCodes(t *testing.T) {
	t.Parallel()
	sent := make(chan string, 9)
	p := newPasskeyConsole(t, func(c *web.Config) {
		c.OperatorPasswords = false
		c.Mail = func(_ context.Context, _, _, text string) error { sent <- text; return nil }
	})
	u := p.user(shipment.RoleOperatorAdmin)
	if page := u.get("/console/me"); strings.Contains(page.text, "Recovery codes") {
		t.Error("codes are offered to a user without a passkey")
	}
	u.add(newAuthenticator(t, passkeySite)).want(t, http.StatusSeeOther)
	<-sent
	u.get("/console/me").want(t, http.StatusOK, "Recovery codes", "/console/me/recovery-codes")
	made := u.post("/console/me/recovery-codes", nil)
	made.want(t, http.StatusOK, "not shown again")
	made.wantNoStore(t)
	codes := regexp.MustCompile(`wbr_\w+`).FindAllString(made.text, -1)
	if len(codes) != people.RecoveryCodes || len(codes[0]) < 20 {
		t.Fatalf("the codes are %q", codes)
	}
	if mail := <-sent; !strings.Contains(mail, "New recovery codes were made") {
		t.Errorf("the mail is %s", mail)
	}

	by := func(password string) testPage {
		return p.as("").post(web.SignInPath, url.Values{"email": {u.user.Email}, "password": {password}})
	}
	by(testPassword).want(t, http.StatusForbidden, "enter a recovery code, or ask for a link")
	by(codes[3]+"x").want(t, http.StatusUnprocessableEntity, "is wrong")
	by(" wbr_"+strings.ToLower(codes[3][4:12])+" "+codes[3][12:]).want(t, http.StatusSeeOther)
	if mail := <-sent; !strings.Contains(mail, "by a recovery code. You have 9 left.") {
		t.Errorf("the mail is %s", mail)
	}
	by(codes[3]).want(t, http.StatusUnprocessableEntity, "is wrong")
	p.as("").post(web.SignInPath, url.Values{"email": {"nobody@example.com"}, "password": {codes[4]}}).
		want(t, http.StatusUnprocessableEntity, "is wrong")
	entries, _, err := p.Store.Audit.List(t.Context(), audit.Filter{Actor: u.user.Email}, "", 9)
	if err != nil || entries[0].Action != "sign-in" || !strings.Contains(entries[0].New, `"method":"recovery code"`) ||
		entries[1].Action != "use-recovery-code" || strings.Contains(entries[1].New, "wbr_") {
		t.Errorf("the log has %+v, %v", entries[:2], err)
	}

	u.post("/console/me/recovery-codes", nil).want(t, http.StatusOK, "Those that you have are not valid any more")
	again := u.post("/console/me/recovery-codes", url.Values{"confirmed": {"1"}})
	again.want(t, http.StatusOK, "wbr_")
	by(codes[5]).want(t, http.StatusUnprocessableEntity, "is wrong")
	p.ahead.Store(int64(web.RecentSignIn))
	u.post("/console/me/recovery-codes", url.Values{"confirmed": {"1"}}).want(t, http.StatusForbidden, "Confirm that it is you")
}
