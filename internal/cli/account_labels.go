package cli

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"waybill/internal/shipment"
	"waybill/internal/store"
	"waybill/internal/store/masterdata"
)

func newAccountLabels(p Process) *cobra.Command {
	var given shipment.AccountLabels
	cmd := &cobra.Command{
		Use:   "labels ACCOUNT",
		Short: "Show or change what an account sets for its labels",
		Long: `Changes what the flags name, and shows the settings. A running server follows within a second. Labels
of partners that draw them are not changed, and neither are customs documents.`,
		Example: `  waybill account labels 7
  waybill account labels 7 --hide-contents
  waybill account labels 7 --return-to "Acme Returns, 8 Changi North Way, Singapore 498774"
  waybill account labels 7 --hide-contents=false --return-to ""`,
		Args: oneArg,
		RunE: func(cmd *cobra.Command, args []string) error {
			id, err := accountID(args[0])
			if err != nil {
				return err
			}
			given.ReturnTo = strings.TrimSpace(given.ReturnTo)
			if utf8.RuneCountInString(given.ReturnTo) > shipment.MaxReturnTo || !utf8.ValidString(given.ReturnTo) ||
				strings.ContainsFunc(given.ReturnTo, unicode.IsControl) {
				return usagef("--return-to has at most %d characters on one line", shipment.MaxReturnTo)
			}
			return withStore(cmd, p, func(ctx context.Context, s *store.Store) error {
				err := changeAccountLabels(ctx, cmd, s, id, given)
				if errors.Is(err, store.ErrNotFound) {
					return fmt.Errorf("there is no account %d: `waybill account list` shows them", id)
				}
				return err
			})
		},
	}
	cmd.Flags().SortFlags = false
	cmd.Flags().BoolVar(&given.HideContents, "hide-contents", false, "leave the contents and their value off the label")
	cmd.Flags().StringVar(&given.ReturnTo, "return-to", "", "`ADDRESS` on one line for parcels that cannot be delivered; \"\" removes it")
	addJSONFlag(cmd)
	return cmd
}

// changeAccountLabels changes what the flags name, and prints the settings.
func changeAccountLabels(ctx context.Context, cmd *cobra.Command, s *store.Store, id int64, given shipment.AccountLabels) error {
	if anyGiven(cmd, "hide-contents", "return-to") {
		err := s.MasterData.UpdateAccountLabels(ctx, id, func(l *shipment.AccountLabels) error {
			if anyGiven(cmd, "hide-contents") {
				l.HideContents = given.HideContents
			}
			if anyGiven(cmd, "return-to") {
				l.ReturnTo = given.ReturnTo
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	accounts, err := s.MasterData.Accounts(ctx)
	if err != nil {
		return err
	}
	if !slices.ContainsFunc(accounts, func(a masterdata.Account) bool { return a.AccountID == id }) {
		return store.ErrNotFound
	}
	labels, err := s.MasterData.AccountLabels(ctx, id)
	if err != nil {
		return err
	}
	if wantsJSON(cmd) {
		return printJSON(cmd.OutOrStdout(), labels)
	}
	fmt.Fprintf(cmd.OutOrStdout(), "Contents and value: %s\nReturn to: %s\nLogo: %s\n",
		map[bool]string{true: "hidden", false: "printed"}[labels.HideContents], orNone(labels.ReturnTo),
		map[bool]string{true: "set", false: "none"}[labels.Logo != nil])
	return nil
}
