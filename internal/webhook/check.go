package webhook

import (
	"net/url"

	"waybill/internal/netguard"
	"waybill/internal/problem"
)

// CheckURL returns a message for people if Send never sends anything to the URL of a receiver, because its host is an
// address that is not public, or because it is not https; none if it may. Names pass: what they resolve to is not looked up.
func (s *Sender) CheckURL(text string) problem.Message {
	u, err := url.Parse(text)
	if err != nil || s.AllowPrivate {
		return problem.Message{}
	}
	if netguard.IsPrivate(u.Hostname()) {
		return problem.PrivateURL
	}
	if u.Scheme != "https" {
		return problem.URLNotEncrypted
	}
	return problem.Message{}
}
