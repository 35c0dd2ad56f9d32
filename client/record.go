package client

import (
	"encoding/json"
	"fmt"
	"time"
)

// Order is an order record, forward or return. Texts that the service sends as null are "": the API makes no
// difference between the two.
type Order struct {
	OrderID             int64  `json:"order_id"`
	ServiceID           int64  `json:"service_id"`
	TrackingNo          string `json:"tracking_no"`
	AgentID             int64  `json:"agent_id"`
	AgentApplicationID  int64  `json:"agent_application_id"`
	HAWBNo              string `json:"hawb_no"` // "" until the partner issues it
	ShipperSubAccountID string `json:"shipper_sub_account_id"`
	ShipperOrderID      string `json:"shipper_order_id"`
	StoreID             string `json:"store_id"`

	ConsigneeName     string `json:"consignee_name"`
	ConsigneeNumber   string `json:"consignee_number"`
	ConsigneeCountry  string `json:"consignee_country"`
	ConsigneeAddress  string `json:"consignee_address"`
	ConsigneePostal   string `json:"consignee_postal"` // the service sends digits as a number
	ConsigneeState    string `json:"consignee_state"`
	ConsigneeCity     string `json:"consignee_city"`
	ConsigneeProvince string `json:"consignee_province"`
	ConsigneeEmail    string `json:"consignee_email"`

	OrderLength Decimal `json:"order_length"` // cm
	OrderWidth  Decimal `json:"order_width"`  // cm
	OrderHeight Decimal `json:"order_height"` // cm
	OrderWeight Decimal `json:"order_weight"` // kg

	PickupContactName   string `json:"pickup_contact_name"`
	PickupContactNumber string `json:"pickup_contact_number"`
	PickupCountry       string `json:"pickup_country"`
	PickupAddress       string `json:"pickup_address"`
	PickupPostal        string `json:"pickup_postal"`
	PickupState         string `json:"pickup_state"`
	PickupCity          string `json:"pickup_city"`
	PickupProvince      string `json:"pickup_province"`

	PaymentType     string  `json:"payment_type"`
	DeliveryNote    string  `json:"delivery_note"`
	CODAmtToCollect Decimal `json:"cod_amt_to_collect"`

	OrderLabelURL     string    `json:"order_label_url"`     // "" while there is no label
	StatusCode        string    `json:"status_code"`         // "" until the partner has the order
	TrackerStatusCode string    `json:"tracker_status_code"` // SUCCESS: delivered
	TrackerMainText   string    `json:"tracker_main_text"`
	UploadBatchNo     string    `json:"upload_batch_no"`
	CreatedOn         time.Time `json:"created_on"` // UTC, microseconds
	UpdatedOn         time.Time `json:"updated_on"` // UTC, microseconds

	Items []Item `json:"items,omitempty"` // nil unless the filter has WithItems
}

// UnmarshalJSON decodes a record. Its consignee_postal may be a number or a string.
func (o *Order) UnmarshalJSON(b []byte) error {
	type plain Order // without this method
	record := struct {
		*plain
		ConsigneePostal json.RawMessage `json:"consignee_postal"`
	}{plain: (*plain)(o)}
	if err := json.Unmarshal(b, &record); err != nil {
		return err
	}
	if record.ConsigneePostal == nil {
		return nil
	}
	postal, err := numberOrString(record.ConsigneePostal)
	if err != nil {
		return fmt.Errorf("consignee_postal: %w", err)
	}
	o.ConsigneePostal = postal
	return nil
}
