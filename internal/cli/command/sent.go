package command

import (
	"cmp"
	"strings"

	"github.com/spf13/cobra"

	"waybill/internal/request"
)

// Body is the body of a request of the API whose fields the flags of a command set. A command takes and refuses what the API does.
type Body[T any] interface {
	Fields() []request.Field
	Shape() *request.Shape
	Read(form *request.Form) (T, request.Problems)
}

// FlagNames are the names of the flags that are not called as their field.
type FlagNames map[string]string

// of is the flag of a field.
func (names FlagNames) of(field string) string {
	return strings.ReplaceAll(cmp.Or(names[field], field), "_", "-")
}

// Sent reads the flags that were given as the fields of a body. Arguments has the fields that are no flags. 0 is no number where the
// least is 1. Returns a *UsageError that names the flag of the first problem.
func Sent[T any](cmd *cobra.Command, body Body[T], names FlagNames, arguments map[string]string) (T, error) {
	fields := map[string]any{}
	for _, f := range body.Fields() {
		if argument, isArgument := arguments[f.Name]; isArgument {
			fields[f.Name] = argument
			continue
		}
		flag := cmd.Flags().Lookup(names.of(f.Name))
		if flag != nil && flag.Changed && (f.Type.Min == 0 || flag.Value.String() != "0") {
			fields[f.Name] = flag.Value.String()
		}
	}
	sent, problems := body.Read(request.FormOf(body.Shape(), fields))
	for at, m := range request.Each(problems) {
		return sent, wrongFlag(names.of(strings.TrimPrefix(at.Pointer(), "/")), m)
	}
	return sent, nil
}
