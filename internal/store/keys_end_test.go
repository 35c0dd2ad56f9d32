package store_test

import (
	"fmt"
	"testing"
	"time"

	"waybill/internal/store"
	"waybill/internal/store/masterdata"
)

// TestEndedKeysDoNotCount: who makes a key of the same name each month is refused neither the name nor, after years, the key.
func TestEndedKeysDoNotCount(t *testing.T) { onEachEngine(t, testEndedKeysDoNotCount) }

func testEndedKeysDoNotCount(t *testing.T, f *fixture) {
	s, ctx := f.open(t), t.Context()
	a := must[masterdata.Account](t)(s.MasterData.CreateAccount(ctx, masterdata.Account{Name: "Acme"}))
	newKey := func(name string, ends time.Time) (masterdata.Key, error) {
		k, _, err := s.MasterData.CreateKey(ctx, masterdata.Key{AccountID: a.AccountID, Name: name, ExpiresOn: ends})
		return k, err
	}
	ends := f.clock.Now().Add(time.Hour)
	for i := range masterdata.MaxKeys - 1 {
		_, err := newKey(fmt.Sprint("key ", i), ends)
		noError(t, err)
	}
	lasting, err := newKey("lasting", time.Time{})
	noError(t, err)
	_, err = newKey("one more", ends)
	wantError(t, err, store.ErrTooMany)
	f.clock.Advance(time.Hour - time.Microsecond)
	_, err = newKey("key 0", time.Time{})
	wantError(t, err, store.ErrNameTaken)
	f.clock.Advance(time.Microsecond)
	_, err = newKey("key 0", time.Time{})
	noError(t, err)
	_, err = newKey("lasting", time.Time{})
	wantError(t, err, store.ErrNameTaken)
	noError(t, s.MasterData.RevokeKey(ctx, lasting.KeyID))
	_, err = newKey("lasting", time.Time{})
	noError(t, err)
}
