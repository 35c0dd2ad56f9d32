package client

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
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

// The scopes of a key: what it may do. The last two, and ScopeTrackingWrite, are of use on an operator's account alone.
const (
	ScopeOrdersWrite   = "orders:write"
	ScopeOrdersRead    = "orders:read"
	ScopeLabels        = "labels"
	ScopeTrackingWrite = "tracking:write"
	ScopeWebhooks      = "webhooks"
	ScopeAccount       = "account"
	ScopeRules         = "rules"
	ScopeAudit         = "audit"
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
	return results[Key](ctx, c, keysPath, "keys")
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
	var k Key
	if err := c.exchange(ctx, call{method: http.MethodPost, path: keysPath, once: true}, key, &k); err != nil {
		return Key{}, fmt.Errorf("waybill: creating a key: %w", err)
	}
	return k, nil
}

// RevokeKey revokes a key, which must be the client's own or one that was created with it, and withCreated also the
// keys that were created with that one. It returns ErrNotFound for other keys.
func (c *Client) RevokeKey(ctx context.Context, id int64, withCreated bool) error {
	query := url.Values{}
	if withCreated {
		query.Set("with_created", "true")
	}
	_, err := c.do(ctx, call{method: http.MethodDelete, path: keysPath + strconv.FormatInt(id, 10) + "/", query: query})
	if err != nil {
		return fmt.Errorf("waybill: revoking key %d: %w", id, err)
	}
	return nil
}
