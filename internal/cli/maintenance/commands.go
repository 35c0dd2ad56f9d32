package maintenance

import (
	"github.com/spf13/cobra"

	"waybill/internal/cli/command"
)

// Commands are the commands of this package.
func Commands(p command.Process) []*cobra.Command {
	return []*cobra.Command{
		newMigrate(p),
		newBackup(p),
		newRestore(p),
		newCopy(p),
		newSkipOrderIDs(p),
		newResume(p),
		newBlobs(p),
		newRetention(p),
		newPerson(p),
		newHealthcheck(p),
		newEnvironment(p),
	}
}
