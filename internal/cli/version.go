package cli

import (
	"github.com/spf13/cobra"

	"waybill/internal/cli/command"
)

func newVersion() *cobra.Command {
	return command.WithJSON(commands.New("version", func(cmd *cobra.Command, _ []string) error {
		b := command.ReadBuild()
		return command.Say(cmd, nil, b, nil, "%v\n", b)
	}))
}
