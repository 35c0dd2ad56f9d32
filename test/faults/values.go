package main

import (
	"cmp"
	"strconv"
	"strings"

	"waybill/client"
)

// values are the fields of an order that clients change, as texts. A change has "" for the others.
type values struct{ Reference, City, Name, Notes, Weight, Service string }

// field is a field of values.
type field struct {
	name   string // in the API
	of     func(*values) *string
	stored string // in the table orders
	sent   string // in a submission to the partner
}

// fields are all of them: each is in another place of the database.
var fields = []field{
	{"shipper_order_id", func(v *values) *string { return &v.Reference }, "o.shipper_order_id", "message->>'shipper_order_id'"},
	{"consignee_city", func(v *values) *string { return &v.City }, "o.record->>'consignee_city'", "message->'consignee'->>'city'"},
	{"consignee_name", func(v *values) *string { return &v.Name }, "o.record->>'consignee_name'", "message->'consignee'->>'name'"},
	{"pickup_notes", func(v *values) *string { return &v.Notes }, "coalesce(o.rest->>'pickup_notes', '')", "message->>'pickup_notes'"},
	{"order_weight", func(v *values) *string { return &v.Weight }, "o.record->>'order_weight'", "message->>'weight_kg'"},
	{"service_id", func(v *values) *string { return &v.Service }, "CAST(o.service_id AS TEXT)", "CAST(message->>'service_id' AS TEXT)"},
}

// columns are the expressions of all fields.
func columns(of func(field) string) string {
	var names []string
	for _, f := range fields {
		names = append(names, of(f))
	}
	return strings.Join(names, ", ")
}

// pointers are what a row of columns is scanned into.
func (v *values) pointers() (to []any) {
	for _, f := range fields {
		to = append(to, f.of(v))
	}
	return to
}

// with is the values after a change.
func (v values) with(change values) values {
	for _, f := range fields {
		*f.of(&v) = cmp.Or(*f.of(&change), *f.of(&v))
	}
	return v
}

// patch is a change as the API takes it.
func (v values) patch() map[string]any {
	patch := make(map[string]any)
	for _, f := range fields {
		if value := *f.of(&v); value != "" {
			patch[f.name] = value
		}
	}
	if id, err := strconv.ParseInt(v.Service, 10, 64); err == nil {
		patch["service_id"] = id
	}
	return patch
}

// apply makes a change of the history of an order. It reports whether the fields were as the change says.
func (v *values) apply(changes []client.FieldChange) bool {
	were := true
	for _, c := range changes {
		known := false
		for _, f := range fields {
			if f.name == c.Field {
				known = *f.of(v) == strings.Trim(string(c.From), `"`)
				*f.of(v) = strings.Trim(string(c.To), `"`)
			}
		}
		were = were && known
	}
	return were
}

func valuesOf(o client.NewOrder) values {
	return values{o.ShipperOrderID, o.ConsigneeCity, o.ConsigneeName, o.PickupNotes, string(o.OrderWeight), decimal(o.ServiceID)}
}

func decimal(n int64) string { return strconv.FormatInt(n, 10) }
