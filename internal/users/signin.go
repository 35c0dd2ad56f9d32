package users

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/netip"
	"strconv"
	"time"

	"waybill/internal/store"
	"waybill/internal/store/people"
)

// The failures of a user that the logs name.
const (
	failedSignIn = "fail-sign-in"
	lockedSignIn = "lock-sign-in"
)

// ErrWrong means that there is no such user, or the password is wrong, or the user is disabled.
var ErrWrong = errors.New("the e-mail address or the password is wrong")

// TooManyError means that too many attempts have failed, or that a budget is spent. The next may be made after some time.
type TooManyError struct{ After time.Duration }

func (e *TooManyError) Error() string {
	return fmt.Sprintf("too many attempts: try again in %v", e.After.Round(time.Second))
}

// SignIn checks passwords of users. Safe for concurrent use.
type SignIn struct {
	store   *store.Store
	hasher  *Hasher // of known browsers
	guesses *Hasher // of others: they cannot take the places of known ones
	budgets map[Budget]*attempts
	devices devices
	log     *slog.Logger
	now     func() time.Time
}

// NewSignIn makes a SignIn with a secret that all servers of the database share. Passwords of unknown browsers are hashed in places of
// their own.
func NewSignIn(s *store.Store, h *Hasher, secret []byte, log *slog.Logger, now func() time.Time) *SignIn {
	spent := make(map[Budget]*attempts, len(budgets))
	for b, of := range budgets {
		spent[b] = &attempts{every: of.every, burst: of.burst, most: mostKeys, now: now}
	}
	return &SignIn{
		budgets: spent, store: s, hasher: h, guesses: NewHasher(), log: log, now: now,
		devices: devices{sealer{derive(secret, "devices of users")}},
	}
}

// TakeInvite counts an invitation against an account. giveBack takes back one of somebody who had no user: the others tell
// the inviter who has one. Returns a *TooManyError, whomever it invites.
func (s *SignIn) TakeInvite(accountID int64) (giveBack func(), err error) {
	return s.budgets[invites].take(strconv.FormatInt(accountID, 10))
}

// Attempt is an attempt to sign in by password.
type Attempt struct {
	Email, Password string
	Device          string     // the cookie of the browser, see NewDevice
	Address         string     // of the client, for the logs
	Limited         netip.Addr // the address against which it counts; invalid: none
}

// Check returns the user with an e-mail address and a password. Attempts that fail count against the address of the
// client, unless it is invalid, and against the e-mail address, whether or not there is such a user. Those of a browser
// with a cookie of NewDevice count against the browser alone. Returns ErrWrong, or a *TooManyError.
func (s *SignIn) Check(ctx context.Context, a Attempt) (people.User, error) {
	return s.attempt(a, func() (people.User, error) {
		hasher := s.guesses
		if s.Knows(a.Device, a.Email) {
			hasher = s.hasher
		}
		return s.compare(ctx, hasher, a.Email, a.Password)
	})
}

// CheckCode returns the user with an e-mail address and a recovery code as the password, which it uses up, and how many codes are
// left. It counts attempts as Check does. Returns ErrWrong, or a *TooManyError.
func (s *SignIn) CheckCode(ctx context.Context, a Attempt) (u people.User, left int, err error) {
	u, err = s.attempt(a, func() (u people.User, err error) {
		u, left, err = s.store.People.UseRecoveryCode(ctx, a.Email, a.Password)
		if errors.Is(err, store.ErrNotFound) {
			err = ErrWrong
		}
		return u, err
	})
	return u, left, err
}

// attempt counts an attempt, and names one that fails in the logs.
func (s *SignIn) attempt(a Attempt, check func() (people.User, error)) (people.User, error) {
	giveBack, err := s.take(a.Email, s.deviceOf(a.Device, a.Email), a.Limited)
	if err != nil {
		s.note(lockedSignIn, a)
		return people.User{}, err
	}
	u, err := check()
	if errors.Is(err, ErrWrong) {
		s.note(failedSignIn, a)
	} else {
		giveBack()
	}
	return u, err
}

// note names a user who was not signed in in the logs, a limited number of times.
func (s *SignIn) note(action string, a Attempt) {
	if err := s.Spend(namedFails, action+" "+a.Email); err != nil {
		return
	}
	s.store.People.NoteRefusedSignIn(a.Email, action, a.Address, func(userID int64) {
		s.log.Warn("a user was not signed in", "reason", action, "user_id", userID, "address", a.Address)
	})
}

// take takes an attempt of a browser of the user, or of an address that names the user if device is "".
func (s *SignIn) take(email, device string, client netip.Addr) (giveBack func(), err error) {
	if device != "" {
		return s.budgets[failsOfUser].take(device)
	}
	address, err := s.takeNetworks(client)
	if err != nil {
		return nil, err
	}
	user, err := s.budgets[failsOfUser].take(email)
	if err != nil {
		return nil, err
	}
	return func() { address(); user() }, nil
}

// takeNetworks is TakeAddress, and counts the attempt against the IPv6 networks around the address, too: a customer may have all of them.
func (s *SignIn) takeNetworks(client netip.Addr) (giveBack func(), err error) {
	giveBack, err = s.TakeAddress(client)
	if err != nil || !client.Is6() {
		return giveBack, err
	}
	for _, n := range []struct {
		bits  int
		fails Budget
	}{{56, failsOfSite}, {48, failsOfBlock}} {
		network, _ := client.Prefix(n.bits) // fits every IPv6 address
		back, err := s.budgets[n.fails].take(network.Addr().String())
		if err != nil {
			giveBack()
			return nil, err
		}
		before := giveBack
		giveBack = func() { before(); back() }
	}
	return giveBack, nil
}

// TakeAddress counts an attempt that names no user against the address of the client, unless that is invalid. giveBack
// takes back one that has not failed. Returns a *TooManyError.
func (s *SignIn) TakeAddress(client netip.Addr) (giveBack func(), err error) {
	if !client.IsValid() {
		return func() {}, nil
	}
	return s.budgets[failsOfAddress].take(client.String())
}

// compare compares the password of a user. It takes as long if there is no such user.
func (s *SignIn) compare(ctx context.Context, hasher *Hasher, email, password string) (people.User, error) {
	u, hash, err := s.store.People.UserPassword(ctx, email)
	if err != nil && !errors.Is(err, store.ErrNotFound) {
		return people.User{}, err
	}
	renewed, err := hasher.Verify(ctx, password, hash)
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
