package desk

import (
	"cmp"
	"encoding/json"
	"errors"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"waybill/internal/console/web"
	"waybill/internal/each"
	"waybill/internal/feature/desk/parcels"
	"waybill/internal/shipment"
	"waybill/internal/store"
)

// maxCode is how many characters a scan may have: no number or reference has more.
const maxCode = 100

// reply is the answer to a scan: good, warn or bad, a text, and the page that it opens, "" for none. A person makes a choice if several
// orders have the code.
type reply struct {
	Tone    string   `json:"tone"`
	Text    string   `json:"text"`
	Path    string   `json:"path,omitempty"`
	About   string   `json:"about,omitempty"` // the parcel, for people at two metres
	Code    string   `json:"code,omitempty"`  // its number, in the place of what was scanned of it: a piece, its weight or its box
	Choices []choice `json:"choices,omitempty"`
}

// choice is one of the orders of a code: its id, which the scan is sent again with, and what tells it from the others.
type choice struct {
	Order string `json:"order"`
	Text  string `json:"text"`
}

func send[T any](v *web.Visit, a T) error {
	v.NoStore()
	v.Writer.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(v.Writer).Encode(a) // a client that has gone away is not an error
	return nil
}

// sendTo sends the reply to a scan, or without a script shows it on the page that the path of the scan, without an end, has.
func sendTo(end string) func(*web.Visit, reply) error {
	return func(v *web.Visit, a reply) error {
		if v.Request.PostForm.Get("page") == "" {
			return send(v, a)
		}
		v.Toast(scannedCode(v) + " " + a.Text)
		return v.Redirect(strings.TrimSuffix(v.Request.URL.Path, end) + "?" + v.Request.URL.RawQuery)
	}
}

// aboutParcel is what a person compares with a parcel: to whom and where it goes, its weight and its size.
func aboutParcel(v *web.Visit, o *shipment.Order, weight shipment.Thousandths) string {
	about := []string{o.Consignee.Name, v.Country(o.Consignee.Country), v.Weight(cmp.Or(weight, o.Weight).String())}
	if o.Length != 0 {
		about = append(about, strings.ReplaceAll(o.Length.String()+" × "+o.Width.String()+" × "+o.Height.String()+" cm", " ", "\u00a0"))
	}
	return strings.Join(about, " · ")
}

// scannedCode is the code of a scan, "" for one that no number or reference can be.
func scannedCode(v *web.Visit) string { return codeOf(v, "code") }

// typedCode is what the layout of the keyboard makes of a scan, "" if that is the same: a person may have typed it.
func typedCode(v *web.Visit) string { return codeOf(v, "typed") }

func codeOf(v *web.Visit, field string) string {
	code := strings.TrimSpace(v.Request.PostForm.Get(field))
	if !utf8.ValidString(code) || utf8.RuneCountInString(code) > maxCode {
		return ""
	}
	return code
}

// exactOrders are the orders of the account that a code names.
func exactOrders(v *web.Visit, code string) ([]shipment.Order, error) {
	f := store.OrderFilter{AccountID: v.Account.AccountID, PageSize: mostFound, Filter: shipment.Filter{Search: code}}
	return v.Console.Store.Search.ExactOrders(v.Context(), f)
}

// oneOrder is the order of the account that a scan names, or the one that was chosen. If there is not exactly one, refused says so.
func oneOrder(v *web.Visit, code string) (o *shipment.Order, refused reply, err error) {
	var found []shipment.Order
	for _, code := range []string{code, typedCode(v)} {
		if code == "" {
			continue
		}
		one, err := v.Console.Store.Search.OrderOfCode(v.Context(), v.Account.AccountID, code, chosenOrder(v))
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

// chosenOrder is the id of the order that a person chose, 0 for none.
func chosenOrder(v *web.Visit) int64 {
	id, _ := strconv.ParseInt(v.Request.PostForm.Get("order"), 10, 64)
	return id
}

// toChoose asks which order is meant.
func toChoose(v *web.Visit, orders []shipment.Order) reply {
	choices := each.Of(orders, func(o shipment.Order) choice {
		status := v.T(web.StatusOf(o.TrackerStatus).Text)
		about := []string{o.TrackingNo, cmp.Or(o.ShipperOrderID, "–"), o.Consignee.Name, status, v.Moment(o.CreatedOn)}
		return choice{strconv.FormatInt(o.OrderID, 10), strings.Join(about, " · ")}
	})
	return reply{Tone: "warn", Text: v.T("Several orders have this number. Choose one."), Choices: choices}
}

// openScanned says which page has exactly the number that was scanned.
func (pg *pages) openScanned(v *web.Visit) (reply, error) {
	code := scannedCode(v)
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
