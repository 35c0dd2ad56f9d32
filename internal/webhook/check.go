package webhook

import (
	"context"
	"net/url"
	"time"

	"waybill/internal/netguard"
)

// lookupTimeout bounds the look at a receiver's name.
const lookupTimeout = 2 * time.Second

// privateAddress is for the owner of an endpoint. It does not repeat what a name resolves to.
const privateAddress = "This address is in a private network, to which nothing is sent. Enter one on the public internet."

// CheckURL returns a message for people if Send can never reach the URL of a receiver, because its host is not
// public, or is a name that has only such addresses; "" if it may. A name that cannot be resolved now passes.
func (s *Sender) CheckURL(ctx context.Context, text string) (problem string) {
	u, err := url.Parse(text)
	if err != nil || s.AllowPrivate {
		return ""
	}
	ctx, cancel := context.WithTimeout(ctx, lookupTimeout)
	defer cancel()
	if netguard.IsPrivate(ctx, u.Hostname()) {
		return privateAddress
	}
	return ""
}
