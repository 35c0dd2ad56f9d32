package request

import (
	"maps"
	"net/url"
	"slices"
	"strings"
	"unicode"

	"waybill/internal/problem"
	"waybill/internal/shipment"
)

// MaxSearch is how many characters the words to search for may have.
const MaxSearch = 200

// MaxTrackingNos is how many tracking numbers a filter may name. MaxPrinted is how many labels one file may have.
const (
	MaxTrackingNos = 200
	MaxPrinted     = 1000
)

// FilterFields are the parameters of the view query that filter, first those of every view, then
// CursorFilterFields.
func FilterFields() []Field { return slices.Concat(filterTable.fields(), CursorFilterFields()) }

// CursorFilterFields are the filters for which a view by page refuses no value: a value that it does not know selects nothing.
func CursorFilterFields() []Field { return cursorTable.fields() }

var filterTable = tableOf[shipment.Filter]("orders")

// withoutStatus selects the orders whose status_code is null.
const withoutStatus = "null"

// cursorTable has the filters of views, by cursor and by page, that other lists of orders do not have.
var cursorTable = newTable(append(slices.Insert(columnsOf[shipment.Filter]("orders_by_cursor", required), 7,
	tristate("packed", "Only orders whose parcel was packed at a station, or only others.",
		func(f *shipment.Filter) **bool { return &f.Facets[shipment.Packed] })), metadataColumn)...)

// metadataColumn selects by metadata[KEY]=VALUE.
var metadataColumn = column[shipment.Filter]{
	Field: field(metadataField, optional, Type{Name: TypeMetadata, Max: shipment.MaxMetadata},
		"With these metadata, each as `metadata[KEY]=VALUE` and exactly so."),
	readWhole: func(v Value, f *shipment.Filter) Node {
		o := order{Trade: new(shipment.OrderTrade)}
		if v.Kind != Object {
			return Messages{problem.MetadataQuery}
		}
		if node := readMetadata(v, &o); node != nil {
			return node
		}
		f.Metadata = o.Trade.Metadata
		var empty Problems // absent, as other filters, it would select everything
		for _, m := range f.Metadata {
			if m.Value == "" {
				empty = append(empty, Problem{m.Key, Messages{problem.EmptyQuery}})
			}
		}
		return asNode(empty)
	},
}

const metadataField = "metadata"

// readExtras reads a list of extras.
func readExtras(v Value, _ *Field) (extras []shipment.Extra, _ Messages) {
	for name := range strings.SplitSeq(v.Text, ",") {
		extra, known := shipment.Extra(strings.TrimSpace(name)), shipment.Extras()
		if !slices.Contains(known, extra) {
			return nil, Messages{problem.NotExpandable.With(string(extra), strings.Join(texts(known), ", "))}
		}
		extras = append(extras, extra)
	}
	slices.Sort(extras)
	return slices.Compact(extras), nil
}

// Page says how many elements a page of a list has at most.
type Page struct{ Limit int }

// PageQuery has the limit of a page.
var PageQuery = Query[Page]{table: tableOf[Page]("page"), absent: Page{shipment.MaxPageSize}}

// readStatusCode reads a status to filter by. An absent one is nil.
func readStatusCode(v Value, f *Field) (*shipment.StatusCode, Messages) {
	s, problems := readChoice(v, f)
	switch {
	case problems != nil || s == "":
		return nil, problems
	case s == withoutStatus:
		return new(shipment.StatusNone), nil
	}
	return new(shipment.StatusCode(s)), nil
}

// readSearch reads words to search for.
var readSearch = fitting(func(words string) bool { return strings.ContainsFunc(words, isLetterOrNumber) }, problem.NothingToFind)

func isLetterOrNumber(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) }

// readFilterBoolean reads a boolean to filter by.
func readFilterBoolean(v Value, f *Field) (*bool, Messages) {
	b, problems := readBoolean(v, f)
	return &b, problems
}

// ReadFilter reads the filters that every list of orders has. The problems are the whole body of the response,
// {"orders":[{"date_from":["…"]}]}.
func ReadFilter(query url.Values) (shipment.Filter, Problems) {
	var filter shipment.Filter
	problems := filterTable.read(queryValues(query), &filter)
	return checked(filter, problems)
}

// PageFilter selects the orders of a view by page.
type PageFilter struct {
	shipment.Filter
	None    bool     // nothing: a parameter has a value that a cursor would refuse
	Ignored []string // the names of such parameters, and of parameters that do not exist; sorted
}

// ReadPageFilter reads the filters of a view query by page. Clients of the original interface send parameters and values of their own,
// which are no problems unless every view has the parameter.
func ReadPageFilter(query url.Values) (filter PageFilter, problems Problems) {
	const limit = "limit"
	if query.Has(limit) { // clients of the original may send it, and get pages as before
		query = maps.Clone(query)
		delete(query, limit)
		filter.Ignored = []string{limit}
	}
	if filter.Filter, problems = ReadFilter(query); problems != nil {
		return filter, problems
	}
	refused := cursorTable.read(queryValues(query), &filter.Filter)
	filter.None = refused != nil
	for _, p := range append(refused, unknownInView(query)...) {
		filter.Ignored = append(filter.Ignored, p.Field)
	}
	slices.Sort(filter.Ignored)
	return filter, nil
}

// ReadPrintFilter reads the filters of labels to print, which may be more than other lists name. The problems are by parameter.
func ReadPrintFilter(query url.Values) (filter shipment.Filter, problems Problems) {
	rest := maps.Clone(query)
	delete(rest, trackingNoField)
	problems = filterTable.read(queryValues(rest), &filter)
	list := Field{Name: trackingNoField, Type: Type{Name: TypeNumberList, Max: MaxPrinted}}
	numbers, messages := readTrackingNos(queryValues(query).get(trackingNoField), &list)
	filter.TrackingNos = numbers
	return filter, problems.with(trackingNoField, asNode(messages))
}

// cursorParameters are the parameters of a view that do not filter. With a cursor, page has no effect.
var cursorParameters = []string{"cursor", "page_size", "page"}

// unknownInView are the problems of parameters that no view has.
func unknownInView(query url.Values) (problems Problems) {
	for _, name := range slices.Sorted(maps.Keys(query)) {
		_, known := filterTable.slots[name]
		_, knownHere := cursorTable.slots[withoutKey(name)]
		if !known && !knownHere && name != secretKey && !slices.Contains(cursorParameters, name) {
			problems = append(problems, Problem{name, Messages{problem.UnknownQuery}})
		}
	}
	return problems
}

// ReadCursorFilter is ReadFilter for a view by cursor, which has more filters and refuses parameters that it
// does not know: a misspelt filter would select all orders.
func ReadCursorFilter(query url.Values) (shipment.Filter, Problems) {
	var filter shipment.Filter
	values := queryValues(query)
	problems := append(filterTable.read(values, &filter), cursorTable.read(values, &filter)...)
	problems = append(problems, unknownInView(query)...)
	if problems == nil && filter.BySearch() && filter.ByUpdate() {
		name := map[bool]string{true: "warning", false: metadataField}[filter.Warning != ""]
		if filter.Search != "" {
			name = "search"
		}
		problems = Problems{{name, Messages{problem.SearchByUpdate}}}
	}
	return checked(filter, problems)
}

// checked is a filter, or its problems as the body of the response.
func checked(filter shipment.Filter, problems Problems) (shipment.Filter, Problems) {
	if problems != nil {
		return shipment.Filter{}, Problems{{ordersField, List{problems}}}
	}
	return filter, nil
}

// readFilterID reads an id to filter by. 0, which clients send for all services, is nil.
func readFilterID(v Value, f *Field) (*int64, Messages) {
	n, problems := readInt64(v, f)
	if problems != nil || n == 0 {
		return nil, problems
	}
	return &n, nil
}

func readTrackingNos(v Value, f *Field) ([]string, Messages) {
	if problems := unstorable(v.Text, 0); problems != nil {
		return nil, problems
	}
	var numbers []string
	for number := range strings.SplitSeq(v.Text, ",") {
		if number = strings.TrimSpace(number); number != "" {
			numbers = append(numbers, shipment.TrackingKey(number))
		}
	}
	if int64(len(numbers)) > f.Type.Max {
		return nil, Messages{problem.MaxElements.With(f.Type.Max)}
	}
	return numbers, nil
}

// ParsePageSize reads the parameter page_size. A larger number counts as MaxPageSize; what is not a
// positive number counts as absent, as clients expect.
func ParsePageSize(s string) int {
	n, _, _ := parseInteger(s)
	if n < 1 || n > shipment.MaxPageSize || !all(s, isDigit) {
		return shipment.MaxPageSize
	}
	return int(n)
}

// maxPage is past the end of any data, and its offset is far from overflowing.
const maxPage = 1 << 40

// ParsePage reads the parameter page: "" is 1, "last" is LastPage. The second result is false when the
// text is not a page.
func ParsePage(s string) (page int, ok bool) {
	switch s {
	case "":
		return 1, true
	case "last":
		return shipment.LastPage, true
	}
	digits := strings.TrimPrefix(s, "+")
	n, _, _ := parseInteger(digits)
	if n < 1 || n > maxPage || !isDigit(digits[0]) {
		return 0, false
	}
	return int(n), true
}
