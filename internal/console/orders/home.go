package orders

import (
	"encoding/json"
	"net/http"
	"time"

	"waybill/internal/console/web"
	"waybill/internal/each"
	"waybill/internal/shipment"
	"waybill/internal/store"
	"waybill/internal/store/masterdata"
)

// newestOrders is how many orders the home of an account lists.
const newestOrders = 8

// homeView is the home of an account.
type homeView struct {
	Count             int64 // of all orders
	Figures           []web.Figure
	Attention         []web.Attention
	Parts             []*web.HomePart // of features
	Chart             *chart
	Newest            []newestOrder
	NewOrder, Import  string // paths; "" if the user may not
	From, To, AllPath string
	CountedOn         time.Time // zero: within the last minute
}

// newestOrder is a line of the list of the newest orders.
type newestOrder struct {
	store.OrderRecord
	Consignee, Country, Reference string
}

// accountHome shows an account at a glance: what needs attention, what happened today and lately, and the newest orders.
func accountHome(v *web.Visit) error {
	ctx := v.Context()
	var r web.Reading
	newest := store.OrderFilter{AccountID: v.Account.AccountID, PageSize: newestOrders}
	page := web.Read3(&r, v.Console.Store.ListOrders, ctx, newest, 1)
	today := web.StartOfDay(v.Console.Now().In(v.Zone))
	since := today.AddDate(0, 0, 1-web.GlanceDays)
	// The days have 24 hours each, so that the last one is today also if clocks were changed.
	counted := web.Read3(&r, v.Console.Glances.Of, ctx, v.Account.AccountID, today.Add((1-web.GlanceDays)*24*time.Hour))
	if r.Err != nil {
		return r.Err
	}
	counts := counted.Glance
	sums := newSums(counts)
	view := homeView{
		Count: page.Count, Chart: newChart(counts, today), Newest: newestOf(page.Records),
		AllPath: v.Allowed(web.AccountPath + "orders"), NewOrder: v.Allowed(web.AccountPath + "orders/new"),
	}
	if v.Console.Now().Sub(counted.At) > time.Minute {
		view.CountedOn = counted.At
	}
	view.From, view.To = since.Format(time.DateOnly), today.Format(time.DateOnly)
	view.Figures = figures(v, sums, counts, view.From, view.To)
	for _, part := range v.Console.Home {
		if shown := part(v, counts.Parts, today); shown != nil {
			view.Parts = append(view.Parts, shown)
		}
	}
	view.Attention = attention(v, sums, counts, view.From, today.AddDate(0, 0, 1-store.WarnedDays).Format(time.DateOnly))
	if v.Account.Phones == masterdata.PhonesOffered && v.MayOpen(web.AccountPath+"settings") && v.Can(shipment.SetAccount) {
		view.Attention = append(view.Attention, web.Attention{
			Tone: "warn", Text: v.T("Orders were refused because phone numbers have no country code. Decide whether they are completed."),
			Path: v.URL("settings"),
		})
	}
	if v.Can(shipment.WriteOrders) {
		view.Import = v.Allowed(web.AccountPath + "imports")
	}
	return v.Render(http.StatusOK, "home.html", view)
}

func newestOf(records []store.OrderRecord) []newestOrder {
	return each.Of(records, func(r store.OrderRecord) newestOrder {
		var sent struct {
			Name      string `json:"consignee_name"`
			Country   string `json:"consignee_country"`
			Reference string `json:"shipper_order_id"`
		}
		_ = json.Unmarshal([]byte(r.Sent), &sent) // the store wrote it
		return newestOrder{r, sent.Name, sent.Country, sent.Reference}
	})
}

// sums are the counts of all days, and of today, by tracker status.
type sums struct {
	days, today             map[shipment.TrackerStatus]int64
	created, createdToday   int64
	pickedUp, pickedUpToday int64
}

func newSums(g store.Glance) *sums {
	s := &sums{days: map[shipment.TrackerStatus]int64{}, today: map[shipment.TrackerStatus]int64{}}
	for _, c := range g.Counts {
		moved := int64(0)
		if c.Status.PickedUp() {
			moved = c.Orders
		}
		s.days[c.Status] += c.Orders
		s.created += c.Orders
		s.pickedUp += moved
		if c.Day == web.GlanceDays-1 {
			s.today[c.Status] += c.Orders
			s.createdToday += c.Orders
			s.pickedUpToday += moved
		}
	}
	return s
}

// figures are the numbers of the home, in the order of an order's life.
func figures(v *web.Visit, s *sums, g store.Glance, from, to string) []web.Figure {
	of := func(name, tone string, today, days int64, filter ...string) web.Figure {
		return web.Figure{
			Name: name, Today: today, Days: days, Tone: tone,
			Path: v.OrdersBehind(append(filter, "from", from)...), TodayPath: v.OrdersBehind(append(filter, "from", to)...),
		}
	}
	ofStatus := func(name, tone string, status shipment.TrackerStatus) web.Figure {
		return of(name, tone, s.today[status], s.days[status], "status", string(status))
	}
	last := web.GlanceDays - 1
	printed := of(web.Key("Labels printed"), "", g.Printed[last], total(g.Printed), "printed", "yes")
	printed.TodayPath = "" // the list has no filter for the day of a print
	return []web.Figure{
		of(web.Key("Created"), "", s.createdToday, s.created),
		printed,
		of(web.Key("Picked up"), "", s.pickedUpToday, s.pickedUp, "status", statusPickedUp),
		ofStatus(web.Key("Delivered"), "good", shipment.Success),
		ofStatus(web.Key("Exceptions"), "bad", shipment.Exception),
		of(web.Key("Refused by a partner"), "bad", g.Failed[last], total(g.Failed), "submission", "failed"),
	}
}

// attention lists what a person should look at, the worst first. Warnings are those of orders since another day.
func attention(v *web.Visit, s *sums, g store.Glance, from, warnedFrom string) []web.Attention {
	var all []web.Attention
	add := func(n int64, tone, text string, filter ...string) {
		if n > 0 {
			all = append(all, web.Attention{Tone: tone, Text: text, Path: v.OrdersBehind(filter...)})
		}
	}
	addStatus := func(status shipment.TrackerStatus, tone, text string) {
		n := s.days[status]
		add(n, tone, v.T(text, n), "status", string(status), "from", from)
	}
	failed := total(g.Failed)
	add(failed, "bad", v.T("%d orders were refused by their partner", failed), "submission", "failed", "from", from)
	addStatus(shipment.Exception, "bad", web.Key("%d parcels have an exception"))
	add(g.Unmoved, "bad", v.T("%d parcels have an event that did not change their status", g.Unmoved), "status", statusUnmoved)
	add(g.Waiting, "warn", v.T("%d orders wait for their partner for more than an hour", g.Waiting), "submission", "waiting")
	add(g.NoFacts, "warn", v.T("%d orders wait for facts for customs", g.NoFacts), "submission", submissionNoFacts)
	add(g.Stale, "warn", v.T("%d labels have changed since they were printed", g.Stale), "printed", printAgain, "from", from)
	add(g.Held, "warn", v.T("%d orders are held", g.Held), "held", "yes")
	addStatus(shipment.FailedDelivery, "warn", web.Key("%d deliveries failed"))
	addStatus(shipment.FailedPickup, "warn", web.Key("%d pickups failed"))
	addStatus(shipment.ReturnToSender, "warn", web.Key("%d parcels are returning to the sender"))
	warned := v.T("%d orders of the last 7 days have a warning about an address", g.Warned)
	add(int64(g.Warned), "warn", warned, "warning", "address", "from", warnedFrom)
	return all
}

func total(counts []int64) (n int64) {
	for _, c := range counts {
		n += c
	}
	return n
}
