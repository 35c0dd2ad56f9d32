package console

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"waybill/internal/shipment"
	"waybill/internal/store"
)

// orderColumn is a column of the list of orders, after the tracking number, which is always there.
type orderColumn struct {
	Name, Label string // Label is a key of texts
	Usual       bool   // shown unless the user has chosen
	cell        func(*visit, *orderRow) orderCell
}

// orderRow is what a row of the list, or of an export, is made of.
type orderRow struct {
	order   *shipment.Order
	service string
	print   store.LabelPrint // zero: not printed
}

// orderCell is a cell; Kind is text, code, status, badge, number or time.
type orderCell struct {
	Kind, Label, Text string
	Tone              string // of a badge
	Title             string // of a badge
	On                time.Time
	Status            shipment.TrackerStatus
}

var orderColumns = []orderColumn{
	{"reference", key("Reference"), true, textColumn("code", func(_ *visit, r *orderRow) string { return r.order.ShipperOrderID })},
	{"consignee", key("Consignee"), true, textColumn("text", func(_ *visit, r *orderRow) string { return r.order.Consignee.Name })},
	{"country", key("Destination"), true, textColumn("text", destination)},
	{"status", key("Status"), true, statusCell},
	{"label", key("Label"), true, labelCell},
	{"city", key("City"), false, textColumn("text", func(_ *visit, r *orderRow) string { return r.order.Consignee.City })},
	{"postal", key("Postal code"), false, textColumn("code", func(_ *visit, r *orderRow) string { return r.order.Consignee.Postal })},
	{"phone", key("Phone"), false, textColumn("code", func(_ *visit, r *orderRow) string { return r.order.Consignee.Number })},
	{"email", key("E-mail"), false, textColumn("text", func(_ *visit, r *orderRow) string { return r.order.Consignee.Email })},
	{"service", key("Service"), true, textColumn("text", func(_ *visit, r *orderRow) string { return r.service })},
	{"batch", key("Batch"), false, textColumn("code", func(_ *visit, r *orderRow) string { return r.order.UploadBatchNo })},
	{"partner", key("Partner's number"), false, textColumn("code", func(_ *visit, r *orderRow) string { return r.order.HAWBNo })},
	{"weight", key("Weight"), false, textColumn("number", weight)},
	{"cod", key("To collect"), false, textColumn("number", (*visit).listedAmount)},
	{"created", key("Created"), true, func(_ *visit, r *orderRow) orderCell { return orderCell{Kind: "time", On: r.order.CreatedOn} }},
	{"updated", key("Changed"), false, func(_ *visit, r *orderRow) orderCell { return orderCell{Kind: "time", On: r.order.UpdatedOn} }},
}

// textColumn makes the function of a column of texts.
func textColumn(kind string, value func(*visit, *orderRow) string) func(*visit, *orderRow) orderCell {
	return func(v *visit, r *orderRow) orderCell { return orderCell{Kind: kind, Text: value(v, r)} }
}

func destination(v *visit, r *orderRow) string { return v.country(r.order.Consignee.Country) }

func weight(_ *visit, r *orderRow) string { return string(r.order.Weight.Append(nil)) + " kg" }

func (v *visit) listedAmount(r *orderRow) string {
	amount := r.order.AmountToCollect()
	if amount == 0 {
		return ""
	}
	return v.money(string(amount.Append(nil)), r.order.Consignee.Country.Currency())
}

func statusCell(v *visit, r *orderRow) orderCell {
	switch r.order.StatusCode {
	case shipment.StatusSubmissionFailed:
		return orderCell{Kind: "badge", Tone: "bad", Text: v.t("Refused by the partner")}
	case shipment.StatusNone:
		return orderCell{Kind: "badge", Text: v.t("Waiting for the partner")}
	}
	return orderCell{Kind: "status", Status: r.order.TrackerStatus, Text: v.t(statusOf(r.order.TrackerStatus).Text)}
}

func labelCell(v *visit, r *orderRow) orderCell {
	switch {
	case !r.print.On.IsZero():
		return orderCell{Kind: "badge", Tone: "good", Text: v.t("Printed"), Title: v.t("%s by %s", v.moment(r.print.On), r.print.By)}
	case r.order.HasLabel:
		return orderCell{Kind: "badge", Text: v.t("Not printed")}
	}
	return orderCell{Kind: "text", Text: v.t("Not ready")}
}

// columnsCookie keeps the columns that the user has chosen.
const (
	columnsCookie = "waybill_columns"
	columnsKept   = 365 * 24 * time.Hour
)

// chosenColumns are the columns of the list: those that the address names, which are kept, else those that were kept.
func (v *visit) chosenColumns() []orderColumn {
	names := v.r.URL.Query()["column"]
	if len(names) > 0 {
		v.setCookie(columnsCookie, strings.Join(known(names), "."), columnsKept)
	} else if cookie, err := v.r.Cookie(columnsCookie); err == nil {
		names = strings.Split(cookie.Value, ".")
	}
	names = known(names)
	return slices.DeleteFunc(slices.Clone(orderColumns), func(c orderColumn) bool {
		return len(names) > 0 && !slices.Contains(names, c.Name) || len(names) == 0 && !c.Usual
	})
}

// known are those of the names that columns have.
func known(names []string) []string {
	return slices.DeleteFunc(slices.Clone(names), func(name string) bool {
		return !slices.ContainsFunc(orderColumns, func(c orderColumn) bool { return c.Name == name })
	})
}

// cells are the cells of a row.
func (v *visit) cells(columns []orderColumn, row *orderRow) []orderCell {
	cells := make([]orderCell, len(columns))
	for i, c := range columns {
		cells[i] = c.cell(v, row)
		cells[i].Label = v.t(c.Label)
	}
	return cells
}

// rows are the rows of orders.
func (v *visit) rows(orders []shipment.Order, services map[int64]string) ([]orderRow, error) {
	ids := make([]int64, len(orders))
	for i := range orders {
		ids[i] = orders[i].OrderID
	}
	prints, err := v.console.Store.LabelPrints(v.ctx(), v.account.AccountID, ids)
	rows := make([]orderRow, len(orders))
	for i := range orders {
		rows[i] = orderRow{&orders[i], serviceName(services, orders[i].ServiceID), prints[orders[i].OrderID]}
	}
	return rows, err
}

// serviceNames are the names of all services.
func (v *visit) serviceNames() (map[int64]string, []option, error) {
	services, err := v.console.Store.Services(v.ctx())
	names := make(map[int64]string, len(services))
	options := []option{{"", v.t("Any service")}}
	for _, s := range services {
		names[s.ServiceID] = s.Name
		options = append(options, option{strconv.FormatInt(s.ServiceID, 10), s.Name})
	}
	return names, options, err
}

func serviceName(services map[int64]string, id int64) string {
	if name := services[id]; name != "" {
		return name
	}
	return strconv.FormatInt(id, 10)
}
