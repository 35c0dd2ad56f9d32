package request

import (
	"encoding/base64"
	"slices"

	"waybill/internal/problem"
	"waybill/internal/shipment"
)

// MaxPartnerReports is the most reports of a partner's message.
const MaxPartnerReports = 100

// The types of a partner's reports.
const (
	reportAccepted = "accepted" // the partner has the order
	reportTracking = "tracking" // something happened to the parcel
	reportLabel    = "label"    // the partner has drawn the label
)

// sentReport is a partner's report as it is sent.
type sentReport struct {
	kind string
	shipment.PartnerReport
	event   shipment.TrackingEvent
	label   shipment.PartnerLabel
	content string // of the label, in base 64
	promise string // of the label, of an acceptance
}

// The fields of a partner's report: the common fields, and the fields of each type.
var (
	partnerTable = newTable(
		choice("type", required, []string{reportAccepted, reportTracking, reportLabel}, "Type of the report.",
			func(r *sentReport) *string { return &r.kind }),
		text(trackingNoField, optional, textMax, "Tracking number of the order.", func(r *sentReport) *string { return &r.TrackingNo }),
		bind(field(hawbField, optional, Type{Name: TypeText, MaxLength: shipment.MaxHAWBNo}, "The partner's number, in printable ASCII."),
			readHAWB,
			func(r *sentReport) *string { return &r.HAWBNo }),
	)
	partnerTables = map[string]table[sentReport]{
		reportAccepted: newTable(
			choice("label", optional, []string{"ready", "later"}, "Sent when the partner draws the label. By default Waybill draws it.",
				func(r *sentReport) *string { return &r.promise }),
		),
		reportTracking: newTable(within(eventTable, func(r *sentReport) *shipment.TrackingEvent { return &r.event })...),
		reportLabel: newTable(
			choice("format", required, []string{string(shipment.LabelPDF), string(shipment.LabelPNG), string(shipment.LabelZPL)},
				"Format of the label.",
				func(r *sentReport) *string { return (*string)(&r.label.Format) }),
			text(labelContent, required, maxMessage, "The label in base64, at most 2 MiB.", func(r *sentReport) *string { return &r.content }),
		),
	}
)

// maxMessage is the most bytes of a partner's message. A label that is larger than MaxPartnerLabel is
// refused later, without the rest of the message.
const maxMessage = 16 << 20

const (
	hawbField    = "hawb_no"
	labelContent = "content"
)

// readHAWB reads a number that is printed on labels.
var readHAWB = fitting(shipment.IsHAWBNo, problem.NotASCII)

// PartnerReportFields are the fields of a partner's reports, by their type.
func PartnerReportFields() map[string][]Field {
	fields := make(map[string][]Field, len(partnerTables))
	for kind, t := range partnerTables {
		fields[kind] = append(partnerTable.fields(), t.fields()...)
	}
	return fields
}

// PartnerReportShape is the shape of a partner's message.
func PartnerReportShape() *Shape { return partnerReportShape }

var partnerReportShape = func() *Shape {
	keys := slices.Clone(partnerTable.keys)
	for _, t := range partnerTables {
		keys = append(keys, t.keys...)
	}
	return bodyShape().withList(eventsField, MaxPartnerReports, newShape(keys...))
}()

// ReadPartnerReports reads the reports of a partner's message.
func ReadPartnerReports(f *Form) ([]shipment.PartnerReport, Problems) {
	return readList(f, readPartnerReport)
}

func readPartnerReport(e entry, to *shipment.PartnerReport) Node {
	if node := elementProblem(e.value()); node != nil {
		return node
	}
	var r sentReport
	problems := partnerTable.read(e, &r)
	if t, known := partnerTables[r.kind]; known {
		problems = append(problems, t.read(e, &r)...)
	}
	// The partner's own number identifies an order only after the partner has accepted it.
	if !e.get(trackingNoField).given() && (r.HAWBNo == "" || r.kind == reportAccepted) {
		problems = problems.with(trackingNoField, asNode(Messages{problem.Required}))
	}
	if problems == nil {
		problems = r.finish()
	}
	*to = r.PartnerReport
	return asNode(problems)
}

// finish fills the report from what was sent with it.
func (r *sentReport) finish() Problems {
	r.TrackingNo = shipment.TrackingKey(r.TrackingNo)
	switch r.kind {
	case reportAccepted:
		r.OwnLabel = r.promise != ""
	case reportTracking:
		r.Event = &r.event
	case reportLabel:
		content, err := base64.StdEncoding.DecodeString(r.content)
		if err != nil {
			return Problems{{labelContent, Messages{problem.NotBase64}}}
		}
		r.label.Content = content
		r.Label = &r.label
	}
	return nil
}
