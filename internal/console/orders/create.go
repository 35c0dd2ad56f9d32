package orders

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"net/http"
	"time"

	"waybill/internal/console/orderform"
	"waybill/internal/console/web"
	"waybill/internal/orders"
	"waybill/internal/request"
	"waybill/internal/store"
)

// created is what came of a form that creates an order: it is stored with the order, for a form that is sent again.
type created struct {
	TrackingNo string `json:"tracking_no"`
	HasLabel   bool   `json:"has_label"`
}

// maxOnce bounds the key of a form.
const maxOnce = 64

// onceOf makes the form of a page one that is carried out once. Sent is what the form asks for.
func onceOf(v *web.Visit, sent any) (*orders.Once, error) {
	key := v.Request.PostForm.Get("once")
	if key == "" || len(key) > maxOnce {
		return nil, nil //nolint:nilnil // without a key it is carried out each time
	}
	text, err := json.Marshal(sent)
	if err != nil {
		return nil, err
	}
	return &orders.Once{
		Key: "console-" + key, Hash: sha256.Sum256(append([]byte(v.Request.URL.Path+"\n"), text...)),
		Respond: func(c *orders.Created) (int, []byte, error) {
			body, err := json.Marshal(createdOf(c))
			return http.StatusCreated, body, err
		},
		Draft: func(request.List) []byte { return nil }, // no form accepts that an order is left out
	}, nil
}

func createdOf(c *orders.Created) created {
	o := &c.Orders[0]
	outcome := c.Outcomes[o.OrderID]
	return created{o.TrackingNo, o.HasLabel || outcome.HasLabel()}
}

// createFunc is an operation that creates an order.
type createFunc func(context.Context, orders.Caller, *orders.Once) (orders.Answer, error)

// create has an operation create the order of a form, once. While another request with the key of the form runs, or the partner has to
// cancel an order first, it waits.
func create(
	v *web.Visit, wait time.Duration, sent any, do createFunc,
) (c created, err error) {
	once, err := onceOf(v, sent)
	if err != nil {
		return created{}, err
	}
	until := time.Now().Add(wait)
	for {
		answer, err := web.AsCaller(v, func(ctx context.Context, by orders.Caller) (orders.Answer, error) { return do(ctx, by, once) })
		runs := errors.Is(err, store.ErrStillRunning) || errors.Is(err, orders.ErrCancelling)
		switch {
		case runs && time.Now().Before(until):
		case err != nil:
			return created{}, err
		case answer.Stored != nil:
			err := json.Unmarshal(answer.Stored.Body, &c)
			return c, err
		default:
			return createdOf(answer.Created), nil
		}
		select {
		case <-v.Context().Done():
			return created{}, v.Context().Err()
		case <-time.After(askEvery):
		}
	}
}

// createOnce creates the order of a form, or shows the form with what is wrong.
func createOnce(
	v *web.Visit, f *orderform.Form, sent orderform.Sent, kind orders.Kind, shape *request.Shape, fields map[string]any,
) (c created, done bool, err error) {
	if problems := repeated(v, f); len(problems) > 0 {
		return c, false, showForm(v, http.StatusUnprocessableEntity, f, problems, nil, "")
	}
	fields["orders"] = []any{map[string]any(sent.Order)}
	c, err = create(v, askForResponse, fields, func(ctx context.Context, by orders.Caller, once *orders.Once) (orders.Answer, error) {
		return v.Console.Orders.Create(ctx, by, request.FormOf(shape, fields), kind, once)
	})
	switch problems := web.ProblemsOf(err); {
	case errors.Is(err, store.ErrOtherRequest): // the key of the form has made another order
		err = showForm(v, http.StatusUnprocessableEntity, f, []orderform.Problem{wholeForm(
			v.T("This form has made an order already, and was changed since. To make another order, send it again."))}, nil, "")
	case errors.Is(err, store.ErrStillRunning):
		err = showForm(v, http.StatusConflict, f, []orderform.Problem{wholeForm(
			v.T("The order is still being made. Look in the list of orders before you send it again."))}, nil, "")
	case problems != nil:
		err = showForm(v, http.StatusUnprocessableEntity, f, sent.Problems(f, problems, v.Words()), nil, "")
	default:
		done = err == nil
	}
	return c, done, err
}
