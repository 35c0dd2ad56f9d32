package client

import (
	"context"
	"fmt"
	"iter"
	"net/http"
	"strconv"
)

const accountsPath = "/operator/accounts/"

// AccountFilter selects accounts. Zero fields select all.
type AccountFilter struct {
	Search    string // in the name, in any case, or the id
	Suspended bool   // only suspended ones
}

func accountPath(id int64) string { return accountsPath + strconv.FormatInt(id, 10) + "/" }

// Accounts yields accounts by id.
func (a Administration) Accounts(ctx context.Context, f AccountFilter) iter.Seq2[Account, error] {
	query := parameters(map[string]any{"search": f.Search, "suspended": f.Suspended})
	return elements[Account](ctx, a.client, accountsPath, query, "listing accounts")
}

// Account returns an account.
func (a Administration) Account(ctx context.Context, id int64) (Account, error) {
	return get[Account](ctx, a.client, "viewing an account", accountPath(id), nil)
}

// CreateAccount creates an account and returns it, or a *ValidationError. An operator's account needs a key with the scope users, or it
// returns ErrForbidden.
func (a Administration) CreateAccount(ctx context.Context, account NewAccount) (Account, error) {
	return ask[Account](ctx, a.client, "creating an account", call{method: http.MethodPost, path: accountsPath}, account)
}

// ChangeAccount changes an account and returns it, or a *ValidationError, or ErrForbidden as CreateAccount does.
func (a Administration) ChangeAccount(ctx context.Context, id int64, change AccountChange) (Account, error) {
	return ask[Account](ctx, a.client, "changing an account", call{method: http.MethodPatch, path: accountPath(id)}, change)
}

// SuspendAccount refuses the keys of an account until ResumeAccount. It returns ErrForbidden for the account of the client's key.
func (a Administration) SuspendAccount(ctx context.Context, id int64) (Account, error) {
	return post[Account](ctx, a.client, "suspending an account", accountPath(id)+"suspend/", struct{}{})
}

// ResumeAccount ends a suspension.
func (a Administration) ResumeAccount(ctx context.Context, id int64) (Account, error) {
	return post[Account](ctx, a.client, "resuming an account", accountPath(id)+"resume/", struct{}{})
}

// KeysOfAccount is Keys for any account.
func (a Administration) KeysOfAccount(ctx context.Context, id int64) ([]Key, error) {
	return results[Key](ctx, a.client, "listing keys", accountPath(id)+"keys/", nil)
}

// CreateKeyOfAccount is CreateLimitedKey for any account.
func (a Administration) CreateKeyOfAccount(ctx context.Context, id int64, key NewKey) (Key, error) {
	return ask[Key](ctx, a.client, "creating a key", call{method: http.MethodPost, path: accountPath(id) + "keys/"}, key)
}

// RevokeKeyOfAccount is RevokeKey for any account. Of other accounts it revokes every key.
func (a Administration) RevokeKeyOfAccount(ctx context.Context, id, keyID int64, withCreated bool) error {
	query := parameters(map[string]any{"with_created": withCreated})
	return a.client.remove(ctx, fmt.Sprintf("revoking key %d", keyID), accountPath(id)+"keys/"+strconv.FormatInt(keyID, 10)+"/", query)
}
