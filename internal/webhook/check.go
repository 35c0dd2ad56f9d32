package webhook

import (
	"context"
	"net/url"
	"time"

	"waybill/internal/netguard"
	"waybill/internal/problem"
)

// lookupTimeout bounds the look at a receiver's name.
const lookupTimeout = 2 * time.Second

// CheckURL returns a message for people if Send never sends anything to the URL of a receiver, because its host is not
// public, or is a name that has only such addresses, or because it is not https; none if it may. A name that cannot be
// resolved now passes. The message does not repeat what the name resolves to.
func (s *Sender) CheckURL(ctx context.Context, text string) problem.Message {
	u, err := url.Parse(text)
	if err != nil || s.AllowPrivate {
		return problem.Message{}
	}
	ctx, cancel := context.WithTimeout(ctx, lookupTimeout)
	defer cancel()
	if netguard.IsPrivate(ctx, u.Hostname()) {
		return problem.PrivateURL
	}
	if u.Scheme != "https" {
		return problem.URLNotEncrypted
	}
	return problem.Message{}
}
