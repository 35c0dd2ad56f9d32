package command

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"waybill/internal/each"
	"waybill/internal/problem"
	"waybill/internal/request"
	"waybill/internal/store"
	"waybill/internal/store/masterdata"
)

// Field is one value that a command prints of a T: a column of its table, a key of its JSON, or both. If no field of a T
// has a key, encoding/json prints the T.
type Field[T any] struct {
	title, key string
	value      func(T) any
}

// shown is a value whose text for people is not that of cell.
type shown struct {
	value any
	text  string
}

// Of makes a field of a value that is computed; see Columns for the others.
func Of[T any](title, key string, value func(T) any) Field[T] { return Field[T]{title, key, value} }

// ShownAs is a value with its text for people.
func ShownAs(value any, text string) any { return shown{value, text} }

// Dash is a text for which people see "-" if it is empty.
type Dash string

// cell is the text of a value for people.
func cell(value any) string {
	switch v := value.(type) {
	case shown:
		return v.text
	case Dash:
		return OrDash(string(v))
	case bool:
		return YesNo(v)
	case time.Time:
		return Minute(&v)
	case *time.Time:
		return Minute(v)
	case []string:
		return OrDash(strings.Join(v, ","))
	case json.RawMessage:
		return string(v)
	}
	return fmt.Sprint(value)
}

// Record is a row with its JSON.
type Record[T any] struct {
	Row    T
	fields []Field[T]
}

// MarshalJSON has the keys of the fields in their order.
func (r Record[T]) MarshalJSON() ([]byte, error) {
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false) // as PrintJSON
	next := byte('{')
	for _, f := range r.fields {
		if f.key == "" {
			continue
		}
		value := f.value(r.Row)
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
		err := encoder.Encode(r.Row)
		return out.Bytes(), err
	}
	out.WriteByte('}')
	return out.Bytes(), nil
}

// With are the fields and one more key of the JSON, such as a secret that is shown once.
func With[T any](fields []Field[T], key string, value any) []Field[T] {
	return append(slices.Clone(fields), Field[T]{"", key, func(T) any { return value }})
}

// List prints rows as a table, or as a JSON array; none is how an empty table reads. As Show, Say and Confirm it prints nothing if there
// is an error, and returns it.
func List[T any](cmd *cobra.Command, err error, rows []T, fields []Field[T], none string) error {
	if err != nil {
		return err
	}
	if WantsJSON(cmd) {
		return PrintJSON(cmd.OutOrStdout(), Records(rows, fields))
	}
	if len(rows) == 0 {
		fmt.Fprintln(cmd.OutOrStdout(), none)
		return nil
	}
	return PrintTable(cmd.OutOrStdout(), rows, fields)
}

// Show prints one row as a table, or as a JSON object.
func Show[T any](cmd *cobra.Command, err error, row T, fields []Field[T]) error {
	if err != nil {
		return err
	}
	if WantsJSON(cmd) {
		return PrintJSON(cmd.OutOrStdout(), Record[T]{row, fields})
	}
	return PrintTable(cmd.OutOrStdout(), []T{row}, fields)
}

// Say prints one row as a text, or as a JSON object.
func Say[T any](cmd *cobra.Command, err error, row T, fields []Field[T], text string, args ...any) error {
	if err == nil && WantsJSON(cmd) {
		return PrintJSON(cmd.OutOrStdout(), Record[T]{row, fields})
	}
	return Confirm(cmd, err, text, args...)
}

// Results makes the function that prints what came of each of several orders, and fails if one was refused or is not found.
func Results[T any]() func(cmd *cobra.Command, results []T, err error) error {
	fields := Columns[T]("TRACKING NO tracking_no, RESULT result, MESSAGE message|")
	return func(cmd *cobra.Command, results []T, err error) error {
		failed := slices.ContainsFunc(results, func(r T) bool {
			result := fmt.Sprint(fields[1].value(r))
			return result == "refused" || result == "not_found"
		})
		return FailIf(failed, List(cmd, err, results, fields, ""))
	}
}

// Confirm prints what was done.
func Confirm(cmd *cobra.Command, err error, text string, args ...any) error {
	if err == nil {
		fmt.Fprintf(cmd.OutOrStdout(), text, args...)
	}
	return err
}

// storeFunc carries out a command on the store.
type storeFunc func(ctx context.Context, cmd *cobra.Command, s *store.Store, args []string) error

// OnStore runs do with the store that the settings name.
func OnStore(p Process, do storeFunc) func(*cobra.Command, []string) error {
	return func(cmd *cobra.Command, args []string) error {
		return WithStore(cmd, p, func(ctx context.Context, s *store.Store) error { return do(ctx, cmd, s, args) })
	}
}

// NewList completes a command that lists what read finds.
func NewList[T any](
	p Process, cmd *cobra.Command, fields []Field[T], none string, read func(context.Context, *store.Store) ([]T, error),
) *cobra.Command {
	cmd.RunE = OnStore(p, func(ctx context.Context, cmd *cobra.Command, s *store.Store, _ []string) error {
		rows, err := read(ctx, s)
		return List(cmd, err, rows, fields, none)
	})
	return WithJSON(cmd)
}

// Resource is a kind of what commands manage, with the command whose `list` shows all.
type Resource struct{ Name, Command string }

// The resources that commands name by an id or a name.
var (
	Accounts  = Resource{"account", "account"}
	Services  = Resource{"service", "service"}
	Keys      = Resource{"key", "key"}
	Partners  = Resource{"partner", "partner"}
	Users     = Resource{"user", "user"}
	Endpoints = Resource{"endpoint", "webhook"}
	Rules     = Resource{"rule", "rules"}
)

// ID reads the id that a command takes.
func (r Resource) ID(arg string) (int64, error) {
	id, err := strconv.ParseInt(arg, 10, 64)
	if err != nil || id < 1 {
		return 0, Usagef("%s id %q is not a number: `waybill %s list` shows the ids", r.Name, arg, r.Command)
	}
	return id, nil
}

// OnStore runs do with the store that the settings name, the id that a command takes, and the other arguments. It says what is not found.
func (r Resource) OnStore(
	p Process, do func(ctx context.Context, cmd *cobra.Command, s *store.Store, id int64, args []string) error,
) func(*cobra.Command, []string) error {
	return func(cmd *cobra.Command, args []string) error {
		id, err := r.ID(args[0])
		if err != nil {
			return err
		}
		return WithStore(cmd, p, func(ctx context.Context, s *store.Store) error {
			return Explain(do(ctx, cmd, s, id, args[1:]), r.NotFound(id))
		})
	}
}

// Missing says that there is none with an id or name.
func (r Resource) Missing(id any) error {
	return fmt.Errorf("there is no %s %v: `waybill %s list` shows them", r.Name, id, r.Command)
}

// NotFound says that there is none, for the store's error.
func (r Resource) NotFound(id any) Because { return Because{store.ErrNotFound, r.Missing(id)} }

// Because says what a command prints in the place of an error.
type Because struct{ is, says error }

// Becausef says about an error what a format makes.
func Becausef(is error, format string, args ...any) Because {
	return Because{is, fmt.Errorf(format, args...)}
}

// Explain replaces an error of the store by what the command says about it.
func Explain(err error, cases ...Because) error {
	for _, c := range cases {
		if errors.Is(err, c.is) {
			return c.says
		}
	}
	return err
}

// NewSwitch completes a command that changes one resource by a method of the store, and says so.
func NewSwitch(
	p Process, cmd *cobra.Command, of Resource, change func(*masterdata.Store, context.Context, int64) error,
) *cobra.Command {
	cmd.RunE = of.OnStore(p, func(ctx context.Context, cmd *cobra.Command, s *store.Store, id int64, _ []string) error {
		return Confirm(cmd, change(s.MasterData, ctx, id), "%s %d: %s\n", of.Name, id, Done[cmd.Name()])
	})
	return cmd
}

// NothingToChange is the error of a command that changes what its flags name, and got none of them.
func NothingToChange(flags []string) error {
	return Usagef("nothing to change: give %s", Alternatives(each.Of(flags, func(flag string) string { return "--" + flag })))
}

// Binder has the flags of a T as Flags takes them.
type Binder[T any] func(*T) []any

func (bind Binder[T]) flags(value *T) *pflag.FlagSet {
	flags := pflag.NewFlagSet("", pflag.ContinueOnError)
	flags.SortFlags = false
	for flag := range slices.Chunk(bind(value), 2) {
		flagText{name: fmt.Sprint(flag[0])}.define(flags, flag[1])
	}
	return flags
}

// Names are the names of the flags.
func (bind Binder[T]) Names() (names []string) {
	bind.flags(new(T)).VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
	return names
}

// Given reports whether one of the flags was given.
func (bind Binder[T]) Given(cmd *cobra.Command) bool {
	return slices.ContainsFunc(bind.Names(), cmd.Flags().Changed)
}

// Set sets of a T what the flags name.
func (bind Binder[T]) Set(cmd *cobra.Command, value *T) (err error) {
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
	for path, reason := range request.Each(request.ProblemsOf(err)) {
		return wrongFlag(strings.TrimPrefix(path.Pointer(), "/"), reason)
	}
	return err
}

func wrongFlag(field string, reason problem.Message) error {
	switch field {
	case "name", "days": // they are arguments
		return Usagef("the %s: %s", field, reason)
	case "email":
		return Usagef("%s", reason)
	case "partner":
		return fmt.Errorf("the partner: %s `waybill partner list` shows them; without --partner the service is in house", reason)
	}
	return Usagef("--%s: %s", strings.ReplaceAll(field, "_", "-"), reason)
}

// Done is the past form of a verb.
var Done = map[string]string{
	"suspend": "suspended",
	"resume":  "resumed",
	"revoke":  "revoked",
	"disable": "disabled",
	"enable":  "enabled",
	"unlink":  "the link to the identity provider is removed",

	"end-sessions":    "all sessions have ended",
	"remove-passkeys": "the passkeys are removed",
}

// Records are values with their JSON.
func Records[T any](rows []T, fields []Field[T]) []Record[T] {
	return each.Of(rows, func(row T) Record[T] { return Record[T]{row, fields} })
}

// All is the limit of a list that has no --limit.
const All = math.MaxInt

// First returns the first values that a server lists, at most as many as --limit says.
func First[T any](values iter.Seq2[T, error], limit int) (all []T, err error) {
	if limit < 1 || limit > MaxListed && limit != All {
		return nil, Usagef("--limit is %d: want 1 to %d", limit, MaxListed)
	}
	for value, err := range values {
		if err != nil {
			return nil, err
		}
		if all = append(all, value); len(all) == limit {
			break
		}
	}
	return all, nil
}
