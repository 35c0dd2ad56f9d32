package desk

import (
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"waybill/internal/console/web"
	"waybill/internal/shipment"
	"waybill/internal/store"
)

// mostFound is how many orders are proposed.
const mostFound = 6

// foundOrder is an order that is proposed.
type foundOrder struct{ Path, TrackingNo, Reference, Consignee string }

// findAnything answers a script with the pages and the orders that have what was typed; all pages for nothing.
func findAnything(v *web.Visit) error {
	typed := strings.TrimSpace(v.Request.PostForm.Get("q"))
	pages, propose := v.Pages(), proposedOrders
	var r web.Reading
	if v.Account.AccountID == 0 && typed != "" {
		propose = orderOfAny
		names := web.Read1(&r, (*web.Visit).AccountNames, v)
		for _, id := range slices.Sorted(maps.Keys(names)) {
			pages = append(pages, web.NavLink{Path: web.AccountHome(id), Text: names[id]})
		}
	}
	pages = slices.DeleteFunc(pages, func(page web.NavLink) bool {
		return !strings.Contains(" "+strings.ToLower(page.Text), " "+strings.ToLower(typed))
	})
	orders := web.Read2(&r, propose, v, typed)
	if r.Err != nil {
		return r.Err
	}
	return v.Fragment(http.StatusOK, "pack.html", "found", map[string]any{"Pages": pages, "Orders": orders})
}

// orderOfAny is the order of any account that has a number.
func orderOfAny(v *web.Visit, number string) ([]foundOrder, error) {
	found, err := ofOtherAccount(v, number)
	if err != nil || found.Path == "" {
		return nil, err
	}
	return []foundOrder{{Path: found.Path, TrackingNo: number, Consignee: found.Text}}, nil
}

// proposedOrders are the orders of a number or reference, and those whose words begin with what was typed.
func proposedOrders(v *web.Visit, typed string) ([]foundOrder, error) {
	const fewest = 2 // characters
	if len(typed) < fewest || len(typed) > maxCode {
		return nil, nil
	}
	orders, err := exactOrders(v, typed)
	if err != nil {
		return nil, err
	}
	f := store.OrderFilter{AccountID: v.Account.AccountID, PageSize: mostFound, Filter: shipment.Filter{Search: typed}}
	more, err := v.Console.Store.BrowseOrders(v.Context(), f, store.Cursor{})
	if err != nil {
		return nil, err
	}
	var found []foundOrder
	known := map[int64]bool{}
	for _, o := range append(orders, more.Found...) {
		if known[o.OrderID] || len(found) == mostFound {
			continue
		}
		known[o.OrderID] = true
		found = append(found, foundOrder{v.URL("orders/" + url.PathEscape(o.TrackingNo)), o.TrackingNo, o.ShipperOrderID, o.Consignee.Name})
	}
	return found, nil
}
