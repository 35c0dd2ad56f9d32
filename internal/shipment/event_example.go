package shipment

import "time"

// The number of the order in examples of events, and the address of its label.
const (
	ExampleTrackingNo = "WB00000000000ID"
	ExampleLabelURL   = "https://ship.example.com/labels/" + ExampleTrackingNo + "-example.pdf"
)

// exampleDetails are the details of events of each type in examples, besides those of a tracking update.
var exampleDetails = map[EventType][]EventDetail{
	EventLabelReady:       {{DetailLabelURL, ExampleLabelURL}},
	EventSubmissionFailed: {{"message", "The postal code is not served."}},
	EventOrderUpdated:     {{DetailChangedFields, "consignee_address,consignee_city"}},
	EventOrderHeld:        {{"reason", "Not paid"}, {"rule_id", ""}},
	EventOrderReleased:    {{"reason", "Not paid"}, {"rule_id", ""}},
}

// exampleStatuses are the tracker statuses of orders in examples that are not new.
var exampleStatuses = map[EventType]TrackerStatus{
	EventTrackingUpdated: PickedUp, EventCancelled: Cancelled, EventDelivered: Success,
}

// ExampleData is the data of an event of a type about an order, an import or an endpoint that does not exist. Its last field, test,
// is true.
func ExampleData(t EventType, now time.Time) []byte {
	const test, nobody = `,"test":true}`, 999_999_999_999 // an id that nothing has
	var data []byte
	switch t {
	case EventImportFinished:
		data = (&FinishedImport{
			ImportID: nobody, FileName: "orders.xlsx", State: "done", Rows: 3, Orders: 3, Created: 2, Refused: 1, FinishedOn: now,
		}).EventData()
	case EventEndpointDisabled:
		data = (&DisabledEndpoint{
			EndpointID: nobody, URL: "https://shop.example.com/hook", Reason: "responded with 500", FailingSince: now.AddDate(0, 0, -5),
			DisabledOn: now,
		}).EventData()
	default:
		o := Order{
			OrderID: nobody, ServiceID: 1, TrackingNo: ExampleTrackingNo, ShipperOrderID: "EXAMPLE", UploadBatchNo: "B000000EXAMPLE0",
			StatusCode: StatusSubmitted, TrackerStatus: OrderCreated,
		}
		details := exampleDetails[t]
		if status, moved := exampleStatuses[t]; moved {
			o.TrackerStatus = status
			details = []EventDetail{
				{"status", string(status)},
				{"description", status.Text()},
				{"country", "Indonesia"},
				{"address", "Jakarta"},
				{"occurred_on", FormatTime(now)},
			}
		}
		if t == EventSubmissionFailed {
			o.StatusCode = StatusSubmissionFailed
		}
		data = EventData(&o, details...)
	}
	return append(data[:len(data)-1], test...)
}
