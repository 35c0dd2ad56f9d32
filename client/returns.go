package client

import (
	"context"
	"fmt"
)

// ReturnRequest is a batch of 1 to 1000 return orders. The service stores all or none.
type ReturnRequest struct {
	Orders []NewReturn `json:"orders"`

	// IdempotencyKey works as in a CreateRequest.
	IdempotencyKey string `json:"-"`
}

// NewReturn is a return order to create. Empty fields are left out of the request. When ForwardTrackingNo is
// an order of the account, the service copies missing fields from that order, its consignee as the pickup
// contact and its pickup contact as the consignee; then only ServiceType is required, and fields that the
// order lacks, such as ConsigneeEmail.
type NewReturn struct {
	ServiceType       string `json:"service_type"`                  // PICKUP or DROPOFF
	ForwardTrackingNo string `json:"forward_tracking_no,omitempty"` // optional: the order that comes back
	ShipperOrderID    string `json:"shipper_order_id,omitempty"`    // optional

	ConsigneeName    string `json:"consignee_name,omitempty"`
	ConsigneeAddress string `json:"consignee_address,omitempty"`
	ConsigneePostal  string `json:"consignee_postal,omitempty"`  // optional
	ConsigneeCountry string `json:"consignee_country,omitempty"` // name or ISO 3166-1 code
	ConsigneeCity    string `json:"consignee_city,omitempty"`    // optional
	ConsigneeState   string `json:"consignee_state,omitempty"`   // optional
	ConsigneeNumber  string `json:"consignee_number,omitempty"`  // phone, with a plus sign and the country code
	ConsigneeEmail   string `json:"consignee_email,omitempty"`

	OrderLength Decimal `json:"order_length,omitempty"` // cm, at most 2 decimal places
	OrderWidth  Decimal `json:"order_width,omitempty"`  // cm, at most 2 decimal places
	OrderHeight Decimal `json:"order_height,omitempty"` // cm, at most 2 decimal places
	OrderWeight Decimal `json:"order_weight,omitempty"` // kg, at least 0.001, at most 3 decimal places

	PickupContactName   string `json:"pickup_contact_name,omitempty"`
	PickupContactEmail  string `json:"pickup_contact_email,omitempty"`  // optional
	PickupContactNumber string `json:"pickup_contact_number,omitempty"` // phone, 6 to 15 digits, the plus sign optional
	PickupCountry       string `json:"pickup_country,omitempty"`        // name or ISO 3166-1 code
	PickupState         string `json:"pickup_state,omitempty"`          // optional
	PickupCity          string `json:"pickup_city,omitempty"`           // optional
	PickupPostal        string `json:"pickup_postal,omitempty"`         // optional
	PickupAddress       string `json:"pickup_address,omitempty"`

	Items []Item `json:"items,omitempty"` // 1 to 200

	Trade
}

// ReturnResult is a created batch of returns.
type ReturnResult struct {
	UploadBatchNo string
	Returns       []CreatedReturn // in the submitted order
	Replayed      bool            // a repetition: the batch was created by an earlier request
}

// CreatedReturn is the result for one return order of a batch.
type CreatedReturn struct {
	ReturnTrackingNo  string `json:"return_tracking_no"`
	ForwardTrackingNo string `json:"forward_tracking_no"` // as submitted
}

// CreateReturns creates the return orders of a batch. Its errors are those of
// CreateOrders.
func (c *Client) CreateReturns(ctx context.Context, r ReturnRequest) (ReturnResult, error) {
	var created struct {
		UploadBatchNo string          `json:"upload_batch_no"`
		TrackingNos   []CreatedReturn `json:"tracking_nos"`
	}
	replayed, err := c.create(ctx, "/order/return-orders/", r.IdempotencyKey, r, &created)
	if err != nil {
		return ReturnResult{}, fmt.Errorf("waybill: creating returns: %w", err)
	}
	if len(created.TrackingNos) != len(r.Orders) {
		return ReturnResult{}, fmt.Errorf("waybill: creating returns: the response names %d orders for %d submitted",
			len(created.TrackingNos), len(r.Orders))
	}
	return ReturnResult{UploadBatchNo: created.UploadBatchNo, Returns: created.TrackingNos, Replayed: replayed}, nil
}
