package client

import (
	"context"
	"encoding/json"
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

// The scopes of a key: what it may do. ScopeRules, ScopeAudit and ScopeTrackingWrite are of use on an operator's account alone.
const (
	ScopeOrdersWrite   = "orders:write"
	ScopeOrdersRead    = "orders:read"
	ScopeLabels        = "labels"
	ScopeTrackingWrite = "tracking:write"
	ScopeWebhooks      = "webhooks"
	ScopeAccount       = "account"
	ScopeRules         = "rules"
	ScopeAudit         = "audit"
	ScopeParcelsWrite  = "parcels:write"
)

// Key is a secret key of the account.
type Key struct {
	ID           int64     `json:"id"`
	Name         string    `json:"name"`
	State        string    `json:"state"`          // one of the constants
	IsCaller     bool      `json:"is_caller"`      // it is the client's own
	CreatedByKey int64     `json:"created_by_key"` // 0: a person created it
	CreatedOn    time.Time `json:"created_on"`
	LastUsedOn   time.Time `json:"last_used_on"` // to the minute; zero: never
	ExpiresOn    time.Time `json:"expires_on"`   // zero: never
	RevokedOn    time.Time `json:"revoked_on"`   // zero: it is not
	Scopes       []string  `json:"scopes"`       // of the constants
	Networks     []string  `json:"networks"`     // as CIDR; none: it may be used from everywhere
	// Secret is the key itself. Only CreateKey returns it.
	Secret string `json:"secret,omitempty"`
}

// Keys returns the account's keys, revoked ones too, without their secrets.
func (c *Client) Keys(ctx context.Context) ([]Key, error) {
	return results[Key](ctx, c, "listing keys", keysPath, nil)
}

// NewKey is a key to create. It never has more scopes, or other networks, than the key of the client.
type NewKey struct {
	Name      string    `json:"name"`
	ExpiresOn time.Time `json:"expires_on,omitzero"` // zero: never
	Preset    string    `json:"preset,omitempty"`    // scopes by kind of program: shop, warehouse, depot or read-only
	Scopes    []string  `json:"scopes,omitempty"`    // of the constants; none, and no preset: as the client's, without rules and audit
	Networks  []string  `json:"networks,omitempty"`  // CIDR or addresses; none: as the client's key
}

// CreateKey creates a key as CreateLimitedKey does, with the scopes and networks of the client's. With a zero time it never
// expires.
func (c *Client) CreateKey(ctx context.Context, name string, expiresOn time.Time) (Key, error) {
	return c.CreateLimitedKey(ctx, NewKey{Name: name, ExpiresOn: expiresOn})
}

// CreateLimitedKey creates a key and returns it with its secret, or a *ValidationError, for example when a live key has the
// name. The call is not repeated when its response is lost: revoke the key that Keys shows then.
func (c *Client) CreateLimitedKey(ctx context.Context, key NewKey) (Key, error) {
	return ask[Key](ctx, c, "creating a key", call{method: http.MethodPost, path: keysPath, once: true}, key)
}

// RevokeKey revokes a key, which must be the client's own or one that was created with it, and withCreated also the
// keys that were created with that one. It returns ErrNotFound for other keys.
func (c *Client) RevokeKey(ctx context.Context, id int64, withCreated bool) error {
	query := parameters(map[string]any{"with_created": withCreated})
	return c.remove(ctx, fmt.Sprintf("revoking key %d", id), keysPath+strconv.FormatInt(id, 10)+"/", query)
}

// RecordedRequest is a request that was made with a key of the account, without personal data.
type RecordedRequest struct {
	ID          string          `json:"id"`
	AccountID   int64           `json:"account_id"` // 0: a message of a partner, which only operators see
	CreatedOn   time.Time       `json:"created_on"`
	KeyID       int64           `json:"key_id"`
	RequestID   string          `json:"request_id"`
	Method      string          `json:"method"`
	Route       string          `json:"route"` // the path, with names in the place of numbers and ids
	Status      int             `json:"status"`
	TookMS      int64           `json:"took_ms"`
	Errors      []RequestNote   `json:"errors"`
	Warnings    []RequestNote   `json:"warnings"` // the fields that the operation does not know
	Body        json.RawMessage `json:"body"`
	NotRecorded int64           `json:"not_recorded"` // 0, or how many requests this entry stands for
}

// RequestNote is what is wrong at a place of a body.
type RequestNote struct {
	Path    string `json:"path"` // a JSON pointer; "" is the whole request
	Code    string `json:"code"`
	Message string `json:"message"`
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
