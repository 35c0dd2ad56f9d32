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

var importTable = tableOf[ImportRequest]("import")

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
var RecheckImport = bodyOf[ImportRequest]("recheck_import")

// ConfirmImport is the body of a request that confirms an import. Of the result only ValidOnly and Existing are set.
var ConfirmImport = bodyOf[ImportRequest]("confirm_import")
