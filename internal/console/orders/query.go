package orders

import (
	"cmp"
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
	statusPickedUp = "picked-up"
	statusUnmoved  = "unmoved"
)

// The values of the filter by submission.
const (
	submissionFailed  = "failed"
	submissionWaiting = "waiting"
	submissionNoFacts = "facts"
)

// printAgain is the value of the filter by label for stale labels.
const printAgain = "again"

// orderStatuses are the choices of the filter by status, in the order of a journey.
func orderStatuses(v *web.Visit) []web.Option {
	options := choices("", v.T("Any status"), statusPickedUp, v.T("Picked up, or later"),
		web.StatusNotPickedUp, v.T("Not picked up yet"), web.StatusNotCancelled, v.T("Not cancelled"),
		statusUnmoved, v.T("An event did not change the status"))
	for _, s := range shipment.TrackerStatuses() {
		options = append(options, web.Option{Value: string(s), Text: v.T(web.StatusOf(s).Text)})
	}
	return options
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

// gotFacets are the filters that may have a span of time: orders got the facet within it. gotTexts say so.
var (
	gotFacets = map[string]shipment.Facet{"printed": shipment.LabelPrinted, "packed": shipment.Packed, "handed-over": shipment.Driven}
	gotTexts  = map[string]string{
		"printed": web.Key("Printed on %s"), "packed": web.Key("Packed on %s"), "handed-over": web.Key("Handed over on %s"),
	}
)

// readSpan reads a day in the zone of the page, or the hour from a time on. Zero times: it is neither.
func readSpan(v *web.Visit, text string) (from, to time.Time) {
	if day, err := time.ParseInLocation(time.DateOnly, text, v.Zone); err == nil {
		return day, day.AddDate(0, 0, 1)
	}
	if hour, err := time.Parse(time.RFC3339, text); err == nil {
		return hour, hour.Add(time.Hour)
	}
	return from, to
}

// spanText is a span of time in words.
func spanText(v *web.Visit, from, to time.Time) string {
	if to.Sub(from) == time.Hour {
		return v.Moment(from) + "–" + to.In(v.Zone).Format("15:04")
	}
	return v.Language.Date(from.In(v.Zone))
}

// inHouse is the value of the filter by partner for services without one. No partner has such a name.
const inHouse = "-"

// orderField is a filter in the forms of the list: a choice, or a text without options.
type orderField struct {
	Name, Label, Type string
	Options           []web.Option
}

// orderFields are the filters that the user has, in the order of the form. One without a choice is left out.
func orderFields(v *web.Visit, q ordersQuery, services []shipment.Service, tags []string) []orderField {
	countries, partners := lanesOf(v, services)
	fields := []orderField{
		{"status", v.T("Status"), "", orderStatuses(v)},
		{"submission", v.T("Submission"), "", choices("", v.T("Any"), submissionWaiting, v.T("Waiting for the partner"),
			submissionNoFacts, v.T("Waiting for facts for customs"), submissionFailed, v.T("Refused by the partner"))},
		{"service", v.T("Service"), "", web.ServiceOptions(v.T("Any service"), services)},
		{"partner", v.T("Partner"), "", partners},
		{"country", v.T("Destination"), "", countries},
		{"city", v.T("City"), "text", nil},
		{"payment", v.T("Payment"), "", choices("", v.T("Any"), "yes", v.T("Cash on delivery"), "no", v.T("Prepaid"))},
		{"printed", v.T("Label"), "", choices("", v.T("Printed or not"), "no", v.T("Not printed"), "yes", v.T("Printed"),
			printAgain, v.T("Print again"))},
		{"from", v.T("Created from"), "date", nil},
		{"to", v.T("Created until"), "date", nil},
		{"return", v.T("Returns"), "", choices("", v.T("Orders and returns"), "yes", v.T("Only returns"), "no", v.T("No returns"))},
		{"packed", v.T("Packed"), "", choices("", v.T("Packed or not"), "yes", v.T("Packed"), "no", v.T("Not packed"))},
		{"handed-over", v.T("Handed over"), "", choices("", v.T("Handed over or not"))},
		{"held", v.T("Held"), "", choices("", v.T("Held or not"), "yes", v.T("Held"), "no", v.T("Not held"))},
		{"batch", v.T("Batch"), "text", nil},
		{"warning", v.T("Warnings"), "", choices("", v.T("With or without"), string(shipment.WarningAny), v.T("With a warning"),
			string(shipment.WarningAddress), v.T("Warning about an address"))},
		{"tag", v.T("Tag"), "", web.Options(v.T("Any tag"), tags, web.Itself)},
		// An index serves each of them, so the list has no others; a search is sorted by when orders were found.
		{"sort", v.T("Sort"), "", choices(string(store.SortNewest), v.T("Newest first"), string(store.SortOldest), v.T("Oldest first"),
			string(store.SortChanged), v.T("Last changed first"))},
	}
	for i, f := range fields {
		value := strings.TrimSpace(q.values.Get(f.Name))
		if from, to := readSpan(v, value); gotTexts[f.Name] != "" && !from.IsZero() {
			fields[i].Options = append(fields[i].Options, web.Option{Value: value, Text: v.T(gotTexts[f.Name], spanText(v, from, to))})
		}
	}
	return slices.DeleteFunc(fields, func(f orderField) bool {
		return len(f.Options) == 1 || f.Name == "partner" && !v.Can(shipment.Operate) || f.Name == "sort" && q.filter.BySearch()
	})
}

// choices are options of pairs of a value and a text.
func choices(pairs ...string) (options []web.Option) {
	for pair := range slices.Chunk(pairs, 2) {
		options = append(options, web.Option{Value: pair[0], Text: pair[1]})
	}
	return options
}

// ordersQuery is the filter that the address of a list of orders has. A filter that cannot be read selects no orders.
type ordersQuery struct {
	values url.Values
	filter store.OrderFilter
	after  store.Cursor
	unread []string // filters
}

// orderChip is a filter that can be removed by its path, and changed in a form of its field. Without a field it cannot be changed.
type orderChip struct {
	Text, Path string
	Field      orderField
	Form       *web.Form
}

// orderFilters are the parameters that filter, in the order of their chips.
var orderFilters = strings.Fields(
	"queue q status submission service partner country city payment from to batch return printed packed handed-over held warning tag sort")

// narrows reports whether the address has another filter than a queue.
func (q ordersQuery) narrows() bool {
	return slices.ContainsFunc(orderFilters, func(name string) bool {
		return name != "queue" && name != "sort" && strings.TrimSpace(q.values.Get(name)) != ""
	})
}

func readOrdersQuery(v *web.Visit) ordersQuery { return readQuery(v, v.Request.URL.Query()) }

// readQuery reads the parameters of a list of orders.
func readQuery(v *web.Visit, values url.Values) ordersQuery {
	get := func(name string) string { return strings.TrimSpace(values.Get(name)) }
	f := shipment.Filter{UploadBatchNo: strings.ToUpper(get("batch")), Search: get("q")}
	if runes := []rune(f.Search); len(runes) > request.MaxSearch {
		f.Search = string(runes[:request.MaxSearch])
	}
	switch status := get("status"); {
	case status == statusPickedUp, status == web.StatusNotPickedUp:
		f.PickedUp = new(status == statusPickedUp)
	case slices.Contains(shipment.TrackerStatuses(), shipment.TrackerStatus(status)):
		f.TrackerStatus = shipment.TrackerStatus(status)
	}
	switch get("submission") {
	case submissionFailed:
		f.StatusCode = new(shipment.StatusSubmissionFailed)
	case submissionWaiting, submissionNoFacts:
		f.StatusCode = new(shipment.StatusNone)
	}
	if id, err := strconv.ParseInt(get("service"), 10, 64); err == nil {
		f.ServiceID = &id
	}
	f.From, _ = readSpan(v, get("from"))
	if _, to := readSpan(v, get("to")); !to.IsZero() {
		f.To = to.Add(-time.Microsecond)
	}
	if kind := shipment.WarningKind(get("warning")); kind == shipment.WarningAny || kind == shipment.WarningAddress {
		f.Warning = kind
	}
	if queue := shipment.Queue(get("queue")); slices.Contains(shipment.Queues(), queue) {
		f.Queue = queue
	}
	f.Tag, _ = shipment.TagOf(get("tag"))
	f.Return, f.Printed, f.Held = readChoice(get("return")), readChoice(get("printed")), readChoice(get("held"))
	f.Facets[shipment.Packed] = readChoice(get("packed"))
	f.LabelStale = get("printed") == printAgain
	all := readListFilter(v, f, get)
	unread := unreadFilters(&all, get)
	all.None = unread != nil
	after, _ := all.ReadCursor(get("after")) // that of another list is the start
	return ordersQuery{values, all, after, unread}
}

// unreadFilters are the filters of an address whose value a filter does not have. If they were ignored, what is done with all
// orders that match would be done with every order.
func unreadFilters(f *store.OrderFilter, get func(string) string) []string {
	got := func(facet shipment.Facet) bool {
		return slices.ContainsFunc(f.Got, func(g store.Got) bool { return g.Facet == facet })
	}
	read := map[string]bool{
		"status":     f.TrackerStatus != "" || f.PickedUp != nil || f.Unmoved || f.Live,
		"submission": f.StatusCode != nil, "service": f.ServiceID != nil,
		"from": !f.From.IsZero(), "to": !f.To.IsZero(), "country": f.Country != "", "payment": f.COD != nil, "warning": f.Warning != "",
		"return": f.Return != nil, "held": f.Held != nil, "packed": f.Facets[shipment.Packed] != nil || got(shipment.Packed),
		"printed": f.Printed != nil || f.LabelStale || got(shipment.LabelPrinted), "handed-over": got(shipment.Driven), "queue": f.Queue != "",
	}
	var unread []string
	for _, name := range orderFilters {
		if is, filters := read[name]; filters && !is && get(name) != "" {
			unread = append(unread, name)
		}
	}
	return unread
}

// readListFilter adds to a filter what only the list has.
func readListFilter(v *web.Visit, f shipment.Filter, get func(string) string) store.OrderFilter {
	all := store.OrderFilter{AccountID: v.Account.AccountID, Filter: f, City: get("city"), COD: readChoice(get("payment"))}
	all.Unmoved = get("status") == statusUnmoved
	all.Live = get("status") == web.StatusNotCancelled || get("status") == web.StatusNotPickedUp
	if waits := get("submission"); waits == submissionNoFacts || waits == submissionWaiting {
		all.NoFacts = new(waits == submissionNoFacts)
	}
	for name, facet := range gotFacets { // in any order: all of them count
		if from, to := readSpan(v, get(name)); !from.IsZero() {
			all.Got = append(all.Got, store.Got{Facet: facet, From: from, To: to})
		}
	}
	all.Country, _ = shipment.CountryByName(get("country"))
	if partner := get("partner"); partner != "" && v.Can(shipment.Operate) {
		all.Partner = new(strings.TrimPrefix(partner, inHouse))
	}
	if sort := store.Sort(get("sort")); !f.BySearch() && (sort == store.SortOldest || sort == store.SortChanged) {
		all.Sort = sort
	}
	return all
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
func chips(v *web.Visit, q ordersQuery, fields []orderField, services map[int64]string) []orderChip {
	texts := map[string]string{
		"q": "“" + q.filter.Search + "”", "batch": v.T("Batch %s", q.filter.UploadBatchNo),
		"from": v.T("From %s", v.Language.Date(q.filter.From.In(v.Zone))), "to": v.T("Until %s", endOfList(v, q)),
		"tag":     v.T("Tag %s", q.filter.Tag),
		"country": v.Country(q.filter.Country),
		"city":    v.T("City") + ": " + q.filter.City,
	}
	named := map[string]orderField{}
	for _, f := range fields {
		named[f.Name] = f
		for _, o := range f.Options {
			if _, has := texts[f.Name]; !has && o.Value == strings.TrimSpace(q.values.Get(f.Name)) {
				texts[f.Name] = o.Text
			}
		}
	}
	if partner := q.filter.Partner; partner != nil {
		texts["partner"] = cmp.Or(*partner, v.T("In house"))
	}
	for _, name := range q.unread {
		texts[name] = v.T("%[1]s: “%[2]s” is not known", cmp.Or(named[name].Label, name), strings.TrimSpace(q.values.Get(name)))
	}
	if q.filter.Sort == store.SortNewest {
		texts["sort"] = ""
	}
	if q.filter.ServiceID != nil {
		texts["service"] = serviceName(services, *q.filter.ServiceID)
	}
	if q.filter.Queue != "" {
		texts["queue"] = "" // it is a tab
	}
	var chips []orderChip
	for _, name := range orderFilters {
		if strings.TrimSpace(q.values.Get(name)) != "" && texts[name] != "" {
			form := web.NewForm(q.values).Within("chip")
			chips = append(chips, orderChip{texts[name], ordersPath(v, q.values, name, "after"), named[name], form})
		}
	}
	return chips
}

// endOfList is the last day of a list, or the time at which it ends.
func endOfList(v *web.Visit, q ordersQuery) string {
	if end := q.filter.To.In(v.Zone); web.StartOfDay(end.AddDate(0, 0, 1)).Sub(end) > time.Second {
		return v.Moment(end.Add(time.Microsecond))
	}
	return v.Language.Date(q.filter.To.In(v.Zone))
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
