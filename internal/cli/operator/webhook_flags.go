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

func addEndpointFlags(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.String("url", "", "`URL` that events are posted to; without one events are only stored")
	flags.String("description", "", "`TEXT` that describes it")
	flags.StringSlice("events", nil, "`TYPES` of events with commas between, or all")
	flags.Bool("label-pdf", false, "send the label itself with order.label_ready")
	flags.String("basic-username", "", "`NAME` of Basic credentials that the receiver expects")
	flags.String(passwordFlag, "", "`FILE` with their password")
}

// endpointChange returns a function that makes the changes of the given flags, by the rules
// of the API.
func endpointChange(cmd *cobra.Command) (func(*shipment.EndpointSettings) error, error) {
	form, err := endpointForm(cmd)
	if err != nil {
		return nil, err
	}
	change, problems := request.ReadEndpoint(form)
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

// endpointForm is the request that the flags stand for.
func endpointForm(cmd *cobra.Command) (*request.Form, error) {
	form := request.NewForm(request.EndpointShape())
	text := func(name, value string) { form.Set(name, request.Text(value)) }
	var err error
	cmd.Flags().Visit(func(f *pflag.Flag) {
		switch f.Name {
		case "url", "description", "label-pdf", "basic-username", "disabled":
			text(strings.ReplaceAll(f.Name, "-", "_"), f.Value.String())
		case passwordFlag:
			content, readErr := os.ReadFile(f.Value.String())
			if err = readErr; err != nil {
				err = fmt.Errorf("--%s: %w", passwordFlag, err)
			}
			text("basic_password", strings.TrimSpace(string(content)))
		case "events":
			types := f.Value.(pflag.SliceValue).GetSlice()
			if len(types) == 1 && types[0] == "all" {
				form.SetList(request.Value{Kind: request.Null})
			} else {
				addList(form, types)
			}
		}
	})
	return form, err
}

// addList adds a list of texts to a form.
func addList(form *request.Form, texts []string) {
	form.SetList(request.Value{Kind: request.Array})
	for _, text := range texts {
		form.Add(request.Text(text))
	}
}
