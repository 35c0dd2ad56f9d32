package request

import (
	"bytes"
	"context"
	"errors"

	"github.com/go-faster/jx"

	"waybill/internal/shipment"
)

// ErrInvalidOrders is wrapped by the error of ReadOrders for orders that the create operation would
// refuse. The text of that error is the body of the response.
var ErrInvalidOrders = errors.New("the orders are invalid")

// ReadOrders reads the orders of a file and validates them like a create request. The file has such a
// request, an array of orders, or one order. Tracking numbers that are in use are accepted.
func ReadOrders(ctx context.Context, file []byte, services map[int64]shipment.Service) ([]shipment.Order, error) {
	sent, err := Decode(asRequest(file), CreateShape())
	if err != nil {
		return nil, err
	}
	valid, problems, err := ReadCreate(ctx, sent, Rules{
		Services: services,
		Taken:    func(context.Context, []string) (map[string]bool, error) { return nil, nil }, //nolint:nilnil // none are
	})
	if err != nil {
		return nil, err
	}
	if problems != nil {
		return nil, &invalidOrdersError{problems}
	}
	return valid.Orders, nil
}

// asRequest wraps an array of orders, or one order, into a request. A file that is not JSON stays as it
// is, so that the decoder refuses it.
func asRequest(file []byte) []byte {
	wrap := func(before, after string) []byte {
		return append(append([]byte(before), file...), after...)
	}
	switch jx.DecodeBytes(file).Next() {
	case jx.Array:
		return wrap(`{"orders":`, `}`)
	case jx.Object:
		isRequest := false
		err := jx.DecodeBytes(file).ObjBytes(func(d *jx.Decoder, key []byte) error {
			isRequest = isRequest || bytes.Equal(key, []byte("orders"))
			return d.Skip()
		})
		if err == nil && !isRequest {
			return wrap(`{"orders":[`, `]}`)
		}
	}
	return file
}

type invalidOrdersError struct{ problems Problems }

func (e *invalidOrdersError) Error() string { return string(e.problems.AppendJSON(nil)) }
func (e *invalidOrdersError) Unwrap() error { return ErrInvalidOrders }
