package client

import (
	"context"
	"fmt"
	"net/http"
)

// ReturnRequest is a batch of 1 to 1000 return orders. The service stores all or none.
type ReturnRequest struct {
	Orders []NewReturn `json:"orders"`

	// IdempotencyKey works as in a CreateRequest.
	IdempotencyKey string `json:"-"`
}

// ReturnResult is a created batch of returns.
type ReturnResult struct {
	UploadBatchNo string
	Returns       []CreatedReturn // in the submitted order
	Replayed      bool            // a repetition: the batch was created by an earlier request
}

// CreateReturns creates the return orders of a batch. Its errors are those of
// CreateOrders.
func (c *Client) CreateReturns(ctx context.Context, r ReturnRequest) (ReturnResult, error) {
	created, replayed, err := askOnce[struct {
		UploadBatchNo string          `json:"upload_batch_no"`
		TrackingNos   []CreatedReturn `json:"tracking_nos"`
	}](ctx, c, "creating returns", call{method: http.MethodPost, path: "/order/return-orders/", idempotencyKey: r.IdempotencyKey}, r)
	if err != nil {
		return ReturnResult{}, err
	}
	if len(created.TrackingNos) != len(r.Orders) {
		return ReturnResult{}, fmt.Errorf("waybill: creating returns: the response names %d orders for %d submitted",
			len(created.TrackingNos), len(r.Orders))
	}
	return ReturnResult{UploadBatchNo: created.UploadBatchNo, Returns: created.TrackingNos, Replayed: replayed}, nil
}
