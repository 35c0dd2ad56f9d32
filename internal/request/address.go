package request

import (
	"slices"
	"strings"
)

// MaxAddresses is how many addresses a request may have checked.
const MaxAddresses = 100

// AddressesField is the field of a request to check addresses that lists them.
const AddressesField = "addresses"

// SentText is a text with the field under which it was sent.
type SentText struct{ Field, Text string }

// SentAddress are the texts of an address by what they are, such as postal. Empty texts are left out.
type SentAddress map[string]SentText

// ConsigneePrefix begins the names of the fields of a consignee. An address may have them with or without it.
const ConsigneePrefix = "consignee_"

// addressFields are the fields of an address, each with the prefix and without. Those with the prefix count if both are
// there. Their texts are in one value of the table.
var addressFields = []struct {
	name  string
	limit int
	about string
}{
	{"name", textMax, "Name of a person or a company."},
	{"number", textMax, "Phone number."},
	{"email", textMax, "E-mail address."},
	{"country", textMax, "Country, in any spelling."},
	{"address", addressMax, "Street and house."},
	{"postal", textMax, "Postal code."},
	{"state", textMax, "State or region."},
	{"city", textMax, "City."},
	{"province", textMax, "Province or district."},
}

type addressTexts []string

var addressTable = func() table[addressTexts] {
	var columns []column[addressTexts]
	for i, prefix := range []string{ConsigneePrefix, ""} {
		for j, f := range addressFields {
			at := i*len(addressFields) + j
			columns = append(columns,
				text(prefix+f.name, optional, f.limit, f.about, func(texts *addressTexts) *string { return &(*texts)[at] }))
		}
	}
	return newTable(columns...)
}()

// AddressFields are the fields of an address to check.
func AddressFields() []Field { return addressTable.fields() }

// AddressShape is the shape of a request to check addresses.
func AddressShape() *Shape { return addressShape }

var addressShape = ownShape().withList(AddressesField, MaxAddresses, addressTable.shape())

// ReadAddresses reads the addresses of a request to check them.
func ReadAddresses(f *Form) ([]SentAddress, Problems) {
	return readList(f, func(e entry, a *SentAddress) Node {
		if node := elementProblem(e.value()); node != nil {
			return node
		}
		texts := make(addressTexts, len(addressTable.columns))
		if problems := append(f.unknownOf(e.level, e.index), addressTable.read(e, &texts)...); problems != nil {
			return problems
		}
		*a = sentAddress(texts)
		return nil
	})
}

// ReadAddressFile reads the addresses of a file: a request to check them, an array of addresses, or one address.
func ReadAddressFile(file []byte) ([]SentAddress, error) {
	return readFile(asRequest(file, AddressesField), addressShape, ReadAddresses)
}

func sentAddress(texts addressTexts) SentAddress {
	sent := make(SentAddress, len(addressFields))
	for i, text := range slices.Backward(texts) { // those with the prefix last
		if text != "" {
			field := addressTable.columns[i].Name
			sent[strings.TrimPrefix(field, ConsigneePrefix)] = SentText{field, text}
		}
	}
	return sent
}
