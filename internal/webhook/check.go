package webhook

import (
	"net/url"

	"waybill/internal/netguard"
	"waybill/internal/problem"
)

// CheckURL returns a *problem.RefusedURLError if Send never sends anything to the URL of a receiver, because its host is an
// address that is not public, or because it is not https. No URL passes, and names do: what they resolve to is not looked up.
func (s *Sender) CheckURL(text string) error {
	u, err := url.Parse(text)
	switch {
	case text == "" || err != nil || s.AllowPrivate:
		return nil //nolint:nilerr // Send says what is wrong with it
	case netguard.IsPrivate(u.Hostname()):
		return &problem.RefusedURLError{URL: text, Reason: problem.PrivateURL}
	case u.Scheme != "https":
		return &problem.RefusedURLError{URL: text, Reason: problem.URLNotEncrypted}
	}
	return nil
}
