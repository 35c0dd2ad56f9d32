package cli

import (
	"github.com/spf13/cobra"

	"waybill/internal/cli/command"
)

func newVersion() *cobra.Command {
	return command.WithJSON(&cobra.Command{
		Use:   "version",
		Short: "Print the version",
		RunE: func(cmd *cobra.Command, _ []string) error {
			b := command.ReadBuild()
			return command.Say(cmd, nil, b, nil, "%v\n", b)
		},
	})
}
