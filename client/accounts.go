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

// Accounts yields accounts by id. This method and those below return ErrForbidden when the key is not an operator's with ScopeAccount, and
// those with an id ErrNotFound when no account has it.
func (c *Client) Accounts(ctx context.Context, f AccountFilter) iter.Seq2[Account, error] {
	query := parameters(map[string]any{"search": f.Search, "suspended": f.Suspended})
	return elements[Account](ctx, c, accountsPath, query, "listing accounts")
}

// Account returns an account.
func (c *Client) Account(ctx context.Context, id int64) (Account, error) {
	return get[Account](ctx, c, "viewing an account", accountPath(id), nil)
}

// CreateAccount creates an account and returns it, or a *ValidationError. An operator's account needs a key with every scope, or it
// returns ErrForbidden. The call is not repeated when its response is lost.
func (c *Client) CreateAccount(ctx context.Context, a NewAccount) (Account, error) {
	return ask[Account](ctx, c, "creating an account", call{method: http.MethodPost, path: accountsPath, once: true}, a)
}

// ChangeAccount changes an account and returns it, or a *ValidationError, or ErrForbidden as CreateAccount does.
func (c *Client) ChangeAccount(ctx context.Context, id int64, change AccountChange) (Account, error) {
	return ask[Account](ctx, c, "changing an account", call{method: http.MethodPatch, path: accountPath(id)}, change)
}

// SuspendAccount refuses the keys of an account until ResumeAccount. It returns ErrForbidden for the account of the client's key.
func (c *Client) SuspendAccount(ctx context.Context, id int64) (Account, error) {
	return post[Account](ctx, c, "suspending an account", accountPath(id)+"suspend/", struct{}{})
}

// ResumeAccount ends a suspension.
func (c *Client) ResumeAccount(ctx context.Context, id int64) (Account, error) {
	return post[Account](ctx, c, "resuming an account", accountPath(id)+"resume/", struct{}{})
}

// KeysOfAccount is Keys for any account.
func (c *Client) KeysOfAccount(ctx context.Context, id int64) ([]Key, error) {
	return results[Key](ctx, c, "listing keys", accountPath(id)+"keys/", nil)
}

// CreateKeyOfAccount is CreateLimitedKey for any account.
func (c *Client) CreateKeyOfAccount(ctx context.Context, id int64, key NewKey) (Key, error) {
	return ask[Key](ctx, c, "creating a key", call{method: http.MethodPost, path: accountPath(id) + "keys/", once: true}, key)
}

// RevokeKeyOfAccount is RevokeKey for any account. Of other accounts it revokes every key.
func (c *Client) RevokeKeyOfAccount(ctx context.Context, id, keyID int64, withCreated bool) error {
	query := parameters(map[string]any{"with_created": withCreated})
	return c.remove(ctx, fmt.Sprintf("revoking key %d", keyID), accountPath(id)+"keys/"+strconv.FormatInt(keyID, 10)+"/", query)
}
