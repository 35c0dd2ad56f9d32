package client

import (
	"context"
	"net/http"
	"net/url"
	"time"
)

const partnersPath = "/operator/partners/"

func partnerPath(name, rest string) string { return partnersPath + url.PathEscape(name) + "/" + rest }

// Partners returns all partners that are reached through an adapter, by name, disabled ones too.
func (a Administration) Partners(ctx context.Context) ([]Partner, error) {
	return results[Partner](ctx, a.client, "listing the partners", partnersPath, nil)
}

// Partner returns a partner.
func (a Administration) Partner(ctx context.Context, name string) (Partner, error) {
	return get[Partner](ctx, a.client, "viewing a partner", partnerPath(name, ""), nil)
}

// CreatePartner creates a partner and returns it with its secret, or a *ValidationError. If the first response is lost, the partner has a
// Message and no secret: rotate it then.
func (a Administration) CreatePartner(ctx context.Context, partner NewPartner) (Partner, error) {
	return ask[Partner](ctx, a.client, "creating a partner", call{method: http.MethodPost, path: partnersPath}, partner)
}

// ChangePartner changes a partner and returns it, or a *ValidationError.
func (a Administration) ChangePartner(ctx context.Context, name string, change PartnerChange) (Partner, error) {
	return ask[Partner](ctx, a.client, "changing a partner", call{method: http.MethodPatch, path: partnerPath(name, "")}, change)
}

// DisablePartner stops calls of a partner, and refuses what it sends. Its orders wait.
func (a Administration) DisablePartner(ctx context.Context, name string) (Partner, error) {
	return post[Partner](ctx, a.client, "disabling a partner", partnerPath(name, "disable/"), struct{}{})
}

// EnablePartner has a partner called again.
func (a Administration) EnablePartner(ctx context.Context, name string) (Partner, error) {
	return post[Partner](ctx, a.client, "enabling a partner", partnerPath(name, "enable/"), struct{}{})
}

// RotatePartner gives a partner a new secret and returns it. The old one is valid, too, for overlap, at most 30 days. It returns a
// *ValidationError. If the first response is lost, the partner has a Message and no secret. A further rotation then ends the secret before
// that one.
func (a Administration) RotatePartner(ctx context.Context, name string, overlap time.Duration) (Partner, error) {
	rotate := call{method: http.MethodPost, path: partnerPath(name, "rotate/")}
	return ask[Partner](ctx, a.client, "rotating the secret of a partner", rotate, map[string]string{"overlap": overlap.String()})
}
