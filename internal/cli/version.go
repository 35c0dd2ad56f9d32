package cli

import (
	"fmt"

	"github.com/spf13/cobra"

	"waybill/internal/cli/command"
)

func newVersion(p command.Process) *cobra.Command {
	return command.WithJSON(&cobra.Command{
		Use:   "version",
		Short: "Print the version",
		RunE: func(cmd *cobra.Command, _ []string) error {
			b := command.ReadBuild()
			if command.WantsJSON(cmd) {
				return command.PrintJSON(p.Stdout, b)
			}
			fmt.Fprintln(p.Stdout, b)
			return nil
		},
	})
}
