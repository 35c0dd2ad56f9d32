package operator

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
		newAccount(p),
		newKey(p),
		newUser(p),
		newService(p),
		newPartner(p),
		newRules(p),
		newHSCodes(p),
		newSanctions(p),
		newAudit(p),
		newWebhook(p),
	}
}
