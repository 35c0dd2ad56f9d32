package orders

import (
	"cmp"
	"encoding/json"
	"net/http"
	"slices"
	"time"

	"waybill/internal/console/web"
	"waybill/internal/each"
	"waybill/internal/shipment"
	"waybill/internal/store"
	"waybill/internal/store/masterdata"
)

const (
	// newestOrders is how many orders the home of an account lists.
	newestOrders = 8
	// warnedDays is for how many days orders with warnings are a problem: older ones were shipped.
	warnedDays = 7
)

// homeView is the home of an account.
type homeView struct {
	Count            int64 // of all orders
	Steps            []web.Step
	Problems         []web.Figure // the worst first
	Hours            []hourView
	HourName         string
	Chart            *chart
	Newest           []newestOrder
	NewOrder, Import string // paths; "" if the user may not
	AllPath          string
	CountedOn        time.Time // zero: within the last minute
	Phones           string    // path of the page that decides about phone numbers
}

// hourView is an hour of the day with its bar, which Height is of 100.
type hourView struct {
	From   time.Time
	Height int
	web.Figure
}

// newestOrder is a line of the list of the newest orders.
type newestOrder struct {
	store.OrderRecord `json:"-"`

	Consignee string `json:"consignee_name"`
	Reference string `json:"shipper_order_id"`
}

// accountHome shows an account at a glance: what was done today, what needs attention, and the newest orders.
func accountHome(v *web.Visit) error {
	now := v.Console.Now().In(v.Zone)
	today := web.StartOfDay(now)
	view, figures := newHome(v, now)
	q := web.GlanceQuery{AccountID: v.Account.AccountID, Hour: today.Add(now.Sub(today).Truncate(time.Hour))}
	for i := range web.GlanceDays {
		q.Days = append(q.Days, web.StartOfDay(today.AddDate(0, 0, i+1-web.GlanceDays)))
	}
	q.Filters = each.Of(figures, func(f *web.Figure) store.OrderFilter { return readQuery(v, web.ValuesOf(f.Filter)).filter })
	var r web.Reading
	page := web.Read3(&r, v.Console.Store.ListOrders, v.Context(), store.OrderFilter{AccountID: q.AccountID, PageSize: newestOrders}, 1)
	counted := web.Read2(&r, v.Console.Glances.Of, v.Context(), q)
	if r.Err != nil {
		return r.Err
	}
	for i, f := range figures {
		f.Count, f.Path = counted.Counts[i], v.OrdersBehind(f.Filter...)
	}
	view.measure()
	view.Count, view.Newest, view.Chart = page.Count, newestOf(page.Records), newChart(counted.Days, q.Days)
	for i := range view.Chart.Bars {
		day := q.Days[i].Format(time.DateOnly)
		view.Chart.Bars[i].Path = v.OrdersBehind("from", day, "to", day)
	}
	if v.Console.Now().Sub(counted.At) > time.Minute {
		view.CountedOn = counted.At
	}
	if v.Account.Phones == masterdata.PhonesOffered && v.Can(shipment.SetAccount) {
		view.Phones = v.Allowed(web.AccountPath + "settings")
	}
	view.AllPath, view.NewOrder = v.Allowed(web.AccountPath+"orders"), v.Allowed(web.AccountPath+"orders/new")
	if v.Can(shipment.WriteOrders) {
		view.Import = v.Allowed(web.AccountPath + "imports")
	}
	return v.Render(http.StatusOK, "home.html", view)
}

// newHome has all figures of the home at a time, which are to be counted.
func newHome(v *web.Visit, now time.Time) (h *homeView, figures []*web.Figure) {
	day := func(ago int) string { return now.AddDate(0, 0, -ago).Format(time.DateOnly) }
	today, since := day(0), day(web.GlanceDays-1)
	h = &homeView{Steps: []web.Step{
		{Done: web.Figure{Name: web.Key("Created"), Filter: []string{"from", today}}},
		{
			Done: web.Figure{Name: web.Key("Labels printed"), Filter: []string{"printed", today}},
			Left: web.Figure{Name: web.Key("to print"), Filter: web.InQueue(shipment.QueuePrint)},
		},
	}}
	for _, part := range v.Console.Home {
		added := part(today)
		h.Steps = append(h.Steps, added.Steps...)
		if h.HourName = cmp.Or(h.HourName, added.HourName); added.HourOf == "" {
			continue
		}
		for hour := web.StartOfDay(now); !hour.After(now); hour = hour.Add(time.Hour) {
			span := []string{added.HourOf, hour.UTC().Format(time.RFC3339)}
			h.Hours = append(h.Hours, hourView{From: hour, Figure: web.Figure{Filter: span}})
		}
	}
	h.Problems = problems(since, day(warnedDays-1), now.Truncate(time.Hour).Add(-2*time.Hour).UTC().Format(time.RFC3339))
	for i := range h.Steps {
		if figures = append(figures, &h.Steps[i].Done); h.Steps[i].Left.Name != "" {
			figures = append(figures, &h.Steps[i].Left)
		}
	}
	for i := range h.Problems {
		figures = append(figures, &h.Problems[i])
	}
	for i := range h.Hours {
		figures = append(figures, &h.Hours[i].Figure)
	}
	return h, figures
}

// problems are what a person should look at, the worst first: of orders since a day, warnings since another one, and orders that wait since
// the hour of a time.
func problems(since, warnedSince, waiting string) []web.Figure {
	problem := func(tone, button, name string, filter ...string) web.Figure {
		return web.Figure{Name: name, Tone: tone, Button: button, Filter: filter}
	}
	ofStatus := func(status shipment.TrackerStatus, tone, name string) web.Figure {
		return problem(tone, web.Key("Look"), name, "status", string(status), "from", since)
	}
	return []web.Figure{
		problem("bad", web.Key("Correct"), web.Key("%d orders were refused by their partner"),
			"submission", submissionFailed, "status", web.StatusNotCancelled, "from", since),
		ofStatus(shipment.Exception, "bad", web.Key("%d parcels have an exception")),
		problem("bad", web.Key("Look"), web.Key("%d parcels have an event that did not change their status"), "status", statusUnmoved),
		problem("warn", web.Key("Look"), web.Key("%d orders wait for their partner for more than an hour"),
			"submission", submissionWaiting, "held", "no", "status", web.StatusNotPickedUp, "to", waiting),
		problem("warn", web.Key("Fill in the facts"), web.Key("%d orders wait for facts for customs"),
			"submission", submissionNoFacts, "status", web.StatusNotCancelled),
		problem("warn", web.Key("Print again"), web.Key("%d labels have changed since they were printed"),
			"printed", printAgain, "from", since),
		problem("warn", web.Key("Decide"), web.Key("%d orders are held"), "held", "yes"),
		ofStatus(shipment.FailedDelivery, "warn", web.Key("%d deliveries failed")),
		ofStatus(shipment.FailedPickup, "warn", web.Key("%d pickups failed")),
		ofStatus(shipment.ReturnToSender, "warn", web.Key("%d parcels are returning to the sender")),
		problem("warn", web.Key("Check"), web.Key("%d orders of the last 7 days have a warning about an address"),
			"warning", "address", "from", warnedSince),
	}
}

// measure sets the sizes of bars, and leaves out problems that nothing has and the hours before the first order.
func (h *homeView) measure() {
	h.Problems = slices.DeleteFunc(h.Problems, func(f web.Figure) bool { return f.Orders == 0 })
	most := 1
	for i := range h.Steps {
		most = max(most, h.Steps[i].Done.Orders)
	}
	for i := range h.Steps {
		h.Steps[i].Percent = 100 * h.Steps[i].Done.Orders / most
	}
	first := slices.IndexFunc(h.Hours, func(hour hourView) bool { return hour.Orders > 0 })
	if h.Hours = h.Hours[max(0, first):]; first < 0 {
		h.Hours = nil
	}
	most = 1
	for _, hour := range h.Hours {
		most = max(most, hour.Orders)
	}
	for i := range h.Hours {
		h.Hours[i].Height = 100 * h.Hours[i].Orders / most
	}
}

func newestOf(records []store.OrderRecord) []newestOrder {
	return each.Of(records, func(r store.OrderRecord) newestOrder {
		line := newestOrder{OrderRecord: r}
		_ = json.Unmarshal([]byte(r.Sent), &line) // the store wrote it
		return line
	})
}
