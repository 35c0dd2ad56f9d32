package orders

import (
	"github.com/spf13/cobra"

	"waybill/internal/cli/command"
)

// Commands are the commands of this package.
func Commands(p command.Process) []*cobra.Command {
	return []*cobra.Command{
		newAddress(),
		newOrder(p),
		newStats(p),
		newImport(p),
		newSubmission(p),
		newCancellation(p),
		newLabel(p),
		newHandover(p),
		newListen(p),
		newPrintAgent(p),
		newRequests(p),
		newTracking(p),
		newSimulate(p),
	}
}
