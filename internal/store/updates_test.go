package store_test

import (
	"errors"
	"testing"
	"time"

	"waybill/internal/store"
	"waybill/internal/store/masterdata"
)

// TestUpdateAccount: a change is seen by requests at once, and a refused one changes nothing.
func TestUpdateAccount(t *testing.T) { onEachEngine(t, testUpdateAccount) }

func testUpdateAccount(t *testing.T, f *fixture) {
	s := f.open(t)
	a, _, secret := account(t, s, "shipper")
	account(t, s, "other")
	must[masterdata.Caller](t)(s.MasterData.Authenticate(t.Context(), secret)) // which is remembered
	change := func(to masterdata.Account) func(*masterdata.Account) error {
		return func(a *masterdata.Account) error {
			a.Name, a.RateLimit, a.RateBurst, a.Operator = to.Name, to.RateLimit, to.RateBurst, to.Operator
			return nil
		}
	}
	want := a
	want.Name, want.RateLimit, want.RateBurst, want.Operator = "renamed", 5, 9, true
	equal(t, "changed", must[masterdata.Account](t)(s.MasterData.UpdateAccount(t.Context(), a.AccountID, change(want))), want)
	equal(t, "stored", must[[]masterdata.Account](t)(s.MasterData.Accounts(t.Context()))[0], want)
	caller := must[masterdata.Caller](t)(s.MasterData.Authenticate(t.Context(), secret))
	equal(t, "rate limit of a request", caller.RateLimit, 5)

	_, err := s.MasterData.UpdateAccount(t.Context(), a.AccountID, change(masterdata.Account{Name: "other"}))
	wantError(t, err, store.ErrNameTaken)
	refused := errors.New("refused")
	_, err = s.MasterData.UpdateAccount(t.Context(), a.AccountID, func(a *masterdata.Account) error {
		a.Name = "half done"
		return refused
	})
	wantError(t, err, refused)
	_, err = s.MasterData.UpdateAccount(t.Context(), 999, change(want))
	wantError(t, err, store.ErrNotFound)
	equal(t, "afterwards", must[[]masterdata.Account](t)(s.MasterData.Accounts(t.Context()))[0], want)
}

// TestUpdatePartner: the URL and the limits change, and the secret stays.
func TestUpdatePartner(t *testing.T) { onEachEngine(t, testUpdatePartner) }

func testUpdatePartner(t *testing.T, f *fixture) {
	s := f.open(t)
	want, secret, err := s.MasterData.CreatePartner(t.Context(), masterdata.Partner{
		Name: "acme", BaseURL: "https://acme.example.com", Concurrency: 4, CallTimeout: time.Second,
	})
	noError(t, err)
	want.BaseURL, want.Concurrency, want.CallTimeout, want.PrivateNetwork = "http://10.0.0.7", 9, 1500*time.Millisecond, true
	change := func(p *masterdata.Partner) error {
		p.BaseURL, p.Concurrency, p.CallTimeout, p.PrivateNetwork = want.BaseURL, want.Concurrency, want.CallTimeout, want.PrivateNetwork
		return nil
	}
	equal(t, "changed", must[masterdata.Partner](t)(s.MasterData.UpdatePartner(t.Context(), "acme", change)), want)
	equal(t, "stored", must[[]masterdata.Partner](t)(s.MasterData.Partners(t.Context()))[0], want)
	same(t, "secrets", must[[]string](t)(s.MasterData.PartnerSecrets(t.Context(), "acme")), []string{secret})
	_, err = s.MasterData.UpdatePartner(t.Context(), "nobody", change)
	wantError(t, err, store.ErrNotFound)
}
