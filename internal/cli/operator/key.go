package operator

import (
	"context"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"waybill/internal/cli/command"
	"waybill/internal/shipment"
	"waybill/internal/store"
	"waybill/internal/store/masterdata"
)

func newKey(p command.Process) *cobra.Command {
	revoke := command.NewSwitch(p, commands.Of("key revoke KEY"), command.Keys, (*masterdata.Store).RevokeKey)
	revoke.Long = "Refuses a secret key from now on. A running server notices within a second."
	return commands.Group("key",
		newKeyCreate(p), newKeyList(p), revoke,
	)
}

var keyFields = command.Columns(`KEY key_id, ACCOUNT account_id, NAME name, STATE state, CREATED created_on, LAST USED last_used_on,
	EXPIRES expires_on, SCOPES scopes, NETWORKS networks, revoked_on`,
	command.Value("state", func(k masterdata.Key) any { return k.State(time.Now()) }), // live, expired or revoked
	command.Value("scopes", func(k masterdata.Key) any {
		text := "default"
		if k.May() != shipment.DefaultScopes {
			text = strings.Join(k.Scopes.Names(), ",")
		}
		return command.ShownAs(k.May().Names(), text)
	}),
	command.Value("networks", func(k masterdata.Key) any { return k.Networks.List() }),
)

func newKeyCreate(p command.Process) *cobra.Command {
	var key masterdata.Key
	var expires, preset string
	var scopes, networks []string
	cmd := commands.New("key create --account ACCOUNT",
		command.OnStore(p, func(ctx context.Context, cmd *cobra.Command, s *store.Store, _ []string) (err error) {
			if key.AccountID < 1 {
				return command.Usagef("--account is missing: `waybill account list` shows the accounts")
			}
			if key.ExpiresOn, err = command.ParseTime("--expires", expires); err != nil {
				return err
			}
			if err := limitKey(&key, preset, scopes, networks); err != nil {
				return err
			}
			created, secret, err := s.MasterData.CreateKey(ctx, key)
			return command.Say(cmd, explainKey(err, key), created, command.With(keyFields, "secret_key", secret),
				"Created key %d, %q, for account %d:\n\n  %s\n\nKeep it now: only its "+
					"hash is stored, and it is not shown again.\n", created.KeyID, created.Name, created.AccountID, secret)
		}))
	command.Flags(cmd, "account", &key.AccountID, "name", &key.Name, "expires", &expires, "networks", &networks)
	cmd.Flags().StringVar(&preset, "preset", "", "`NAME` of the scopes of a kind of program: "+strings.Join(shipment.PresetNames(), ", "))
	cmd.Flags().StringSliceVar(&scopes, "scopes", nil, "`SCOPES` with commas between, of "+strings.Join(shipment.AllScopes.Names(), ", ")+
		"; without them, "+strings.Join(shipment.DefaultScopes.Names(), ", "))
	return command.WithJSON(cmd)
}

// limitKey gives a key the scopes and networks of the flags.
func limitKey(key *masterdata.Key, preset string, scopes, networks []string) error {
	var wrong string
	switch key.Scopes, wrong = shipment.ScopesOf(scopes); {
	case wrong != "":
		return command.Usagef("--scopes has %q: want some of %s", wrong, strings.Join(shipment.AllScopes.Names(), ", "))
	case preset != "" && len(scopes) > 0:
		return command.Usagef("--preset and --scopes exclude each other: name one of them")
	case preset != "":
		if key.Scopes = shipment.PresetNamed(preset); key.Scopes == 0 {
			return command.Usagef("--preset is %q: want one of %s", preset, strings.Join(shipment.PresetNames(), ", "))
		}
	}
	if len(networks) > shipment.MaxNetworks {
		return command.Usagef("--networks has %d networks: at most %d", len(networks), shipment.MaxNetworks)
	}
	if key.Networks, wrong = shipment.NetworksOf(networks); wrong != "" {
		return command.Usagef("--networks has %q: want networks such as 203.0.113.0/24, or addresses", wrong)
	}
	return nil
}

// explainKey says about an error of creating a key what to do.
func explainKey(err error, key masterdata.Key) error {
	return command.Explain(err, command.Accounts.NotFound(key.AccountID), command.Becausef(store.ErrNameTaken,
		"account %d has a live key named %q: choose another --name, or revoke that one first", key.AccountID, key.Name),
		command.Becausef(store.ErrTooMany, "account %d has %d live keys, and may have no more: `waybill key revoke` makes room",
			key.AccountID, masterdata.MaxKeys),
		command.Becausef(masterdata.ErrOperatorScope, "the scopes %s are for keys of an operator's account: "+
			"`waybill account update %d --operator` makes it one", strings.Join(shipment.OperatorKeyScopes.Names(), ", "), key.AccountID))
}

func newKeyList(p command.Process) *cobra.Command {
	var accountID int64
	cmd := command.Flags(commands.Of("key list"), "account", &accountID)
	return command.NewList(p, cmd, keyFields, "There are no keys: `waybill key create --account ACCOUNT` makes one.",
		func(ctx context.Context, s *store.Store) ([]masterdata.Key, error) {
			return s.MasterData.Keys(ctx, accountID)
		})
}
