package api

import (
	"context"
	"net/http"
	"net/url"
	"time"

	"waybill/internal/api/answer"
	"waybill/internal/api/openapi"
	"waybill/internal/api/shell"
	"waybill/internal/problem"
	"waybill/internal/request"
	"waybill/internal/store/masterdata"
)

// keyLimit limits the keys that an account creates.
var keyLimit = shell.RateLimit{PerSecond: 1, Burst: 5}

// ownAccount is the account of the caller.
func ownAccount(c shell.Call) int64 { return c.Caller.AccountID }

// listKeys lists the keys of an account, revoked ones too, without their secrets.
func (a *API) listKeys(accountOf func(shell.Call) int64) func(context.Context, shell.Call) (shell.Response, error) {
	return func(ctx context.Context, c shell.Call) (shell.Response, error) {
		account, err := a.Store.MasterData.Account(ctx, accountOf(c))
		if err != nil {
			return shell.Response{}, err
		}
		keys, err := a.Store.MasterData.Keys(ctx, account.AccountID)
		return answer.List(keys, writeKey(c, a.Now())), err
	}
}

// createKey creates a key of an account. Only this response shows its secret. A key that another key created names it,
// so that who revokes a stolen key can revoke what was made with it.
func (a *API) createKey(accountOf func(shell.Call) int64) shell.On[request.KeyRequest] {
	return func(ctx context.Context, c shell.Call, sent request.KeyRequest) (shell.Response, error) {
		now, key := a.Now(), masterdata.Key{
			AccountID: accountOf(c), Name: sent.Name, ExpiresOn: sent.ExpiresOn, Scopes: sent.Scopes, Networks: sent.Networks,
		}
		if err := key.MadeBy(c.Caller, now); err != nil { // before a token is taken
			return shell.Response{}, err
		}
		if header, err := a.createdKeys.Take(c.Caller.AccountID, keyLimit, 1); err != nil {
			return shell.Response{Header: header}, err
		}
		answer.Once(ctx, http.StatusCreated, writeNewKey(c, now, ""))
		created, secret, err := a.Store.MasterData.CreateKey(ctx, key)
		return answer.Object(http.StatusCreated, &created, writeNewKey(c, now, secret)), err
	}
}

// revokeKey revokes the key of an account that a part of the path names. A key may revoke itself and the keys of its account that were
// created with it: a stolen one must not lock out the account's programs. A caller without a key may revoke all, and so may an
// operator's key in other accounts.
func (a *API) revokeKey(accountOf func(shell.Call) int64, key string) func(context.Context, shell.Call) (shell.Response, error) {
	return shell.Done(func(ctx context.Context, c shell.Call) error {
		accountID, by := accountOf(c), c.Caller.KeyID
		if accountID != c.Caller.AccountID {
			by = 0
		}
		withCreated, err := readFlag(c.Query(), "with_created")
		if err != nil {
			return err
		}
		return a.Store.MasterData.RevokeKeyOf(ctx, accountID, c.IDIn(key), by, withCreated)
	})
}

// readFlag reads a query parameter that is true, false or missing.
func readFlag(query url.Values, name string) (bool, error) {
	switch value := request.LastValue(query, name); value {
	case "", "false", "true":
		return value == "true", nil
	}
	return false, request.Wrong(name, problem.NotBoolean)
}

func writeKey(c shell.Call, now time.Time) func(*openapi.Object, *masterdata.Key) {
	return func(o *openapi.Object, k *masterdata.Key) {
		o.Int64("id", k.KeyID)
		o.Text("name", k.Name)
		o.Text("state", k.State(now)).Enum("live", "expired", "revoked")
		o.Flag("is_caller", k.KeyID == c.Caller.KeyID).About("Whether it is the key of this request.")
		o.OrNull(k.CreatedByKey != 0).Int64("created_by_key", k.CreatedByKey).
			About("The key that it was created with; null when a person created it.")
		o.Time("created_on", k.CreatedOn)
		o.TimeOrNull("last_used_on", k.LastUsedOn).About("To the minute.")
		o.TimeOrNull("expires_on", k.ExpiresOn)
		o.TimeOrNull("revoked_on", k.RevokedOn)
		openapi.Texts(o, request.ScopesField, k.May().Names()).Is("Scopes")
		openapi.Texts(o, request.NetworksField, k.Networks.List()).Is("Networks")
	}
}

func writeNewKey(c shell.Call, now time.Time, secret string) func(*openapi.Object, *masterdata.Key) {
	return func(o *openapi.Object, k *masterdata.Key) {
		openapi.Extend(o, "Key", k, writeKey(c, now))
		answer.Secret(o, "secret", secret, keyIsMadeOnce).About("The key itself. It is not shown again.")
	}
}
