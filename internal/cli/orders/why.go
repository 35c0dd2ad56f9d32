package orders

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"waybill/internal/cli/command"
	"waybill/internal/store"
	"waybill/internal/store/report"
)

// obstacleFields show what an order waits for.
var obstacleFields = command.Columns("WHAT what, OF target, STATE state, SINCE since, ATTEMPTS attempts, NEXT next, reason, CAUSE cause",
	command.Value("reason", func(o report.Obstacle) any { return command.Dash(o.Reason.String()) }),
)

// obstacleFixes say what an operator may do.
var obstacleFixes = map[string]string{
	"hold":         "`waybill order release %[1]s` with a key of its account, or the button on its page",
	"outgoing":     "`waybill resume`, when no other server works with these data",
	"submission":   "`waybill submission show %[1]s`, then `waybill submission retry %[1]s` or `resolve`; `waybill doctor` asks the partners",
	"label":        "`waybill submission retry %[1]s` asks the partner for the label again",
	"cancellation": "`waybill cancellation show %[1]s`, then `waybill cancellation retry %[1]s`",
	"webhook":      "`waybill webhook deliveries ENDPOINT`, then `waybill webhook replay` when the receiver works",
}

func newOrderWhy(p command.Process) *cobra.Command {
	return command.WithJSON(commands.New("order why TRACKING-NO", onOrder(p, explainOrder)))
}

func explainOrder(ctx context.Context, cmd *cobra.Command, s *store.Store, trackingNo string) error {
	o, err := findOrder(ctx, s, trackingNo)
	if err != nil {
		return err
	}
	found, err := report.Reader{Store: s}.Obstacles(ctx, &o)
	if err != nil {
		return err
	}
	if command.WantsJSON(cmd) {
		return command.List(cmd, nil, found, obstacleFields, "")
	}
	if err := printOrder(cmd, nil, o); err != nil {
		return err
	}
	out := cmd.OutOrStdout()
	for _, o := range found {
		if !o.Reason.IsZero() {
			fmt.Fprintf(out, "Why           %s\n", o.Reason)
		}
	}
	fmt.Fprintln(out)
	if err := command.List(cmd, nil, found, obstacleFields, "Nothing of it waits or failed."); err != nil || len(found) == 0 {
		return err
	}
	fmt.Fprintln(out, "\nTo do:")
	var said []string
	for _, o := range found {
		if !slices.Contains(said, o.What) {
			fmt.Fprintf(out, "- %s: %s\n", o.What, strings.ReplaceAll(obstacleFixes[o.What], "%[1]s", trackingNo))
		}
		said = append(said, o.What)
	}
	return nil
}
