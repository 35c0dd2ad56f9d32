package desk

import (
	"cmp"
	"errors"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"waybill/internal/console/web"
	"waybill/internal/each"
	"waybill/internal/feature/desk/parcels"
	"waybill/internal/shipment"
	"waybill/internal/store"
)

// reply is the answer to a scan.
type reply = web.ScanReply

// exactOrders are the orders of the account that a code names.
func exactOrders(v *web.Visit, code string) ([]shipment.Order, error) {
	f := store.OrderFilter{AccountID: v.Account.AccountID, PageSize: mostFound, Filter: shipment.Filter{Search: code}}
	return v.Console.Store.Search.ExactOrders(v.Context(), f)
}

// oneOrder is the order of the account that a scan names, or the one that was chosen. If there is not exactly one, refused says so.
func oneOrder(v *web.Visit, code string) (o *shipment.Order, refused reply, err error) {
	var found []shipment.Order
	for _, code := range []string{code, v.TypedCode()} {
		if code == "" {
			continue
		}
		one, err := v.Console.Store.Search.OrderOfCode(v.Context(), v.Account.AccountID, code, v.ChosenOrder())
		if several, ok := errors.AsType[*store.AmbiguousError](err); ok {
			found = append(found, several.Orders...)
		} else if err == nil {
			found, o = append(found, *one), one
		} else if !errors.Is(err, store.ErrNotFound) {
			return nil, reply{}, err
		}
	}
	if found = slices.CompactFunc(found, func(a, b shipment.Order) bool { return a.OrderID == b.OrderID }); len(found) > 1 {
		return nil, toChoose(v, found), nil
	}
	if o == nil {
		return nil, reply{Tone: "bad", Text: v.T("is not known: no order of this account has this number.")}, nil
	}
	return o, reply{}, err
}

// toChoose asks which order is meant.
func toChoose(v *web.Visit, orders []shipment.Order) reply {
	choices := each.Of(orders, func(o shipment.Order) web.ScanChoice {
		status := v.T(web.StatusOf(o.TrackerStatus).Text)
		about := []string{o.TrackingNo, cmp.Or(o.ShipperOrderID, "–"), o.Consignee.Name, status, v.Moment(o.CreatedOn)}
		return web.ScanChoice{Order: strconv.FormatInt(o.OrderID, 10), Text: strings.Join(about, " · ")}
	})
	return reply{Tone: "warn", Text: v.T("Several orders have this number. Choose one."), Choices: choices}
}

// openScanned says which page has exactly the number that was scanned.
func (pg *pages) openScanned(v *web.Visit) (reply, error) {
	code := v.ScannedCode()
	orders, err := exactOrders(v, code)
	switch {
	case err != nil:
		return reply{}, err
	case len(orders) == 1:
		return reply{Tone: "good", Text: v.T("Order found"), Path: v.URL("orders/" + url.PathEscape(orders[0].TrackingNo))}, nil
	case len(orders) > 1:
		return reply{Tone: "warn", Text: v.T("Several orders have this number"), Path: v.URL("orders?q=" + url.QueryEscape(code))}, nil
	}
	batch := store.OrderFilter{AccountID: v.Account.AccountID, PageSize: 1, Filter: shipment.Filter{UploadBatchNo: strings.ToUpper(code)}}
	if code != "" {
		found, err := v.Console.Store.BrowseRecords(v.Context(), batch, store.Cursor{})
		if err != nil || len(found.Found) > 0 {
			return reply{Tone: "good", Text: v.T("Batch found"), Path: v.URL("batches/" + url.PathEscape(strings.ToUpper(code)))}, err
		}
	}
	if id, is := parcels.ParseHandoverNumber(code); is {
		if _, err := pg.Parcels.Handover(v.Context(), v.Account.AccountID, id); !errors.Is(err, store.ErrNotFound) {
			return reply{Tone: "good", Text: v.T("Hand-over list found"), Path: handoverPath(v, id)}, err
		}
	}
	return ofOtherAccount(v, code)
}

// ofOtherAccount leads to the order of another account that has a tracking number or a partner's number, if the user may see that account.
// Otherwise nothing is known that has the number.
func ofOtherAccount(v *web.Visit, code string) (reply, error) {
	unknown := reply{Tone: "bad", Text: v.T("is not known: no order, batch or hand-over list has this number.")}
	tracks, err := v.Console.Store.TrackCodes(v.Context(), []string{code}, 0, true)
	if len(tracks[code]) == 0 {
		return unknown, err
	}
	o, there := tracks[code][0], *v
	if there.Account, _, err = v.AccountByID(o.AccountID); errors.Is(err, store.ErrNotFound) {
		return unknown, nil
	}
	text, path := v.T("Order of %s", there.Account.Name), there.URL("orders/"+url.PathEscape(o.TrackingNo))
	return reply{Tone: "warn", Text: text, Path: path}, err
}
