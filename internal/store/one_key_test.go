package store_test

import (
	"fmt"
	"testing"
	"time"

	"waybill/internal/store/masterdata"
	"waybill/internal/store/storetest"
)

// TestAChangeIsOfOneKey: what makes and revokes keys changes these keys, and no other key of the account or of another one.
func TestAChangeIsOfOneKey(t *testing.T) {
	t.Parallel()
	f := &fixture{url: storetest.SQLite(t), clock: newClock()}
	s, ctx := f.open(t), byAnn(t)
	operator := must[masterdata.Account](t)(s.MasterData.CreateAccount(ctx, masterdata.Account{Name: "operator", Operator: true})).AccountID
	a, b := must[masterdata.Account](t)(s.MasterData.CreateAccount(ctx, masterdata.Account{Name: "a"})).AccountID,
		must[masterdata.Account](t)(s.MasterData.CreateAccount(ctx, masterdata.Account{Name: "b"})).AccountID
	count := 0
	create := func(accountID, by int64) int64 {
		count++
		k, _, err := s.MasterData.CreateKey(ctx, masterdata.Key{
			AccountID: accountID, Name: fmt.Sprint("key ", count), CreatedByKey: by, ExpiresOn: f.clock.Now().Add(time.Hour),
		})
		noError(t, err)
		return k.KeyID
	}
	of := func(account int64) (first, child, grandchild, other int64) {
		first = create(account, 0)
		child = create(account, first)
		return first, child, create(account, child), create(account, 0)
	}
	first, child, grandchild, other := of(a)
	theirs, _, _, _ := of(b)
	system, _, _, _ := of(operator)
	forA := create(a, system)
	_, err := s.MasterData.ImportKey(ctx, masterdata.Key{AccountID: a, Name: "chosen"}, "chosen secret")
	noError(t, err)
	read := storetest.RowsOf(t, s.DB.Reads)
	f.clock.Advance(time.Minute)
	for _, c := range []struct {
		name, want string
		revoked    []int64
		do         func() error
	}{
		{"create", "api_keys +1; audit_log +1; audit_sequences ~last_seq", nil, func() error { create(a, first); return nil }},
		{"with a chosen secret again", "api_keys ~expires_on; audit_log +1; audit_sequences ~last_seq", nil, func() error {
			k := masterdata.Key{AccountID: a, Name: "chosen", ExpiresOn: f.clock.Now().Add(time.Hour)}
			_, err := s.MasterData.ImportKey(ctx, k, "chosen secret")
			return err
		}},
		{"of another", "", nil, func() error { return notFound(s.MasterData.RevokeKeyOf(ctx, a, theirs, 0, true)) }},
		{"not created by it", "", nil, func() error { return notFound(s.MasterData.RevokeKeyOf(ctx, a, other, child, true)) }},
		{"of a by the operator's account", "", nil, func() error { return notFound(s.MasterData.RevokeKeyOf(ctx, operator, other, 0, true)) }},
		{"alone", "api_keys ~revoked_on; audit_log +1; audit_sequences ~last_seq", []int64{first}, func() error {
			return s.MasterData.RevokeKeyOf(ctx, a, first, 0, false)
		}},
		{"with what it created", "api_keys ~revoked_on of 2; audit_log +2; audit_sequences ~last_seq", []int64{child, grandchild}, func() error {
			return s.MasterData.RevokeKeyOf(ctx, a, child, first, true)
		}},
		{"again", "", nil, func() error { return s.MasterData.RevokeKeyOf(ctx, a, child, 0, false) }},
		{"by its id", "api_keys ~revoked_on; audit_log +1; audit_sequences ~last_seq", []int64{other}, func() error {
			return s.MasterData.RevokeKey(ctx, other)
		}},
	} {
		before := read()
		if err := c.do(); err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
		after := read()
		if got := after.Changes(before); got != c.want {
			t.Errorf("%s changes %s, want %s", c.name, got, c.want)
		}
		var revoked []int64
		for _, k := range must[[]masterdata.Key](t)(s.MasterData.Keys(ctx, 0)) {
			if k.RevokedOn.Equal(f.clock.Now()) {
				revoked = append(revoked, k.KeyID)
			}
		}
		if fmt.Sprint(revoked) != fmt.Sprint(c.revoked) {
			t.Errorf("%s revokes %v, want %v", c.name, revoked, c.revoked)
		}
		f.clock.Advance(time.Minute)
	}
	noError(t, s.MasterData.RevokeKeyOf(ctx, operator, system, 0, true))
	for _, k := range must[[]masterdata.Key](t)(s.MasterData.Keys(ctx, a)) {
		if k.KeyID == forA && k.RevokedOn.IsZero() {
			t.Error("a key that one of the operator's account created for another account is not revoked with it")
		}
	}
}

// notFound is nil for ErrNotFound.
func notFound(err error) error {
	if isNotFound(err) {
		return nil
	}
	return fmt.Errorf("it is found: %w", err)
}
