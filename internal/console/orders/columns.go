package orders

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"time"

	"waybill/internal/console/web"
	"waybill/internal/each"
	"waybill/internal/shipment"
	"waybill/internal/store"
)

// orderColumn is a column of the list of orders, after the reference, the consignee and the tracking number, which are always there.
type orderColumn struct {
	Name, Label string // Label is a key of texts
	Usual       bool   // shown unless the user has chosen
	cell        func(*web.Visit, *orderRow) orderCell
}

// orderRow is the data of a row of the list or of an export.
type orderRow struct {
	*shipment.Order
	Cells   []orderCell // of the columns that are shown
	service string
	print   store.LabelPrint // zero: not printed
	tags    []string
	noFacts bool // the partner needs facts for customs
	queue   shipment.Queue
	weighed shipment.Thousandths // in a hub, last
}

// orderCell is a cell; Kind is text, code, status, badge, number or time.
type orderCell struct {
	Kind, Label, Text string
	Column            string // its name
	Tone              string // of a badge
	Title             string // of a badge
	On                time.Time
	Status            shipment.TrackerStatus
}

const tagsColumn = "tags"

var orderColumns = []orderColumn{
	{"country", web.Key("Destination"), true, textColumn("text", destination)},
	{"status", web.Key("Status"), true, statusCell},
	{"label", web.Key("Label"), true, labelCell},
	{"city", web.Key("City"), false, textColumn("text", func(_ *web.Visit, r *orderRow) string { return r.Consignee.City })},
	{"postal", web.Key("Postal code"), false, textColumn("code", func(_ *web.Visit, r *orderRow) string { return r.Consignee.Postal })},
	{"phone", web.Key("Phone"), false, textColumn("code", func(_ *web.Visit, r *orderRow) string { return r.Consignee.Number })},
	{"email", web.Key("E-mail"), false, textColumn("text", func(_ *web.Visit, r *orderRow) string { return r.Consignee.Email })},
	{"service", web.Key("Service"), true, textColumn("text", func(_ *web.Visit, r *orderRow) string { return r.service })},
	{"batch", web.Key("Batch"), false, textColumn("code", func(_ *web.Visit, r *orderRow) string { return r.UploadBatchNo })},
	{"partner", web.Key("Partner's number"), false, textColumn("code", func(_ *web.Visit, r *orderRow) string { return r.HAWBNo })},
	{"weight", web.Key("Weight"), false, textColumn("number", weight)},
	{"measured", web.Key("Measured weight"), false, textColumn("number", measuredWeight)},
	{"cod", web.Key("To collect"), false, textColumn("number", listedAmount)},
	{"created", web.Key("Created"), true, func(_ *web.Visit, r *orderRow) orderCell { return orderCell{Kind: "time", On: r.CreatedOn} }},
	{"updated", web.Key("Changed"), false, func(_ *web.Visit, r *orderRow) orderCell {
		return orderCell{Kind: "time", On: r.UpdatedOn}
	}},
	{"held", web.Key("Held because"), false, textColumn("text", func(_ *web.Visit, r *orderRow) string { return r.HeldBecause() })},
	{tagsColumn, web.Key("Tags"), false, textColumn("text", func(_ *web.Visit, r *orderRow) string { return strings.Join(r.tags, ", ") })},
}

// columnSorts are the orders of the list that the head of a column changes between: those of an index.
var columnSorts = map[string][]store.Sort{"created": {store.SortNewest, store.SortOldest}, "updated": {store.SortChanged}}

// textColumn makes the function of a column of texts.
func textColumn(kind string, value func(*web.Visit, *orderRow) string) func(*web.Visit, *orderRow) orderCell {
	return func(v *web.Visit, r *orderRow) orderCell { return orderCell{Kind: kind, Text: value(v, r)} }
}

func destination(v *web.Visit, r *orderRow) string { return v.Country(r.Consignee.Country) }

func weight(v *web.Visit, r *orderRow) string { return v.Weight(r.Weight.String()) }

func measuredWeight(v *web.Visit, r *orderRow) string {
	if r.weighed == 0 {
		return ""
	}
	return v.Weight(r.weighed.String())
}

func listedAmount(v *web.Visit, r *orderRow) string {
	amount := r.AmountToCollect()
	if amount == 0 {
		return ""
	}
	return v.Money(string(amount.Append(nil)), r.Consignee.Country.Currency())
}

func statusCell(v *web.Visit, r *orderRow) orderCell {
	switch r.StatusCode {
	case shipment.StatusSubmissionFailed:
		return orderCell{Kind: "badge", Tone: "bad", Text: v.T("Refused by the partner")}
	case shipment.StatusNone:
		if r.Hold != nil {
			return orderCell{Kind: "badge", Text: v.T("Not submitted")}
		}
		if r.noFacts {
			return orderCell{Kind: "badge", Tone: "warn", Text: v.T("Customs facts missing")}
		}
		return orderCell{Kind: "badge", Text: v.T("Waiting for the partner")}
	}
	switch s := r.TrackerStatus; {
	case r.queue == shipment.QueueProblem && s == shipment.PickedUp:
		return orderCell{Kind: "badge", Tone: "warn", Text: v.T("Handed over, not scanned")}
	case (s == shipment.OrderCreated || s == shipment.PendingPickup) && r.queue != shipment.QueueProblem && r.queue != shipment.QueueOnTheWay:
		return orderCell{Kind: "badge", Tone: web.Queues[r.queue].Tone, Text: v.T(web.Queues[r.queue].Text)}
	}
	return orderCell{Kind: "status", Status: r.TrackerStatus, Text: v.T(web.StatusOf(r.TrackerStatus).Text)}
}

func labelCell(v *web.Visit, r *orderRow) orderCell {
	switch {
	case r.print.Stale:
		return orderCell{Kind: "badge", Tone: "warn", Text: v.T("Print again"), Title: v.T("The label has changed.")}
	case !r.print.On.IsZero():
		return orderCell{Kind: "badge", Tone: "good", Text: v.T("Printed"), Title: v.T("%s by %s", v.Moment(r.print.On), r.print.By)}
	case r.HasLabel:
		return orderCell{Kind: "badge", Text: v.T("Not printed")}
	}
	return orderCell{Kind: "text", Text: v.T("Not ready")}
}

// columnsCookie keeps the columns that the user has chosen.
const (
	columnsCookie = "waybill_columns"
	columnsKept   = 365 * 24 * time.Hour
)

// chosenColumns returns the columns of the list. The columns that the address names are stored for the next visit. Without
// them it returns the stored ones, or the usual ones: that of tags if the account has any.
func chosenColumns(v *web.Visit, hasTags bool) []orderColumn {
	names := v.Request.URL.Query()["column"]
	if len(names) > 0 {
		v.SetCookie(columnsCookie, strings.Join(known(names), "."), columnsKept)
	} else {
		names = strings.Split(v.Cookie(columnsCookie), ".")
	}
	names = known(names)
	return slices.DeleteFunc(slices.Clone(orderColumns), func(c orderColumn) bool {
		return len(names) > 0 && !slices.Contains(names, c.Name) || len(names) == 0 && !c.Usual && (c.Name != tagsColumn || !hasTags)
	})
}

// known returns the names that are names of columns.
func known(names []string) []string {
	return slices.DeleteFunc(slices.Clone(names), func(name string) bool {
		return !slices.ContainsFunc(orderColumns, func(c orderColumn) bool { return c.Name == name })
	})
}

// cellsOf are the cells of a row.
func cellsOf(v *web.Visit, columns []orderColumn, row *orderRow) []orderCell {
	cells := make([]orderCell, len(columns))
	for i, c := range columns {
		cells[i] = c.cell(v, row)
		cells[i].Label, cells[i].Column = v.T(c.Label), c.Name
	}
	return cells
}

// rows are the rows of orders.
func rows(v *web.Visit, orders []shipment.Order, services map[int64]string) ([]orderRow, error) {
	ids := each.Of(orders, func(o shipment.Order) int64 { return o.OrderID })
	ctx, s, account := v.Context(), v.Console.Store, v.Account.AccountID
	extras, err := s.Extras(ctx, account, ids, shipment.ExtraHold, shipment.ExtraTags, shipment.ExtraMeasured)
	r := web.Reading{Err: err}
	prints := web.Read3(&r, s.Prints.LabelPrints, ctx, account, ids)
	noFacts := web.Read3(&r, s.OrdersWithoutFacts, ctx, account, ids)
	queues := web.Read3(&r, s.QueueOf, ctx, account, ids)
	rows := make([]orderRow, len(orders))
	for i := range orders {
		id := orders[i].OrderID
		service := serviceName(services, orders[i].ServiceID)
		orders[i].Hold = extras.Holds[id]
		rows[i] = orderRow{&orders[i], nil, service, prints[id], extras.Tags[id], noFacts[id], queues[id], extras.Measured[id].Weight}
	}
	return rows, r.Err
}

func serviceName(services map[int64]string, id int64) string {
	return cmp.Or(services[id], strconv.FormatInt(id, 10))
}
