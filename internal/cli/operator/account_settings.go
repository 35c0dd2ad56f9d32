package operator

import (
	"cmp"
	"context"

	"github.com/spf13/cobra"

	"waybill/internal/cli/command"
	"waybill/internal/request"
	"waybill/internal/shipment"
	"waybill/internal/store"
	"waybill/internal/store/masterdata"
)

// accountSettingsView is the settings as printed, by the names of the API.
type accountSettingsView struct {
	Timezone       string `json:"timezone"` // "": UTC
	Language       string `json:"language"` // "": of the browser
	CompletePhones bool   `json:"complete_phones"`
	UnscannedHours int    `json:"unscanned_hours"`
}

func newAccountSettings(p command.Process) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "settings ACCOUNT",
		Short: "Show or change the time zone and the language of an account's pages, and what becomes of its phone numbers",
		Long:  "Changes what the flags name, and shows the settings. A running server follows within a second.",
		Example: `  waybill account settings 7
  waybill account settings 7 --timezone Asia/Jakarta --language id
  waybill account settings 7 --complete-phones`,
		RunE: command.Accounts.Run(func(cmd *cobra.Command, id int64, _ []string) error {
			change, err := command.Sent(cmd, &request.ChangeAccountSettings, nil, nil)
			if err != nil {
				return err
			}
			return command.WithStore(cmd, p, func(ctx context.Context, s *store.Store) error {
				return command.Explain(changeAccountSettings(ctx, cmd, s, id, change), command.Accounts.NotFound(id))
			})
		}),
	}
	cmd.Flags().SortFlags = false
	cmd.Flags().String("timezone", "", "`NAME` of the time zone of pages for users who have chosen none, such as Asia/Singapore; \"\" is UTC")
	cmd.Flags().String("language", "", "`LANGUAGE` of pages for users who have chosen none; \"\" is that of the browser")
	cmd.Flags().Bool("complete-phones", false, "give phone numbers without a country code that of their country; =false refuses them")
	cmd.Flags().Int("unscanned-hours", 0, "`HOURS` after which a parcel that was handed over and not scanned since is a problem")
	return command.WithJSON(cmd)
}

// changeAccountSettings changes the settings as the API does, and prints them.
func changeAccountSettings(
	ctx context.Context, cmd *cobra.Command, s *store.Store, id int64, change func(*shipment.AccountSettings),
) error {
	account, err := s.MasterData.Account(ctx, id)
	if err == nil && anyGiven(cmd, "timezone", "language", "complete-phones", "unscanned-hours") {
		account, err = s.MasterData.UpdateSettings(ctx, id, change)
	}
	view := accountSettingsView{
		account.Timezone, account.Language, account.Phones == masterdata.PhonesComplete,
		cmp.Or(account.UnscannedHours, shipment.UnscannedHours),
	}
	return command.Say(cmd, err, view, nil, "Time zone: %s\nLanguage: %s\nPhone numbers without a country code: %s\nHours until a scan: %d\n",
		cmp.Or(view.Timezone, "UTC"), cmp.Or(view.Language, "that of the browser"),
		map[bool]string{true: "completed", false: "refused"}[view.CompletePhones], view.UnscannedHours)
}
