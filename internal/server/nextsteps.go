package server

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"waybill/internal/store"
	"waybill/internal/store/masterdata"
)

// nextSteps are the commands that create what data of production needs before it can take an order, one a
// line; "" if nothing is missing.
func nextSteps(ctx context.Context, s *store.Store) (string, error) {
	accounts, accountsErr := s.MasterData.Accounts(ctx)
	keys, keysErr := s.MasterData.Keys(ctx, 0)
	services, servicesErr := s.MasterData.LiveServices(ctx)
	users, _, usersErr := s.People.Users(ctx, "", 1)
	if err := cmp.Or(accountsErr, keysErr, servicesErr, usersErr); err != nil {
		return "", err
	}
	account := int64(1)
	var steps strings.Builder
	if len(users) == 0 {
		steps.WriteString("  waybill user create EMAIL --operator-role operator-admin\n" +
			"                                                  who goes on in the console, at /console/, which leads to the first order\n")
	}
	if len(accounts) == 0 {
		steps.WriteString("  waybill account create NAME                     an account for a shipper\n")
	} else {
		account = accounts[0].AccountID
	}
	isLive := func(k masterdata.Key) bool { return k.State(time.Now()) == "live" }
	if !slices.ContainsFunc(keys, isLive) {
		fmt.Fprintf(&steps, "  waybill key create --account %-18d a secret key for it\n", account)
	}
	if len(services) == 0 {
		steps.WriteString("  waybill service create NAME --from SG --to ID   a service, which orders name by its id\n")
	}
	if steps.Len() == 0 {
		return "", nil
	}
	return "\nIt takes no order before these commands, with the settings of this server:\n\n" + steps.String(), nil
}
