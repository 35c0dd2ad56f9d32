package operator

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"waybill/internal/cli/command"
	"waybill/internal/shipment"
	"waybill/internal/store"
)

func newAccountLabels(p command.Process) *cobra.Command {
	var given shipment.AccountLabels
	bind := command.Binder[shipment.AccountLabels](func(l *shipment.AccountLabels) []any {
		return []any{"hide-contents", &l.HideContents, "return-to", &l.ReturnTo}
	})
	cmd := commands.New("account labels ACCOUNT",
		command.Accounts.OnStore(p, func(ctx context.Context, cmd *cobra.Command, s *store.Store, id int64, _ []string) error {
			given.ReturnTo = strings.TrimSpace(given.ReturnTo)
			if utf8.RuneCountInString(given.ReturnTo) > shipment.MaxReturnTo || !utf8.ValidString(given.ReturnTo) ||
				strings.ContainsFunc(given.ReturnTo, unicode.IsControl) {
				return command.Usagef("--return-to has at most %d characters on one line", shipment.MaxReturnTo)
			}
			_, err := s.MasterData.Account(ctx, id)
			if err == nil && bind.Given(cmd) {
				err = s.MasterData.UpdateAccountLabels(ctx, id, func(l *shipment.AccountLabels) error { return bind.Set(cmd, l) })
			}
			if err != nil {
				return err
			}
			labels, err := s.MasterData.AccountLabels(ctx, id)
			return command.Say(cmd, err, labels, nil, "Contents and value: %s\nReturn to: %s\nLogo: %s\n",
				map[bool]string{true: "hidden", false: "printed"}[labels.HideContents], cmp.Or(labels.ReturnTo, "none"),
				map[bool]string{true: "set", false: "none"}[labels.Logo != nil])
		}))
	return command.WithJSON(command.Flags(cmd, bind(&given)...))
}

// anyGiven reports whether one of the flags was given.
func anyGiven(cmd *cobra.Command, names ...string) bool {
	return slices.ContainsFunc(names, cmd.Flags().Changed)
}
