package people

import (
	"cmp"
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"time"

	"waybill/internal/console/web"
	"waybill/internal/each"
	"waybill/internal/shipment"
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
	MayInvite bool   // an administrator may send another invitation
	InvitedBy string // who gave the user a role here, "" if the audit log does not say
}

// membersPage lists the users of an account.
func membersPage(v *web.Visit) error {
	return renderMembers(v, http.StatusOK, inviteForm(v, url.Values{"role": {string(shipment.RoleEditor)}}))
}

func inviteForm(v *web.Visit, values url.Values) *web.Form {
	return web.NewForm(values).Label("email", v.T("E-mail address")).Label("name", v.T("Name of the person")).Label("role", v.T("Role"))
}

func renderMembers(v *web.Visit, status int, f *web.Form) error {
	members, more, err := v.Console.Store.People.Members(v.Context(), v.Account.AccountID, v.Request.URL.Query().Get("after"), usersOnPage)
	ids := each.Of(members, func(m people.Member) string { return strconv.FormatInt(m.UserID, 10) })
	inviters, errInviters := v.Console.Store.Audit.Makers(v.Context(), v.Account.AccountID, audit.SubjectMember, "set-role", ids)
	r := web.Reading{Err: cmp.Or(err, errInviters)}
	views := make([]memberView, len(members))
	for i, m := range members {
		m = asInvited(m)
		views[i] = memberView{m, web.Read2(&r, mayInviteAgain, v, m), inviter(v, inviters[ids[i]])}
	}
	next := web.Next(members, more, func(last people.Member) string { return "?after=" + url.QueryEscape(last.Email) })
	return v.Show(r.Err, status, "members.html", map[string]any{
		"Form": f, "Members": views, "Roles": accountRoleOptions(v), "Me": v.User.UserID, "Next": next,
		"Short": shipment.AccountRoles(), "Tabs": v.SettingsTabs(),
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
		{Value: string(shipment.RoleViewer), Text: v.T("Viewer: sees orders")},
		{Value: string(shipment.RoleEditor), Text: v.T("Editor: also creates and changes orders")},
		{Value: string(shipment.RoleAdmin), Text: v.T("Administrator: also manages users, keys and settings")},
	}
}

// asInvited hides what is known of a user who has not accepted: the account sees what it sees of a person who had no user.
func asInvited(m people.Member) people.Member {
	if m.InvitedAs != "" {
		m.User = people.User{UserID: m.UserID, Email: m.Email, Name: m.InvitedAs}
	}
	return m
}

// mayInviteAgain reports whether an administrator of this account may have a link of a user. A link lets in everyone who
// has it, so the user must not be able to do anything elsewhere, unless it is sent to the user alone.
func mayInviteAgain(v *web.Visit, m people.Member) (bool, error) {
	u := m.User
	switch {
	case u.HasPassword || !u.LastSignInOn.IsZero() || !u.DisabledOn.IsZero():
		return false, nil
	case v.Console.Mail != nil:
		return true, nil
	case m.InvitedAs != "" || u.OperatorRole != shipment.NoRole:
		return false, nil
	}
	memberships, err := v.Console.Store.People.Memberships(v.Context(), u.UserID)
	return len(memberships) == 1 && memberships[0].AccountID == v.Account.AccountID, err
}

// invite makes a user with a role in the account. Someone who has a user already may have roles elsewhere, so only the
// operator may give that user a role here: otherwise one account could make users of people and let them in to another.
// By mail an account invites that person too, who may accept.
func invite(v *web.Visit) error {
	f := inviteForm(v, v.Request.PostForm)
	role := people.Membership{AccountID: v.Account.AccountID, Role: shipment.Role(f.Value("role"))}
	made, err := personOfForm(v, f, shipment.NoRole, role)
	if err != nil || f.Failed() {
		return v.Again(f, err, renderMembers)
	}
	if !v.Can(shipment.Administer) {
		if err := v.Console.SignIns.Spend(users.Invitations, strconv.FormatInt(v.Account.AccountID, 10)); err != nil {
			return err
		}
	}
	inviteBy := inviteByLink
	if v.Console.Mail != nil && !v.Can(shipment.Administer) {
		inviteBy = inviteByMail
	}
	err = inviteBy(v, f, made, role)
	if errors.Is(err, store.ErrTooMany) {
		f.Fail("email", accountFull(v))
		return renderMembers(v, http.StatusUnprocessableEntity, f)
	}
	return err
}

func accountFull(v *web.Visit) string {
	return v.T("An account has at most %d users. Remove one who needs no access.", people.MaxMembers)
}

// inviteByLink gives a role to a person, and shows a link to one who has no user. Only the operator may name one who has a user.
func inviteByLink(v *web.Visit, f *web.Form, made users.Person, role people.Membership) error {
	giveBack := takeInvite(v, f)
	if f.Failed() {
		return renderMembers(v, http.StatusTooManyRequests, f)
	}
	if err := spendMail(v, made.Email()); err != nil {
		return err
	}
	created, err := made.Create(v.Context(), v.Console.Store.People)
	existed := errors.Is(err, store.ErrNameTaken)
	if !existed {
		giveBack()
	}
	switch {
	case existed && !v.Can(shipment.Administer):
		f.Fail("email", v.T("This person has a user already. Your operator can add it to this account."))
		return renderMembers(v, http.StatusUnprocessableEntity, f)
	case existed:
		return addByEmail(v, made.Email(), role)
	case err != nil:
		return err
	}
	return showNewLink(v, created.Link, created.Token, v.URL("settings/users"))
}

// addByEmail gives a role to a person who has a user.
func addByEmail(v *web.Visit, email string, role people.Membership) error {
	u, err := v.Console.Store.People.UserByEmail(v.Context(), email)
	if err == nil {
		err = users.SetRole(v.Context(), v.Console.Store.People, u.UserID, role)
	}
	if err != nil {
		return err
	}
	return v.Done(nil, roleText(v, u, v.T("%s has a role in this account.", u.Email)), v.URL("settings/users"))
}

// inviteByMail invites a person, and responds in the same way whether or not the person has a user.
func inviteByMail(v *web.Visit, f *web.Form, person users.Person, _ people.Membership) error {
	if err := spendMail(v, person.Email()); err != nil {
		return err
	}
	m, err := person.Invite(v.Context(), v.Console.Store.People)
	if errors.Is(err, store.ErrNameTaken) {
		f.Fail("email", v.T("This person is in the list already."))
		return renderMembers(v, http.StatusUnprocessableEntity, f)
	}
	if err != nil {
		return err
	}
	if m.Token != "" {
		return showNewLink(v, m.Link, m.Token, v.URL("settings/users"))
	}
	return sendRequest(v, m.User)
}

// sendRequest asks a user by mail to accept an invitation.
func sendRequest(v *web.Visit, u people.User) error {
	reader := readerOf(v, u)
	return showSent(v, map[string]any{"User": u, "Back": v.URL("settings/users")}, mail(v, u, reader.T("Your access to Waybill"),
		reader.T("You are invited to the account %s. Sign in, and accept it or not:", v.Account.Name)+"\n\n"+v.Base()+mePath+"\n\n"+
			reader.T("If you did not expect this, ignore it.")+"\n"))
}

// takeInvite counts an invitation by one who may not see all users, see users.SignIn.TakeInvite, or adds a problem to the
// form.
func takeInvite(v *web.Visit, f *web.Form) (giveBack func()) {
	if v.Can(shipment.Administer) {
		return func() {}
	}
	giveBack, err := v.Console.SignIns.TakeInvite(v.Account.AccountID)
	if many, ok := errors.AsType[*users.TooManyError](err); ok {
		f.Fail("email", v.T("Too many people whom you invited have a user already. Try again in %d minutes.", int(many.After/time.Minute)+1))
	}
	return giveBack
}

// personOfForm is the person of the fields email and name with some roles. Problems are added to the form.
func personOfForm(v *web.Visit, f *web.Form, operator shipment.Role, roles ...people.Membership) (users.Person, error) {
	p, err := users.NewPerson(people.User{
		Email: f.Value("email"), Name: f.Value("name"), OperatorRole: operator, Language: v.User.Language, Timezone: v.User.Timezone,
	}, roles...)
	return p, v.FailWith(f, err)
}

// member returns the user of the account whom the form names, but not the one who is signed in. The form has the e-mail address,
// because the number of a user tells when the user was made, and no path has it, because paths are in logs.
func member(v *web.Visit) (people.Member, error) {
	var r web.Reading
	u := web.Read2(&r, v.Console.Store.People.UserByEmail, v.Context(), v.FormValue("email"))
	memberships := web.Read2(&r, v.Console.Store.People.Memberships, v.Context(), u.UserID)
	i := slices.IndexFunc(memberships, func(m people.Membership) bool { return m.AccountID == v.Account.AccountID })
	if i < 0 {
		return people.Member{}, cmp.Or(r.Err, store.ErrNotFound)
	}
	if u.UserID == v.User.UserID {
		return people.Member{}, v.NotDone(http.StatusForbidden, v.T("You cannot change your own role. Ask another administrator."))
	}
	return asInvited(people.Member{User: u, Role: memberships[i].Role, InvitedAs: memberships[i].InvitedAs}), nil
}

// roleText says that a user has a role. Another role withdraws the links of a user, who may not have used one yet.
func roleText(v *web.Visit, u people.User, text string) string {
	if !u.HasPassword && !u.HasIdentity {
		text += " " + v.T("If the role is another one than before, earlier invitations are not valid any more: make another link.")
	}
	return text
}

// checkLink refuses to give an administrator of an account a link of a user, see mayInviteAgain.
func checkLink(v *web.Visit, m people.Member) error {
	may, err := mayInviteAgain(v, m)
	if err == nil && !may {
		err = v.NotDone(http.StatusForbidden, v.T("Your operator can make a link for this user."))
	}
	return err
}

// inviteAgain makes another link of a user who has not used the first.
func inviteAgain(v *web.Visit, m people.Member) error {
	if err := checkLink(v, m); err != nil {
		return err
	}
	if err := spendMail(v, m.Email); err != nil {
		return err
	}
	u, err := v.Console.Store.People.User(v.Context(), m.UserID) // without what asInvited hides
	if err != nil {
		return err
	}
	if m.InvitedAs == "" || u.NeedsPassword() {
		return showLink(v, u, v.URL("settings/users"))
	}
	return sendRequest(v, u)
}

// changeMember changes the role of a member, removes it, or makes another link. The form's field action says which.
func changeMember(v *web.Visit) error {
	m, err := member(v)
	if err != nil {
		return err
	}
	switch v.FormValue("action") {
	case "link":
		return inviteAgain(v, m)
	case "remove":
		if ok, err := v.Confirm(v.T("Remove %s from this account?", m.Email), v.T("Remove")); !ok {
			return err
		}
		err := v.Console.Store.People.RemoveMembership(v.Context(), v.Account.AccountID, m.UserID)
		return v.Done(err, v.T("%s was removed.", m.Email), v.URL("settings/users"))
	}
	role := people.Membership{AccountID: v.Account.AccountID, Role: shipment.Role(v.FormValue("role"))}
	err = users.SetRole(v.Context(), v.Console.Store.People, m.UserID, role)
	if web.ProblemsOf(err) != nil {
		err = &web.BadFormError{Cause: err}
	}
	return v.Done(err, roleText(v, m.User, v.T("The role of %s is changed.", m.Email)), v.URL("settings/users"))
}
