package api

import (
	"encoding/json"
	"fmt"
	"net/http"

	"github.com/go-faster/jx"

	"waybill/internal/api/shell"
	"waybill/internal/orders"
	"waybill/internal/request"
)

// refusals has the problems of the orders of a request that were left out, as JSON, in the place of each order;
// it is nil for a created order.
type refusals []*json.RawMessage

func refusalsOf(created *orders.Created) (refusals, error) {
	if created.Refused == nil {
		return readRefusals(created.Draft)
	}
	return encodeRefusals(created.Refused), nil
}

func encodeRefusals(refused request.List) refusals {
	all := make(refusals, len(refused))
	for i, problems := range refused {
		if refused.Refuses(i) {
			all[i] = new(json.RawMessage(problems.AppendJSON(nil)))
		}
	}
	return all
}

// draftOf returns the problems as JSON, as readRefusals reads them when the request is repeated.
func draftOf(refused request.List) []byte {
	text, err := json.Marshal(encodeRefusals(refused))
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
	return all, nil
}

// partly is the response to a create request whose valid orders are stored: for each order of the request its
// label, or its problems.
func (a *API) partly(r *http.Request, batch *orders.Created, refused refusals) shell.Response {
	base, created := a.base(r), batch.Orders
	return objectOf(http.StatusMultiStatus, func(e *jx.Encoder) {
		text(e, "upload_batch_no", batch.UploadBatchNo)
		array(e, "orders", refused, func(e *jx.Encoder, problems **json.RawMessage) {
			if *problems == nil {
				a.writeLabelled(e, base, &created[0], batch.Outcomes)
				created = created[1:]
				return
			}
			e.ObjStart()
			e.FieldStart("errors")
			e.Raw(**problems)
			e.ObjEnd()
		})
	})
}
