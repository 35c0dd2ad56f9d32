package api

import (
	"context"
	"errors"
	"net/http"
	"strconv"

	"waybill/internal/api/answer"
	"waybill/internal/api/openapi"
	"waybill/internal/api/shell"
	"waybill/internal/problem"
	"waybill/internal/request"
	"waybill/internal/shipment"
	"waybill/internal/store"
	"waybill/internal/store/people"
	"waybill/internal/users"
)

// operatorUsers has an operator's operations on the people who use the console.
type operatorUsers struct {
	*people.Store
	*links
}

// list lists all users, by e-mail address. The cursor is an id: URLs are logged.
func (a *operatorUsers) list(ctx context.Context, c shell.Call) (shell.Response, error) {
	id, err := shell.NumberCursor(ctx, c)
	var after people.User
	if err == nil && id != 0 {
		after, err = a.User(ctx, id)
	}
	if err != nil {
		return shell.Response{}, cursorProblem(err)
	}
	page, more, err := a.Users(ctx, after.Email, c.Limit())
	if err != nil {
		return shell.Response{}, err
	}
	details := make([]people.Detail, len(page))
	for i, u := range page {
		if details[i], err = a.Detail(ctx, u); err != nil {
			return shell.Response{}, err
		}
	}
	next := answer.NextOf(details, more, func(u *people.Detail) string { return strconv.FormatInt(u.UserID, 10) })
	return answer.Page(next, details, writeUser), nil
}

// create lets a person in. Only this response has the link that sets the password.
func (a *operatorUsers) create(ctx context.Context, c shell.Call, sent request.User) (shell.Response, error) {
	var roles []people.Membership
	if sent.AccountID != 0 {
		roles = []people.Membership{{AccountID: sent.AccountID, Role: shipment.Role(sent.Role)}}
	}
	person, err := users.NewPerson(people.User{
		Email: sent.Email, Name: sent.Name, OperatorRole: shipment.Role(sent.OperatorRole),
	}, roles...)
	if err != nil {
		return shell.Response{}, userProblem(err)
	}
	answer.Once(ctx, http.StatusCreated, writeNewUser(""))
	created, err := person.Create(ctx, a.Store)
	if errors.Is(err, store.ErrNotFound) {
		err = request.Wrong("account_id", problem.NoSuchAccount)
	}
	if err != nil {
		return shell.Response{}, userProblem(err)
	}
	detail, err := a.Detail(ctx, created.User)
	link := a.base(c.Req) + users.LinkPath + created.Token
	return answer.Object(http.StatusCreated, &detail, writeNewUser(link)), err
}

// user is the user that the request's path names. Returns store.ErrNotFound.
func (a *operatorUsers) user(ctx context.Context, c shell.Call) (people.Detail, error) {
	u, err := a.User(ctx, c.ID())
	if err != nil {
		return people.Detail{}, err
	}
	return a.Detail(ctx, u)
}

// change changes the name or the operator role of a user.
func (a *operatorUsers) change(ctx context.Context, c shell.Call, change func(*request.User)) error {
	_, err := users.Update(ctx, a.Store, c.ID(), func(u *people.User) {
		sent := request.User{Name: u.Name, OperatorRole: string(u.OperatorRole)}
		change(&sent)
		u.Name, u.OperatorRole = sent.Name, shipment.Role(sent.OperatorRole)
	})
	return userProblem(err)
}

// setMember gives a user a role in an account.
func (a *operatorUsers) setMember(ctx context.Context, c shell.Call, sent request.Member) error {
	member := people.Membership{AccountID: c.IDIn("account_id"), Role: shipment.Role(sent.Role)}
	return userProblem(users.SetRole(ctx, a.Store, c.ID(), member))
}

// removeMember takes a user out of an account.
func (a *operatorUsers) removeMember(ctx context.Context, c shell.Call) error {
	return a.RemoveMembership(ctx, c.IDIn("account_id"), c.ID())
}

// userProblem is the problem that the operator reads of an error about a user.
func userProblem(err error) error {
	switch {
	case errors.Is(err, store.ErrNameTaken):
		return request.Wrong("email", problem.MailTaken)
	case errors.Is(err, store.ErrTooMany):
		return request.Wrong(request.NonFieldErrors, problem.ManyMembers.With(people.MaxMembers))
	}
	return err
}

func writeUser(o *openapi.Object, u *people.Detail) {
	o.Int64("user_id", u.UserID).Minimum(1)
	o.Text("email", u.Email)
	o.Text("name", u.Name)
	o.TextOrNull("operator_role", string(u.OperatorRole)).Enum(shipment.OperatorRoles()...).About("Role in all accounts.")
	openapi.List(o, "accounts", u.Memberships, writeMembership).Of("UserRole")
	o.Flag("has_password", u.HasPassword)
	o.Flag("has_identity", u.HasIdentity).About("Whether the user is linked to an identity provider.")
	o.Int64("passkeys", int64(u.Passkeys)).Minimum(0)
	o.TimeOrNull("disabled_on", u.DisabledOn).About("Null if the user may sign in.")
	o.TimeOrNull("last_sign_in_on", u.LastSignInOn)
	o.Time("created_on", u.CreatedOn)
}

func writeMembership(o *openapi.Object, m *people.Membership) {
	o.Int64("account_id", m.AccountID)
	o.Text("role", string(m.Role)).Enum(shipment.AccountRoles()...)
	o.Flag("invited", m.InvitedAs != "").About("Whether the user has not accepted: the role is not in force.")
}

func writeNewUser(link string) func(*openapi.Object, *people.Detail) {
	return func(o *openapi.Object, u *people.Detail) {
		openapi.Extend(o, "OperatorUser", u, writeUser)
		answer.Secret(o, "link", link, linkIsOver).About("Sets the password, once, within seven days. No other response has it.")
	}
}
