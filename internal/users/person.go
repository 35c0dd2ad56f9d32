package users

import (
	"context"
	"slices"

	"waybill/internal/problem"
	"waybill/internal/request"
	"waybill/internal/shipment"
	"waybill/internal/store/people"
)

// wrongFields are what is wrong with the fields of a user.
type wrongFields request.Problems

// add adds the problem of a field, unless it is nil.
func (w *wrongFields) add(field string, err error) {
	if err != nil {
		*w = append(*w, request.Problem{Field: field, Node: request.Messages{problem.Of(err)}})
	}
}

// err is a *request.InvalidError, nil if nothing is wrong.
func (w wrongFields) err() error {
	if w == nil {
		return nil
	}
	return &request.InvalidError{Problems: request.Problems(w)}
}

// Person is a new user, with roles in accounts, that is checked.
type Person struct {
	user  people.User
	roles []people.Membership
}

// NewPerson checks a user and its roles. Returns a *request.InvalidError.
func NewPerson(u people.User, roles ...people.Membership) (Person, error) {
	err := check(&u, true, roles)
	return Person{u, roles}, err
}

// Email is the e-mail address as it is stored.
func (p Person) Email() string { return p.user.Email }

// Create stores the user with the roles and the link of an invitation. Returns the errors of people.Store.CreateUser.
func (p Person) Create(ctx context.Context, s *people.Store) (people.Invited, error) {
	return s.CreateUser(ctx, p.user, validFor[people.LinkInvite], p.roles...)
}

// Invite lets the person in to the account of the first role. Returns the errors of people.Store.Invite.
func (p Person) Invite(ctx context.Context, s *people.Store) (people.Invited, error) {
	return s.Invite(ctx, p.roles[0].AccountID, p.user, p.roles[0].Role, validFor[people.LinkInvite])
}

// Update changes a user by fn and roles in accounts, and checks both. Returns a *request.InvalidError, and the errors of
// people.Store.UpdateUser.
func Update(ctx context.Context, s *people.Store, id int64, fn func(*people.User), roles ...people.Membership) (people.User, error) {
	return s.UpdateUser(ctx, id, func(u *people.User) error {
		fn(u)
		return check(u, false, roles)
	}, roles...)
}

// SetRole gives a user a role in an account. Returns a *request.InvalidError, and the errors of people.Store.SetMembership.
func SetRole(ctx context.Context, s *people.Store, userID int64, m people.Membership) error {
	var wrong wrongFields
	if wrong.add("role", checkRole(m.Role)); wrong != nil {
		return wrong.err()
	}
	return s.SetMembership(ctx, m.AccountID, userID, m.Role)
}

// check cleans what is stored of a user. Returns a *request.InvalidError. The e-mail address of a stored user does not change.
func check(u *people.User, isNew bool, roles []people.Membership) error {
	var wrong wrongFields
	var err error
	if isNew {
		u.Email, err = CleanEmail(u.Email)
		wrong.add("email", err)
	}
	u.Name, err = CleanName(u.Name)
	wrong.add("name", err)
	wrong.add("operator_role", checkOperatorRole(u.OperatorRole))
	wrong.add("timezone", CheckTimezone(u.Timezone))
	if u.Language != "" && !slices.Contains(shipment.PageLanguages(), u.Language) {
		wrong.add("language", problem.NotLanguage.Err())
	}
	for _, m := range roles {
		if isNew || m.Role != "" {
			wrong.add("role", checkRole(m.Role))
		}
	}
	return wrong.err()
}

func checkOperatorRole(r shipment.Role) error {
	if r == shipment.NoRole || slices.Contains(shipment.OperatorRoles(), string(r)) {
		return nil
	}
	return problem.NotRole.With("operator, operator-admin or none").Err()
}

func checkRole(r shipment.Role) error {
	if slices.Contains(shipment.AccountRoles(), string(r)) {
		return nil
	}
	return problem.NotRole.With("viewer, editor, admin or none").Err()
}
