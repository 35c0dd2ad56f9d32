package people

import (
	"cmp"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strconv"

	"waybill/internal/console/web"
	"waybill/internal/problem"
	"waybill/internal/shipment"
	"waybill/internal/store"
	"waybill/internal/store/audit"
	"waybill/internal/store/people"
	"waybill/internal/users"
)

// usersPage lists all users.
func usersPage(v *web.Visit) error {
	return renderUsers(v, http.StatusOK, newUserForm(v, nil))
}

func newUserForm(v *web.Visit, values url.Values) *web.Form {
	return web.NewForm(values).Label("email", v.T("E-mail address")).Label("name", v.T("Name of the person")).
		Label("operator_role", v.T("Role in all accounts"))
}

func renderUsers(v *web.Visit, status int, f *web.Form) error {
	all, more, err := v.Console.Store.People.Users(v.Context(), v.Request.URL.Query().Get("after"), usersOnPage)
	next := web.Next(all, more, func(last people.User) string { return "?after=" + url.QueryEscape(last.Email) })
	return v.Show(err, status, "users.html", map[string]any{"Form": f, "Users": all, "Roles": operatorRoles(v), "Next": next})
}

// operatorRoles are the choices of a role in all accounts.
func operatorRoles(v *web.Visit) []web.Option {
	return []web.Option{
		{Value: string(shipment.NoRole), Text: v.T("None: only the roles in accounts")},
		{Value: string(shipment.RoleHub), Text: v.T("Hub: scans the parcels of all accounts, and sees no prices, keys and settings")},
		{Value: string(shipment.RoleOperator), Text: v.T("Operator: works on the orders of all accounts")},
		{Value: string(shipment.RoleOperatorAdmin), Text: v.T("Operator administrator: also manages accounts, users, services and partners")},
	}
}

// createUser makes a user, and a link that sets the password.
func createUser(v *web.Visit) error {
	f := newUserForm(v, v.Request.PostForm)
	made, err := personOfForm(v, f, shipment.Role(f.Value("operator_role")))
	if err != nil {
		return err
	}
	if !f.Failed() {
		if err := spendMail(v, made.Email()); err != nil {
			return err
		}
		created, err := made.Create(v.Context(), v.Console.Store.People)
		if err == nil {
			return showNewLink(v, created.Link, created.Token, userPath(created.UserID))
		}
		if !errors.Is(err, store.ErrNameTaken) {
			return err
		}
		v.Refuse(f, "email", problem.MailTaken)
	}
	return renderUsers(v, http.StatusUnprocessableEntity, f)
}

// spendMail counts a mail to a person, if there is a mail server, before anything is stored for it: who is refused reads that nothing
// was done. Those of accounts count apart, so that no account keeps the operator from helping a user.
func spendMail(v *web.Visit, email string) error {
	if v.Console.Mail == nil {
		return nil
	}
	if v.Can(shipment.Administer) {
		email = "operator " + email
	}
	return v.Console.SignIns.Spend(users.Mails, email)
}

func userPath(id int64) string { return fmt.Sprintf("%s/%d", allUsersPath, id) }

// showLink makes a link that sets a user's password, and shows it.
func showLink(v *web.Visit, u people.User, back string) error {
	purpose := users.Purpose(u)
	link, token, err := v.Console.Store.People.CreateLink(v.Context(), u.UserID, purpose, users.ValidFor(purpose))
	if err != nil {
		return err
	}
	return showNewLink(v, link, token, back)
}

// showNewLink sends a link that sets a user's password by mail if there is a mail server; to those who may manage all users it is
// shown, too. Others see it only without a mail server: by mail it proves whose address it is.
func showNewLink(v *web.Visit, link people.Link, token, back string) error {
	if !v.Can(shipment.Administer) { // the operator may have given the user a role meanwhile
		if err := checkLink(v, people.Member{User: link.User}); err != nil {
			return err
		}
	}
	address := v.Base() + users.LinkPath + token
	data := map[string]any{"User": link.User, "Back": back}
	if v.Console.Mail == nil || v.Can(shipment.Administer) {
		data["Link"], data["ExpiresOn"] = address, link.ExpiresOn
	}
	if v.Console.Mail == nil {
		v.NoStore()
		return v.Render(http.StatusOK, "newlink.html", data)
	}
	return showSent(v, data, mailLink(v, link, address))
}

// showSent shows whether a mail was sent.
func showSent(v *web.Visit, data map[string]any, err error) error {
	if err != nil {
		ctx := v.Request.Context()
		v.Console.Log.ErrorContext(ctx, "send a link by mail", "error", err, "request_id", v.Console.RequestID(ctx))
	}
	paused := errors.Is(err, store.ErrPaused)
	data["Sent"], data["Paused"], data["Failed"] = err == nil, paused, err != nil && !paused
	v.NoStore()
	return v.Render(http.StatusOK, "newlink.html", data)
}

// mail sends a mail to a user, unless the server sends none now.
func mail(v *web.Visit, u people.User, subject, text string) error {
	if v.Console.Outgoing.Paused() {
		return store.ErrPaused
	}
	return v.Console.Mail(v.Context(), u.Email, subject, text)
}

// mailLink sends a link to its user, in the user's language.
func mailLink(v *web.Visit, link people.Link, address string) error {
	reader := readerOf(v, link.User)
	until := reader.Moment(link.ExpiresOn) + " " + link.ExpiresOn.In(reader.Zone).Format("MST")
	return mail(v, link.User, reader.T("Your access to Waybill"),
		reader.T("Open this page to choose your password. It works once, until %s:", until)+"\n\n"+address+"\n\n"+
			reader.T("If you did not expect this, ignore it.")+"\n")
}

// userOfPath is the user of the page.
var userOfPath = web.ByID("user", func(v *web.Visit, id int64) (people.User, error) {
	return v.Console.Store.People.User(v.Context(), id)
})

// userPage shows a user.
func userPage(v *web.Visit, u people.User) error {
	return renderUser(v, http.StatusOK, u, storedUser(u), web.NewForm(nil))
}

// storedUser is the form of a user with what is stored.
func storedUser(u people.User) *web.Form {
	return web.NewForm(url.Values{"name": {u.Name}, "operator_role": {string(u.OperatorRole)}})
}

func renderUser(v *web.Visit, status int, u people.User, f, roles *web.Form) error {
	var r web.Reading
	ctx, stored := v.Context(), v.Console.Store.People
	accounts := web.Read2(&r, stored.AccountsOf, ctx, u.UserID)
	invitations := web.Read2(&r, stored.InvitationsOf, ctx, u.UserID)
	sessions := web.Read2(&r, stored.Sessions, ctx, u.UserID)
	passkeys := web.Read2(&r, stored.Passkeys, ctx, u.UserID)
	identities := web.Read2(&r, identitiesOf, v, u.UserID)
	id := strconv.FormatInt(u.UserID, 10)
	inviters, err := v.Console.Store.Audit.Makers(ctx, 0, audit.SubjectUser, "create", []string{id})
	f.Label("name", v.T("Name of the person")).Label("operator_role", v.T("Role in all accounts"))
	roles.Label("account", v.T("Number of the account")).Label("role", v.T("Role"))
	return v.Show(cmp.Or(r.Err, err), status, "user.html", map[string]any{
		"User": u, "Form": f, "RoleForm": roles, "Accounts": accounts, "Invitations": invitations, "Sessions": sessions, "Passkeys": passkeys,
		"Roles":        operatorRoles(v),
		"AccountRoles": append(accountRoleOptions(v), web.Option{Value: "none", Text: v.T("None: take the user out of the account")}),
		"Self":         u.UserID == v.User.UserID, "Path": userPath(u.UserID), "Identities": identities,
		"InvitedBy": inviter(v, inviters[id]),
	})
}

// saveUser changes the name and the operator role of a user. One's own role stays, so that an administrator is left.
func saveUser(v *web.Visit, u people.User) error {
	f := web.NewForm(v.Request.PostForm)
	chosen := u.OperatorRole
	if u.UserID != v.User.UserID {
		chosen = shipment.Role(f.Value("operator_role"))
	}
	_, err := users.Update(v.Context(), v.Console.Store.People, u.UserID, func(u *people.User) {
		u.Name, u.OperatorRole = f.Value("name"), chosen
	})
	saved := v.T("Your changes are saved.")
	if chosen != u.OperatorRole && chosen != shipment.NoRole {
		saved = roleText(v, u, saved)
	}
	again := func(v *web.Visit, status int, f *web.Form) error {
		return renderUser(v, status, u, f, web.NewForm(nil))
	}
	return v.Finish(v.FailWith(f, err), f, again, saved, userPath(u.UserID))
}

// changeRoleOfUser gives a user a role in an account, or takes it.
func changeRoleOfUser(v *web.Visit, u people.User) error {
	f := web.NewForm(v.Request.PostForm)
	id, err := strconv.ParseInt(f.Value("account"), 10, 64)
	if err != nil {
		f.Fail("account", v.T("This is no number of an account."))
	} else if chosen := f.Value("role"); chosen == "none" {
		err = v.Console.Store.People.RemoveMembership(v.Context(), id, u.UserID)
	} else {
		err = v.FailWith(f, users.SetRole(v.Context(), v.Console.Store.People, u.UserID,
			people.Membership{AccountID: id, Role: shipment.Role(chosen)}))
	}
	switch {
	case errors.Is(err, store.ErrNotFound):
		f.Fail("account", v.T("There is no such account, or the user has no role there."))
	case errors.Is(err, store.ErrTooMany):
		f.Fail("account", accountFull(v))
	case err != nil && !f.Failed():
		return err
	}
	saved := v.T("Your changes are saved.")
	if f.Value("role") != "none" {
		saved = roleText(v, u, saved)
	}
	again := func(v *web.Visit, status int, f *web.Form) error { return renderUser(v, status, u, storedUser(u), f) }
	return v.Finish(nil, f, again, saved, userPath(u.UserID))
}

// linkOfUser makes a link that sets a user's password.
func linkOfUser(v *web.Visit, u people.User) error {
	if !u.DisabledOn.IsZero() {
		return v.NotDone(http.StatusConflict, v.T("The user is disabled."))
	}
	if err := spendMail(v, u.Email); err != nil {
		return err
	}
	return showLink(v, u, userPath(u.UserID))
}

// endSessionsOfUser ends all sessions of a user but the one of this page.
func endSessionsOfUser(v *web.Visit, u people.User) error {
	ended, err := v.Console.Store.People.RevokeSessions(v.Context(), u.UserID, v.Session.SessionID)
	return v.Done(err, v.T("%d sessions have ended.", ended), userPath(u.UserID))
}

// disableUser disables a user, but not the one who is signed in.
func disableUser(v *web.Visit, u people.User) error {
	if u.UserID == v.User.UserID {
		return v.NotDone(http.StatusForbidden, v.T("You cannot disable yourself."))
	}
	if ok, err := v.Confirm(v.T("Disable %s? All sessions of the user end.", u.Email), v.T("Disable the user")); !ok {
		return err
	}
	return v.Done(v.Console.Store.People.DisableUser(v.Context(), u.UserID), v.T("Your changes are saved."), userPath(u.UserID))
}

// enableUser lets a disabled user sign in again.
func enableUser(v *web.Visit, u people.User) error {
	return v.Done(v.Console.Store.People.EnableUser(v.Context(), u.UserID), v.T("Your changes are saved."), userPath(u.UserID))
}
