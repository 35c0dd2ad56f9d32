package request

import (
	"slices"
	"strings"
	"time"

	"waybill/internal/shipment"
)

// eventsField lists the reports of a request.
const eventsField = "events"

// MaxReports is the most reports of a request.
const MaxReports = 1000

// ReportFields are the fields of an operator's report.
func ReportFields() []Field { return reportTable.fields() }

// reportable are the statuses that a report may have. Orders are created and cancelled by other
// operations.
func reportable() []string {
	isOther := func(s shipment.TrackerStatus) bool { return s == shipment.OrderCreated || s == shipment.Cancelled }
	return texts(slices.DeleteFunc(shipment.TrackerStatuses(), isOther))
}

// eventTable are the fields of a report that describe the event.
var eventTable = tableOf[shipment.TrackingEvent]("event")

var reportTable = tableOf[shipment.TrackingReport]("report")

func readOccurredOn(v Value, f *Field) (time.Time, Messages) {
	if !v.given() {
		return time.Time{}, nil
	}
	return readMomentFrom(Value{v.Kind, strings.TrimSpace(v.Text)}, f)
}

func readOccurredMicros(v Value, f *Field) (int64, Messages) {
	on, wrong := readOccurredOn(v, f)
	return max(0, on.UnixMicro()), wrong
}

// ReportShape is the shape of a request with reports.
func ReportShape() *Shape { return reportShape }

var reportShape = ownShape().withList(eventsField, MaxReports, newShape(reportTable.keys...))

// ReadReports reads the reports of an operator's request.
func ReadReports(f *Form) ([]shipment.TrackingReport, Problems) { return readList(f, readReport) }

func readReport(e entry, r *shipment.TrackingReport) Node {
	if node := elementProblem(e.value()); node != nil {
		return node
	}
	return asNode(append(e.form.unknownOf(e.level, e.index), readReportValues(e, r)...))
}

func readReportValues(from values, r *shipment.TrackingReport) Problems {
	problems := reportTable.read(from, r)
	r.Source = shipment.SourceOperator
	return problems
}

// ReadReport reads one report of an operator from its values by field.
func ReadReport(values map[string]Value, r *shipment.TrackingReport) Problems {
	return readReportValues(valueMap(values), r)
}

// ReportKeys are the names of the fields of a report.
func ReportKeys() []string { return slices.Clone(reportTable.keys) }
