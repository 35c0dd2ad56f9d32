package shipment

import "time"

// Order is one shipment order, forward or return, as it is stored. Absent text
// is "", absent numbers are 0; the interface document says which of them its
// record shows as null.
type Order struct {
	// Issued by the service.
	OrderID       int64  // positive
	AccountID     int64  // the shipper; the record's agent_id
	KeyID         int64  // the secret key that created it; the record's agent_application_id
	UploadBatchNo string // the submission it came in
	TrackingNo    string // issued by the service, or the shipper's own in upper case

	ServiceID      int64
	Return         bool   // created by the return operation
	ServiceType    string // PICKUP or DROPOFF on a return, "" on a forward order
	ShipperOrderID string

	// ForwardTrackingNo is the forward order that a return names. ForwardOrderID is that order if it
	// belongs to the same account, else 0.
	ForwardTrackingNo string
	ForwardOrderID    int64

	Length, Width, Height Hundredths  // cm
	Weight                Thousandths // kg, so the integer is grams

	PaymentType string // cod or prepaid; "" on a return
	// CODAmountToCollect is the amount as sent, in the currency of the consignee's country;
	// only AmountToCollect says what is collected.
	CODAmountToCollect Hundredths
	Incoterm           string // DDP, DDU, DAP, EXW, FCA, CPT, CIP, DPU or ""

	IdentificationDocumentName    string
	ConsigneeIdentificationNumber string

	Consignee Party
	Pickup    Party

	PickupDate   string // YYYY-MM-DD or ""
	PickupNotes  string
	DeliveryNote string

	Items []Item      // in submitted order
	Trade *OrderTrade // nil: the order says no more than the interface's fields

	// Later events.
	HAWBNo        string     // the partner's house air waybill number
	StatusCode    StatusCode // of the submission to the partner
	TrackerStatus TrackerStatus
	HasLabel      bool
	// OwnLabel: the label is Waybill's own, because the partner has not given its own yet. That is printed in a hub.
	OwnLabel     bool        `json:",omitempty"`
	PartnerLabel LabelFormat // format of the label when the partner draws it; "" when Waybill draws it
	CreatedOn    time.Time   // UTC, microseconds
	UpdatedOn    time.Time   // UTC, microseconds
	LostOn       time.Time   `json:",omitzero"` // when the operator confirmed that the parcel is lost; zero: it is not
	ErasedOn     time.Time   // when its personal data were erased; zero: they were not
	Version      int64       // how often it was changed
	// LabelChangedOn is when something changed that is on its label or customs papers; zero: nothing did.
	LabelChangedOn time.Time
	// AddressRevision is how often the addresses of its label and documents were revoked.
	AddressRevision int64 `json:",omitempty"`
	// Hold is why the order is held, when it is created or if it was read: see store.Extras. nil: it is not held.
	Hold *Hold `json:",omitempty"`
}

// IDs returns the ids of orders.
func IDs(orders []Order) []int64 {
	ids := make([]int64, len(orders))
	for i := range orders {
		ids[i] = orders[i].OrderID
	}
	return ids
}

// The values of payment_type.
const (
	PaymentCOD     = "cod" // cash on delivery
	PaymentPrepaid = "prepaid"
)

// AmountToCollect is the amount that is collected on delivery: 0 unless the order is cod. A prepaid
// order keeps the amount of the request, which is not collected.
func (o *Order) AmountToCollect() Hundredths {
	if o.PaymentType != PaymentCOD {
		return 0
	}
	return o.CODAmountToCollect
}

// ForwardRef says what a return needs of its forward order.
type ForwardRef struct {
	TrackingNo string // in upper case
	Items      bool   // the return leaves out its items
}

// Party is one end of a shipment: the consignee or the pickup contact.
type Party struct {
	Name     string
	Number   string // phone; +6591234567 on a forward order
	Email    string
	Country  Country
	Address  string
	Postal   string
	State    string
	City     string
	Province string
}

// Item is one line of an order's contents.
type Item struct {
	Desc          string
	Category      string
	ProductID     string
	SKU           string
	Quantity      int64      // 1 to 2147483647
	PriceValue    Hundredths // as sent: unit or line price, the API leaves it open
	PriceCurrency string     // ISO 4217
	Trade         *ItemTrade // nil: the item says no more than the interface's fields
}
