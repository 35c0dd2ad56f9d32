package request

import (
	"net/url"
	"strings"
	"time"

	"waybill/internal/shipment"
)

// MaxTrackingNos is how many tracking numbers a filter may name.
const MaxTrackingNos = 200

// FilterFields are the parameters of the view query that filter.
func FilterFields() []Field { return filterTable.fields() }

var filterTable = newTable(
	bind(field("with_items", optional, Type{Name: TypeBoolean}, "Whether records carry their items."), readBoolean,
		func(f *shipment.Filter) *bool { return &f.WithItems }),
	bind(field("date_from", optional, Type{Name: TypeMoment}, "Created then or later; UTC when no zone is given."), readMomentFrom,
		func(f *shipment.Filter) *time.Time { return &f.From }),
	bind(field("date_to", optional, Type{Name: TypeMoment}, "Created then or earlier; a day alone is all of it."), readMomentTo,
		func(f *shipment.Filter) *time.Time { return &f.To }),
	bind(field("service_id", optional, Type{Name: TypeInteger}, "Of this service; 0 is all."), readFilterID,
		func(f *shipment.Filter) **int64 { return &f.ServiceID }),
	text("shipper_order_id", optional, textMax, "With this reference of the shipper.",
		func(f *shipment.Filter) *string { return &f.ShipperOrderID }),
	text("upload_batch_no", optional, textMax, "Of this submission.", func(f *shipment.Filter) *string { return &f.UploadBatchNo }),
	bind(field("tracking_no", optional, Type{Name: TypeNumberList, Max: MaxTrackingNos}, "Tracking numbers, separated by commas."),
		readTrackingNos, func(f *shipment.Filter) *[]string { return &f.TrackingNos }),
)

// ReadFilter reads the filters of a view query. The problems are the whole body of the response,
// {"orders":[{"date_from":["…"]}]}.
func ReadFilter(query url.Values) (shipment.Filter, Problems) {
	var filter shipment.Filter
	if problems := filterTable.read(queryValues(query), &filter); problems != nil {
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
		return nil, Messages{textTooMany(f.Type.Max)}
	}
	return numbers, nil
}

// ParsePageSize reads the parameter page_size. A larger number counts as MaxPageSize; what is not a
// positive number counts as absent, as clients expect.
func ParsePageSize(s string) int {
	if !all(s, isDigit) {
		return shipment.MaxPageSize
	}
	n, _, ok := parseInteger(s)
	if !ok || n < 1 || n > shipment.MaxPageSize {
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
	n, exact, ok := parseInteger(digits)
	if !ok || !exact || n < 1 || n > maxPage || !isDigit(digits[0]) {
		return 0, false
	}
	return int(n), true
}
