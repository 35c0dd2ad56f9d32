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
	flags := cmd.Flags()
	flags.Int64Var(&f.AccountID, "account", 0, "all parcels of an `ACCOUNT`, by its number")
	flags.StringVar(&f.Code, "code", "", "those that a `CODE` names: a number or a reference")
	flags.StringVar(&f.Partner, "partner", "", "those whose service a `PARTNER` fulfils")
	flags.StringVar(&f.Queue, "queue", "", "those of a `QUEUE`: print, pack, hand-over, partner, problem or on-the-way")
	flags.StringVar(&f.Attention, "attention", "",
		"those that need attention for a `REASON`: customs, failed, lost, unmoved, silent or partner-down")
	flags.Int64Var(&f.HubID, "hub", 0, "those whose last scan in a hub was in this `HUB`, by its number")
	flags.StringVar(&f.Bag, "bag", "", "those in these `BAGS`, by number, with commas between")
	flags.StringVar(&f.Consignment, "consignment", "", "those in the bags of this `CONSIGNMENT`, by its number")
	flags.StringVar(&f.Customs, "customs", "", "those of which customs say this `ANSWER`: do_not_load, screening, information or assessed")
	flags.BoolFunc("held", "those that are held", func(string) error {
		f.Held = new(true)
		return nil
	})
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
	flags := cmd.Flags()
	flags.StringVar(&sent.Kind, "kind", "", "`KIND` of the change: hold, release, cancel, report or correct")
	flags.StringVar(&sent.Reason, "reason", "", "`TEXT` that says why, of hold, release and correct")
	flags.StringVar(&sent.Status, "status", "", "`STATUS` to report, or the right one")
	flags.BoolVar(&sent.Lost, "lost", false, "the parcels are lost, of correct")
	flags.StringVar(&sent.Country, "country", "", "`COUNTRY` where the parcels are, of report")
	flags.StringVar(&sent.Address, "address", "", "`PLACE` where the parcels are, of report")
	flags.StringVar(&sent.Description, "description", "", "`TEXT` for consignees, of report")
	flags.BoolVar(&sent.DryRun, "dry-run", false, "change nothing, and print what would come of the first 1000 parcels")
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
