package floor

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"waybill/client"
	"waybill/internal/cli/command"
	"waybill/internal/throttle"
)

// jobPollEvery is the time between two looks at a job.
const jobPollEvery = time.Second

var parcelJobFields = []command.Field[client.ParcelJob]{
	command.Of("ACCOUNT", "account_id", func(j client.ParcelJob) any { return j.AccountID }),
	command.Of("STATE", "state", func(j client.ParcelJob) any { return j.State }),
	command.Of("PARCELS", "parcels", func(j client.ParcelJob) any { return j.Parcels }),
	command.Of("CHANGED", "changed", func(j client.ParcelJob) any { return j.Changed }),
	command.Of("UNCHANGED", "unchanged", func(j client.ParcelJob) any { return j.Unchanged }),
	command.Of("REFUSED", "refused", func(j client.ParcelJob) any { return j.Refused }),
	command.Of("", "not_changed", func(j client.ParcelJob) any { return j.NotChanged }),
}

// parcelFlags are the flags that select parcels.
func parcelFlags(cmd *cobra.Command, f *client.ParcelFilter) {
	command.Flags(cmd, "account", &f.AccountID, "code", &f.Code, "partner", &f.Partner, "queue", &f.Queue, "attention", &f.Attention,
		"hub", &f.HubID, "bag", &f.Bag, "consignment", &f.Consignment, "customs", &f.Customs,
		"held", func(string) error { f.Held = new(true); return nil })
}

func newChange(p command.Process) *cobra.Command {
	var sent client.ParcelChange
	var f client.ParcelFilter
	cmd := commands.Of("floor change [CODE]... --kind KIND")
	cmd = onFloor(p, cmd, func(ctx context.Context, server client.Administration, codes []string) error {
		if sent.TrackingNos = codes; f != (client.ParcelFilter{}) {
			sent.Filter = &f
		} else if len(codes) == 0 {
			return command.Usagef("no parcel is named: give codes, or a filter such as --account")
		}
		if sent.Kind == "report" {
			sent.OccurredOn = time.Now()
		}
		changed, err := server.ChangeParcels(ctx, sent)
		for i := range changed.Jobs {
			if err == nil {
				err = awaitJob(ctx, server, &changed.Jobs[i])
			}
		}
		return showChanged(cmd, changed, err)
	})
	command.Flags(cmd, "kind", &sent.Kind, "reason", &sent.Reason, "status", &sent.Status, "lost", &sent.Lost, "country", &sent.Country,
		"address", &sent.Address, "description", &sent.Description, "dry-run", &sent.DryRun)
	parcelFlags(cmd, &f)
	return cmd
}

// awaitJob waits until a job has ended, as those of changes that are tried have.
func awaitJob(ctx context.Context, server client.Administration, j *client.ParcelJob) (err error) {
	for err == nil && (j.State == "choosing" || j.State == "running") {
		if !throttle.Sleep(ctx, jobPollEvery) {
			return ctx.Err()
		}
		*j, err = server.ParcelJob(ctx, j.AccountID, j.JobID)
	}
	return err
}

// showChanged prints what came of each account, and to people why a parcel was not changed.
func showChanged(cmd *cobra.Command, c client.ParcelsChanged, err error) error {
	if err != nil {
		return err
	}
	failed, notes := len(c.NotFound)+len(c.Ambiguous) > 0, cmd.ErrOrStderr()
	for _, j := range c.Jobs {
		failed = failed || j.Refused > 0 || j.State == "failed" || j.State == "stopped"
		for _, k := range j.NotChanged {
			fmt.Fprintf(notes, "%d %s: %s\n", j.AccountID, command.OrDash(k.TrackingNo), k.Message)
		}
	}
	if len(c.NotFound) > 0 {
		fmt.Fprintln(notes, "not found:", strings.Join(c.NotFound, " "))
	}
	if len(c.Ambiguous) > 0 {
		fmt.Fprintln(notes, "of several orders, give tracking numbers:", strings.Join(c.Ambiguous, " "))
	}
	return command.FailIf(failed, command.List(cmd, nil, c.Jobs, parcelJobFields, "No parcel is selected."))
}
