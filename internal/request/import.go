package request

import (
	"maps"
	"net/url"
	"slices"
	"strings"
)

// ImportRequest says how the file of an upload is read, and what becomes of it.
type ImportRequest struct {
	ServiceID *int64 // of orders for which the file has none; nil: none
	Mapping   string // JSON
	Defaults  string // JSON
	Charset   string
	Delimiter string
	Sheet     string
	FileName  string

	HeadingRow int64 // 0: it is found out

	Corrections string // JSON; only of a check

	DryRun    bool
	ValidOnly bool
	Existing  string // "", ExistingSkip or ExistingCreate
	Confirm   bool
}

// How an import treats orders whose reference exists.
const (
	ExistingSkip   = "skip"
	ExistingCreate = "create"
)

// MaxMapping is the most code points of a mapping, and of defaults.
const MaxMapping = 64 << 10

// MaxHeadingRow is the last row of a spreadsheet.
const MaxHeadingRow = 1_048_576

// ImportFields are the fields of an upload, beside the file.
func ImportFields() []Field { return importTable.fields() }

var (
	validOnlyField = boolean("valid_only", "Whether the valid orders are created when others are refused, default false.",
		func(r *ImportRequest) *bool { return &r.ValidOnly })
	existingField = choice("existing", optional, []string{ExistingSkip, ExistingCreate},
		"What becomes of orders whose `shipper_order_id` an order of the account has: skip leaves them out, create creates them too. "+
			"Without it the import asks.",
		func(r *ImportRequest) *string { return &r.Existing })
)

// readingFields say how a file is read.
var readingFields = []column[ImportRequest]{
	bind(field("service_id", optional, Type{Name: TypeInteger}, "Service of orders for which the file has none."), readFilterID,
		func(r *ImportRequest) **int64 { return &r.ServiceID }),
	text("mapping", optional, MaxMapping,
		"JSON: the fields of the columns. The headings decide about columns that it does not name. Without it the mapping that the account "+
			"sent for the same headings counts.",
		func(r *ImportRequest) *string { return &r.Mapping }),
	text("defaults", optional, MaxMapping, "JSON: texts of fields that have no value in the file, by field.",
		func(r *ImportRequest) *string { return &r.Defaults }),
	text("charset", optional, textMax, "Charset of a CSV file, such as windows-1252. Without it the service finds out.",
		func(r *ImportRequest) *string { return &r.Charset }),
	bind(field("delimiter", optional, Type{Name: TypeChoice, Choices: []string{",", ";", "tab", "|"}},
		"What separates the cells of a CSV file. Without it the service finds out."), readDelimiter,
		func(r *ImportRequest) *string { return &r.Delimiter }),
	text("sheet", optional, textMax, "Name of the sheet of an XLSX file, default the first with known headings.",
		func(r *ImportRequest) *string { return &r.Sheet }),
	bind(field("heading_row", optional, Type{Name: TypeInteger, Min: 1, Max: MaxHeadingRow},
		"Number of the row with the headings. Without it the service finds out."), readInteger,
		func(r *ImportRequest) *int64 { return &r.HeadingRow }),
}

var importTable = newTable(append(readingFields,
	text("file_name", optional, textMax, "Name of the file, if the upload has none.",
		func(r *ImportRequest) *string { return &r.FileName }),
	boolean("dry_run", "Whether the file is only checked, default false.", func(r *ImportRequest) *bool { return &r.DryRun }),
	validOnlyField,
	existingField,
	boolean("confirm", "Yes in advance to the same file again, and to a charset that was guessed, default false.",
		func(r *ImportRequest) *bool { return &r.Confirm }),
)...)

// ReadImport reads the fields of an upload. Unknown ones are problems: a misspelt dry_run would create orders.
func ReadImport(sent url.Values) (ImportRequest, Problems) {
	var r ImportRequest
	problems := importTable.read(queryValues(sent), &r)
	for _, name := range slices.Sorted(maps.Keys(sent)) {
		if _, known := importTable.slots[name]; !known && name != secretKey {
			problems = append(problems, Problem{name, Messages{unknownField.message(name, importTable.keys)}})
		}
	}
	return r, problems
}

func readDelimiter(v Value, f *Field) (string, Messages) {
	delimiter, problems := readChoice(v, f)
	return strings.Replace(delimiter, "tab", "\t", 1), problems
}

// RecheckImport is the body of a request that checks an import again. Of the result only what says how the file is read is set.
var RecheckImport = newBody(slices.Concat(readingFields, []column[ImportRequest]{
	text("corrections", optional, MaxMapping,
		"JSON: a list of cells that count instead of those of the file, each with `row`, `column` (its letter) and `value`. The rows are "+
			"those of `problems_url`. They stay with the import; another sheet, charset or delimiter deletes them.",
		func(r *ImportRequest) *string { return &r.Corrections }),
})...)

// ConfirmImport is the body of a request that confirms an import. Of the result only ValidOnly and Existing are set.
var ConfirmImport = newBody(validOnlyField, existingField)
