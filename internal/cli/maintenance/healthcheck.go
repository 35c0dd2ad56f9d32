package maintenance

import (
	"fmt"
	"net/http"
	"time"

	"github.com/spf13/cobra"

	"waybill/internal/cli/command"
	"waybill/internal/config"
	"waybill/internal/server"
)

// healthTimeout bounds the question of `healthcheck`.
const healthTimeout = 4 * time.Second

func newHealthcheck(p command.Process) *cobra.Command {
	cmd := commands.New("healthcheck", command.OnSettings(p, func(cmd *cobra.Command, c config.Config, _ []string) error {
		request, err := http.NewRequestWithContext(cmd.Context(), http.MethodGet, server.LocalURL(c.Listen)+"/healthz", http.NoBody)
		if err != nil {
			return err
		}
		response, err := (&http.Client{Timeout: healthTimeout}).Do(request)
		if err != nil {
			return err
		}
		defer response.Body.Close()
		if response.StatusCode != http.StatusOK {
			return fmt.Errorf("the server answers with %s", response.Status)
		}
		return nil
	}))
	command.BindSettings(cmd.Flags(), command.ServerOnly)
	return cmd
}
