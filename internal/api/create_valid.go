package api

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"

	"github.com/go-faster/jx"

	"waybill/internal/api/shell"
	"waybill/internal/each"
	"waybill/internal/request"
	"waybill/internal/store"
)

// refusals has the problems of the orders of a request that were left out, as JSON, in the place of each order;
// it is nil for a created order.
type refusals []json.RawMessage

func refusalsOf(refused request.List) refusals {
	all := make(refusals, len(refused))
	for i, problems := range refused {
		if refused.Refuses(i) {
			all[i] = problems.AppendJSON(nil)
		}
	}
	return all
}

// draft returns the problems as JSON, as readRefusals reads them when the request is repeated.
func (r refusals) draft() []byte {
	text, err := json.Marshal(r)
	if err != nil {
		panic("problems are not JSON: " + err.Error())
	}
	return text
}

// readRefusals reads a draft; there are no refusals without one.
func readRefusals(draft []byte) (refusals, error) {
	if len(draft) == 0 {
		return nil, nil
	}
	var all refusals
	if err := json.Unmarshal(draft, &all); err != nil {
		return nil, fmt.Errorf("read the orders that were left out: %w", err)
	}
	for i := range all {
		if string(all[i]) == "null" {
			all[i] = nil
		}
	}
	return all, nil
}

// partly is the response to a create request whose valid orders are stored: for each order of the request its
// label, or its problems.
func (a *API) partly(r *http.Request, b store.Batch, outcomes map[int64]store.Outcome, refused refusals) shell.Response {
	var e jx.Encoder
	base, created := a.base(r), b.Orders
	e.ObjStart()
	text(&e, "upload_batch_no", b.UploadBatchNo)
	e.FieldStart("orders")
	e.ArrStart()
	for _, problems := range refused {
		if problems == nil {
			a.writeLabelled(&e, base, &created[0], outcomes)
			created = created[1:]
			continue
		}
		e.ObjStart()
		e.FieldStart("errors")
		e.Raw(problems)
		e.ObjEnd()
	}
	e.ArrEnd()
	e.ObjEnd()
	return shell.Response{Status: http.StatusMultiStatus, Body: e.Bytes()}
}

// leaveOutTaken leaves out the orders whose tracking numbers are taken. It returns a *shell.ValidationError if the request does
// not accept that, or no order is left.
func leaveOutTaken(valid *request.Orders, taken *store.TakenError) error {
	all := len(valid.Orders)
	if valid.Refused != nil {
		all = len(valid.Refused)
	}
	left := make([]int, 0, len(valid.Orders)) // the places of the valid orders in the request
	for place := range all {
		if !valid.Refused.Refuses(place) {
			left = append(left, place)
		}
	}
	places := each.Of(taken.Indexes, func(index int) int { return left[index] })
	valid.Refused = valid.Refused.TrackingNosTaken(places, all)
	if !valid.AcceptValid || len(places) == len(valid.Orders) {
		return &shell.ValidationError{Problems: valid.Refused.OfOrders()}
	}
	kept := valid.Orders[:0:0]
	for i := range valid.Orders {
		if !slices.Contains(taken.Indexes, i) {
			kept = append(kept, valid.Orders[i])
		}
	}
	valid.Orders = kept
	return nil
}
