package users

import (
	"net/netip"
	"time"
)

// The sign-ins at the identity provider that an address may begin. Each is a row for some minutes. An address may have an
// office behind it.
const startBurst, startEvery = 300, time.Second

// Start counts a sign-in that begins at the identity provider against the address of the client, unless it is invalid.
// Returns a *TooManyError, also if too many attempts of the address have failed.
func (s *SignIn) Start(client netip.Addr) error {
	giveBack, err := s.TakeAddress(client)
	if err != nil || !client.IsValid() {
		return err
	}
	giveBack()
	_, err = s.starts.take(client)
	return err
}
