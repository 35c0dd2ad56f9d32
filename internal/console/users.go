package console

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"

	"waybill/internal/store"
	"waybill/internal/users"
)

// usersPage lists all users.
func (v *visit) usersPage() error {
	return v.renderUsers(http.StatusOK, v.newUserForm(nil))
}

func (v *visit) newUserForm(values url.Values) *form {
	return newForm(values).label("email", v.t("E-mail address")).label("name", v.t("Name of the person")).
		label("operator_role", v.t("Role in all accounts"))
}

func (v *visit) renderUsers(status int, f *form) error {
	all, more, err := v.console.Store.Users(v.ctx(), v.r.URL.Query().Get("after"), usersOnPage)
	if err != nil {
		return err
	}
	next := ""
	if more {
		next = "?after=" + url.QueryEscape(all[len(all)-1].Email)
	}
	return v.render(status, "users.html", map[string]any{"Form": f, "Users": all, "Roles": v.operatorRoles(), "Next": next})
}

// operatorRoles are the choices of a role in all accounts.
func (v *visit) operatorRoles() []option {
	return []option{
		{string(store.NotOperator), v.t("None: only the roles in accounts")},
		{string(store.Operator), v.t("Operator: works on the orders of all accounts")},
		{string(store.OperatorAdmin), v.t("Operator administrator: also manages accounts, users, services and partners")},
	}
}

// operatorRole reads the field operator_role, and adds its problem to the form.
func (v *visit) operatorRole(f *form) store.OperatorRole {
	chosen := store.OperatorRole(f.Value("operator_role"))
	if !slices.Contains([]store.OperatorRole{store.NotOperator, store.Operator, store.OperatorAdmin}, chosen) {
		f.fail("operator_role", v.t("Choose a role of the list."))
	}
	return chosen
}

// createUser makes a user, and a link that sets the password.
func (v *visit) createUser() error {
	if err := v.parse(); err != nil {
		return err
	}
	f := v.newUserForm(v.r.PostForm)
	made := v.userOfForm(f)
	made.OperatorRole = v.operatorRole(f)
	if !f.failed() {
		created, err := v.console.Store.CreateUser(v.ctx(), made)
		if err == nil {
			return v.showLink(created, userPath(created.UserID))
		}
		if !errors.Is(err, store.ErrNameTaken) {
			return err
		}
		f.fail("email", v.t("There is a user with this e-mail address already."))
	}
	return v.renderUsers(http.StatusUnprocessableEntity, f)
}

func userPath(id int64) string { return fmt.Sprintf("%s/%d", allUsersPath, id) }

// showLink makes a link that sets a user's password. It is sent by mail if there is a mail server; to those who may
// manage all users it is shown, too. Others see it only without a mail server: by mail it proves whose address it is.
func (v *visit) showLink(u store.User, back string) error {
	purpose := users.Purpose(u)
	link, token, err := v.console.Store.CreateLink(v.ctx(), u.UserID, purpose, users.ValidFor(purpose))
	if err != nil {
		return err
	}
	if !v.can(administer) { // the operator may have given the user a role meanwhile
		if err := v.checkLink(link.User); err != nil {
			return err
		}
	}
	address := v.base() + users.LinkPath + token
	data := map[string]any{"Link": address, "User": link.User, "ExpiresOn": link.ExpiresOn, "Back": back, "Sent": false, "Failed": false}
	if v.console.Mail != nil {
		err := v.mailLink(link, address)
		if err != nil {
			v.console.Log.ErrorContext(v.r.Context(), "send a link by mail", "error", err, "request_id", v.console.RequestID(v.r.Context()))
		}
		paused := errors.Is(err, store.ErrPaused)
		data["Sent"], data["Paused"], data["Failed"] = err == nil, paused, err != nil && !paused
		if !v.can(administer) {
			data["Link"] = ""
		}
	}
	return v.render(http.StatusOK, "newlink.html", data)
}

// mailLink sends a link to its user, in the user's language.
func (v *visit) mailLink(link store.Link, address string) error {
	if v.console.Outgoing.Paused() {
		return store.ErrPaused
	}
	reader := *v
	if link.User.Language != "" {
		reader.lang = languageOf(link.User.Language, v.r)
	}
	reader.zone = zoneOf(link.User.Timezone)
	until := reader.moment(link.ExpiresOn) + " " + link.ExpiresOn.In(reader.zone).Format("MST")
	return v.console.Mail(v.ctx(), link.User.Email, reader.t("Your access to Waybill"),
		reader.t("Open this page to choose your password. It works once, until %s:", until)+"\n\n"+address+"\n\n"+
			reader.t("If you did not expect this, ignore it.")+"\n")
}

// base is the URL of the server, as the browser knows it.
func (v *visit) base() string {
	switch {
	case v.console.PublicURL != "":
		return v.console.PublicURL
	case v.r.TLS != nil:
		return "https://" + v.r.Host
	}
	return "http://" + v.r.Host
}

// userOfPath is the user of the page.
func (v *visit) userOfPath() (store.User, error) {
	id, err := v.pathID("user")
	if err != nil {
		return store.User{}, err
	}
	return v.console.Store.User(v.ctx(), id)
}

// userPage shows a user.
func (v *visit) userPage() error {
	u, err := v.userOfPath()
	if err != nil {
		return err
	}
	return v.renderUser(http.StatusOK, u, newForm(url.Values{"name": {u.Name}, "operator_role": {string(u.OperatorRole)}}), newForm(nil))
}

func (v *visit) renderUser(status int, u store.User, f, roles *form) error {
	accounts, err := v.console.Store.AccountsOf(v.ctx(), u.UserID)
	if err != nil {
		return err
	}
	sessions, err := v.console.Store.Sessions(v.ctx(), u.UserID)
	if err != nil {
		return err
	}
	passkeys, err := v.console.Store.Passkeys(v.ctx(), u.UserID)
	if err != nil {
		return err
	}
	identities, err := v.identitiesOf(v.ctx(), u.UserID)
	if err != nil {
		return err
	}
	f.label("name", v.t("Name of the person")).label("operator_role", v.t("Role in all accounts"))
	roles.label("account", v.t("Number of the account")).label("role", v.t("Role"))
	return v.render(status, "user.html", map[string]any{
		"User": u, "Form": f, "RoleForm": roles, "Accounts": accounts, "Sessions": sessions, "Passkeys": passkeys, "Roles": v.operatorRoles(),
		"AccountRoles": append(v.accountRoles(), option{"none", v.t("None: take the user out of the account")}),
		"Self":         u.UserID == v.user.UserID, "Path": userPath(u.UserID), "Identities": identities,
	})
}

// saveUser changes the name and the operator role of a user. One's own role stays, so that an administrator is left.
func (v *visit) saveUser() error {
	if err := v.parse(); err != nil {
		return err
	}
	u, err := v.userOfPath()
	if err != nil {
		return err
	}
	f := newForm(v.r.PostForm)
	name, err := users.CleanName(f.Value("name"))
	if err != nil {
		f.fail("name", v.problem(err))
	}
	chosen := u.OperatorRole
	if u.UserID != v.user.UserID {
		chosen = v.operatorRole(f)
	}
	if f.failed() {
		return v.renderUser(http.StatusUnprocessableEntity, u, f, newForm(nil))
	}
	_, err = v.console.Store.UpdateUser(v.ctx(), u.UserID, func(u *store.User) error {
		u.Name, u.OperatorRole = name, chosen
		return nil
	})
	if err != nil {
		return err
	}
	if saved := v.t("Your changes are saved."); chosen != u.OperatorRole && chosen != store.NotOperator {
		v.toastRole(u, saved)
	} else {
		v.toast(saved)
	}
	return v.redirect(userPath(u.UserID))
}

// changeRoleOfUser gives a user a role in an account, or takes it.
func (v *visit) changeRoleOfUser() error {
	if err := v.parse(); err != nil {
		return err
	}
	u, err := v.userOfPath()
	if err != nil {
		return err
	}
	f := newForm(v.r.PostForm)
	id, err := strconv.ParseInt(f.Value("account"), 10, 64)
	if err != nil {
		f.fail("account", v.t("This is no number of an account."))
	} else if chosen := f.Value("role"); chosen == "none" {
		err = v.console.Store.RemoveMembership(v.ctx(), id, u.UserID)
	} else if isAccountRole(chosen) {
		err = v.console.Store.SetMembership(v.ctx(), id, u.UserID, store.AccountRole(chosen))
	} else {
		f.fail("role", v.t("Choose a role of the list."))
	}
	switch {
	case errors.Is(err, store.ErrNotFound):
		f.fail("account", v.t("There is no such account, or the user has no role there."))
	case err != nil && !f.failed():
		return err
	}
	if f.failed() {
		return v.renderUser(http.StatusUnprocessableEntity, u,
			newForm(url.Values{"name": {u.Name}, "operator_role": {string(u.OperatorRole)}}), f)
	}
	if f.Value("role") == "none" {
		v.toast(v.t("Your changes are saved."))
	} else {
		v.toastRole(u, v.t("Your changes are saved."))
	}
	return v.redirect(userPath(u.UserID))
}

// linkOfUser makes a link that sets a user's password.
func (v *visit) linkOfUser() error {
	u, err := v.userOfPath()
	if err != nil {
		return err
	}
	if !u.DisabledOn.IsZero() {
		return &notice{http.StatusConflict, v.t("This was not done"), v.t("The user is disabled.")}
	}
	return v.showLink(u, userPath(u.UserID))
}

// endSessionsOfUser ends all sessions of a user but the one of this page.
func (v *visit) endSessionsOfUser() error {
	u, err := v.userOfPath()
	if err != nil {
		return err
	}
	ended, err := v.console.Store.RevokeSessions(v.ctx(), u.UserID, v.session.SessionID)
	if err != nil {
		return err
	}
	v.toast(v.t("%d sessions have ended.", ended))
	return v.redirect(userPath(u.UserID))
}

// disableUser disables a user, but not the one who is signed in.
func (v *visit) disableUser() error {
	u, err := v.userOfPath()
	if err != nil {
		return err
	}
	if u.UserID == v.user.UserID {
		return &notice{http.StatusForbidden, v.t("This was not done"), v.t("You cannot disable yourself.")}
	}
	if ok, err := v.confirm(v.t("Disable %s? All sessions of the user end.", u.Email), v.t("Disable the user")); !ok {
		return err
	}
	if err := v.console.Store.DisableUser(v.ctx(), u.UserID); err != nil {
		return err
	}
	v.toast(v.t("Your changes are saved."))
	return v.redirect(userPath(u.UserID))
}

// enableUser lets a disabled user sign in again.
func (v *visit) enableUser() error {
	u, err := v.userOfPath()
	if err != nil {
		return err
	}
	if err := v.console.Store.EnableUser(v.ctx(), u.UserID); err != nil {
		return err
	}
	v.toast(v.t("Your changes are saved."))
	return v.redirect(userPath(u.UserID))
}
