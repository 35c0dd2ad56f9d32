package request

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"github.com/go-faster/jx"

	"waybill/internal/each"
	"waybill/internal/problem"
	"waybill/internal/shipment"
)

// InvalidOrdersError is returned for a file of orders that the create operation would refuse.
type InvalidOrdersError struct {
	Problems []OrderProblem // at least one, in the order of the file
}

// OrderProblem is a message about a field of an order in a file.
type OrderProblem struct {
	Order   string // as OrderName; "" for the file as a whole
	Field   string // such as order_width or items[0].item_quantity
	Message problem.Message
}

// shownProblems keeps the text of an error short.
const shownProblems = 3

func (e *InvalidOrdersError) Error() string {
	texts := each.Of(e.Problems[:min(len(e.Problems), shownProblems)], func(p OrderProblem) string {
		return strings.TrimPrefix(p.Order+", "+p.Field+": "+p.Message.String(), ", ")
	})
	if more := len(e.Problems) - shownProblems; more > 0 {
		texts = append(texts, fmt.Sprintf("and %d more", more))
	}
	return strings.Join(texts, "; ")
}

// OrderName names the order at an index of a file for people: by the shipper's reference, else by its tracking
// number, else by its place, from 1.
func OrderName(index int, shipperOrderID, trackingNo string) string {
	return cmp.Or(strings.TrimSpace(shipperOrderID), shipment.TrackingKey(strings.TrimSpace(trackingNo)), fmt.Sprintf("order %d", index+1))
}

// ReadOrders reads the orders of a file and validates them like a create request. The file has such a
// request, an array of orders, or one order. It returns an *InvalidOrdersError when an order is invalid, and the errors of the lookups.
func ReadOrders(ctx context.Context, file []byte, lookups Lookups) ([]shipment.Order, error) {
	sent, err := Decode(asRequest(file, ordersField), CreateShape())
	if err != nil {
		return nil, err
	}
	valid, problems, err := ReadCreate(ctx, sent, lookups)
	if err != nil {
		return nil, err
	}
	if problems != nil {
		return nil, &InvalidOrdersError{sent.orderProblems(problems)}
	}
	return valid.Orders, nil
}

// ReadEvents reads a request with reports of an operator from a file. It returns an *InvalidOrdersError when one is invalid.
func ReadEvents(file []byte) ([]shipment.TrackingReport, error) {
	return readFile(file, ReportShape(), ReadReports)
}

// readFile reads a request of a shape from a file. It returns an *InvalidOrdersError when the request is invalid.
func readFile[T any](file []byte, shape *Shape, read func(*Form) (T, Problems)) (request T, err error) {
	sent, err := Decode(file, shape)
	if err != nil {
		return request, err
	}
	request, problems := read(sent)
	return request, problems.Err()
}

// Err is an *InvalidOrdersError of problems that are not in an order; nil if there are none.
func (p Problems) Err() error {
	if p == nil {
		return nil
	}
	invalid := &InvalidOrdersError{}
	for at, m := range Each(p) {
		invalid.Problems = append(invalid.Problems, OrderProblem{"", fieldAt(at), m})
	}
	return invalid
}

// orderProblems are the problems of a create request as a list, with the names of its orders.
func (f *Form) orderProblems(problems Problems) (all []OrderProblem) {
	for _, p := range problems {
		orders, isList := p.Node.(List)
		ofOrders := isList && len(orders) == len(f.levels[1].elements)
		for at, m := range Each(Problems{p}) {
			found := OrderProblem{"", fieldAt(at), m}
			if ofOrders {
				i := at[1].Index
				order := entry{f, 1, i}
				found.Order = OrderName(i, order.get("shipper_order_id").Text, order.get(trackingNoField).Text)
				found.Field = fieldAt(at[2:])
			}
			all = append(all, found)
		}
	}
	return all
}

// fieldAt is a place as people read it, such as items[0].item_quantity.
func fieldAt(at Place) string {
	var b strings.Builder
	for _, step := range at {
		if step.Index >= 0 {
			fmt.Fprintf(&b, "[%d]", step.Index)
		} else {
			b.WriteString("." + step.Field)
		}
	}
	return strings.TrimPrefix(b.String(), ".")
}

// asRequest wraps an array, or one element of it, into a request that has it under a key. A file that is not JSON stays as
// it is, so that the decoder refuses it.
func asRequest(file []byte, list string) []byte {
	wrap := func(before, after string) []byte {
		return append(append([]byte(before), file...), after...)
	}
	switch jx.DecodeBytes(file).Next() {
	case jx.Array:
		return wrap(`{"`+list+`":`, `}`)
	case jx.Object:
		sent, isObject := members(file, func(name string) bool { return name == list })
		if _, isRequest := sent[list]; isObject && !isRequest {
			return wrap(`{"`+list+`":[`, `]}`)
		}
	}
	return file
}
