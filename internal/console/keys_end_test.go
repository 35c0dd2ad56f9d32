package console

import (
	"fmt"
	"net/http"
	"net/url"
	"testing"
	"time"

	"waybill/internal/shipment"
	"waybill/internal/store/masterdata"
	"waybill/internal/store/people"
)

// TestKeysEndWithTheDayOfTheAccount: the day on which a key ends begins in the zone of the account, or else of the user.
func TestKeysEndWithTheDayOfTheAccount(t *testing.T) {
	t.Parallel()
	c := newTestConsole(t)
	u := c.as(shipment.RoleAdmin)
	for i, zone := range []struct{ ofAccount, ofUser, want string }{
		{"", "", "2099-07-01T00:00:00Z"},
		{"", "America/New_York", "2099-07-01T04:00:00Z"},
		{"Asia/Jakarta", "", "2099-06-30T17:00:00Z"},
		{"Asia/Jakarta", "America/New_York", "2099-06-30T17:00:00Z"},
	} {
		_, err := c.Store.MasterData.UpdateAccount(t.Context(), 1, func(a *masterdata.Account) error { a.Timezone = zone.ofAccount; return nil })
		if err == nil {
			_, err = c.Store.People.UpdateUser(t.Context(), u.user.UserID, func(u *people.User) error { u.Timezone = zone.ofUser; return nil })
		}
		if err != nil {
			t.Fatal(err)
		}
		u.post(settingsPath+"/keys", url.Values{"name": {fmt.Sprint("key ", i)}, "expires_on": {"2099-07-01"}}).want(t, http.StatusCreated)
		keys, err := c.Store.MasterData.Keys(t.Context(), 1)
		if err != nil {
			t.Fatal(err)
		}
		if got := keys[len(keys)-1].ExpiresOn.Format(time.RFC3339); got != zone.want {
			t.Errorf("account %q, user %q: the key ends at %s, want %s", zone.ofAccount, zone.ofUser, got, zone.want)
		}
	}
}
