package shipment

import "slices"

// StatusCode is the state of an order's submission to its partner.
type StatusCode string

// The submission statuses of an order record. None is shown as null.
const (
	StatusNone             StatusCode = ""                  // the partner does not have the order yet
	StatusSubmitted        StatusCode = "SUBMITTED"         // the partner has it
	StatusSubmissionFailed StatusCode = "SUBMISSION_FAILED" // the partner will not take it
	StatusCancelled        StatusCode = "CANCELLED"
)

// TrackerStatus is the stage of a parcel's journey.
type TrackerStatus string

// The tracker statuses in the order of a normal journey, then the others.
const (
	OrderCreated                      TrackerStatus = "ORDER_CREATED"
	PendingPickup                     TrackerStatus = "PENDING_PICKUP"
	PickedUp                          TrackerStatus = "PICKED_UP"
	InTransitWithinOriginCountry      TrackerStatus = "IN_TRANSIT_WITHIN_ORIGIN_COUNTRY"
	CrossBorderTransit                TrackerStatus = "CROSS_BORDER_TRANSIT"
	DestinationCountryCustoms         TrackerStatus = "DESTINATION_COUNTRY_CUSTOMS"
	InTransitWithinDestinationCountry TrackerStatus = "IN_TRANSIT_WITHIN_DESTINATION_COUNTRY"
	ReadyForCollection                TrackerStatus = "READY_FOR_COLLECTION"
	DeliveryInProgress                TrackerStatus = "DELIVERY_IN_PROGRESS"
	Success                           TrackerStatus = "SUCCESS"

	FailedPickup   TrackerStatus = "FAILED_PICKUP"
	FailedDelivery TrackerStatus = "FAILED_DELIVERY"
	Exception      TrackerStatus = "EXCEPTION"
	ReturnToSender TrackerStatus = "RETURN_TO_SENDER"
	Returned       TrackerStatus = "RETURNED"
	Cancelled      TrackerStatus = "CANCELLED"
)

// LostText is the text of an Exception whose parcel is lost. The tracking page shows it as the status of
// the parcel.
const LostText = "The parcel is lost"

// PickedUp reports whether the parcel has left the place of its pickup: it has this status or a later one.
func (s TrackerStatus) PickedUp() bool {
	return !slices.Contains([]TrackerStatus{OrderCreated, PendingPickup, FailedPickup, Cancelled}, s)
}

// Text is the status in words, the record's tracker_main_text.
func (s TrackerStatus) Text() string {
	if s == Exception {
		return "Exception"
	}
	return stepOf(s).text
}
