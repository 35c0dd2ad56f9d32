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

// settingsFields are the settings by the names of the API. A timezone "" is UTC, and a language "" that of the browser.
var settingsFields = command.Columns(`timezone, language, complete_phones, weight_tolerance=WeightTolerance.Grams,
	weight_tolerance_percent=WeightTolerance.Percent, unscanned_hours`,
	command.Value("complete_phones", func(a masterdata.Account) any { return a.Phones == masterdata.PhonesComplete }),
)

func newAccountSettings(p command.Process) *cobra.Command {
	cmd := commands.New("account settings ACCOUNT",
		command.Accounts.OnStore(p, func(ctx context.Context, cmd *cobra.Command, s *store.Store, id int64, _ []string) error {
			change, err := command.Sent(cmd, &request.ChangeAccountSettings, nil, nil)
			if err != nil {
				return err
			}
			account, err := s.MasterData.Account(ctx, id)
			if err == nil && anyGiven(cmd, "timezone", "language", "complete-phones", "weight-tolerance", "weight-tolerance-percent",
				"unscanned-hours") {
				account, err = s.MasterData.UpdateSettings(ctx, id, change)
			}
			account.UnscannedHours = cmp.Or(account.UnscannedHours, shipment.UnscannedHours)
			return command.Say(cmd, err, account, settingsFields, "Time zone: %s\nLanguage: %s\nPhone numbers without a country code: %s\n"+
				"Weights differ without a warning: %d g or %d %%\nHours until a scan: %d\n",
				cmp.Or(account.Timezone, "UTC"), cmp.Or(account.Language, "that of the browser"),
				map[bool]string{true: "completed", false: "refused"}[account.Phones == masterdata.PhonesComplete],
				account.WeightTolerance.Grams, account.WeightTolerance.Percent, account.UnscannedHours)
		}))
	return command.WithJSON(command.Flags(cmd, "timezone", new(""), "language", new(""), "complete-phones", new(false),
		"weight-tolerance", new(int64(0)), "weight-tolerance-percent", new(int64(0)), "unscanned-hours", new(0)))
}
