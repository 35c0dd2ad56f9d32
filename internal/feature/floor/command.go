package floor

import (
	"github.com/spf13/cobra"

	"waybill/internal/cli/command"
)

func newFloor(command.Process) *cobra.Command { return &cobra.Command{Use: "floor"} }
