package maintenance

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
