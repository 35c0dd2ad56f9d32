package api

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"waybill/internal/api/openapi"
	"waybill/internal/api/shell"
	"waybill/internal/problem"
	"waybill/internal/request"
	"waybill/internal/shipment"
	"waybill/internal/store"
	"waybill/internal/store/masterdata"
)

// keyLimit limits the keys that an account creates.
var keyLimit = shell.RateLimit{PerSecond: 1, Burst: 5}

// listKeys lists the account's keys, revoked ones too, without their secrets.
func (a *accountSettings) listKeys(ctx context.Context, c shell.Call) (shell.Response, error) {
	keys, err := a.api.Store.MasterData.Keys(ctx, c.Caller.AccountID)
	now := a.api.Now()
	return listResponse(keys, writeKey(c, now)), err
}

// createKey creates a key of the account. Only this response shows its secret. A key that another key created names it,
// so that who revokes a stolen key can revoke what was made with it.
func (a *accountSettings) createKey(ctx context.Context, c shell.Call, sent *request.Form) (shell.Response, error) {
	read, problems := request.ReadKey(sent)
	if problems != nil {
		return shell.Response{}, &shell.ValidationError{Problems: problems}
	}
	if err := limitKey(&read, c.Caller); err != nil {
		return shell.Response{}, err
	}
	now, key := a.api.Now(), masterdata.Key{
		AccountID: c.Caller.AccountID, Name: read.Name, ExpiresOn: read.ExpiresOn, CreatedByKey: c.Caller.KeyID,
		Scopes: read.Scopes, Networks: read.Networks,
	}
	if err := keyProblem(key.Check(now)); err != nil { // before a token is taken
		return shell.Response{}, err
	}
	if header, err := a.api.keys.Take(c.Caller.AccountID, keyLimit, 1); err != nil {
		return shell.Response{Header: header}, err
	}
	created, secret, err := a.api.Store.MasterData.CreateKey(shell.AsCaller(ctx, c), key)
	return respond(http.StatusCreated, &created, writeNewKey(c, now, secret)), keyProblem(err)
}

// keyProblem is the problem that the account reads of an error of masterdata.Store.CreateKey.
func keyProblem(err error) error {
	field, isField := errors.AsType[*problem.FieldError](err)
	switch {
	case isField && field.Field == "name":
		return wrong("name", problem.NotVisible)
	case isField:
		return wrong("expires_on", problem.InThePast)
	case errors.Is(err, store.ErrNameTaken):
		return wrong("name", problem.KeyNameTaken)
	case errors.Is(err, masterdata.ErrOperatorScope):
		return wrong(request.ScopesField, problem.OperatorScope)
	case errors.Is(err, store.ErrTooMany):
		return wrong(nonFieldErrors, problem.ManyKeys.With(masterdata.MaxKeys))
	}
	return err
}

// limitKey gives a key what its maker may give, if the request names nothing, and refuses more.
func limitKey(key *request.KeyRequest, maker masterdata.Caller) error {
	most := maker.MayGive()
	if key.Scopes == 0 {
		key.Scopes = most & shipment.DefaultScopes
	}
	if more := key.Scopes &^ most; more != 0 {
		return wrong(request.ScopesField, problem.ScopeNotYours.With(more.Names()[0]))
	}
	if key.Networks == "" {
		key.Networks = maker.Networks
	}
	if !key.Networks.Within(maker.Networks) {
		return wrong(request.NetworksField, problem.WiderNetworks.With(strings.Join(maker.Networks.List(), ", ")))
	}
	return nil
}

// revokeKey revokes a key of the account. A key may revoke itself and the keys that were created with it: a stolen one
// must not lock out the account's programs. A caller without a key may revoke all.
func (a *accountSettings) revokeKey(ctx context.Context, c shell.Call) (shell.Response, error) {
	id, err := strconv.ParseInt(c.Req.PathValue("id"), 10, 64)
	if err != nil {
		return shell.Response{}, shell.ErrNotFound
	}
	withCreated, err := readFlag(request.ParseQuery(c.Req.URL.RawQuery), "with_created")
	if err != nil {
		return shell.Response{}, err
	}
	err = a.api.Store.MasterData.RevokeKeyOf(shell.AsCaller(ctx, c), c.Caller.AccountID, id, c.Caller.KeyID, withCreated)
	return shell.Response{Status: http.StatusNoContent}, err
}

// readFlag reads a query parameter that is true, false or missing.
func readFlag(query url.Values, name string) (bool, error) {
	switch value := request.LastValue(query, name); value {
	case "", "false", "true":
		return value == "true", nil
	}
	return false, wrong(name, problem.NotBoolean)
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
		o.Text("secret", secret).About("The key itself. It is not shown again.")
	}
}
