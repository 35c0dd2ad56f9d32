package orderfile

import (
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"waybill/internal/importer"
	"waybill/internal/shipment"
)

// column is a column of a file.
type column struct {
	heading string
	text    func(*row) string
}

// orderColumns are those of the form Orders: what keeps the items of an order together, all fields but the lists, and what
// happened to the order since, which an import leaves out.
var orderColumns = func() []column {
	columns := []column{{importer.OrderHeading, trackingNo}}
	for _, f := range shipment.OrderFields {
		if !f.IsList() && f.Name != "tracking_no" { // no other order can have it
			columns = append(columns, column{f.Name, func(r *row) string { return textOf(&f, r.order) }})
		}
	}
	for _, f := range shipment.ItemFields {
		columns = append(columns, column{f.Name, func(r *row) string { return textOf(&f, r.item) }})
	}
	return append(columns,
		column{"service_name", service},
		column{"upload_batch_no", func(r *row) string { return r.order.UploadBatchNo }},
		column{"status_code", func(r *row) string { return string(r.order.StatusCode) }},
		column{"tracker_status_code", func(r *row) string { return string(r.order.TrackerStatus) }},
		column{"hawb_no", func(r *row) string { return r.order.HAWBNo }},
		column{"created_on", func(r *row) string { return shipment.FormatTime(r.order.CreatedOn) }},
		column{"updated_on", func(r *row) string { return shipment.FormatTime(r.order.UpdatedOn) }},
		column{"held_because", func(r *row) string { return r.order.HeldBecause() }},
		column{"measured_weight", func(r *row) string { return ifSo(r.measured.Weight != 0, r.measured.Weight.String()) }},
		column{"measured_length", func(r *row) string { return ifSo(r.measured.Length != 0, r.measured.Length.String()) }},
		column{"measured_width", func(r *row) string { return ifSo(r.measured.Width != 0, r.measured.Width.String()) }},
		column{"measured_height", func(r *row) string { return ifSo(r.measured.Height != 0, r.measured.Height.String()) }},
		column{"measured_on", func(r *row) string { return timeOf(r.measured.On) }},
		column{"tags", func(r *row) string { return strings.Join(r.extras.Tags[r.order.OrderID], ", ") }},
	)
}()

// addedColumns are those of the form Orders that stand behind the columns that only some orders have, because they came later.
var addedColumns = []column{
	{"picked_up_on", func(r *row) string { return timeOf(r.pickedUp) }},
	{"delivered_on", func(r *row) string { return timeOf(r.delivered) }},
	{"failed_deliveries", func(r *row) string { return strconv.Itoa(r.failed) }},
	{"partner", func(r *row) string { return r.submission.Partner }},
	{"submission_attempts", func(r *row) string { return ifSo(r.submission.Partner != "", strconv.Itoa(r.submission.Attempts)) }},
	{"packed_on", func(r *row) string { return timeOf(r.packing.On) }},
	{"packed_weight", func(r *row) string { return ifSo(r.packing.Weight != 0, r.packing.Weight.String()) }},
}

func timeOf(t time.Time) string { return ifSo(!t.IsZero(), shipment.FormatTime(t)) }

// trackingColumns are those of the form Tracking.
var trackingColumns = []column{
	{"shipper_order_id", func(r *row) string { return r.order.ShipperOrderID }},
	{"tracking_no", trackingNo},
	{"carrier", service},
	{"tracking_url", func(r *row) string { return r.file.query.Base + "/track/" + url.PathEscape(r.order.TrackingNo) }},
}

// columnsOf are the columns of a form that every order has. Those behind the ones that only some orders have are the last.
func columnsOf(form string) (columns []column, behind int) {
	if form == Orders {
		return slices.Concat(orderColumns, addedColumns), len(addedColumns)
	}
	return trackingColumns, 0
}

// ifSo is a text, "" unless it is so.
func ifSo(is bool, text string) string {
	if !is {
		return ""
	}
	return text
}

func trackingNo(r *row) string { return r.order.TrackingNo }

func service(r *row) string { return r.file.services[r.order.ServiceID] }

// textOf is a field as a cell has it. A number that an order need not have is empty if it is 0.
func textOf[T any](f *shipment.Field[T], of *T) string {
	switch {
	case f.NumberAt == nil:
		return lines(f.Shown(of))
	case f.IsZero(of) && f.Create != shipment.Required:
		return ""
	}
	return string(shipment.AppendScaled(nil, f.Number(of), f.Type.Places))
}
