package console

import (
	"errors"
	"net/http"
	"net/url"
	"slices"

	"waybill/internal/store"
	"waybill/internal/users"
)

// usersOnPage is how many users a page lists.
const usersOnPage = 100

// memberView is a member as the page shows it.
type memberView struct {
	store.Member
	MayInvite bool // the user has not chosen a password, and belongs to this account alone
}

// membersPage lists the users of an account.
func (v *visit) membersPage() error {
	return v.renderMembers(http.StatusOK, v.inviteForm(url.Values{"role": {string(store.Editor)}}))
}

func (v *visit) inviteForm(values url.Values) *form {
	return newForm(values).label("email", v.t("E-mail address")).label("name", v.t("Name of the person")).label("role", v.t("Role"))
}

func (v *visit) renderMembers(status int, f *form) error {
	members, more, err := v.console.Store.Members(v.ctx(), v.account.AccountID, v.r.URL.Query().Get("after"), usersOnPage)
	if err != nil {
		return err
	}
	views := make([]memberView, len(members))
	for i, m := range members {
		mayInvite, err := v.mayInviteAgain(m.User)
		if err != nil {
			return err
		}
		views[i] = memberView{m, mayInvite}
	}
	next := ""
	if more {
		next = "?after=" + url.QueryEscape(members[len(members)-1].Email)
	}
	return v.render(status, "members.html", map[string]any{
		"Form": f, "Members": views, "Roles": v.accountRoles(), "Me": v.user.UserID, "Next": next,
		"Short": accountRoles, "Tabs": v.settingsTabs(),
	})
}

// accountRoles are the choices of a role in an account.
func (v *visit) accountRoles() []option {
	return []option{
		{string(store.Viewer), v.t("Viewer: sees orders")},
		{string(store.Editor), v.t("Editor: also creates and changes orders")},
		{string(store.AccountAdmin), v.t("Administrator: also manages users, keys and settings")},
	}
}

var accountRoles = []string{string(store.Viewer), string(store.Editor), string(store.AccountAdmin)}

func isAccountRole(text string) bool { return slices.Contains(accountRoles, text) }

// mayInviteAgain reports whether an administrator of this account may have a link of a user. A link lets in everyone who
// has it, so the user must not be able to do anything elsewhere.
func (v *visit) mayInviteAgain(u store.User) (bool, error) {
	if u.HasPassword || !u.LastSignInOn.IsZero() || u.OperatorRole != store.NotOperator || !u.DisabledOn.IsZero() {
		return false, nil
	}
	memberships, err := v.console.Store.Memberships(v.ctx(), u.UserID)
	return len(memberships) == 1 && memberships[0].AccountID == v.account.AccountID, err
}

// invite makes a user with a role in the account. Someone who has a user already may have roles elsewhere, so only the
// operator may give that user a role here: otherwise one account could make users of people and let them in to another.
func (v *visit) invite() error {
	if err := v.parse(); err != nil {
		return err
	}
	f := v.inviteForm(v.r.PostForm)
	made := v.userOfForm(f)
	if !isAccountRole(f.Value("role")) {
		f.fail("role", v.t("Choose a role of the list."))
	}
	if f.failed() {
		return v.renderMembers(http.StatusUnprocessableEntity, f)
	}
	created, err := v.console.Store.CreateUser(v.ctx(), made)
	existed := errors.Is(err, store.ErrNameTaken)
	switch {
	case existed && !v.can(administer):
		f.fail("email", v.t("This person has a user already. Your operator can add it to this account."))
		return v.renderMembers(http.StatusUnprocessableEntity, f)
	case existed:
		created, err = v.console.Store.UserByEmail(v.ctx(), made.Email)
	}
	if err != nil {
		return err
	}
	if err := v.console.Store.SetMembership(v.ctx(), v.account.AccountID, created.UserID, store.AccountRole(f.Value("role"))); err != nil {
		return err
	}
	if existed {
		v.toastRole(created, v.t("%s has a role in this account.", created.Email))
		return v.redirect(v.url("settings/users"))
	}
	return v.showLink(created, v.url("settings/users"))
}

// userOfForm reads the fields email and name, and adds their problems to the form.
func (v *visit) userOfForm(f *form) store.User {
	email, err := users.CleanEmail(f.Value("email"))
	if err != nil {
		f.fail("email", v.problem(err))
	}
	name, err := users.CleanName(f.Value("name"))
	if err != nil {
		f.fail("name", v.problem(err))
	}
	return store.User{Email: email, Name: name, Language: v.user.Language, Timezone: v.user.Timezone}
}

// member returns a user of the account, but not the one who is signed in.
func (v *visit) member(id int64) (store.User, error) {
	memberships, err := v.console.Store.Memberships(v.ctx(), id)
	if err != nil {
		return store.User{}, err
	}
	if !slices.ContainsFunc(memberships, func(m store.Membership) bool { return m.AccountID == v.account.AccountID }) {
		return store.User{}, store.ErrNotFound
	}
	if id == v.user.UserID {
		text := v.t("You cannot change your own role. Ask another administrator.")
		return store.User{}, &notice{http.StatusForbidden, v.t("This was not done"), text}
	}
	return v.console.Store.User(v.ctx(), id)
}

// toastRole says that a user has a role. Another role withdraws the links of a user, who may not have used one yet.
func (v *visit) toastRole(u store.User, text string) {
	if !u.HasPassword && !u.HasIdentity {
		text += " " + v.t("If the role is another one than before, earlier invitations are not valid any more: make another link.")
	}
	v.toast(text)
}

// checkLink refuses to give an administrator of an account a link of a user, see mayInviteAgain.
func (v *visit) checkLink(u store.User) error {
	may, err := v.mayInviteAgain(u)
	if err == nil && !may {
		err = &notice{http.StatusForbidden, v.t("This was not done"), v.t("Your operator can make a link for this user.")}
	}
	return err
}

// inviteAgain makes another link of a user who has not used the first.
func (v *visit) inviteAgain(u store.User) error {
	if err := v.checkLink(u); err != nil {
		return err
	}
	return v.showLink(u, v.url("settings/users"))
}

// changeMember changes the role of a member, removes it, or makes another link. The form's field action says which.
func (v *visit) changeMember() error {
	if err := v.parse(); err != nil {
		return err
	}
	id, err := v.pathID("user")
	if err != nil {
		return err
	}
	u, err := v.member(id)
	if err != nil {
		return err
	}
	switch v.form("action") {
	case "link":
		return v.inviteAgain(u)
	case "remove":
		if ok, err := v.confirm(v.t("Remove %s from this account?", u.Email), v.t("Remove")); !ok {
			return err
		}
		if err := v.console.Store.RemoveMembership(v.ctx(), v.account.AccountID, id); err != nil {
			return err
		}
		v.toast(v.t("%s was removed.", u.Email))
	default:
		if !isAccountRole(v.form("role")) {
			return &badFormError{errors.New("there is no such role")}
		}
		if err := v.console.Store.SetMembership(v.ctx(), v.account.AccountID, id, store.AccountRole(v.form("role"))); err != nil {
			return err
		}
		v.toastRole(u, v.t("The role of %s is changed.", u.Email))
	}
	return v.redirect(v.url("settings/users"))
}
