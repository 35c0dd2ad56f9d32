package desk

import (
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"waybill/internal/console/web"
	"waybill/internal/each"
	"waybill/internal/shipment"
	"waybill/internal/store"
	"waybill/internal/store/searchtext"
)

// mostFound is how many orders are proposed.
const mostFound = 6

// foundOrder is an order that is proposed, and why.
type foundOrder struct{ Path, TrackingNo, Reference, Consignee, Why string }

// proposal is what may be meant by what was typed.
type proposal struct {
	Orders []foundOrder
	Pages  []web.NavLink
	Opens  string // the path that Enter opens; "": one has to choose
	Notes  []string
}

// findAnything answers a script with the pages and the orders that have what was typed; all pages for nothing. On a page of no account
// these are the accounts too, and the order of any account that has the number.
func findAnything(v *web.Visit) error {
	typed := strings.TrimSpace(v.Request.PostForm.Get("q"))
	pages, find := v.Pages(), (*proposal).addOrders
	var r web.Reading
	if v.Account.AccountID == 0 && typed != "" {
		find = (*proposal).addOrderOfAny
		names := web.Read1(&r, (*web.Visit).AccountNames, v)
		for _, id := range slices.Sorted(maps.Keys(names)) {
			pages = append(pages, web.NavLink{Path: web.AccountHome(id), Text: names[id]})
		}
	}
	p := proposal{Pages: slices.DeleteFunc(pages, func(page web.NavLink) bool {
		return !strings.Contains(" "+strings.ToLower(page.Text), " "+strings.ToLower(typed))
	})}
	if len(p.Pages) > 0 {
		p.Opens = p.Pages[0].Path
	}
	if r.Err == nil {
		r.Err = find(&p, v, typed)
	}
	if r.Err != nil {
		return r.Err
	}
	return v.Fragment(http.StatusOK, "pack.html", "found", p)
}

// addOrderOfAny adds the order of any account that has a number.
func (p *proposal) addOrderOfAny(v *web.Visit, number string) error {
	found, err := ofOtherAccount(v, number)
	if err == nil && found.Path != "" {
		p.Orders, p.Opens = []foundOrder{{Path: found.Path, TrackingNo: number, Consignee: found.Text}}, found.Path
	}
	return err
}

// addOrders adds the orders of a number or reference, and those whose words begin with what was typed, or differ from it in a letter.
func (p *proposal) addOrders(v *web.Visit, typed string) error {
	if searchtext.IsShortEnd(typed) {
		p.Notes = append(p.Notes, v.T("To find a number by its end, type 4 digits or more."))
	}
	const fewest = 2 // characters
	if len(typed) < fewest || len(typed) > web.MaxScan {
		return nil
	}
	orders, err := exactOrders(v, typed)
	if err != nil {
		return err
	}
	f := store.OrderFilter{AccountID: v.Account.AccountID, PageSize: mostFound, Filter: shipment.Filter{Search: typed, WithItems: true}}
	exact := len(orders)
	more, err := v.Console.Store.BrowseOrders(v.Context(), f, store.Cursor{})
	if err == nil && exact == 0 && len(p.Pages) == 0 {
		err = p.addNear(v, &f, &more)
	}
	if err != nil {
		return err
	}
	orders = append(orders, more.Found...)
	for i := range orders {
		o := &orders[i]
		path := v.URL("orders/" + url.PathEscape(o.TrackingNo))
		if len(p.Orders) == mostFound || slices.ContainsFunc(p.Orders, func(f foundOrder) bool { return f.Path == path }) {
			continue
		}
		why := each.Of(searchtext.Matches(o, f.Search), func(m searchtext.Match) string { return v.T(m.Field) + " " + m.Text })
		p.Orders = append(p.Orders, foundOrder{path, o.TrackingNo, o.ShipperOrderID, o.Consignee.Name, strings.Join(why, " · ")})
	}
	if p.Opens = p.opens(exact); p.Opens == "" && len(p.Orders) > 1 {
		p.Notes = append(p.Notes, v.T("Several orders match. Choose one."))
	}
	return nil
}

// addNear looks for words that differ in a letter, and says so.
func (p *proposal) addNear(v *web.Visit, f *store.OrderFilter, found *store.Browsed[shipment.Order]) error {
	searched, err := v.Near(f, found)
	if searched != "" {
		p.Notes = append(p.Notes, v.T("Nothing for “%[1]s”. These have “%[2]s”.", searched, f.Search))
	}
	return err
}

// opens is what Enter opens: the only order, or the only one whose number or reference is all that was typed.
func (p *proposal) opens(exact int) string {
	switch {
	case exact == 1 || len(p.Orders) == 1:
		return p.Orders[0].Path
	case len(p.Orders) > 1:
		return ""
	}
	return p.Opens
}
