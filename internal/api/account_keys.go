package api

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/go-faster/jx"

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
	return listOf("results", keys, func(e *jx.Encoder, k *masterdata.Key) { writeKey(e, k, c, now, "") }), err
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
	return objectOf(http.StatusCreated, func(e *jx.Encoder) { writeKey(e, &created, c, now, secret) }), keyProblem(err)
}

// keyProblem is the problem that the account reads of an error of masterdata.Store.CreateKey.
func keyProblem(err error) error {
	field, isField := errors.AsType[*masterdata.FieldError](err)
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

// writeKey writes a key, with its secret if that is not "".
func writeKey(e *jx.Encoder, k *masterdata.Key, c shell.Call, now time.Time, secret string) {
	integer(e, "id", k.KeyID)
	text(e, "name", k.Name)
	text(e, "state", k.State(now))
	flag(e, "is_caller", k.KeyID == c.Caller.KeyID)
	positive(e, "created_by_key", k.CreatedByKey)
	timestamp(e, "created_on", k.CreatedOn)
	moment(e, "last_used_on", k.LastUsedOn)
	moment(e, "expires_on", k.ExpiresOn)
	moment(e, "revoked_on", k.RevokedOn)
	writeTexts(e, request.ScopesField, k.May().Names())
	writeTexts(e, request.NetworksField, k.Networks.List())
	if secret != "" {
		text(e, "secret", secret)
	}
}
