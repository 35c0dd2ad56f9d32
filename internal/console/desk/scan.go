package desk

import (
	"encoding/json"
	"errors"
	"net/url"
	"strings"
	"unicode/utf8"

	"waybill/internal/console/web"
	"waybill/internal/shipment"
	"waybill/internal/store"
)

// maxCode is how many characters a scan may have: no number or reference has more.
const maxCode = 100

// answer is the reply to a scan: good, warn or bad, a text, and the page that it opens, "" for none.
type answer struct {
	Tone string `json:"tone"`
	Text string `json:"text"`
	Path string `json:"path,omitempty"`
}

func send(v *web.Visit, a answer) error {
	v.NoStore()
	v.Writer.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(v.Writer).Encode(a) // a client that has gone away is not an error
	return nil
}

// scannedCode is the code of a scan, "" for one that no number or reference can be.
func scannedCode(v *web.Visit) string {
	code := strings.TrimSpace(v.Request.PostForm.Get("code"))
	if !utf8.ValidString(code) || utf8.RuneCountInString(code) > maxCode {
		return ""
	}
	return code
}

// exactOrders are the orders of the account with a tracking number or a reference, in any letter case.
func exactOrders(v *web.Visit, code string) ([]shipment.Order, error) {
	f := store.OrderFilter{AccountID: v.Account.AccountID, PageSize: 2, Filter: shipment.Filter{Search: code}}
	return v.Console.Store.Search.ExactOrders(v.Context(), f)
}

// oneOrder is the order of the account with a tracking number or a reference. If there is not exactly one, refused says so.
func oneOrder(v *web.Visit, code string) (o *shipment.Order, refused answer, err error) {
	orders, err := exactOrders(v, code)
	switch {
	case err != nil:
		return nil, answer{}, err
	case len(orders) == 0:
		return nil, answer{Tone: "bad", Text: v.T("is not known: no order of this account has this number.")}, nil
	case len(orders) > 1:
		return nil, answer{Tone: "bad", Text: v.T("Several orders have this reference. Scan the tracking number.")}, nil
	}
	return &orders[0], answer{}, nil
}

// openScanned says which page has exactly the number that was scanned.
func openScanned(v *web.Visit) error {
	code := scannedCode(v)
	orders, err := exactOrders(v, code)
	if err != nil {
		return err
	}
	switch {
	case len(orders) == 1:
		return send(v, answer{"good", v.T("Order found"), v.URL("orders/" + url.PathEscape(orders[0].TrackingNo))})
	case len(orders) > 1:
		return send(v, answer{"warn", v.T("Several orders have this reference"), v.URL("orders?q=" + url.QueryEscape(code))})
	}
	batch := store.OrderFilter{AccountID: v.Account.AccountID, PageSize: 1, Filter: shipment.Filter{UploadBatchNo: strings.ToUpper(code)}}
	if code != "" {
		found, err := v.Console.Store.BrowseRecords(v.Context(), batch, store.Cursor{})
		if err != nil {
			return err
		}
		if len(found.Found) > 0 {
			return send(v, answer{"good", v.T("Batch found"), v.URL("batches/" + url.PathEscape(strings.ToUpper(code)))})
		}
	}
	if id, is := store.ParseHandoverNumber(code); is {
		_, err := v.Console.Store.Parcels.Handover(v.Context(), v.Account.AccountID, id)
		if err == nil {
			return send(v, answer{"good", v.T("Hand-over list found"), handoverPath(v, id)})
		}
		if !errors.Is(err, store.ErrNotFound) {
			return err
		}
	}
	a, found, err := ofOtherAccount(v, code)
	if err == nil && !found {
		a = answer{Tone: "bad", Text: v.T("is not known: no order, batch or hand-over list has this number.")}
	}
	if err != nil {
		return err
	}
	return send(v, a)
}

// ofOtherAccount leads to the order of another account that has a tracking number, if the user may see that account.
func ofOtherAccount(v *web.Visit, code string) (a answer, found bool, err error) {
	o, err := v.Console.Store.OrderByTrackingNo(v.Context(), strings.ToUpper(code))
	if err == nil {
		there := *v
		if there.Account, _, err = v.AccountByID(o.AccountID); err == nil {
			return answer{"warn", v.T("Order of %s", there.Account.Name), there.URL("orders/" + url.PathEscape(o.TrackingNo))}, true, nil
		}
	}
	if errors.Is(err, store.ErrNotFound) {
		err = nil
	}
	return a, false, err
}
