package books

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"waybill/internal/cli/command"
	"waybill/internal/importer"
	"waybill/internal/request"
	"waybill/internal/shipment"
	"waybill/internal/store"
	"waybill/internal/store/masterdata"
)

// bookRun is a command on a book of an account.
type bookRun struct {
	command.Process
	cmd     *cobra.Command
	account int64
	book    *shipment.Book
	store   *masterdata.Store
	search  string
	args    []string // after the book
}

func newBook(p command.Process) *cobra.Command {
	return commands.Group("book",
		bookCommand(p, commands.Of("book list BOOK"), listEntries),
		bookCommand(p, commands.Of("book set BOOK NAME FILE"), setEntry),
		bookCommand(p, commands.Of("book delete BOOK NAME"), func(ctx context.Context, r bookRun) error {
			return r.explain(r.store.DeleteEntry(ctx, r.account, r.book, r.args[0]), r.args[0])
		}),
		bookCommand(p, commands.Of("book export BOOK"), exportEntries),
		bookCommand(p, commands.Of("book import BOOK FILE"), importEntries),
	)
}

// bookCommand completes a command on a book, whose usage names the arguments.
func bookCommand(p command.Process, cmd *cobra.Command, do func(context.Context, bookRun) error) *cobra.Command {
	r := bookRun{Process: p, cmd: cmd}
	cmd.Args = cobra.ArbitraryArgs
	cmd.RunE = command.OnStore(p, func(ctx context.Context, cmd *cobra.Command, s *store.Store, args []string) error {
		if wanted := strings.Fields(cmd.Use)[1:]; len(args) != len(wanted) {
			return command.Usagef("%s takes %s, but got %d arguments", cmd.CommandPath(), strings.Join(wanted, " "), len(args))
		}
		if r.book = shipment.BookByName(args[0]); r.book == nil {
			return command.Usagef("there is no book %q: want addresses, goods, boxes, drafts or templates", args[0])
		}
		if r.account < 1 {
			return command.Usagef("--account is missing: `waybill account list` shows the accounts")
		}
		r.args = args[1:]
		r.store = s.MasterData
		return do(ctx, r)
	})
	cmd.Flags().Int64Var(&r.account, "account", 0, "`ACCOUNT` whose book it is")
	if strings.HasPrefix(cmd.Use, "list") {
		cmd.Flags().StringVar(&r.search, "search", "", "only entries with words that begin with this `TEXT`")
		command.WithJSON(cmd)
	}
	return cmd
}

var entryFields = command.Columns("NAME name, UPDATED updated_on, ENTRY entry",
	command.Value("entry", func(e shipment.Entry) any { return command.ShownAs(json.RawMessage(e.Value), e.Value) }),
)

func listEntries(ctx context.Context, r bookRun) error {
	entries, err := r.store.Entries(ctx, r.account, r.book, masterdata.EntryFilter{Search: r.search})
	return command.List(r.cmd, err, entries, entryFields, "There are no such entries.")
}

func setEntry(ctx context.Context, r bookRun) error {
	name := r.args[0]
	body, err := command.ReadInput(r.Process, r.args[1])
	if err != nil {
		return fmt.Errorf("read the entry: %w", err)
	}
	if refused := request.EntryNameProblem(r.book, name); !refused.IsZero() {
		return command.Usagef("name %q: %s", name, refused)
	}
	if !json.Valid(body) {
		return fmt.Errorf("%s is not JSON", r.args[1])
	}
	entry, problems := request.ReadEntry(r.book, name, body)
	if problems != nil {
		return problems.Err()
	}
	return r.explain(r.store.PutEntries(ctx, r.account, r.book, entry), name)
}

func exportEntries(ctx context.Context, r bookRun) error {
	entries, err := r.store.Entries(ctx, r.account, r.book, masterdata.EntryFilter{})
	if err == nil {
		err = r.asFile()
	}
	if err != nil {
		return err
	}
	return importer.WriteBook(r.cmd.OutOrStdout(), r.book, entries)
}

func importEntries(ctx context.Context, r bookRun) error {
	file, err := command.ReadInput(r.Process, r.args[0])
	if err == nil {
		err = r.asFile()
	}
	if err != nil {
		return err
	}
	entries, problems, err := importer.ReadBook(ctx, file, r.book)
	if problems != nil {
		err = problems.Err()
	}
	if err == nil {
		err = r.explain(r.store.PutEntries(ctx, r.account, r.book, entries...), "")
	}
	return command.Confirm(r.cmd, err, "Stored %s.\n", command.Count(int64(len(entries)), "entry", "entries"))
}

// asFile returns an error for a book that is not written as CSV.
func (r bookRun) asFile() error {
	if request.BookFields(r.book) == nil {
		return command.Usagef("%s are not written as CSV: use `waybill book list %s --json`", r.book.Name, r.book.Name)
	}
	return nil
}

func (r bookRun) explain(err error, name string) error {
	missing := fmt.Errorf("there is no account %d: `waybill account list` shows them", r.account)
	if strings.HasPrefix(r.cmd.Use, "delete") {
		missing = fmt.Errorf("account %d has no %s %q: `waybill book list %s --account %d` shows them",
			r.account, r.book.Kind, name, r.book.Name, r.account)
	}
	return command.Explain(err, command.Becausef(store.ErrNotFound, "%w", missing),
		command.Becausef(masterdata.ErrBookFull, "account %d has %d %s, which is the most: delete some first",
			r.account, r.book.Most, r.book.Name))
}
