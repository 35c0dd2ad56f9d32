package users

import "net/netip"

// Start counts a sign-in that begins at the identity provider against the address of the client, unless it is invalid.
// Returns a *TooManyError, also if too many attempts of the address have failed.
func (s *SignIn) Start(client netip.Addr) error {
	giveBack, err := s.TakeAddress(client)
	if err != nil || !client.IsValid() {
		return err
	}
	giveBack()
	return s.Spend(starts, client.String())
}
