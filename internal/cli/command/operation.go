package command

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"waybill/client"
	"waybill/internal/each"
	"waybill/internal/request"
)

// Operation is an operation of the API that a command calls, and whose response it prints.
type Operation struct {
	// Call is the method, and the path below /api. {XX} is an argument that is an id, with or without this prefix, and {} any other one.
	Call string
	// Body is what is sent: flags set its fields, whose names they have without _id and _no, and its lists.
	Body *request.Shape
	// Rest is the field that the arguments behind those of the path set: a list if the usage has "...", and then by default the first one.
	// "file": the argument is a file, which is sent, and the flag confirm is in the query.
	Rest string
	// Element has the fields of the elements of this list: the argument sets the first field, flags set the others. nil: they are texts.
	Element []request.Field
	Rows    string   // the field of the response that is a list; "": the response is one value
	Notes   []string // fields beside this list, which are printed on stderr
}

// fields are the fields that flags set.
func (o *Operation) fields() []request.Field {
	switch {
	case o.Element != nil:
		return o.Element[1:]
	case o.Body == nil:
		return nil
	}
	return slices.DeleteFunc(o.Body.Fields(), func(f request.Field) bool { return f.Name == o.Rest })
}

// lists are the lists that flags set.
func (o *Operation) lists() []string {
	if o.Body == nil {
		return nil
	}
	return slices.DeleteFunc(o.Body.Lists(), func(list string) bool { return list == o.Rest })
}

// flagOf is the flag of a field.
func flagOf(field string) string {
	return strings.ReplaceAll(strings.TrimSuffix(strings.TrimSuffix(field, "_id"), "_no"), "_", "-")
}

// OnOperation completes the command of an operation whose response has values of a T. It fails after it has printed one that is refused.
func OnOperation[T any](p Process, cmd *cobra.Command, o Operation, columns []Field[T]) *cobra.Command {
	limit := All
	if strings.Contains(cmd.Use, "...") && o.Rest == "" {
		o.Rest = o.Body.Lists()[0]
	}
	OnServer(p, cmd, func(ctx context.Context, cmd *cobra.Command, server *client.Client, args []string) error {
		if o.Rows == "" {
			var one T
			text, err := o.call(ctx, cmd, server, args, "")
			if whole, _, found := strings.Cut(o.Call, "parcels/{}"); err == nil && found { // a parcel was taken out
				text, err = (&Operation{Call: strings.Replace(whole, "DELETE", "GET", 1)}).call(ctx, cmd, server, args[:1], "")
			}
			return Show(cmd, cmp.Or(err, json.Unmarshal(text, &one)), one, columns)
		}
		rows, err := First(func(yield func(T, error) bool) {
			for next, more := "", true; more; more = next != "" {
				var page map[string]json.RawMessage
				var some []T
				text, err := o.call(ctx, cmd, server, args, next)
				if err = cmp.Or(err, json.Unmarshal(text, &page)); err == nil {
					err = json.Unmarshal(page[o.Rows], &some)
				}
				if err != nil {
					yield(*new(T), err)
					return
				}
				for _, note := range o.Notes {
					fmt.Fprintf(cmd.ErrOrStderr(), "%s: %s\n", note, page[note])
				}
				for _, row := range some {
					if !yield(row, nil) {
						return
					}
				}
				next = ""
				_ = json.Unmarshal(page["next_cursor"], &next) // it is null on the last page, and not there if there are no pages
			}
		}, limit)
		failed := slices.ContainsFunc(rows, func(row T) bool {
			return slices.ContainsFunc(columns, func(f Field[T]) bool {
				return slices.Contains([]string{"result", "kind"}, f.key) && slices.Contains([]any{"refused", "not_found", "refuses"}, f.value(row))
			})
		})
		return FailIf(failed, List(cmd, err, rows, columns, "There are none."))
	})
	o.bind(cmd.Flags())
	if cmd.Name() == "list" {
		cmd.Flags().IntVar(&limit, "limit", 50, "list at most this `NUMBER`")
	}
	return cmd
}

// Download completes the command of an operation whose response is a file.
func Download(p Process, cmd *cobra.Command, o Operation) *cobra.Command {
	var output string
	OnServer(p, cmd, func(ctx context.Context, cmd *cobra.Command, server *client.Client, args []string) error {
		if output == "" {
			return Usagef("name the file to write, such as --output %s.pdf", strings.ToLower(args[0]))
		}
		file, err := o.call(ctx, cmd, server, args, "")
		if err != nil {
			return err
		}
		if err := os.WriteFile(output, file, 0o600); err != nil {
			return fmt.Errorf("write the file: %w", err)
		}
		return Say(cmd, nil, output, With[string](nil, "file", output), "%s\n", output)
	})
	cmd.Flags().StringVarP(&output, "output", "o", "", "`FILE` to write")
	return cmd
}

// OnScan completes the command of an operation that takes one code, and is called for each argument behind the first one.
func OnScan(p Process, cmd *cobra.Command, o Operation) *cobra.Command {
	o.Rest = "code"
	return OnServer(p, cmd, func(ctx context.Context, cmd *cobra.Command, server *client.Client, args []string) error {
		var scans []addedCode
		var failed error
		for _, code := range args[1:] {
			scan := addedCode{Scanned: code}
			text, err := o.call(ctx, cmd, server, []string{args[0], code}, "")
			if e, several := errors.AsType[*client.Error](err); several && e.StatusCode == http.StatusConflict {
				scan.Result, scan.Message, failed = client.ScanRefused, e.Detail, ErrReported
			} else if err = cmp.Or(err, json.Unmarshal(text, &scan.ScanResult)); err != nil {
				failed = err
				break
			}
			if scans = append(scans, scan); scan.Result == client.ScanRefused {
				failed = ErrReported
			}
		}
		if len(scans) == 0 { // an error alone
			return failed
		}
		return cmp.Or(List(cmd, nil, scans, scannedFields, ""), failed)
	})
}

// bind makes the flags of the body.
func (o *Operation) bind(flags *pflag.FlagSet) {
	for _, f := range o.fields() {
		about := strings.ReplaceAll(strings.TrimSpace(f.About+" "+f.Type.HowWritten()), "`", "")
		flags.String(flagOf(f.Name), "", "`"+strings.ToUpper(flagOf(f.Name))+"`: "+about)
	}
	for _, list := range o.lists() {
		flags.StringSlice(list, nil, "`"+strings.ToUpper(list)+"`, with commas between")
	}
}

// call calls the operation: for the page of a list after a cursor, "" for the first one.
func (o *Operation) call(ctx context.Context, cmd *cobra.Command, server *client.Client, args []string, cursor string) ([]byte, error) {
	method, path, _ := strings.Cut(o.Call, " ")
	parts, rest := strings.Split(path, "/"), args
	for i, part := range parts {
		prefix, isArgument := strings.CutPrefix(part, "{")
		if !isArgument {
			continue
		}
		parts[i] = url.PathEscape(rest[0])
		if prefix = strings.TrimSuffix(prefix, "}"); prefix != "" {
			digits := strings.TrimPrefix(strings.TrimPrefix(strings.ToUpper(rest[0]), prefix), "-")
			id, err := strconv.ParseInt(digits, 10, 64)
			if err != nil || id < 1 {
				return nil, Usagef("%q is no number of a %s: want one such as %s-00012", rest[0], cmd.Parent().Name(), prefix)
			}
			parts[i] = strconv.FormatInt(id, 10)
		}
		rest = rest[1:]
	}
	path = strings.Join(parts, "/")
	if cursor != "" {
		path += "?cursor=" + url.QueryEscape(cursor)
	}
	var body any = o.body(cmd, rest)
	if o.Rest == "file" {
		file, err := os.ReadFile(rest[0])
		if err != nil {
			return nil, fmt.Errorf("read the file: %w", err)
		}
		path, body = path+"?confirm="+cmd.Flag("confirm").Value.String(), file
	}
	text, err := server.Call(ctx, method, path, "", body)
	if errors.Is(err, client.ErrNotFound) {
		group := strings.TrimPrefix(cmd.Parent().CommandPath(), "waybill ")
		return nil, fmt.Errorf("there is no %s %s: `waybill %s list` shows them", cmd.Parent().Name(), strings.Join(args, ", or no "), group)
	}
	return text, cmp.Or(errors.Unwrap(err), err) // without the path
}

// body has the fields that flags and the arguments behind the path set.
func (o *Operation) body(cmd *cobra.Command, rest []string) map[string]any {
	body := map[string]any{}
	for _, f := range o.fields() {
		if flag := cmd.Flags().Lookup(flagOf(f.Name)); flag.Changed {
			body[f.Name] = flag.Value.String()
		}
	}
	for _, name := range o.lists() {
		if list, err := cmd.Flags().GetStringSlice(name); err == nil && len(list) > 0 {
			body[name] = list
		}
	}
	switch {
	case o.Rest == "":
	case o.Element != nil:
		body = map[string]any{o.Rest: each.Of(rest, func(arg string) map[string]any {
			element := maps.Clone(body)
			element[o.Element[0].Name] = arg
			return element
		})}
	case o.Rest == "code" || !strings.Contains(cmd.Use, "..."):
		body[o.Rest] = rest[0]
	default:
		body[o.Rest] = rest
	}
	return body
}

// addedCode is a code with what came of it.
type addedCode struct {
	Scanned string
	client.ScanResult
}

var scannedFields = Columns[addedCode]("SCANNED scanned, TRACKING NO tracking_no, RESULT result, code, MESSAGE message|")
