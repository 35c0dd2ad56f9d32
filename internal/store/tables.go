package store

import (
	"fmt"
	"strings"

	"waybill/internal/shipment"
)

// orderRow is an order with the fields that the database holds in another form.
type orderRow struct {
	*shipment.Order
	batchSize, isReturn, hasLabel, createdOn, updatedOn int64
}

// column is a column of the table orders and the field for its value, for both writing and reading.
type column struct {
	name   string
	text   func(*orderRow) *string // nil: it is a number
	number func(*orderRow) *int64
	later  bool // it has a default and is set later: creates do not write it
}

// orderColumns is every column of the table orders.
var orderColumns = []column{
	{name: "order_id", number: func(r *orderRow) *int64 { return &r.OrderID }},
	{name: "account_id", number: func(r *orderRow) *int64 { return &r.AccountID }},
	{name: "key_id", number: func(r *orderRow) *int64 { return &r.KeyID }},
	{name: "upload_batch_no", text: func(r *orderRow) *string { return &r.UploadBatchNo }},
	{name: "batch_size", number: func(r *orderRow) *int64 { return &r.batchSize }},
	{name: "tracking_no", text: func(r *orderRow) *string { return &r.TrackingNo }},
	{name: "service_id", number: func(r *orderRow) *int64 { return &r.ServiceID }},
	{name: "is_return", number: func(r *orderRow) *int64 { return &r.isReturn }},
	{name: "service_type", text: func(r *orderRow) *string { return &r.ServiceType }},
	{name: "shipper_order_id", text: func(r *orderRow) *string { return &r.ShipperOrderID }},
	{name: "forward_tracking_no", text: func(r *orderRow) *string { return &r.ForwardTrackingNo }},
	{name: "forward_order_id", number: func(r *orderRow) *int64 { return &r.ForwardOrderID }},
	{name: "length", number: func(r *orderRow) *int64 { return (*int64)(&r.Length) }},
	{name: "width", number: func(r *orderRow) *int64 { return (*int64)(&r.Width) }},
	{name: "height", number: func(r *orderRow) *int64 { return (*int64)(&r.Height) }},
	{name: "weight", number: func(r *orderRow) *int64 { return (*int64)(&r.Weight) }},
	{name: "payment_type", text: func(r *orderRow) *string { return &r.PaymentType }},
	{name: "cod_amount", number: func(r *orderRow) *int64 { return (*int64)(&r.CODAmountToCollect) }},
	{name: "incoterm", text: func(r *orderRow) *string { return &r.Incoterm }},
	{name: "identification_document_name", text: func(r *orderRow) *string { return &r.IdentificationDocumentName }},
	{name: "consignee_identification_number", text: func(r *orderRow) *string { return &r.ConsigneeIdentificationNumber }},
	{name: "consignee_name", text: func(r *orderRow) *string { return &r.Consignee.Name }},
	{name: "consignee_number", text: func(r *orderRow) *string { return &r.Consignee.Number }},
	{name: "consignee_email", text: func(r *orderRow) *string { return &r.Consignee.Email }},
	{name: "consignee_country", text: func(r *orderRow) *string { return (*string)(&r.Consignee.Country) }},
	{name: "consignee_address", text: func(r *orderRow) *string { return &r.Consignee.Address }},
	{name: "consignee_postal", text: func(r *orderRow) *string { return &r.Consignee.Postal }},
	{name: "consignee_state", text: func(r *orderRow) *string { return &r.Consignee.State }},
	{name: "consignee_city", text: func(r *orderRow) *string { return &r.Consignee.City }},
	{name: "consignee_province", text: func(r *orderRow) *string { return &r.Consignee.Province }},
	{name: "pickup_name", text: func(r *orderRow) *string { return &r.Pickup.Name }},
	{name: "pickup_number", text: func(r *orderRow) *string { return &r.Pickup.Number }},
	{name: "pickup_email", text: func(r *orderRow) *string { return &r.Pickup.Email }},
	{name: "pickup_country", text: func(r *orderRow) *string { return (*string)(&r.Pickup.Country) }},
	{name: "pickup_address", text: func(r *orderRow) *string { return &r.Pickup.Address }},
	{name: "pickup_postal", text: func(r *orderRow) *string { return &r.Pickup.Postal }},
	{name: "pickup_state", text: func(r *orderRow) *string { return &r.Pickup.State }},
	{name: "pickup_city", text: func(r *orderRow) *string { return &r.Pickup.City }},
	{name: "pickup_province", text: func(r *orderRow) *string { return &r.Pickup.Province }},
	{name: "pickup_date", text: func(r *orderRow) *string { return &r.PickupDate }},
	{name: "pickup_notes", text: func(r *orderRow) *string { return &r.PickupNotes }},
	{name: "delivery_note", text: func(r *orderRow) *string { return &r.DeliveryNote }},
	{name: "hawb_no", text: func(r *orderRow) *string { return &r.HAWBNo }},
	{name: "status_code", text: func(r *orderRow) *string { return (*string)(&r.StatusCode) }},
	{name: "tracker_status", text: func(r *orderRow) *string { return (*string)(&r.TrackerStatus) }},
	{name: "has_label", number: func(r *orderRow) *int64 { return &r.hasLabel }},
	{name: "partner_label", text: func(r *orderRow) *string { return (*string)(&r.PartnerLabel) }, later: true},
	{name: "created_on", number: func(r *orderRow) *int64 { return &r.createdOn }},
	{name: "updated_on", number: func(r *orderRow) *int64 { return &r.updatedOn }},
}

// orderColumnNames lists orderColumns for SQL.
var orderColumnNames = func() string {
	names := make([]string, len(orderColumns))
	for i, c := range orderColumns {
		names[i] = c.name
	}
	return strings.Join(names, ", ")
}()

// appendOrder appends the values of the columns that creates write to row.
func appendOrder(row []any, o *shipment.Order, batchSize int) []any {
	r := orderRow{o, int64(batchSize), flag(o.Return), flag(o.HasLabel), micros(o.CreatedOn), micros(o.UpdatedOn)}
	for _, c := range orderColumns {
		switch {
		case c.later:
		case c.text != nil:
			row = append(row, *c.text(&r))
		default:
			row = append(row, *c.number(&r))
		}
	}
	return row
}

// scanOrder reads orderColumns.
func scanOrder(row scanner, o *shipment.Order) error {
	r := orderRow{Order: o}
	var targets [64]any
	for i, c := range orderColumns {
		if c.text != nil {
			targets[i] = c.text(&r)
		} else {
			targets[i] = c.number(&r)
		}
	}
	if err := row.Scan(targets[:len(orderColumns)]...); err != nil {
		return err
	}
	o.Return, o.HasLabel = r.isReturn != 0, r.hasLabel != 0
	o.CreatedOn, o.UpdatedOn = fromMicros(r.createdOn), fromMicros(r.updatedOn)
	return nil
}

// table is a table that creates write to.
type table struct {
	name    string
	columns []string // each with its PostgreSQL type: "order_id bigint"
	one     string   // inserts a row, an argument each column
	unnamed string   // SQLite: like one, with parameters without names
	many    string   // PostgreSQL: inserts rows, an array each column
}

// newTable makes the statements; onConflict is their end. SQLite's driver takes $1 for a name and
// looks it up in each execution, which is 7 % of an insert: hence unnamed.
func newTable(name, onConflict string, columns ...string) table {
	names, params, arrays := make([]string, len(columns)), make([]string, len(columns)), make([]string, len(columns))
	marks := strings.TrimSuffix(strings.Repeat("?, ", len(columns)), ", ")
	for i, c := range columns {
		column, kind, _ := strings.Cut(c, " ")
		names[i] = column
		params[i] = fmt.Sprintf("$%d", i+1)
		arrays[i] = fmt.Sprintf("$%d::%s[]", i+1, kind)
	}
	into := "INSERT INTO " + name + " (" + strings.Join(names, ", ") + ") "
	return table{
		name:    name,
		columns: columns,
		one:     into + "VALUES (" + strings.Join(params, ", ") + ") " + onConflict,
		unnamed: into + "VALUES (" + marks + ") " + onConflict,
		many: into + "SELECT " + strings.Join(names, ", ") + " FROM unnest(" + strings.Join(arrays, ", ") +
			") AS new (" + strings.Join(names, ", ") + ") " + onConflict,
	}
}

// The tables that creates write to.
var (
	ordersTable = newTable("orders", "", func() []string {
		var columns []string
		for _, c := range orderColumns {
			switch {
			case c.later:
			case c.text != nil:
				columns = append(columns, c.name+" text")
			default:
				columns = append(columns, c.name+" bigint")
			}
		}
		return columns
	}()...)
	itemsTable = newTable("order_items", "", "account_id bigint", "order_id bigint", "line bigint", "description text",
		"category text", "product_id text", "sku text", "quantity bigint", "price_value bigint", "price_currency text")
	trackingTable = newTable("tracking_numbers", "", "tracking_no text", "account_id bigint", "order_id bigint")
	prefixesTable = newTable(
		"tracking_prefixes",
		"ON CONFLICT (prefix) DO UPDATE SET issued = 2 WHERE tracking_prefixes.issued = 1",
		"prefix text",
		"issued bigint",
	)
	submissionsTable = newTable("submissions", "", "account_id bigint", "order_id bigint", "partner text", "idempotency_key text",
		"state text", "due_on bigint", "lease_owner text", "lease_token bigint", "created_on bigint", "updated_on bigint")
	responsesTable = newTable("idempotent_responses", "", "account_id bigint", "idempotency_key text", "request_hash bytea",
		"upload_batch_no text", "finished bigint", "status bigint", "body bytea", "runs_until bigint", "created_on bigint")
	countsTable = newTable("order_counts",
		"ON CONFLICT (account_id, service_id, slot) DO UPDATE SET orders = order_counts.orders + excluded.orders",
		"account_id bigint", "service_id bigint", "slot bigint", "orders bigint")
	sequencesTable = newTable("event_sequences", "", "account_id bigint", "order_id bigint", "last_sequence bigint")
	eventsTable    = newTable(
		"events",
		"",
		"account_id bigint",
		"order_id bigint",
		"sequence bigint",
		"type text",
		"tracking_no text",
		"data text",
		"created_on bigint",
	)
	deliveriesTable = newTable("deliveries", "", "account_id bigint", "endpoint_id bigint", "order_id bigint", "sequence bigint",
		"state text", "due_on bigint", "event_on bigint", "updated_on bigint")
)
