package maintenance

import (
	"fmt"
	"net"
	"net/http"
	"time"

	"github.com/spf13/cobra"

	"waybill/internal/cli/command"
	"waybill/internal/config"
)

// healthTimeout bounds the question of `healthcheck`.
const healthTimeout = 4 * time.Second

func newHealthcheck(p command.Process) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "healthcheck",
		Short: "Ask the server of this machine whether it works, as containers do",
		Long: `Asks /healthz of the server that has the same settings on this machine. Exits with 1 if it does not answer with
200. Images have no other program that could ask.`,
		Example: "  waybill healthcheck",
		RunE: command.OnSettings(p, func(cmd *cobra.Command, c config.Config, _ []string) error {
			host, port, err := net.SplitHostPort(c.Listen)
			if err != nil {
				return fmt.Errorf("the setting listen: %w", err)
			}
			if ip := net.ParseIP(host); host == "" || ip != nil && ip.IsUnspecified() {
				host = "127.0.0.1" // an image has no names of hosts
			}
			request, err := http.NewRequestWithContext(cmd.Context(), http.MethodGet, "http://"+net.JoinHostPort(host, port)+"/healthz", http.NoBody)
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
		}),
	}
	command.BindSettings(cmd.Flags(), command.ServerOnly)
	return cmd
}
