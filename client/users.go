package client

import (
	"context"
	"fmt"
	"iter"
	"net/http"
	"net/url"
	"strconv"
)

const usersPath = "/operator/users/"

// The roles of users: OperatorRole in all accounts, and in one.
const (
	RoleOperator      = "operator"
	RoleOperatorAdmin = "operator-admin"
	RoleViewer        = "viewer"
	RoleEditor        = "editor"
	RoleAdmin         = "admin"
)

func userPath(id int64) string { return usersPath + strconv.FormatInt(id, 10) + "/" }

// Users yields the people who use the console, by e-mail address. The methods that change users return ErrForbidden unless the key has
// ScopeUsers and is not limited to networks.
func (a Administration) Users(ctx context.Context) iter.Seq2[User, error] {
	return elements[User](ctx, a.client, usersPath, url.Values{}, "listing users")
}

// User returns a user.
func (a Administration) User(ctx context.Context, id int64) (User, error) {
	return get[User](ctx, a.client, "viewing a user", userPath(id), nil)
}

// CreateUser lets a person in, and returns the user with the link that sets the password, or a *ValidationError. If the first
// response is lost, the user has a Message and no link.
func (a Administration) CreateUser(ctx context.Context, u NewUser) (User, error) {
	return ask[User](ctx, a.client, "creating a user", call{method: http.MethodPost, path: usersPath}, u)
}

// ChangeUser changes a user and returns it, or a *ValidationError.
func (a Administration) ChangeUser(ctx context.Context, id int64, change UserChange) (User, error) {
	return ask[User](ctx, a.client, "changing a user", call{method: http.MethodPatch, path: userPath(id)}, change)
}

func memberPath(id, accountID int64) string {
	return fmt.Sprintf("%saccounts/%d/", userPath(id), accountID)
}

// SetUserRole gives a user a role in an account, and returns the user, or a *ValidationError.
func (a Administration) SetUserRole(ctx context.Context, id, accountID int64, role string) (User, error) {
	set := call{method: http.MethodPut, path: memberPath(id, accountID)}
	return ask[User](ctx, a.client, "giving a user a role", set, map[string]string{"role": role})
}

// RemoveUserRole takes a user out of an account. It returns ErrNotFound if the user has no role there.
func (a Administration) RemoveUserRole(ctx context.Context, id, accountID int64) error {
	return a.client.remove(ctx, "taking a user out of an account", memberPath(id, accountID), nil)
}

func (a Administration) changeUser(ctx context.Context, doing string, id int64, what string) (User, error) {
	return post[User](ctx, a.client, doing, userPath(id)+what, struct{}{})
}

// DisableUser ends the sessions of a user, removes the passkeys, and refuses to sign the user in until EnableUser.
func (a Administration) DisableUser(ctx context.Context, id int64) (User, error) {
	return a.changeUser(ctx, "disabling a user", id, "disable/")
}

// EnableUser lets a disabled user sign in again.
func (a Administration) EnableUser(ctx context.Context, id int64) (User, error) {
	return a.changeUser(ctx, "enabling a user", id, "enable/")
}

// EndSessions ends all sessions of a user.
func (a Administration) EndSessions(ctx context.Context, id int64) (User, error) {
	return a.changeUser(ctx, "ending sessions", id, "sessions/end/")
}

// RemovePasskeys removes the passkeys and the recovery codes of a user.
func (a Administration) RemovePasskeys(ctx context.Context, id int64) (User, error) {
	return a.changeUser(ctx, "removing passkeys", id, "passkeys/remove/")
}

// RemoveIdentities removes the link of a user to the identity provider, and ends the user's sessions. It returns ErrNotFound if there is
// no link.
func (a Administration) RemoveIdentities(ctx context.Context, id int64) (User, error) {
	return a.changeUser(ctx, "removing the link to the identity provider", id, "identities/remove/")
}
