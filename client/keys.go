package client

import (
	"context"
	"fmt"
	"iter"
	"net/http"
	"strconv"
	"time"
)

const keysPath = "/account/keys/"

// The states of a key.
const (
	KeyLive    = "live"
	KeyExpired = "expired"
	KeyRevoked = "revoked"
)

// The scopes of a key: what it may do. ScopeTrackingWrite, ScopeRules, ScopeAudit, ScopeAdministration and ScopeUsers are of use on an
// operator's account alone.
const (
	ScopeOrdersWrite    = "orders:write"
	ScopeOrdersRead     = "orders:read"
	ScopeLabels         = "labels"
	ScopeTrackingWrite  = "tracking:write"
	ScopeWebhooks       = "webhooks"
	ScopeAccount        = "account"
	ScopeRules          = "rules"
	ScopeAudit          = "audit"
	ScopeParcelsWrite   = "parcels:write"
	ScopeAdministration = "administration" // of all accounts; ScopeAccount is of the key's own
	ScopeUsers          = "users"
)

// Keys returns the account's keys, revoked ones too, without their secrets.
func (c *Client) Keys(ctx context.Context) ([]Key, error) {
	return results[Key](ctx, c, "listing keys", keysPath, nil)
}

// CreateKey creates a key as CreateLimitedKey does, with the scopes and networks of the client's. With a zero time it never
// expires.
func (c *Client) CreateKey(ctx context.Context, name string, expiresOn time.Time) (Key, error) {
	return c.CreateLimitedKey(ctx, NewKey{Name: name, ExpiresOn: expiresOn})
}

// CreateLimitedKey creates a key and returns it with its secret, or a *ValidationError, for example when a live key has the
// name. If the first response is lost, the key has no secret: revoke it then, and create another one.
func (c *Client) CreateLimitedKey(ctx context.Context, key NewKey) (Key, error) {
	return ask[Key](ctx, c, "creating a key", call{method: http.MethodPost, path: keysPath}, key)
}

// RevokeKey revokes a key, which must be the client's own or one that was created with it, and withCreated also the
// keys that were created with that one. It returns ErrNotFound for other keys.
func (c *Client) RevokeKey(ctx context.Context, id int64, withCreated bool) error {
	query := parameters(map[string]any{"with_created": withCreated})
	return c.remove(ctx, fmt.Sprintf("revoking key %d", id), keysPath+strconv.FormatInt(id, 10)+"/", query)
}

// RequestFilter selects requests; zero fields select all of the account.
type RequestFilter struct {
	RequestID   string
	Failed      bool // only those with an error status
	AllAccounts bool // for keys of the operator with ScopeAudit
}

// Requests iterates over the requests of the last 30 days, the newest first. After an error it ends.
func (c *Client) Requests(ctx context.Context, f RequestFilter) iter.Seq2[RecordedRequest, error] {
	query, path := parameters(map[string]any{"request_id": f.RequestID, "failed": f.Failed}), "/account/requests/"
	if f.AllAccounts {
		path = "/operator/requests/"
	}
	return elements[RecordedRequest](ctx, c, path, query, "listing the requests")
}
