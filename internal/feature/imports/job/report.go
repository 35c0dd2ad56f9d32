package job

import (
	"slices"

	"waybill/internal/each"
	"waybill/internal/feature/imports/stored"
	"waybill/internal/importer"
	"waybill/internal/problem"
	"waybill/internal/shipment"
)

// Need is a confirmation that an import waits for.
type Need string

// The needs.
const (
	NeedProblems   Need = "problems"   // orders are refused or left out: the others may be created
	NeedSameFile   Need = "same_file"  // orders of the same file were created before, or are about to be
	NeedReferences Need = "references" // orders with the same references exist
	NeedCharset    Need = "charset"    // the charset was guessed
	NeedMapping    Need = "mapping"    // the values of a column do not fit the remembered mapping, or a column may be one of the address
)

// Report is the result of a check.
type Report struct {
	Format         importer.Format   `json:"format,omitempty"`
	Sheet          string            `json:"sheet,omitempty"`
	Charset        string            `json:"charset,omitempty"`
	CharsetGuessed bool              `json:"charset_guessed,omitempty"`
	Delimiter      string            `json:"delimiter,omitempty"`
	Notes          []problem.Message `json:"notes,omitempty"`
	Message        problem.Message   `json:"-"`               // why the import failed; stored.Import has its English text
	Codes          []string          `json:"codes,omitempty"` // of messages, whose English texts earlier releases read

	Sheets        []string         `json:"sheets,omitempty"` // that are not hidden, if there are several
	HeadingRow    int64            `json:"heading_row,omitempty"`
	Headings      []string         `json:"headings,omitempty"`
	Preview       [][]string       `json:"preview,omitempty"` // cells of the first rows
	Letters       []LetterRow      `json:"letters,omitempty"` // rows that show the charset
	Mapping       importer.Mapping `json:"mapping"`
	MappingSource MappingSource    `json:"mapping_source,omitempty"`
	MappingImport int64            `json:"mapping_import,omitempty"` // whose mapping it is; 0: that is not known
	Unfit         []string         `json:"unfit,omitempty"`          // headings of columns that somebody must look at
	Missing       []string         `json:"missing,omitempty"`        // required fields that nothing is mapped to

	stored.Numbers

	LeftOutWhy   []LeftOutWhy      `json:"left_out_why,omitempty"`
	Filters      []importer.Filter `json:"filters,omitempty"` // columns that say which orders are left out
	FirstOrders  []FirstOrder      `json:"first_orders,omitempty"`
	Ranges       []Range           `json:"ranges,omitempty"`
	knownCharset string            // of the import with the remembered mapping, "" if the charset is not guessed or that is not known

	asksLeftOut bool // nobody has said yet that the orders are left out

	Groups []*ProblemGroup `json:"groups,omitempty"` // of refused cells, those with the most first

	Needs    []Need            `json:"needs,omitempty"`
	SameFile []EarlierImport   `json:"same_file,omitempty"` // imports of the same file, the newest first
	Existing int64             `json:"existing,omitempty"`  // orders whose reference exists
	Examples []ExistingExample `json:"examples,omitempty"`  // the first of them
}

// MappingSource says where a mapping comes from.
type MappingSource string

// The sources of a mapping.
const (
	MappingGiven      MappingSource = "given"      // with the upload
	MappingRemembered MappingSource = "remembered" // the account gave it for the same headings before
	MappingSuggested  MappingSource = "suggested"  // by the headings
)

// EarlierImport is an import of the same file.
type EarlierImport struct {
	ID        int64  `json:"id"`
	CreatedOn string `json:"created_on"`
	Created   int64  `json:"created"` // orders
}

// ExistingExample is an order of the file that exists: by its reference, or else by its name, address and items.
type ExistingExample struct {
	ShipperOrderID string `json:"shipper_order_id"`
	Row            int64  `json:"row"` // first one of the order in the file
	TrackingNo     string `json:"tracking_no"`
	CreatedOn      string `json:"created_on"`
	ImportID       int64  `json:"import_id,omitempty"` // that created it; only of an order without a reference
}

// MaxShown is how many characters of a cell are kept for people. The last one of a longer cell is "…".
const MaxShown = 100

const (
	previewRows    = 5
	previewColumns = 60
	maxExamples    = 20
)

// ReadReport reads the report of an import; the zero Report of an empty text.
func ReadReport(text []byte) (r Report, err error) {
	if len(text) == 0 {
		return Report{}, nil
	}
	r, err = decode[Report](text, "report of an import")
	decodeMessages(r.Codes, r.messages())
	return r, err
}

// encode returns the report as the store keeps it.
func (r Report) encode() []byte {
	r.Codes = encodeMessages(r.messages())
	return encode(r)
}

// messages are all messages of the report. Further ones belong to the end: their codes are stored in this order.
func (r *Report) messages() []*problem.Message {
	all := []*problem.Message{&r.Message}
	for i := range r.Notes {
		all = append(all, &r.Notes[i])
	}
	for _, g := range r.Groups {
		all = append(all, &g.Message)
	}
	for i := range r.FirstOrders {
		all = append(all, &r.FirstOrders[i].Words)
	}
	return all
}

// describe adds what the file is to a report.
func (r *Report) describe(t *importer.Table) {
	r.Format, r.Sheet, r.Charset, r.CharsetGuessed, r.Notes = t.Format, t.Sheet, t.Charset, t.CharsetGuessed, t.Notes
	if t.Delimiter != 0 {
		r.Delimiter = string(t.Delimiter)
	}
	r.Headings, r.HeadingRow = t.Headings, int64(t.HeadingRow)
	for _, s := range t.Sheets {
		if len(t.Sheets) > 1 && !s.Hidden {
			r.Sheets = append(r.Sheets, s.Name)
		}
	}
	r.Rows = int64(t.Len())
	for i := range min(previewRows, t.Len()) {
		r.Preview = append(r.Preview, shownCells(t.Row(i)))
	}
	r.describeLetters(t)
}

// shownCells are the texts of a row for people.
func shownCells(row importer.Row) []string {
	return each.Of(row.Cells[:min(previewColumns, len(row.Cells))], func(c importer.Cell) string { return shorten(c.Text) })
}

func shorten(s string) string { return shipment.Shorten(s, MaxShown) }

// needs are the yeses that the options do not contain.
func (r *Report) needs(o Options) (needs []Need) {
	for _, of := range []struct {
		need     Need
		isNeeded bool
	}{
		{NeedProblems, (r.Invalid > 0 || r.LeftOut > 0 && r.asksLeftOut) && !o.ValidOnly},
		{NeedSameFile, len(r.SameFile) > 0 && !o.Confirmed},
		{NeedReferences, r.Existing > 0 && o.Existing == AskExisting},
		{NeedCharset, r.CharsetGuessed && r.Charset != r.knownCharset && !o.Confirmed},
		{NeedMapping, len(r.Unfit) > 0 && !o.Confirmed},
	} {
		if of.isNeeded {
			needs = append(needs, of.need)
		}
	}
	return needs
}

// addExisting counts an order whose reference exists.
func (r *Report) addExisting(example ExistingExample) {
	r.Existing++
	if len(r.Examples) < maxExamples && !slices.Contains(r.Examples, example) {
		r.Examples = append(r.Examples, example)
	}
}

// existingExample is an order of the file and the order that has its reference.
func existingExample(o checkedOrder, existing stored.ExistingOrder) ExistingExample {
	return ExistingExample{o.Order.ShipperOrderID, o.Rows[0], existing.TrackingNo, shipment.FormatTime(existing.CreatedOn), existing.ImportID}
}
