package orders

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"

	"waybill/internal/console/web"
	"waybill/internal/each"
	"waybill/internal/request"
	"waybill/internal/shipment"
	"waybill/internal/store"
)

// mostCounted is up to how many orders the list counts.
const mostCounted = 10_000

// ordersPage is the data of the list of orders.
type ordersPage struct {
	Count       string // of the orders that the filters select, "" if it is not known
	Search      string
	Form        *web.Form
	Fields      []orderField
	Filters     map[string]string // of the address, without the words
	Chips       []orderChip
	Tabs        []queueTab
	Queue       shipment.Queue // the current tab
	Print       string         // path that prints the labels of the tab; "": it does not
	Views       []web.NavLink
	View        *web.Form // to save the filters as a view
	Columns     []shownColumn
	AllColumns  []orderColumn
	Rows        []orderRow
	First, Next string // paths
	Partial     bool
	HasFilters  bool
	Slow        string // how far the search is behind
	Nothing     string // the words for which other ones are shown
	Query       string // of the address, with its ?
	Keep        string // names the list and its user: orders stay selected on its pages
	Most        int    // orders that can be selected by their boxes
	Many        bool   // more orders match than an action takes, except an export
}

// filters are the filters of the address that the forms of the page keep.
func (q ordersQuery) filters() map[string]string {
	kept := map[string]string{}
	for _, name := range orderFilters {
		if value := q.values.Get(name); value != "" && name != "q" {
			kept[name] = value
		}
	}
	return kept
}

// shownColumn is the head of a column of the list. Path sorts by it; "": no index does.
type shownColumn struct {
	orderColumn
	Path, Sorted string // Sorted is the value of aria-sort
}

func newShownColumn(v *web.Visit, q ordersQuery, c orderColumn) shownColumn {
	shown, sorts := shownColumn{orderColumn: c}, columnSorts[c.Name]
	if q.filter.BySearch() || sorts == nil {
		return shown
	}
	at := slices.Index(sorts, q.filter.Sort)
	if at >= 0 {
		shown.Sorted = map[store.Sort]string{store.SortOldest: "ascending"}[q.filter.Sort]
		shown.Sorted = cmp.Or(shown.Sorted, "descending")
	}
	values := maps.Clone(q.values)
	values.Set("sort", string(sorts[(at+1)%len(sorts)]))
	shown.Path = ordersPath(v, values, "after", "column")
	return shown
}

// Shows reports whether a column is shown.
func (p ordersPage) Shows(name string) bool {
	return slices.ContainsFunc(p.Columns, func(c shownColumn) bool { return c.Name == name })
}

// showOrders lists the orders of an account, by words and filters, all in the address.
func showOrders(v *web.Visit, status int, view *web.Form) error {
	q := readOrdersQuery(v)
	var r web.Reading
	all := web.Read1(&r, v.Console.Store.MasterData.Services, v.Context())
	services := each.Pairs(all, func(s shipment.Service) (int64, string) { return s.ServiceID, s.Name })
	found := web.Read3(&r, v.Console.Store.BrowseOrders, v.Context(), q.filter, q.after)
	found.Found = web.Read3(&r, exactFirst, v, q, found.Found)
	nothing := web.Read2(&r, v.Near, &q.filter, &found)
	if nothing != "" {
		q.values.Set("q", q.filter.Search)
	}
	tags := web.Read2(&r, v.Console.Store.Annotations.Tags, v.Context(), v.Account.AccountID)
	rows := web.Read3(&r, rows, v, found.Found, services)
	views := web.Read2(&r, savedViews, v, q.values)
	slow := web.Read2(&r, searchLag, v, q.filter)
	tabs := web.Read2(&r, queueTabs, v, q)
	if r.Err != nil {
		return r.Err
	}
	fields := orderFields(v, q, all, tags)
	page := ordersPage{
		Search: q.filter.Search, Form: web.NewForm(q.values), Fields: fields, Filters: q.filters(), Chips: chips(v, q, fields, services),
		AllColumns: orderColumns, Partial: found.Partial, View: view.Label(viewName, v.T("Name of the view")), Views: views, Slow: slow,
		Tabs: tabs, Queue: q.filter.Queue, Nothing: nothing, Rows: rows,
	}
	columns := chosenColumns(v, len(tags) > 0)
	page.Columns = each.Of(columns, func(c orderColumn) shownColumn { return newShownColumn(v, q, c) })
	list := ordersPath(v, q.values, "after", "column")
	page.Keep, page.Most = strconv.FormatInt(v.User.UserID, 10)+" "+list, request.MaxPrinted
	page.HasFilters = len(page.Chips) > 0
	for i := range rows {
		rows[i].Cells = cellsOf(v, columns, &rows[i])
	}
	if _, query, has := strings.Cut(list, "?"); has {
		page.Query = "?" + query
	}
	if q.after != (store.Cursor{}) {
		page.First = ordersPath(v, q.values, "after")
	}
	if found.More {
		q.values.Set("after", found.Next.String())
		page.Next = ordersPath(v, q.values)
	}
	var err error
	page.Count, page.Many, err = countOrders(v, q, found)
	if !q.narrows() {
		page.matchTab()
	}
	if q.filter.Queue == shipment.QueuePrint && len(page.Rows) > 0 {
		page.Print = v.URL("orders/print")
		if prints := v.Allowed(web.AccountPath + "prints"); prints != "" && v.Can(shipment.WriteOrders) {
			page.Print = prints + "/runs"
		}
		printed := maps.Clone(q.values)
		printed.Del("after")
		printed.Set("sort", cmp.Or(printed.Get("sort"), string(store.SortOldest)))
		page.Print += "?" + printed.Encode()
	}
	return v.Show(err, status, "orders.html", page)
}

// matchTab makes the count of the orders and that of the current tab the same.
func (p *ordersPage) matchTab() {
	for i := range p.Tabs {
		switch tab := &p.Tabs[i]; {
		case !tab.Current:
		case p.Count == "" || strings.HasSuffix(p.Count, "+"):
			p.Count = tab.Count
		default:
			tab.Count = p.Count // orders have changed since the tabs were counted
		}
	}
}

// exactFirst returns the orders of a page with those first whose number or reference is what was searched. They are on no other page.
func exactFirst(v *web.Visit, q ordersQuery, page []shipment.Order) ([]shipment.Order, error) {
	exact, err := v.Console.Store.Search.ExactOrders(v.Context(), q.filter)
	if err != nil || len(exact) == 0 {
		return page, err
	}
	page = slices.DeleteFunc(page, func(o shipment.Order) bool {
		return slices.ContainsFunc(exact, func(e shipment.Order) bool { return e.OrderID == o.OrderID })
	})
	if q.after == (store.Cursor{}) {
		page = append(exact, page...)
	}
	return page, nil
}

// countOrders counts the orders that an address selects, in words, and says whether an action takes fewer. It is quick: it counts up to
// mostCounted.
func countOrders(v *web.Visit, q ordersQuery, found store.Browsed[shipment.Order]) (words string, many bool, err error) {
	if q.after == (store.Cursor{}) && !found.More {
		return v.Number(len(found.Found)), false, nil
	}
	if found.Partial {
		return "", false, nil
	}
	count, exact, err := v.Console.Store.CountUpTo(v.Context(), q.filter, mostCounted)
	many = count > request.MaxPrinted
	if !exact {
		count = max(1, count-1)
	}
	return v.AtLeast(store.QueueCount{Orders: count, Exact: exact}), many, err
}

// searchLag says what a search does not find yet, "" if it finds all.
func searchLag(v *web.Visit, f store.OrderFilter) (string, error) {
	if !f.BySearch() {
		return "", nil
	}
	lag, err := v.Console.Store.Search.SearchLag(v.Context())
	switch {
	case err != nil:
		return "", err
	case lag.Indexed < 100:
		return v.T("Orders of an earlier version are still being prepared for the search, the newest first: %d %% are ready.", lag.Indexed), nil
	case lag.Behind.Seconds() >= 5:
		return v.T("Many orders arrive: those of the last %s seconds are not found yet.", strconv.Itoa(int(lag.Behind.Seconds()))), nil
	}
	return "", nil
}
