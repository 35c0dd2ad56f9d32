package client

import (
	"context"
	"time"
)

// RotatePartner gives a partner a new secret and returns it. The old one is valid, too, for overlap, at most 30 days. It returns a
// *ValidationError. If the first response is lost, the partner has a Message and no secret. A further rotation then ends the secret before
// that one.
func (a Administration) RotatePartner(ctx context.Context, name string, overlap time.Duration) (Partner, error) {
	return a.rotatePartner(ctx, name, overlap.String())
}
