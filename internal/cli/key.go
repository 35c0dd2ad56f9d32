package cli

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"waybill/internal/store"
	"waybill/internal/store/masterdata"
)

func newKey(p Process) *cobra.Command {
	revoke := &cobra.Command{
		Use:     "revoke KEY",
		Short:   "Refuse a secret key from now on",
		Long:    "Refuses a secret key from now on. A running server notices within a second.",
		Example: "  waybill key revoke 12",
		Args:    oneArg,
		RunE: func(cmd *cobra.Command, args []string) error {
			return changeByID(cmd, p, args[0], "key", "revoke", (*masterdata.Store).RevokeKey)
		},
	}
	return newGroup("key", "Manage the secret keys of accounts",
		`A secret key lets a shipper's program in. Several can be live at once: to rotate one,
create the next, let the shipper change over, and revoke the old one.`,
		newKeyCreate(p), newKeyList(p), revoke,
	)
}

// keyView is a key as printed.
type keyView struct {
	KeyID      int64      `json:"key_id"`
	AccountID  int64      `json:"account_id"`
	Name       string     `json:"name"`
	State      string     `json:"state"` // live, expired or revoked
	CreatedOn  time.Time  `json:"created_on"`
	LastUsedOn *time.Time `json:"last_used_on"`
	ExpiresOn  *time.Time `json:"expires_on"`
	RevokedOn  *time.Time `json:"revoked_on"`
	SecretKey  string     `json:"secret_key,omitempty"` // when created
}

func viewKey(k masterdata.Key) keyView {
	return keyView{
		KeyID: k.KeyID, AccountID: k.AccountID, Name: k.Name, State: k.State(time.Now()),
		CreatedOn: k.CreatedOn, LastUsedOn: orNull(k.LastUsedOn),
		ExpiresOn: orNull(k.ExpiresOn), RevokedOn: orNull(k.RevokedOn),
	}
}

var keyColumns = []column[keyView]{
	{"KEY", func(k keyView) string { return strconv.FormatInt(k.KeyID, 10) }},
	{"ACCOUNT", func(k keyView) string { return strconv.FormatInt(k.AccountID, 10) }},
	{"NAME", func(k keyView) string { return orDash(k.Name) }},
	{"STATE", func(k keyView) string { return k.State }},
	{"CREATED", func(k keyView) string { return minute(&k.CreatedOn) }},
	{"LAST USED", func(k keyView) string { return minute(k.LastUsedOn) }},
	{"EXPIRES", func(k keyView) string { return minute(k.ExpiresOn) }},
}

func newKeyCreate(p Process) *cobra.Command {
	var key masterdata.Key
	var expires string
	cmd := &cobra.Command{
		Use:   "create --account ACCOUNT",
		Short: "Create a secret key, and show it once",
		Example: `  waybill key create --account 7
  waybill key create --account 7 --name warehouse --expires 2030-12-31`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if key.AccountID < 1 {
				return usagef("--account is missing: `waybill account list` shows the accounts")
			}
			if !masterdata.IsName(key.Name) {
				return usagef("a key's name has 1 to 100 printable characters")
			}
			var err error
			if key.ExpiresOn, err = parseExpiry(expires, time.Now()); err != nil {
				return err
			}
			return withStore(cmd, p, func(ctx context.Context, s *store.Store) error {
				return createKey(ctx, cmd, s, key)
			})
		},
	}
	cmd.Flags().Int64Var(&key.AccountID, "account", 0, "`ACCOUNT` that it belongs to")
	cmd.Flags().StringVar(&key.Name, "name", "default", "`NAME` that describes it")
	cmd.Flags().StringVar(&expires, "expires", "", "`DATE` (UTC) from which it is refused, or a time as 2030-12-31T18:00:00Z")
	addJSONFlag(cmd)
	return cmd
}

func createKey(ctx context.Context, cmd *cobra.Command, s *store.Store, key masterdata.Key) error {
	created, secret, err := s.MasterData.CreateKey(ctx, key)
	switch {
	case errors.Is(err, store.ErrNotFound):
		return fmt.Errorf("there is no account %d: `waybill account list` shows them", key.AccountID)
	case errors.Is(err, store.ErrNameTaken):
		return fmt.Errorf("account %d has a live key named %q: choose another --name, or revoke that one first", key.AccountID, key.Name)
	case err != nil:
		return err
	}
	if wantsJSON(cmd) {
		view := viewKey(created)
		view.SecretKey = secret
		return printJSON(cmd.OutOrStdout(), view)
	}
	fmt.Fprintf(cmd.OutOrStdout(), "Created key %d, %q, for account %d:\n\n  %s\n\nKeep it now: only its hash is stored, and it is not "+
		"shown again.\n",
		created.KeyID, created.Name, created.AccountID, secret)
	return nil
}

// parseExpiry reads a date or a time in the future; "" is never.
func parseExpiry(text string, now time.Time) (time.Time, error) {
	expiry, err := parseTime("--expires", text)
	if err == nil && text != "" && !expiry.After(now) {
		return time.Time{}, usagef("--expires is %q, which is in the past", text)
	}
	return expiry, err
}

func newKeyList(p Process) *cobra.Command {
	var accountID int64
	cmd := &cobra.Command{
		Use:   "list",
		Short: "List the secret keys, without the secrets",
		Example: `  waybill key list
  waybill key list --account 7`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return withStore(cmd, p, func(ctx context.Context, s *store.Store) error {
				keys, err := s.MasterData.Keys(ctx, accountID)
				if err != nil {
					return err
				}
				return list(cmd, mapped(keys, viewKey), keyColumns,
					"There are no keys: `waybill key create --account ACCOUNT` makes one.")
			})
		},
	}
	cmd.Flags().Int64Var(&accountID, "account", 0, "only those of this `ACCOUNT`")
	addJSONFlag(cmd)
	return cmd
}
