package webhook

import (
	"context"
	"net/url"
	"time"

	"waybill/internal/netguard"
)

// lookupTimeout bounds the look at a receiver's name.
const lookupTimeout = 2 * time.Second

// What is wrong with a URL is for the owner of an endpoint. It does not repeat what a name resolves to.
const (
	privateAddress = "This address is in a private network, to which nothing is sent. Enter one on the public internet."
	notEncrypted   = "The network can read what is sent to http://, so nothing is. Enter an https:// address."
)

// CheckURL returns a message for people if Send never sends anything to the URL of a receiver, because its host is not
// public, or is a name that has only such addresses, or because it is not https; "" if it may. A name that cannot be
// resolved now passes.
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
	if u.Scheme != "https" {
		return notEncrypted
	}
	return ""
}
