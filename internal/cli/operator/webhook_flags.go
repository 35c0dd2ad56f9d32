package operator

import (
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"waybill/internal/cli/command"
	"waybill/internal/request"
	"waybill/internal/shipment"
)

// passwordFlag names a file, because other users of the machine can see flags.
const passwordFlag = "basic-password-file"

func addEndpointFlags(cmd *cobra.Command) *cobra.Command {
	return command.Flags(cmd, "url", new(""), "description", new(""), "events", new([]string(nil)), "label-pdf", new(false),
		"label-webhook", new(false), "basic-username", new(""), passwordFlag, new(""))
}

// endpointChange returns a function that makes the changes of the given flags, by the rules
// of the API.
func endpointChange(cmd *cobra.Command) (func(*shipment.EndpointSettings) error, error) {
	fields, err := endpointOf(cmd)
	if err != nil {
		return nil, err
	}
	change, problems := request.ReadEndpoint(request.FormOf(request.EndpointShape(), fields))
	if problems != nil {
		return nil, command.Usagef("%s", problems.AppendJSON(nil))
	}
	return func(settings *shipment.EndpointSettings) error {
		if problems := request.ProblemsOf(change(settings)); problems != nil {
			return command.Usagef("%s", problems.AppendJSON(nil))
		}
		return nil
	}, nil
}

// endpointOf are the fields of the request that the flags stand for.
func endpointOf(cmd *cobra.Command) (fields map[string]any, err error) {
	fields = map[string]any{}
	cmd.Flags().Visit(func(f *pflag.Flag) {
		switch f.Name {
		case "url", "description", "label-pdf", "label-webhook", "basic-username", "disabled":
			fields[strings.ReplaceAll(f.Name, "-", "_")] = f.Value.String()
		case passwordFlag:
			content, readErr := os.ReadFile(f.Value.String())
			if err = readErr; err != nil {
				err = fmt.Errorf("--%s: %w", passwordFlag, err)
			}
			fields["basic_password"] = strings.TrimSpace(string(content))
		case "events":
			types := f.Value.(pflag.SliceValue).GetSlice()
			if fields["events"] = types; len(types) == 1 && types[0] == "all" {
				fields["events"] = nil
			}
		}
	})
	return fields, err
}
