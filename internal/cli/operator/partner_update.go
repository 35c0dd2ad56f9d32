package operator

import (
	"context"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"waybill/internal/cli/command"
	"waybill/internal/store"
	"waybill/internal/store/masterdata"
)

func newPartnerUpdate(p command.Process) *cobra.Command {
	given, bind := partnerDefaults, command.Binder[masterdata.Partner](partnerFlags)
	var newSecret bool
	var overlap time.Duration
	cmd := commands.New("partner update PARTNER",
		command.OnStore(p, func(ctx context.Context, cmd *cobra.Command, s *store.Store, args []string) error {
			limits := bind.Given(cmd)
			switch {
			case newSecret && limits:
				return command.Usagef("change the secret and the rest one after the other: --new-secret goes with --overlap and --json only")
			case !newSecret && anyGiven(cmd, "overlap"):
				return command.Usagef("--overlap is of --new-secret")
			case newSecret:
				return rotatePartner(ctx, cmd, s, args[0], overlap)
			case !limits:
				return command.NothingToChange(append(bind.Names(), "new-secret"))
			}
			changed, err := s.MasterData.UpdatePartner(ctx, args[0], func(partner *masterdata.Partner) error { return bind.Set(cmd, partner) })
			return command.Show(cmd, command.Explain(err, noPartner(args[0])), changed, partnerFields)
		}))
	command.WithJSON(command.Flags(cmd, bind(&given)...))
	return command.Flags(cmd, "new-secret", &newSecret, "overlap", &overlap)
}

func rotatePartner(ctx context.Context, cmd *cobra.Command, s *store.Store, name string, overlap time.Duration) error {
	changed, secret, err := s.MasterData.RotatePartnerSecret(ctx, name, overlap)
	old := "The old one is not valid any more. A running server follows within ten seconds."
	if overlap > 0 {
		old = fmt.Sprintf("The old one is valid too until %s: give the new one to the adapter before.", command.Minute(&changed.OldSecretUntil))
	}
	return command.Say(cmd, command.Explain(err, noPartner(name)), changed, command.With(partnerFields, "secret", secret),
		"The new secret of partner %q:\n\n  %s\n\nKeep it now: it is not shown again. %s\n", name, secret, old)
}
