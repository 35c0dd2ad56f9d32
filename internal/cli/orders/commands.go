package orders

import (
	_ "embed"

	"github.com/spf13/cobra"

	"waybill/internal/cli/command"
)

//go:embed commands.txt
var commands command.Texts

// Commands are the commands of this package.
func Commands(p command.Process) []*cobra.Command {
	return []*cobra.Command{
		newAddress(),
		newOrder(p),
		newStats(p),
		newSubmission(p),
		newCancellation(p),
		newLabel(p),
		newListen(p),
		newRequests(p),
		newTracking(p),
		newSimulate(p),
	}
}
