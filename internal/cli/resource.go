package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"waybill/internal/store"
	"waybill/internal/store/masterdata"
)

// field is what a command prints of a T: a column of its table, a key of its JSON, or both. A T of which no field has
// a key is printed as encoding/json has it.
type field[T any] struct {
	title, key string
	value      func(T) any
}

// shown is a value whose text for people is not that of cell.
type shown struct {
	value any
	text  string
}

// dash is a text for which people see "-" if it is empty.
type dash string

// cell is the text of a value for people.
func cell(value any) string {
	switch v := value.(type) {
	case shown:
		return v.text
	case dash:
		return orDash(string(v))
	case bool:
		return yesNo(v)
	case time.Time:
		return minute(&v)
	case *time.Time:
		return minute(v)
	}
	return fmt.Sprint(value)
}

// record is a row with its JSON.
type record[T any] struct {
	row    T
	fields []field[T]
}

// MarshalJSON has the keys of the fields in their order.
func (r record[T]) MarshalJSON() ([]byte, error) {
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false) // as printJSON
	next := byte('{')
	for _, f := range r.fields {
		if f.key == "" {
			continue
		}
		value := f.value(r.row)
		if s, ok := value.(shown); ok {
			value = s.value
		}
		out.WriteByte(next)
		fmt.Fprintf(&out, "%q:", f.key)
		if err := encoder.Encode(value); err != nil {
			return nil, fmt.Errorf("print %s: %w", f.key, err)
		}
		next = ','
	}
	if next == '{' {
		err := encoder.Encode(r.row)
		return out.Bytes(), err
	}
	out.WriteByte('}')
	return out.Bytes(), nil
}

// with are the fields and one more key of the JSON, such as a secret that is shown once.
func with[T any](fields []field[T], key string, value any) []field[T] {
	return append(slices.Clone(fields), field[T]{"", key, func(T) any { return value }})
}

// list prints rows as a table, or as a JSON array; none is how an empty table reads.
func list[T any](cmd *cobra.Command, rows []T, fields []field[T], none string) error {
	if wantsJSON(cmd) {
		return printJSON(cmd.OutOrStdout(), records(rows, fields))
	}
	if len(rows) == 0 {
		fmt.Fprintln(cmd.OutOrStdout(), none)
		return nil
	}
	return printTable(cmd.OutOrStdout(), rows, fields)
}

// show prints one row as a table, or as a JSON object.
func show[T any](cmd *cobra.Command, row T, fields []field[T]) error {
	if wantsJSON(cmd) {
		return printJSON(cmd.OutOrStdout(), record[T]{row, fields})
	}
	return printTable(cmd.OutOrStdout(), []T{row}, fields)
}

// say prints one row as a text, or as a JSON object.
func say[T any](cmd *cobra.Command, row T, fields []field[T], text string, args ...any) error {
	if wantsJSON(cmd) {
		return printJSON(cmd.OutOrStdout(), record[T]{row, fields})
	}
	fmt.Fprintf(cmd.OutOrStdout(), text, args...)
	return nil
}

// storeFunc is what a command does with the store and its arguments.
type storeFunc func(ctx context.Context, cmd *cobra.Command, s *store.Store, args []string) error

// onStore runs do with the store that the settings name.
func onStore(p Process, do storeFunc) func(*cobra.Command, []string) error {
	return func(cmd *cobra.Command, args []string) error {
		return withStore(cmd, p, func(ctx context.Context, s *store.Store) error { return do(ctx, cmd, s, args) })
	}
}

// newList completes a command that lists what read finds.
func newList[T any](
	p Process, cmd *cobra.Command, fields []field[T], none string, read func(context.Context, *store.Store) ([]T, error),
) *cobra.Command {
	cmd.Args = noArgs
	cmd.RunE = onStore(p, func(ctx context.Context, cmd *cobra.Command, s *store.Store, _ []string) error {
		rows, err := read(ctx, s)
		if err != nil {
			return err
		}
		return list(cmd, rows, fields, none)
	})
	addJSONFlag(cmd)
	return cmd
}

// resource is a kind of what commands manage, with the command whose `list` shows all.
type resource struct{ name, command string }

var (
	anAccount  = resource{"account", "account"}
	aService   = resource{"service", "service"}
	aKey       = resource{"key", "key"}
	aPartner   = resource{"partner", "partner"}
	aUser      = resource{"user", "user"}
	anEndpoint = resource{"endpoint", "webhook"}
	aRule      = resource{"rule", "rules"}
)

// id reads the id that a command takes.
func (r resource) id(arg string) (int64, error) {
	id, err := strconv.ParseInt(arg, 10, 64)
	if err != nil || id < 1 {
		return 0, usagef("%s id %q is not a number: `waybill %s list` shows the ids", r.name, arg, r.command)
	}
	return id, nil
}

// missing says that there is none with an id or name.
func (r resource) missing(id any) error {
	return fmt.Errorf("there is no %s %v: `waybill %s list` shows them", r.name, id, r.command)
}

func (r resource) notFound(id any) because { return because{store.ErrNotFound, r.missing(id)} }

// because is what a command says about an error of the store.
type because struct{ is, says error }

func becausef(is error, format string, args ...any) because {
	return because{is, fmt.Errorf(format, args...)}
}

// explain replaces an error of the store by what the command says about it.
func explain(err error, cases ...because) error {
	for _, c := range cases {
		if errors.Is(err, c.is) {
			return c.says
		}
	}
	return err
}

// newSwitch makes a command that changes one resource by a method of the store, and says so.
func newSwitch(
	p Process, of resource, verb, short, example string, change func(*masterdata.Store, context.Context, int64) error,
) *cobra.Command {
	return &cobra.Command{
		Use:     verb + " " + strings.ToUpper(of.name),
		Short:   short,
		Example: "  waybill " + of.command + " " + verb + " " + example,
		Args:    oneArg,
		RunE: func(cmd *cobra.Command, args []string) error {
			id, err := of.id(args[0])
			if err != nil {
				return err
			}
			return withStore(cmd, p, func(ctx context.Context, s *store.Store) error {
				if err := change(s.MasterData, ctx, id); err != nil {
					return explain(err, of.notFound(id))
				}
				fmt.Fprintf(cmd.OutOrStdout(), "%s %d: %s\n", of.name, id, done[verb])
				return nil
			})
		},
	}
}

// newUpdate completes a command that changes of one resource what flags name, by a method of the store.
func newUpdate[T any](
	p Process, of resource, cmd *cobra.Command, bind binder[T], fields []field[T],
	update func(*masterdata.Store, context.Context, int64, func(*T) error) (T, error),
) *cobra.Command {
	cmd.Args = oneArg
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		id, err := of.id(args[0])
		if err != nil {
			return err
		}
		if !bind.given(cmd) {
			return usagef("nothing to change: give %s", alternatives(bind.names()))
		}
		return withStore(cmd, p, func(ctx context.Context, s *store.Store) error {
			changed, err := update(s.MasterData, ctx, id, func(value *T) error { return bind.set(cmd, value) })
			if err != nil {
				return explain(err, of.notFound(id))
			}
			return show(cmd, changed, fields)
		})
	}
	cmd.Flags().SortFlags = false
	bind(cmd.Flags(), new(T))
	addJSONFlag(cmd)
	return cmd
}

// binder makes the flags of a T, whose defaults are what the T has already.
type binder[T any] func(*pflag.FlagSet, *T)

func (bind binder[T]) flags(value *T) *pflag.FlagSet {
	flags := pflag.NewFlagSet("", pflag.ContinueOnError)
	flags.SortFlags = false
	bind(flags, value)
	return flags
}

// names are the flags as people write them.
func (bind binder[T]) names() (names []string) {
	bind.flags(new(T)).VisitAll(func(f *pflag.Flag) { names = append(names, "--"+f.Name) })
	return names
}

// given reports whether one of the flags was given.
func (bind binder[T]) given(cmd *cobra.Command) bool {
	given := false
	bind.flags(new(T)).VisitAll(func(f *pflag.Flag) { given = given || cmd.Flags().Changed(f.Name) })
	return given
}

// set sets of a T what the flags name.
func (bind binder[T]) set(cmd *cobra.Command, value *T) (err error) {
	flags := bind.flags(value)
	cmd.Flags().Visit(func(f *pflag.Flag) {
		if flags.Lookup(f.Name) != nil {
			err = errors.Join(err, flags.Set(f.Name, f.Value.String()))
		}
	})
	return err
}

// checkFields makes what is wrong with a setting an error of usage that names the flag.
func checkFields(err error) error {
	field, ok := errors.AsType[*masterdata.FieldError](err)
	switch {
	case !ok:
		return err
	case field.Field == "name":
		return usagef("the name %s", field.Problem)
	case field.Field == "partner":
		return fmt.Errorf("the partner %s: `waybill partner list` shows them; without --partner the service is in house", field.Problem)
	}
	return usagef("--%s %s", strings.ReplaceAll(field.Field, "_", "-"), field.Problem)
}

// done is the past form of a verb.
var done = map[string]string{
	"suspend": "suspended",
	"resume":  "resumed",
	"revoke":  "revoked",
	"disable": "disabled",
	"enable":  "enabled",
	"unlink":  "the link to the identity provider is removed",
}

// mapped applies view to each value.
func mapped[T, V any](values []T, view func(T) V) []V {
	views := make([]V, len(values))
	for i, value := range values {
		views[i] = view(value)
	}
	return views
}
