package orders

import (
	"cmp"
	"encoding/base64"
	"encoding/binary"
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"waybill/internal/console/web"
	"waybill/internal/request"
	"waybill/internal/shipment"
	"waybill/internal/store"
)

// The values of the filter by status besides the statuses.
const (
	statusPickedUp    = "picked-up"
	statusNotPickedUp = "not-picked-up"
)

// The values of the filter by submission.
const (
	submissionFailed  = "failed"
	submissionWaiting = "waiting"
)

// printAgain is the value of the filter by label for stale labels.
const printAgain = "again"

// submissionStates are the choices of the filter by submission.
func submissionStates(v *web.Visit) []web.Option {
	return []web.Option{
		{Value: "", Text: v.T("Any")},
		{Value: submissionWaiting, Text: v.T("Waiting for the partner")},
		{Value: submissionFailed, Text: v.T("Refused by the partner")},
	}
}

// orderStatuses are the choices of the filter by status, in the order of a journey.
func orderStatuses(v *web.Visit) []web.Option {
	options := []web.Option{
		{Value: "", Text: v.T("Any status")},
		{Value: statusPickedUp, Text: v.T("Picked up, or later")},
		{Value: statusNotPickedUp, Text: v.T("Not picked up yet, or cancelled")},
	}
	for _, s := range shipment.TrackerStatuses() {
		options = append(options, web.Option{Value: string(s), Text: v.T(web.StatusOf(s).Text)})
	}
	return options
}

// sortings are the orders of the list. An index serves each, so the list has no others; a search is sorted by when orders were found.
func sortings(v *web.Visit) []web.Option {
	return []web.Option{
		{Value: string(store.SortNewest), Text: v.T("Newest first")},
		{Value: string(store.SortOldest), Text: v.T("Oldest first")},
		{Value: string(store.SortChanged), Text: v.T("Last changed first")},
	}
}

// payments are the choices of the filter by payment.
func payments(v *web.Visit) []web.Option {
	return []web.Option{
		{Value: "", Text: v.T("Any")}, {Value: "yes", Text: v.T("Cash on delivery")}, {Value: "no", Text: v.T("Prepaid")},
	}
}

// lanesOf are the choices of the filters by country and partner: those of the services.
func lanesOf(v *web.Visit, services []shipment.Service) (countries, partners []web.Option) {
	countries, partners = []web.Option{{Value: "", Text: v.T("Any country")}}, []web.Option{{Value: "", Text: v.T("Any partner")}}
	add := func(to *[]web.Option, o web.Option) {
		if !slices.Contains(*to, o) {
			*to = append(*to, o)
		}
	}
	for _, s := range services {
		if s.Destination != "" {
			add(&countries, web.Option{Value: string(s.Destination), Text: v.Country(s.Destination)})
		}
		if s.InHouse() {
			add(&partners, web.Option{Value: inHouse, Text: v.T("In house")})
		} else {
			add(&partners, web.Option{Value: s.Partner, Text: s.Partner})
		}
	}
	return countries, partners
}

// inHouse is the value of the filter by partner for services without one. No partner has such a name.
const inHouse = "-"

// warningKinds are the choices of the filter by warning.
func warningKinds(v *web.Visit) []web.Option {
	return []web.Option{
		{Value: "", Text: v.T("With or without")},
		{Value: string(shipment.WarningAny), Text: v.T("With a warning")},
		{Value: string(shipment.WarningAddress), Text: v.T("Warning about an address")},
	}
}

// tagOptions are the choices of the filter by tag.
func tagOptions(v *web.Visit, tags []string) []web.Option {
	options := []web.Option{{Value: "", Text: v.T("Any tag")}}
	for _, tag := range tags {
		options = append(options, web.Option{Value: tag, Text: tag})
	}
	return options
}

// ordersQuery is what the address of a list of orders asks for. What it cannot read it ignores.
type ordersQuery struct {
	values url.Values
	filter store.OrderFilter
	after  store.Cursor
}

// orderChip is a filter that can be removed.
type orderChip struct{ Text, Path string }

// orderFilters are the parameters that filter, in the order of their chips.
var orderFilters = strings.Fields(
	"q status submission service partner country city payment from to batch return printed packed held warning tag sort")

func readOrdersQuery(v *web.Visit) ordersQuery {
	values := v.Request.URL.Query()
	get := func(name string) string { return strings.TrimSpace(values.Get(name)) }
	f := shipment.Filter{UploadBatchNo: strings.ToUpper(get("batch")), Search: get("q")}
	if runes := []rune(f.Search); len(runes) > request.MaxSearch {
		f.Search = string(runes[:request.MaxSearch])
	}
	switch status := get("status"); {
	case status == statusPickedUp, status == statusNotPickedUp:
		f.PickedUp = new(status == statusPickedUp)
	case slices.Contains(shipment.TrackerStatuses(), shipment.TrackerStatus(status)):
		f.TrackerStatus = shipment.TrackerStatus(status)
	}
	switch get("submission") {
	case submissionFailed:
		f.StatusCode = new(shipment.StatusSubmissionFailed)
	case submissionWaiting:
		f.StatusCode = new(shipment.StatusNone)
	}
	if id, err := strconv.ParseInt(get("service"), 10, 64); err == nil {
		f.ServiceID = &id
	}
	if day, err := time.ParseInLocation(time.DateOnly, get("from"), v.Zone); err == nil {
		f.From = day
	}
	if day, err := time.ParseInLocation(time.DateOnly, get("to"), v.Zone); err == nil {
		f.To = day.AddDate(0, 0, 1).Add(-time.Microsecond)
	}
	if kind := shipment.WarningKind(get("warning")); kind == shipment.WarningAny || kind == shipment.WarningAddress {
		f.Warning = kind
	}
	f.Tag, _ = shipment.TagOf(get("tag"))
	f.Return, f.Printed, f.Held = readChoice(get("return")), readChoice(get("printed")), readChoice(get("held"))
	f.Packed = readChoice(get("packed"))
	f.LabelStale = get("printed") == printAgain
	all := readListFilter(v, f, get)
	return ordersQuery{values, all, placeIn(all, get("after"))}
}

// readListFilter adds to a filter what only the list has.
func readListFilter(v *web.Visit, f shipment.Filter, get func(string) string) store.OrderFilter {
	all := store.OrderFilter{AccountID: v.Account.AccountID, Filter: f, City: get("city"), COD: readChoice(get("payment"))}
	all.Country, _ = shipment.CountryByName(get("country"))
	if partner := get("partner"); partner != "" && v.Can(web.Operate) {
		all.Partner = new(strings.TrimPrefix(partner, inHouse))
	}
	if sort := store.Sort(get("sort")); !f.BySearch() && (sort == store.SortOldest || sort == store.SortChanged) {
		all.Sort = sort
	}
	return all
}

// placeIn reads a place in a list. That of another list is the start.
func placeIn(f store.OrderFilter, text string) store.Cursor {
	after := readPlace(text)
	if after.Search != f.BySearch() || (after.UpdatedOn != 0) != (f.Sort == store.SortChanged) {
		return store.Cursor{}
	}
	return after
}

// readChoice reads a choice of two; nil is none.
func readChoice(text string) *bool {
	switch text {
	case "yes":
		return new(true)
	case "no":
		return new(false)
	}
	return nil
}

// chips are the filters that the address has, each with the address without it.
func chips(v *web.Visit, q ordersQuery, services map[int64]string) []orderChip {
	texts := map[string]string{
		"q": "“" + q.filter.Search + "”", "batch": v.T("Batch %s", q.filter.UploadBatchNo),
		"from": v.T("From %s", v.Language.Date(q.filter.From.In(v.Zone))), "to": v.T("Until %s", v.Language.Date(q.filter.To.In(v.Zone))),
		"tag":     v.T("Tag %s", q.filter.Tag),
		"country": v.Country(q.filter.Country),
		"city":    v.T("City") + ": " + q.filter.City,
		"payment": yesOrNo(q.filter.COD, v.T("Cash on delivery"), v.T("Prepaid")),
		"return":  yesOrNo(q.filter.Return, v.T("Returns"), v.T("No returns")),
		"printed": yesOrNo(q.filter.Printed, v.T("Printed"), v.T("Not printed")),
		"packed":  yesOrNo(q.filter.Packed, v.T("Packed"), v.T("Not packed")),
		"held":    yesOrNo(q.filter.Held, v.T("Held"), v.T("Not held")),
	}
	if q.filter.LabelStale {
		texts["printed"] = v.T("Print again")
	}
	if partner := q.filter.Partner; partner != nil {
		texts["partner"] = cmp.Or(*partner, v.T("In house"))
	}
	for name, options := range map[string][]web.Option{
		"status": orderStatuses(v), "submission": submissionStates(v), "warning": warningKinds(v), "sort": sortings(v),
	} {
		for _, o := range options {
			if o.Value == q.values.Get(name) {
				texts[name] = o.Text
			}
		}
	}
	if q.filter.Sort == store.SortNewest {
		texts["sort"] = ""
	}
	if q.filter.ServiceID != nil {
		texts["service"] = serviceName(services, *q.filter.ServiceID)
	}
	var chips []orderChip
	for _, name := range orderFilters {
		if strings.TrimSpace(q.values.Get(name)) != "" && texts[name] != "" {
			chips = append(chips, orderChip{texts[name], ordersPath(v, q.values, name, "after")})
		}
	}
	return chips
}

func yesOrNo(choice *bool, yes, no string) string {
	switch {
	case choice == nil:
		return ""
	case *choice:
		return yes
	}
	return no
}

// ordersPath is the path of the list of orders, with the parameters of an address but some.
func ordersPath(v *web.Visit, values url.Values, without ...string) string {
	kept := maps.Clone(values)
	for name, all := range kept {
		if slices.Contains(without, name) || len(all) == 0 || all[0] == "" {
			delete(kept, name)
		}
	}
	path := v.URL("orders")
	if len(kept) > 0 {
		path += "?" + kept.Encode()
	}
	return path
}

// A place in a list of orders, as an address has it: the number of the search index, or the time of creation or change and the id.

func writePlace(c store.Cursor) string {
	b := []byte{0}
	if c.Search {
		return base64.RawURLEncoding.EncodeToString(binary.BigEndian.AppendUint64([]byte{1}, uint64(c.Seq)))
	}
	if c.UpdatedOn != 0 {
		b[0] = 2
	}
	b = binary.BigEndian.AppendUint64(b, uint64(c.CreatedOn+c.UpdatedOn)) // one of them is 0
	return base64.RawURLEncoding.EncodeToString(binary.BigEndian.AppendUint64(b, uint64(c.OrderID)))
}

// readPlace reads a place. Any other text is the start.
func readPlace(text string) store.Cursor {
	b, err := base64.RawURLEncoding.DecodeString(text)
	switch {
	case err != nil:
	case len(b) == 9 && b[0] == 1:
		return store.Cursor{Search: true, Seq: int64(binary.BigEndian.Uint64(b[1:]))}
	case len(b) == 17 && b[0] == 2:
		return store.Cursor{UpdatedOn: int64(binary.BigEndian.Uint64(b[1:])), OrderID: int64(binary.BigEndian.Uint64(b[9:]))}
	case len(b) == 17 && b[0] == 0:
		return store.Cursor{CreatedOn: int64(binary.BigEndian.Uint64(b[1:])), OrderID: int64(binary.BigEndian.Uint64(b[9:]))}
	}
	return store.Cursor{}
}
