package job

import (
	"encoding/json"
	"fmt"

	"waybill/internal/importer"
)

// Options are the caller's choices for an import.
type Options struct {
	// Mapping says what the columns are; nil: the mapping that the account gave for the same headings, else one by the
	// headings.
	Mapping *importer.Mapping `json:"mapping,omitempty"`
	// Defaults are texts of fields that have no value in the file, by field. They take precedence over those of the
	// mapping.
	Defaults map[string]string `json:"defaults,omitempty"`

	Charset   string `json:"charset,omitempty"`   // of CSV; "" finds it out
	Delimiter string `json:"delimiter,omitempty"` // of CSV: one character; "" finds it out
	Sheet     string `json:"sheet,omitempty"`     // of XLSX; "" is the first with known headings

	HeadingRow int64 `json:"heading_row,omitempty"` // 0 finds it out

	DryRun    bool     `json:"dry_run,omitempty"`    // only check
	ValidOnly bool     `json:"valid_only,omitempty"` // create the valid orders although others are refused
	Existing  Existing `json:"existing,omitempty"`   // what to do with orders whose reference exists
	Confirmed bool     `json:"confirmed,omitempty"`  // yes to the same file again, to a guessed charset and to a remembered mapping
}

// Existing says what to do with orders whose reference exists.
type Existing string

// The ways to treat them.
const (
	AskExisting    Existing = ""       // ask
	SkipExisting   Existing = "skip"   // create the others
	CreateExisting Existing = "create" // create them too
)

// encode is a value as the store keeps it.
func encode(v any) []byte {
	text, err := json.Marshal(v)
	if err != nil {
		panic("what is stored of an import is JSON: " + err.Error())
	}
	return text
}

// Encode returns the options as the store keeps them.
func (o Options) Encode() []byte { return encode(o) }

// decode reads what encode wrote.
func decode[T any](text []byte, what string) (value T, err error) {
	if err := json.Unmarshal(text, &value); err != nil {
		return *new(T), fmt.Errorf("read the %s: %w", what, err)
	}
	return value, nil
}

// ReadOptions reads what Encode wrote.
func ReadOptions(text []byte) (Options, error) { return decode[Options](text, "options of an import") }
