package shipment

import (
	"bytes"
	"net/url"
	"slices"
	"strconv"
	"time"
)

// EventType is a type of event that an endpoint can subscribe to: of an order, an import or an endpoint.
type EventType string

// The types of events.
const (
	EventOrderCreated     EventType = "order.created"
	EventLabelReady       EventType = "order.label_ready"
	EventSubmissionFailed EventType = "order.submission_failed"
	EventTrackingUpdated  EventType = "order.tracking_updated"
	EventOrderUpdated     EventType = "order.updated" // its own data
	EventOrderHeld        EventType = "order.held"
	EventOrderReleased    EventType = "order.released"
	EventCancelled        EventType = "order.cancelled"
	EventDelivered        EventType = "order.delivered"
	EventImportFinished   EventType = "import.finished"
	EventRunSigned        EventType = "run.signed"  // this and what follows is of the operator
	EventRunCarried       EventType = "run.carried" // all its parcels are picked up
	EventParcelStopped    EventType = "parcel.stopped"
	EventStopLifted       EventType = "parcel.stop_lifted"
	EventScanUnknown      EventType = "scan.unknown" // no order has the code
	EventDeparted         EventType = "consignment.departed"
	EventArrived          EventType = "consignment.arrived"
	EventEndpointDisabled EventType = "endpoint.disabled" // because nothing could be delivered to it
	EventEndpointTest     EventType = "endpoint.test"     // at the request of its account; not in EventTypes
)

var eventTypes = []EventType{
	EventOrderCreated, EventOrderUpdated, EventOrderHeld, EventOrderReleased, EventLabelReady, EventSubmissionFailed,
	EventTrackingUpdated, EventCancelled,
	EventDelivered,
	EventImportFinished,
	EventEndpointDisabled,
	EventRunSigned, EventRunCarried, EventParcelStopped, EventStopLifted, EventScanUnknown, EventDeparted, EventArrived,
}

// OfOperator reports whether only accounts of the operator get events of the type, because they are about parcels of all shippers.
func (t EventType) OfOperator() bool {
	return slices.Index(eventTypes, t) >= slices.Index(eventTypes, EventRunSigned)
}

// EventTypes returns all types: for orders, in the order of a normal journey, then for imports and
// endpoints, then those of the operator.
func EventTypes() []EventType { return slices.Clone(eventTypes) }

// EventTypesFor returns the types of events that an account gets.
func EventTypesFor(isOperator bool) []EventType {
	return slices.DeleteFunc(EventTypes(), func(t EventType) bool { return t.OfOperator() && !isOperator })
}

// Known reports whether t is one of EventTypes.
func (t EventType) Known() bool { return slices.Contains(eventTypes, t) }

// Event is something that happened to an order, an import or an endpoint.
type Event struct {
	ID         string // the same in every delivery
	Type       EventType
	AccountID  int64
	OrderID    int64  // 0 of an import's and an endpoint's
	Sequence   int64  // rises with each event of the order, or of the account's imports and endpoints, from 1
	TrackingNo string // "" of an import's and an endpoint's
	CreatedOn  time.Time
	Data       []byte // what EventData returned
	// AddressRevision is that of its order, if the event has the address of the label and was read.
	AddressRevision int64 `json:",omitempty"`
}

// EventRange chooses events by their time, From and To inclusive, or by their ids.
type EventRange struct {
	From, To time.Time // zero: open
	IDs      []string  // nil: by time
	Limit    int       // of a page of a list; 0: as many as fit
}

// EventDetail is a field of an event that is not a field of its order.
type EventDetail struct{ Name, Value string }

// The details of EventLabelReady.
const (
	DetailLabelURL = "order_label_url"
	DetailLabelPDF = "order_label_pdf" // in base64
	// DetailLabelFormat is stored with the event when the partner draws the label. Receivers get it, too.
	DetailLabelFormat = "order_label_format"
)

// DetailChangedFields of EventOrderUpdated are the names of fields, with commas between.
const DetailChangedFields = "changed_fields"

// LabelFormat is the format of the label of EventLabelReady when the partner draws it, else "".
func (e *Event) LabelFormat() LabelFormat {
	for _, format := range []LabelFormat{LabelPDF, LabelPNG, LabelZPL} {
		detail := appendField([]byte{'{'}, DetailLabelFormat, string(format))
		if bytes.HasSuffix(e.Data, append(detail[1:], '}')) { // no text of the order can end the object
			return format
		}
	}
	return ""
}

// EventData is the order as a JSON object, as it is at the time of an event, with the details of the
// event at the end.
func EventData(o *Order, details ...EventDetail) []byte {
	b := append(make([]byte, 0, 512), '{')
	b = appendNumber(b, "order_id", o.OrderID)
	b = appendNumber(b, "service_id", o.ServiceID)
	b = strconv.AppendBool(AppendKey(b, "is_return"), o.Return)
	b = appendField(b, "tracking_no", o.TrackingNo)
	b = appendField(b, "shipper_order_id", o.ShipperOrderID)
	b = appendField(b, "upload_batch_no", o.UploadBatchNo)
	b = appendNullable(b, "hawb_no", o.HAWBNo)
	b = appendNullable(b, "status_code", string(o.StatusCode))
	b = appendField(b, "tracker_status_code", string(o.TrackerStatus))
	b = appendField(b, "tracker_main_text", o.TrackerStatus.Text())
	if o.Trade != nil && o.Trade.Metadata != nil {
		b = AppendMetadata(AppendKey(b, "metadata"), o.Trade.Metadata)
	}
	for _, d := range details {
		b = appendField(b, d.Name, d.Value)
	}
	return append(b, '}')
}

// FinishedImport is an import of a file that has ended.
type FinishedImport struct {
	ImportID         int64
	FileName         string // "": it has none
	State            string // done, cancelled or failed
	Message          string // why it failed
	Rows, Orders     int64  // of the file
	Created          int64  // orders
	Skipped          int64  // orders that existed
	Refused, LeftOut int64  // orders
	FinishedOn       time.Time
}

// EventData is the import as a JSON object.
func (f *FinishedImport) EventData() []byte {
	b := appendNumber([]byte{'{'}, "import_id", f.ImportID)
	b = appendNullable(b, "file_name", f.FileName)
	b = appendField(b, "state", f.State)
	b = appendNullable(b, "message", f.Message)
	b = appendNumber(b, "rows", f.Rows)
	b = appendNumber(b, "orders", f.Orders)
	b = appendNumber(b, "created", f.Created)
	b = appendNumber(b, "skipped", f.Skipped)
	b = appendNumber(b, "refused", f.Refused)
	b = appendNumber(b, "left_out", f.LeftOut)
	b = appendField(b, "finished_on", FormatTime(f.FinishedOn))
	return append(b, '}')
}

// DisabledEndpoint is an endpoint that was disabled because nothing could be delivered to it.
type DisabledEndpoint struct {
	EndpointID   int64
	URL          string
	Reason       string
	FailingSince time.Time
	DisabledOn   time.Time
}

// EventData is the endpoint as a JSON object. It leaves out the parts of the URL that may be secret:
// the query and the user.
func (d *DisabledEndpoint) EventData() []byte {
	b := appendNumber([]byte{'{'}, "endpoint_id", d.EndpointID)
	b = appendNullable(b, "url", publicURL(d.URL))
	b = appendField(b, "reason", d.Reason)
	b = appendField(b, "failing_since", FormatTime(d.FailingSince))
	b = appendField(b, "disabled_on", FormatTime(d.DisabledOn))
	return append(b, '}')
}

// TestedEndpoint is an endpoint that a test event is sent to.
type TestedEndpoint struct {
	EndpointID int64
	URL        string
}

// EventData is the endpoint as a JSON object, with the public parts of the URL.
func (t *TestedEndpoint) EventData() []byte {
	b := appendNumber([]byte{'{'}, "endpoint_id", t.EndpointID)
	b = appendNullable(b, "url", publicURL(t.URL))
	return append(b, '}')
}

// publicURL is the scheme, host and path of a URL, "" if text is not a URL.
func publicURL(text string) string {
	u, err := url.Parse(text)
	if err != nil {
		return ""
	}
	return (&url.URL{Scheme: u.Scheme, Host: u.Host, Path: u.Path, RawPath: u.RawPath}).String()
}

// FormatTime writes a time as the API and its events do: in UTC, with microseconds.
func FormatTime(t time.Time) string { return t.UTC().Format("2006-01-02T15:04:05.000000Z") }

// AppendJSON appends the event as receivers get it: its type, its time, and data, which begins with
// the id and the sequence and ends with more.
func (e *Event) AppendJSON(b []byte, more ...EventDetail) []byte {
	b = appendField(append(b, '{'), "type", string(e.Type))
	b = appendField(b, "timestamp", FormatTime(e.CreatedOn))
	b = appendField(append(AppendKey(b, "data"), '{'), "id", e.ID)
	b = appendNumber(b, "sequence", e.Sequence)
	b = append(AppendComma(b), e.Data[1:len(e.Data)-1]...)
	for _, d := range more {
		b = appendField(b, d.Name, d.Value)
	}
	return append(b, '}', '}')
}

// LabelWebhookJSON is an EventLabelReady as endpoints with LabelWebhook get it: the object of the original's label webhook. label is the
// PDF in base64, "" if there is none to send: the key is never missing, because receivers were written for labels that are always there.
func (e *Event) LabelWebhookJSON(address, label string) []byte {
	b := appendField([]byte{'{'}, "tracking_no", e.TrackingNo)
	b = appendField(b, DetailLabelURL, address)
	return append(appendField(b, "label_base64", label), '}')
}
