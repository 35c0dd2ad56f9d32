package orders

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"waybill/client"
	"waybill/internal/cli/command"
	"waybill/internal/throttle"
)

func newRequests(p command.Process) *cobra.Command {
	return commands.Group("requests",
		newRequestsTail(p))
}

func newRequestsTail(p command.Process) *cobra.Command {
	var filter client.RequestFilter
	var lines int
	var once bool
	cmd := command.OnServer(p, commands.Of("requests tail"),
		func(ctx context.Context, cmd *cobra.Command, server *client.Client, _ []string) error {
			t := tail{
				server: server, filter: filter, out: cmd.OutOrStdout(), asJSON: command.WantsJSON(cmd), recent: recent{seen: map[string]time.Time{}},
			}
			if err := t.print(ctx, lines); err != nil || once {
				return err
			}
			for throttle.Sleep(ctx, listenEvery) {
				if err := t.print(ctx, command.MaxListed); err != nil && ctx.Err() == nil {
					fmt.Fprintln(p.Stderr, command.OneLine(err)) // the server may be restarting
				}
			}
			return nil
		})
	return command.Flags(cmd, "failed", &filter.Failed, "all-accounts", &filter.AllAccounts, "lines", &lines, "once", &once)
}

// tail prints the requests that it has not printed.
type tail struct {
	server *client.Client
	filter client.RequestFilter
	out    io.Writer
	asJSON bool
	recent recent // requests that were printed
}

// print prints at most most requests, the oldest first.
func (t *tail) print(ctx context.Context, most int) error {
	var fresh []client.RecordedRequest
	for r, err := range t.server.Requests(ctx, t.filter) {
		if err != nil {
			return err
		}
		if r.CreatedOn.Before(t.recent.since) || len(fresh) == most {
			break
		}
		if t.recent.isNew(r.ID) {
			fresh = append(fresh, r)
		}
	}
	for _, r := range slices.Backward(fresh) {
		if err := t.line(r); err != nil {
			return err
		}
		t.recent.add(r.ID, r.CreatedOn)
	}
	t.recent.forget()
	return nil
}

func (t *tail) line(r client.RecordedRequest) error {
	if t.asJSON {
		if err := json.NewEncoder(t.out).Encode(r); err != nil {
			return fmt.Errorf("print: %w", err)
		}
		return nil
	}
	at := r.CreatedOn.Format(time.TimeOnly)
	if r.NotRecorded > 0 {
		fmt.Fprintf(t.out, "%s  %s not recorded\n", at, command.Count(r.NotRecorded, "request was", "requests were"))
		return nil
	}
	by := fmt.Sprintf("key %d", r.KeyID)
	switch {
	case r.KeyID == 0:
		by = "a partner"
	case t.filter.AllAccounts:
		by = fmt.Sprintf("account %d  %s", r.AccountID, by)
	}
	fmt.Fprintf(t.out, "%s  %d  %-6s %s  %d ms  %s  %s\n", at, r.Status, r.Method, r.Route, r.TookMS, by, r.RequestID)
	for _, n := range r.Errors {
		fmt.Fprintf(t.out, "          %s: %s\n", command.OrDash(n.Path), n.Message)
	}
	for _, n := range r.Warnings {
		fmt.Fprintf(t.out, "          warning: %s: %s\n", command.OrDash(n.Path), n.Message)
	}
	return nil
}
