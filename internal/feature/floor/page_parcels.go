package floor

import (
	"cmp"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"waybill/internal/console/web"
	"waybill/internal/each"
	"waybill/internal/feature/floor/stored"
	"waybill/internal/request"
	"waybill/internal/shipment"
	"waybill/internal/store/masterdata"
)

const parcelsPath = web.OperatorPath + "parcels"

// shownParcel is a row of the list.
type shownParcel struct {
	Parcel
	Account, Service string
	Path             string // of the page of its order; "" if the user may not see it
}

// filtersOfParcels are the parameters of the page that the operation takes by the same names.
var filtersOfParcels = []string{"account_id", "partner", "queue", "held", "attention", "hub_id", "bag", "consignment", "customs", "search"}

// customsWords are what customs may say of a parcel, for a filter.
var customsWords = slices.CompactFunc(
	slices.Concat([][2]string{{"", web.Key("Any answer of customs")}}, web.Choices("customs answer"), web.Choices("customs status")),
	func(a, b [2]string) bool { return a[0] == b[0] })

// listParcels lists parcels of all shippers that have not ended, or of one shipper. What is searched is a number or a reference in all
// accounts, or words in one.
func (pg *pages) listParcels(v *web.Visit) error {
	query := v.Request.URL.Query()
	sent, words := filterOfPage(query), strings.TrimSpace(query.Get("q"))
	page, err := pg.readParcels(v, sent, query.Get("after"))
	form, chosen := web.NewForm(query), maps.Clone(query)
	if err == nil && len(page.Parcels) == 0 && words != "" {
		sent.Del("code")
		chosen.Del("q")
		for _, in := range []url.Values{sent, chosen} { // what is done with all that match is done with these
			in.Set("search", words)
		}
		page, err = pg.readParcels(v, sent, query.Get("after"))
	}
	r := web.Reading{Err: v.FailWith(form, err)}
	hubs := web.Read1(&r, pg.Stored.Hubs, v.Context())
	names := web.Read1(&r, (*web.Visit).AccountNames, v)
	services := web.Read1(&r, v.Console.Store.MasterData.ServicesByID, v.Context())
	partners := web.Read1(&r, v.Console.Store.MasterData.Partners, v.Context())
	if r.Err != nil {
		return r.Err
	}
	rows := each.Of(page.Parcels, func(p Parcel) shownParcel {
		row := shownParcel{Parcel: p, Account: names[p.AccountID], Service: services[p.ServiceID].Name}
		if v.Can(shipment.Operate) {
			row.Path = web.AccountHome(p.AccountID) + "orders/" + url.PathEscape(p.TrackingNo)
		}
		return row
	})
	next := ""
	if page.Next != "" {
		next = withValue(query, "after", page.Next)
	}
	accounts := slices.SortedFunc(maps.Keys(names), func(a, b int64) int { return cmp.Compare(names[a], names[b]) })
	return v.Render(http.StatusOK, "parcels.html", map[string]any{
		"Rows": rows, "Next": next, "Form": form, "Tabs": parcelTabs(v, query), "Words": words,
		"Kinds": actionOptions(v), "Query": strings.TrimPrefix(withValue(chosen, "after", ""), parcelsPath),
		"Accounts": web.Options(v.T("All accounts"), accounts, func(id int64) web.Option {
			return web.Option{Value: strconv.FormatInt(id, 10), Text: names[id]}
		}),
		"Partners":   web.Options(v.T("Any partner"), partners, func(p masterdata.Partner) web.Option { return web.Itself(p.Name) }),
		"Attentions": attentionOptions(v),
		"Hubs": web.Options(v.T("Any hub"), hubs, func(h stored.Hub) web.Option {
			return web.Option{Value: strconv.FormatInt(h.HubID, 10), Text: h.Name}
		}),
		"Customs": each.Of(customsWords, func(w [2]string) web.Option { return web.Option{Value: w[0], Text: v.T(w[1])} }),
		"Held":    []web.Option{{Text: v.T("Held or not")}, {Value: "true", Text: v.T("Held")}, {Value: "false", Text: v.T("Not held")}},
	})
}

// filterOfPage are the parameters of the operation that the address of the page has. What is searched is a code.
func filterOfPage(query url.Values) url.Values {
	sent := url.Values{}
	for _, name := range filtersOfParcels {
		if value := strings.TrimSpace(query.Get(name)); value != "" {
			sent.Set(name, value)
		}
	}
	if words := strings.TrimSpace(query.Get("q")); words != "" {
		sent.Set("code", words)
	}
	return sent
}

// readParcels reads a page of parcels. A place that there is not is the first page. Returns a *request.InvalidError.
func (pg *pages) readParcels(v *web.Visit, sent url.Values, place string) (ParcelPage, error) {
	f, problems := request.ReadParcelFilter(sent)
	if problems != nil {
		return ParcelPage{}, &request.InvalidError{Problems: problems}
	}
	page, ok, err := pg.Parcels(v.Context(), f, place)
	if !ok && err == nil {
		page, _, err = pg.Parcels(v.Context(), f, "")
	}
	return page, err
}

// parcelTabs are the queues.
func parcelTabs(v *web.Visit, query url.Values) []web.NavLink {
	queues := slices.DeleteFunc(v.Console.Store.Queues(), func(q shipment.Queue) bool { return q == shipment.QueueDone })
	return each.Of(append([]shipment.Queue{""}, queues...), func(q shipment.Queue) web.NavLink {
		return web.NavLink{Path: withValue(query, "queue", string(q)), Text: v.T(web.Queues[q].Text), Current: string(q) == query.Get("queue")}
	})
}

// withValue is the path of the first page with a value in its query; "" leaves it out.
func withValue(query url.Values, name, value string) string {
	changed := maps.Clone(query)
	changed.Del("after")
	changed.Set(name, value)
	maps.DeleteFunc(changed, func(_ string, values []string) bool { return values[0] == "" })
	return strings.TrimSuffix(parcelsPath+"?"+changed.Encode(), "?")
}
