package users

import (
	"context"
	"errors"
	"fmt"
	"net/netip"
	"time"

	"waybill/internal/store"
	"waybill/internal/store/people"
)

// The attempts that may fail: of an address, and of a user by password, whatever the address. An address may have an
// office behind it.
const (
	addressBurst, addressEvery = 30, 10 * time.Second
	userBurst, userEvery       = 10, time.Minute
	mostKeys                   = 100_000 // addresses, and users, that are remembered
)

// ErrWrong means that there is no such user, or the password is wrong, or the user is disabled.
var ErrWrong = errors.New("the e-mail address or the password is wrong")

// TooManyError means that too many attempts have failed. The next may be made after some time.
type TooManyError struct{ After time.Duration }

func (e *TooManyError) Error() string {
	return fmt.Sprintf("too many attempts to sign in have failed: try again in %v", e.After.Round(time.Second))
}

// SignIn checks passwords of users. Safe for concurrent use.
type SignIn struct {
	store     *store.Store
	hasher    *Hasher
	addresses attempts[netip.Addr]
	starts    attempts[netip.Addr] // of sign-ins at the identity provider
	users     attempts[string]
}

// NewSignIn makes a SignIn.
func NewSignIn(s *store.Store, h *Hasher, now func() time.Time) *SignIn {
	return &SignIn{
		store: s, hasher: h,
		addresses: attempts[netip.Addr]{every: addressEvery, burst: addressBurst, most: mostKeys, now: now},
		starts:    attempts[netip.Addr]{every: startEvery, burst: startBurst, most: mostKeys, now: now},
		users:     attempts[string]{every: userEvery, burst: userBurst, most: mostKeys, now: now},
	}
}

// Check returns the user with an e-mail address and a password. Attempts that fail count against the address of the
// client, unless it is invalid, and against the e-mail address, whether or not there is such a user. Returns ErrWrong,
// or a *TooManyError.
func (s *SignIn) Check(ctx context.Context, email, password string, client netip.Addr) (people.User, error) {
	giveBack, err := s.take(email, client)
	if err != nil {
		return people.User{}, err
	}
	u, err := s.compare(ctx, email, password)
	if !errors.Is(err, ErrWrong) {
		giveBack()
	}
	return u, err
}

func (s *SignIn) take(email string, client netip.Addr) (giveBack func(), err error) {
	address, err := s.TakeAddress(client)
	if err != nil {
		return nil, err
	}
	user, after := s.users.take(email)
	if after > 0 {
		return nil, &TooManyError{after}
	}
	return func() { address(); user() }, nil
}

// TakeAddress counts an attempt that names no user against the address of the client, unless that is invalid. giveBack
// takes back one that has not failed. Returns a *TooManyError.
func (s *SignIn) TakeAddress(client netip.Addr) (giveBack func(), err error) {
	if !client.IsValid() {
		return func() {}, nil
	}
	giveBack, after := s.addresses.take(client)
	if after > 0 {
		return nil, &TooManyError{after}
	}
	return giveBack, nil
}

// compare compares the password of a user. It takes as long if there is no such user.
func (s *SignIn) compare(ctx context.Context, email, password string) (people.User, error) {
	u, hash, err := s.store.People.UserPassword(ctx, email)
	if err != nil && !errors.Is(err, store.ErrNotFound) {
		return people.User{}, err
	}
	renewed, err := s.hasher.Verify(ctx, password, hash)
	if errors.Is(err, ErrWrongPassword) || err == nil && !u.DisabledOn.IsZero() {
		return people.User{}, ErrWrong
	}
	if err != nil {
		return people.User{}, err
	}
	if renewed != "" {
		if err := s.store.People.RenewPasswordHash(ctx, u.UserID, hash, renewed); err != nil {
			return people.User{}, err
		}
	}
	return u, nil
}
