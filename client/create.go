package client

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
)

// CreateRequest is a batch of 1 to 1000 orders. The service stores all or none, unless AcceptValid is set.
type CreateRequest struct {
	// Blocking waits for the labels, up to the service's budget (25 s by default).
	Blocking bool `json:"blocking"`
	// AcceptValid stores the valid orders when others are invalid. The problems of those are in
	// CreatedOrder.Invalid, and the error is a *ValidationError only if all are invalid.
	AcceptValid bool       `json:"accept_valid,omitempty"`
	Orders      []NewOrder `json:"orders"`

	// IdempotencyKey makes the request safe to repeat for 24 hours, also by another process: printable ASCII
	// without spaces, at most 255 characters. When it is "", the call makes a random one, which protects only
	// its own repetitions.
	IdempotencyKey string `json:"-"`
}

// CreateResult is a created batch.
type CreateResult struct {
	UploadBatchNo string
	Orders        []CreatedOrder // in the submitted order
	Replayed      bool           // a repetition: the batch was created by an earlier request
}

// CreatedOrder is the result for one order of a batch.
type CreatedOrder struct {
	TrackingNo string `json:"tracking_no"`
	// LabelURL is "" when the request was not blocking, and when there is no label yet; a view of the order
	// shows it later.
	LabelURL string `json:"order_label_url"`
	Message  string `json:"message"` // why a blocking create has no label; else ""
	// Invalid are the problems of an order that was not stored: see CreateRequest.AcceptValid. It is nil when
	// the order was stored.
	Invalid []Problem `json:"-"`
}

// HasAllLabels reports whether every order has its label. It is false after a create that was not blocking, and
// when an order was not stored.
func (r CreateResult) HasAllLabels() bool {
	return !slices.ContainsFunc(r.Orders, func(o CreatedOrder) bool { return o.LabelURL == "" })
}

// CreateOrders creates the orders of a batch. Missing labels are not an error: see HasAllLabels. It returns a
// *ValidationError when an order is invalid, and an *Error for any other refusal. After another error the
// batch may exist: a call with the same IdempotencyKey and the same orders finds out, and does not create it
// twice.
func (c *Client) CreateOrders(ctx context.Context, r CreateRequest) (CreateResult, error) {
	created, replayed, err := askOnce[struct {
		UploadBatchNo string   `json:"upload_batch_no"`
		TrackingNos   []string `json:"tracking_nos"` // neither blocking nor with invalid orders
		Orders        []struct {
			CreatedOrder
			Errors json.RawMessage `json:"errors"`
		} `json:"orders"`
	}](ctx, c, "creating orders", call{method: http.MethodPost, path: "/order/orders/", idempotencyKey: r.IdempotencyKey}, r)
	if err != nil {
		return CreateResult{}, err
	}
	result := CreateResult{UploadBatchNo: created.UploadBatchNo, Replayed: replayed}
	for _, number := range created.TrackingNos {
		result.Orders = append(result.Orders, CreatedOrder{TrackingNo: number})
	}
	for i, o := range created.Orders {
		o.Invalid = orderProblems(i, o.Errors)
		result.Orders = append(result.Orders, o.CreatedOrder)
	}
	if len(result.Orders) != len(r.Orders) {
		return CreateResult{}, fmt.Errorf("waybill: creating orders: the response names %d orders for %d submitted",
			len(result.Orders), len(r.Orders))
	}
	return result, nil
}

// CheckedOrder has the problems and warnings of an order that was not stored.
type CheckedOrder struct {
	Problems []Problem // why CreateOrders would refuse it, nil if it would not
	Warnings []Warning // of rules that do not refuse it; nil if its fields are invalid
}

type validatedOrder struct {
	Problems []codedProblem  `json:"problems"`
	Errors   json.RawMessage `json:"errors"`
	Warnings []Warning       `json:"warnings"`
}

// ValidateOrders checks orders as CreateOrders would, and stores nothing. It returns the problems and warnings of each
// order. It returns a *ValidationError when the list itself is wrong, such as one of more than 1000 orders, and an
// *Error for any other refusal.
func (c *Client) ValidateOrders(ctx context.Context, orders []NewOrder) ([]CheckedOrder, error) {
	found, err := c.validate(ctx, CreateRequest{Orders: orders})
	if err == nil && len(found) != len(orders) {
		err = fmt.Errorf("waybill: validating orders: the response names %d orders for %d submitted", len(found), len(orders))
	}
	if err != nil {
		return nil, err
	}
	result := make([]CheckedOrder, len(orders))
	for i, o := range found {
		result[i] = CheckedOrder{codedProblems(i, o.Problems), o.Warnings}
		if o.Problems == nil { // of a server before version 0.2.0
			result[i].Problems = orderProblems(i, o.Errors)
		}
	}
	return result, nil
}
