package people

import (
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"time"

	"waybill/internal/console/web"
	"waybill/internal/store"
	"waybill/internal/store/audit"
	"waybill/internal/store/people"
	"waybill/internal/users"
)

// usersOnPage is how many users a page lists.
const usersOnPage = 100

// memberView is a member as the page shows it.
type memberView struct {
	people.Member
	MayInvite bool   // the user has not chosen a password, and belongs to this account alone
	InvitedBy string // who gave the user a role here, "" if the audit log does not say
}

// membersPage lists the users of an account.
func membersPage(v *web.Visit) error {
	return renderMembers(v, http.StatusOK, inviteForm(v, url.Values{"role": {string(people.Editor)}}))
}

func inviteForm(v *web.Visit, values url.Values) *web.Form {
	return web.NewForm(values).Label("email", v.T("E-mail address")).Label("name", v.T("Name of the person")).Label("role", v.T("Role"))
}

func renderMembers(v *web.Visit, status int, f *web.Form) error {
	members, more, err := v.Console.Store.People.Members(v.Context(), v.Account.AccountID, v.Request.URL.Query().Get("after"), usersOnPage)
	if err != nil {
		return err
	}
	ids := make([]string, len(members))
	for i, m := range members {
		ids[i] = strconv.FormatInt(m.UserID, 10)
	}
	inviters, err := v.Console.Store.Audit.Makers(v.Context(), v.Account.AccountID, audit.SubjectMember, "set-role", ids)
	if err != nil {
		return err
	}
	views := make([]memberView, len(members))
	for i, m := range members {
		mayInvite, err := mayInviteAgain(v, m.User)
		if err != nil {
			return err
		}
		views[i] = memberView{m, mayInvite, inviter(v, inviters[ids[i]])}
	}
	next := ""
	if more {
		next = "?after=" + url.QueryEscape(members[len(members)-1].Email)
	}
	return v.Render(status, "members.html", map[string]any{
		"Form": f, "Members": views, "Roles": accountRoleOptions(v), "Me": v.User.UserID, "Next": next,
		"Short": accountRoles, "Tabs": v.SettingsTabs(),
	})
}

// inviter is who gave a role: a user, or the operator by a command.
func inviter(v *web.Visit, a audit.Actor) string {
	if a.Kind != "" && a.Kind != audit.ActorUser {
		return v.T("Operator")
	}
	return a.Name
}

// accountRoleOptions are the choices of a role in an account.
func accountRoleOptions(v *web.Visit) []web.Option {
	return []web.Option{
		{Value: string(people.Viewer), Text: v.T("Viewer: sees orders")},
		{Value: string(people.Editor), Text: v.T("Editor: also creates and changes orders")},
		{Value: string(people.AccountAdmin), Text: v.T("Administrator: also manages users, keys and settings")},
	}
}

var accountRoles = []string{string(people.Viewer), string(people.Editor), string(people.AccountAdmin)}

func isAccountRole(text string) bool { return slices.Contains(accountRoles, text) }

// mayInviteAgain reports whether an administrator of this account may have a link of a user. A link lets in everyone who
// has it, so the user must not be able to do anything elsewhere.
func mayInviteAgain(v *web.Visit, u people.User) (bool, error) {
	if u.HasPassword || !u.LastSignInOn.IsZero() || u.OperatorRole != people.NotOperator || !u.DisabledOn.IsZero() {
		return false, nil
	}
	memberships, err := v.Console.Store.People.Memberships(v.Context(), u.UserID)
	return len(memberships) == 1 && memberships[0].AccountID == v.Account.AccountID, err
}

// invite makes a user with a role in the account. Someone who has a user already may have roles elsewhere, so only the
// operator may give that user a role here: otherwise one account could make users of people and let them in to another.
func invite(v *web.Visit) error {
	f := inviteForm(v, v.Request.PostForm)
	made := userOfForm(v, f)
	if !isAccountRole(f.Value("role")) {
		f.Fail("role", v.T("Choose a role of the list."))
	}
	if f.Failed() {
		return renderMembers(v, http.StatusUnprocessableEntity, f)
	}
	if _, full, err := v.Console.Store.People.Members(v.Context(), v.Account.AccountID, "", people.MaxMembers-1); err != nil {
		return err
	} else if full {
		f.Fail("email", v.T("An account has at most %d users. Remove one who needs no access.", people.MaxMembers))
		return renderMembers(v, http.StatusUnprocessableEntity, f)
	}
	if !v.Can(web.Administer) {
		if err := v.Console.SignIns.Spend(users.Invitations, strconv.FormatInt(v.Account.AccountID, 10)); err != nil {
			return err
		}
	}
	giveBack := takeInvite(v, f)
	if f.Failed() {
		return renderMembers(v, http.StatusTooManyRequests, f)
	}
	created, err := v.Console.Store.People.CreateUser(v.Context(), made)
	existed := errors.Is(err, store.ErrNameTaken)
	if !existed {
		giveBack()
	}
	switch {
	case existed && !v.Can(web.Administer):
		f.Fail("email", v.T("This person has a user already. Your operator can add it to this account."))
		return renderMembers(v, http.StatusUnprocessableEntity, f)
	case existed:
		created, err = v.Console.Store.People.UserByEmail(v.Context(), made.Email)
	}
	if err != nil {
		return err
	}
	if err := v.Console.Store.People.SetMembership(v.Context(), v.Account.AccountID, created.UserID,
		people.AccountRole(f.Value("role"))); err != nil {
		return err
	}
	if existed {
		toastRole(v, created, v.T("%s has a role in this account.", created.Email))
		return v.Redirect(v.URL("settings/users"))
	}
	return showLink(v, created, v.URL("settings/users"))
}

// takeInvite counts an invitation by one who may not see all users, see users.SignIn.TakeInvite, or adds a problem to the
// form.
func takeInvite(v *web.Visit, f *web.Form) (giveBack func()) {
	if v.Can(web.Administer) {
		return func() {}
	}
	giveBack, err := v.Console.SignIns.TakeInvite(v.Account.AccountID)
	if many, ok := errors.AsType[*users.TooManyError](err); ok {
		f.Fail("email", v.T("Too many people whom you invited have a user already. Try again in %d minutes.", int(many.After/time.Minute)+1))
	}
	return giveBack
}

// userOfForm reads the fields email and name, and adds their problems to the form.
func userOfForm(v *web.Visit, f *web.Form) people.User {
	email, err := users.CleanEmail(f.Value("email"))
	if err != nil {
		f.Fail("email", problem(v, err))
	}
	name, err := users.CleanName(f.Value("name"))
	if err != nil {
		f.Fail("name", problem(v, err))
	}
	return people.User{Email: email, Name: name, Language: v.User.Language, Timezone: v.User.Timezone}
}

// member returns a user of the account, but not the one who is signed in.
func member(v *web.Visit, id int64) (people.User, error) {
	memberships, err := v.Console.Store.People.Memberships(v.Context(), id)
	if err != nil {
		return people.User{}, err
	}
	if !slices.ContainsFunc(memberships, func(m people.Membership) bool { return m.AccountID == v.Account.AccountID }) {
		return people.User{}, store.ErrNotFound
	}
	if id == v.User.UserID {
		text := v.T("You cannot change your own role. Ask another administrator.")
		return people.User{}, &web.NoticeError{Status: http.StatusForbidden, Title: v.T("This was not done"), Text: text}
	}
	return v.Console.Store.People.User(v.Context(), id)
}

// toastRole says that a user has a role. Another role withdraws the links of a user, who may not have used one yet.
func toastRole(v *web.Visit, u people.User, text string) {
	if !u.HasPassword && !u.HasIdentity {
		text += " " + v.T("If the role is another one than before, earlier invitations are not valid any more: make another link.")
	}
	v.Toast(text)
}

// checkLink refuses to give an administrator of an account a link of a user, see mayInviteAgain.
func checkLink(v *web.Visit, u people.User) error {
	may, err := mayInviteAgain(v, u)
	if err == nil && !may {
		err = &web.NoticeError{
			Status: http.StatusForbidden, Title: v.T("This was not done"), Text: v.T("Your operator can make a link for this user."),
		}
	}
	return err
}

// inviteAgain makes another link of a user who has not used the first.
func inviteAgain(v *web.Visit, u people.User) error {
	if err := checkLink(v, u); err != nil {
		return err
	}
	return showLink(v, u, v.URL("settings/users"))
}

// changeMember changes the role of a member, removes it, or makes another link. The form's field action says which.
func changeMember(v *web.Visit) error {
	id, err := v.PathID("user")
	if err != nil {
		return err
	}
	u, err := member(v, id)
	if err != nil {
		return err
	}
	switch v.FormValue("action") {
	case "link":
		return inviteAgain(v, u)
	case "remove":
		if ok, err := v.Confirm(v.T("Remove %s from this account?", u.Email), v.T("Remove")); !ok {
			return err
		}
		if err := v.Console.Store.People.RemoveMembership(v.Context(), v.Account.AccountID, id); err != nil {
			return err
		}
		v.Toast(v.T("%s was removed.", u.Email))
	default:
		if !isAccountRole(v.FormValue("role")) {
			return &web.BadFormError{Cause: errors.New("there is no such role")}
		}
		if err := v.Console.Store.People.SetMembership(v.Context(), v.Account.AccountID, id,
			people.AccountRole(v.FormValue("role"))); err != nil {
			return err
		}
		toastRole(v, u, v.T("The role of %s is changed.", u.Email))
	}
	return v.Redirect(v.URL("settings/users"))
}
