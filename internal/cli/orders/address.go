package orders

import (
	"fmt"
	"os"
	"slices"

	"github.com/spf13/cobra"

	"waybill/internal/address"
	"waybill/internal/cli/command"
	"waybill/internal/each"
	"waybill/internal/request"
)

func newAddress() *cobra.Command {
	return commands.Group("address", newAddressCheck())
}

// checkedField is a finding about an address.
type checkedField struct {
	Place int // of the address, from 1
	address.Finding
}

var checkedFields = command.Columns("address=Place, FIELD field, SENT sent, suggested, RESULT result, SUGGESTED, REASON reason",
	command.Value("suggested", func(f checkedField) any {
		if !f.HasSuggestion() {
			return nil
		}
		return f.Suggested
	}),
	command.Value("SUGGESTED", func(f checkedField) any { return suggestionCell(f) }),
)

func newAddressCheck() *cobra.Command {
	var one address.Address
	cmd := commands.New("address check [FILE]", func(cmd *cobra.Command, args []string) error {
		addresses := []address.Address{one}
		switch {
		case len(args) > 0 && one != (address.Address{}):
			return command.Usagef("give a file or the fields of an address, not both")
		case len(args) > 0:
			var err error
			if addresses, err = readAddresses(args[0]); err != nil {
				return err
			}
		case one == (address.Address{}):
			return command.Usagef("give an address, such as --country Germany --postal 1067, or a file with addresses")
		}
		return printAddressChecks(cmd, addresses)
	})
	return command.WithJSON(command.Flags(cmd, "name", &one.Name, "number", &one.Number, "email", &one.Email, "country", &one.Country,
		"address", &one.Address, "postal", &one.Postal, "state", &one.State, "city", &one.City, "province", &one.Province))
}

func readAddresses(path string) ([]address.Address, error) {
	file, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("read addresses: %w", err)
	}
	sent, err := request.ReadAddressFile(file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return each.Of(sent, address.Of), nil
}

func printAddressChecks(cmd *cobra.Command, addresses []address.Address) error {
	var all []checkedField
	for i, a := range addresses {
		for _, f := range address.Check(a) {
			if f.Result != address.Unchanged || command.WantsJSON(cmd) {
				all = append(all, checkedField{i + 1, f})
			}
		}
	}
	fields := slices.Clone(checkedFields)
	if len(addresses) > 1 {
		fields[0] = command.Of("ADDRESS", "address", func(f checkedField) any { return f.Place })
	}
	return command.List(cmd, nil, all, fields, "There is no objection.")
}

func suggestionCell(f checkedField) string {
	switch {
	case !f.HasSuggestion():
		return "-"
	case f.Suggested == "":
		return "(leave out)"
	}
	return f.Suggested
}
