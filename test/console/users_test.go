package console

import (
	"strings"
	"testing"
	"time"

	"waybill/internal/store/people"
)

var userScreens = []screen{
	{name: "user-sign-in", role: "", path: "/console/sign-in"},
	{name: "user-sign-in-wrong", role: "", path: "/console/sign-in", act: func(w *window) {
		w.write("#f-email", "ann@example.com")
		w.write("#f-password", "wrong")
		w.follow("form button")
		w.see("#errors[role=alert]")
	}},
	{name: "user-link", role: "", path: "/console/link/{invite}", prepare: func(s *site, names map[string]string) {
		_, token, err := s.store.People.CreateLink(s.t.Context(), 1, people.LinkInvite, time.Hour)
		if err != nil {
			s.t.Fatal(err)
		}
		names["invite"] = token
	}},
	{name: "user-link-used", role: "", path: "/console/link/wbl_0"},
	{name: "user-invited", role: "admin", path: settingsPath + "/users", act: func(w *window) {
		w.write("#f-name", "Bob Lim")
		w.write("#f-email", "bob.lim@example.com")
		w.follow("form.panel button")
		w.see(".copyable .code")
	}},
	{name: "user-profile", role: "editor", path: "/console/me"},
	{name: "user-members", role: "admin", path: "/console/accounts/1/settings/users"},
	{name: "user-list", role: "operator-admin", path: "/console/operator/users"},
	{name: "user-one", role: "operator-admin", path: "/console/operator/users/1"},
}

// TestLongPeopleAreInvitedAndSignIn invites a person, who chooses a password by the link, signs out and in again, and is
// removed. It works without scripts, too.
func TestLongPeopleAreInvitedAndSignIn(t *testing.T) {
	for name, open := range map[string]func(s *site, role string) *window{"": (*site).browser, "without scripts": (*site).withoutScripts} {
		t.Run(name, func(t *testing.T) {
			s := newSite(t)
			admin, bob, email := open(s, "admin"), open(s, ""), s.email("bob")
			admin.open(s.home + "settings/users")
			admin.write("#f-name", "Bob <script>document.title='broken'</script>")
			admin.write("#f-email", email)
			admin.choose("#f-role", "viewer")
			admin.click("form.panel button")
			admin.see(".copyable .code")
			link := admin.text(".copyable .code")

			_, path, _ := strings.Cut(link, "/console/")
			bob.open("/console/" + path)
			bob.write("#f-password", "short")
			bob.click("form button")
			bob.seeText("The password has 5 characters")
			bob.write("#f-password", "correct horse battery")
			bob.click("form button")
			bob.seeText("Your password is set")
			bob.click(".user button")
			bob.seeText("You are signed out.")
			bob.write("#f-email", email)
			bob.write("#f-password", "correct horse battery")
			bob.click("form button")
			bob.see(".side")
			if now := bob.path(); now != s.home {
				t.Errorf("signing in leads to %s", now)
			}
		})
	}
}
