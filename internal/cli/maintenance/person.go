package maintenance

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/spf13/cobra"

	"waybill/internal/cli/command"
	"waybill/internal/erasure"
	"waybill/internal/store"
)

// personFlags say whom a command is about.
type personFlags struct{ email, phone, order string }

func newPerson(p command.Process) *cobra.Command {
	return commands.Group("person",
		personCommand(p, commands.Of("person find"), findPerson),
		personCommand(p, commands.Of("person export"), exportPerson),
		personCommand(p, commands.Of("person erase"), erasePerson),
	)
}

// personDo carries out a command about a person.
type personDo func(context.Context, *cobra.Command, *erasure.Eraser, erasure.Person) error

func personCommand(p command.Process, cmd *cobra.Command, do personDo) *cobra.Command {
	var of personFlags
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		return withEraser(cmd, p, func(ctx context.Context, e *erasure.Eraser) error {
			person, err := of.person(ctx, e.Store)
			if err != nil {
				return err
			}
			return do(ctx, cmd, e, person)
		})
	}
	return command.Flags(cmd, "email", &of.email, "phone", &of.phone, "order", &of.order)
}

func (f personFlags) person(ctx context.Context, s *store.Store) (erasure.Person, error) {
	if f.order == "" {
		person, err := erasure.NewPerson(f.email, f.phone)
		if err != nil {
			return person, command.Usagef("%v: give --email, --phone or --order", err)
		}
		return person, nil
	}
	if f.email != "" || f.phone != "" {
		return erasure.Person{}, command.Usagef("--order stands alone: the order says the e-mail address and the phone number")
	}
	o, err := s.OrderByTrackingNo(ctx, f.order)
	if err == nil && !o.ErasedOn.IsZero() {
		err = store.ErrErased
	}
	if err != nil {
		return erasure.Person{}, command.Explain(err, command.Becausef(store.ErrNotFound, "there is no order %s", f.order))
	}
	return erasure.PersonOf(&o), nil
}

func findPerson(ctx context.Context, cmd *cobra.Command, e *erasure.Eraser, person erasure.Person) error {
	out, orders := cmd.OutOrStdout(), int64(0)
	err := e.FindOrders(ctx, person, func(f erasure.Found) error {
		orders++
		_, err := fmt.Fprintf(out, "order %s of account %d, %s, %s: %s\n", f.Order.TrackingNo, f.Account,
			f.Order.CreatedOn.Format("2006-01-02"), f.Order.TrackerStatus, f.Party)
		return err
	})
	if err != nil {
		return err
	}
	entries, err := e.FindEntries(ctx, person)
	for _, entry := range entries {
		fmt.Fprintf(out, "%s %q of account %d\n", entry.Kind, entry.Name, entry.AccountID)
	}
	fmt.Fprintf(out, "Found %s and %s.\n", command.Count(orders, "order", "orders"), countEntries(entries))
	return err
}

func exportPerson(ctx context.Context, cmd *cobra.Command, e *erasure.Eraser, person erasure.Person) error {
	to := json.NewEncoder(cmd.OutOrStdout())
	to.SetEscapeHTML(false)
	err := e.FindOrders(ctx, person, func(f erasure.Found) error {
		order, err := e.ExportOrder(ctx, f.Order)
		if err != nil {
			return err
		}
		return to.Encode(order)
	})
	if err != nil {
		return err
	}
	entries, err := e.FindEntries(ctx, person)
	for i := 0; i < len(entries) && err == nil; i++ {
		err = to.Encode(entries[i])
	}
	return err
}

func countEntries(entries []erasure.Entry) string {
	return command.Count(int64(len(entries)), "note or entry of a book", "notes and entries of books")
}

func erasePerson(ctx context.Context, cmd *cobra.Command, e *erasure.Eraser, person erasure.Person) error {
	done, err := e.Person(ctx, person)
	out, erased := cmd.OutOrStdout(), int64(0)
	for _, o := range done.Orders {
		if o.Reason == "" {
			erased++
			fmt.Fprintf(out, "order %s: erased\n", o.TrackingNo)
		} else {
			fmt.Fprintf(out, "order %s: NOT erased: %s\n", o.TrackingNo, o.Reason)
		}
	}
	for _, entry := range done.Entries {
		fmt.Fprintf(out, "%s %q of account %d: deleted\n", entry.Kind, entry.Name, entry.AccountID)
	}
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "Erased %s; deleted %s and %s.\n", command.Count(erased, "order", "orders"),
		countEntries(done.Entries),
		command.Count(int64(done.Files), "file of a label", "files of labels"))
	return command.FailIf(erased < int64(len(done.Orders)), nil)
}
