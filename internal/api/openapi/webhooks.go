package openapi

import "waybill/internal/shipment"

// webhookEvent has the type of an event, the name of its schema without Event, the name of the schema of
// its data, and when it happens.
type webhookEvent struct {
	kind           shipment.EventType
	name, data     string
	summary, about string
}

var webhookEvents = []webhookEvent{
	{shipment.EventOrderCreated, "OrderCreated", "OrderEventData", "An order is stored", "Returns are orders too."},
	{
		shipment.EventLabelReady, "LabelReady", "LabelReadyData", "A label can be fetched",
		"At once if the order is fulfilled in house, later if a partner must respond first, and again if a partner draws another label.",
	},
	{shipment.EventSubmissionFailed, "SubmissionFailed", "SubmissionFailedData", "A partner refuses an order", "The message has the reason."},
	{
		shipment.EventOrderUpdated, "OrderUpdated", "OrderUpdatedData", "An order was changed",
		"Its label may have changed: fetch it again before you print it.",
	},
	{
		shipment.EventOrderHeld, "OrderHeld", "OrderHeldData", "An order is held",
		"It is not submitted and not handed over until it is released. A rule may hold it when it is created.",
	},
	{
		shipment.EventOrderReleased, "OrderReleased", "OrderHeldData", "A held order is released",
		"If it had no label and is fulfilled in house, an order.label_ready follows.",
	},
	{
		shipment.EventTrackingUpdated, "TrackingUpdated", "TrackingData", "A tracking update of a parcel is recorded",
		"From a partner or an operator; in development also from a simulated journey.",
	},
	{shipment.EventCancelled, "OrderCancelled", "TrackingData", "An order is cancelled", "An order.tracking_updated comes before it."},
	{shipment.EventDelivered, "OrderDelivered", "TrackingData", "A parcel is delivered", "An order.tracking_updated comes before it."},
	{
		shipment.EventImportFinished, "ImportFinished", "ImportFinishedData", "The import of a file has ended",
		"It is done, cancelled or failed. Dry runs send none.",
	},
	{
		shipment.EventEndpointDisabled, "EndpointDisabled", "EndpointDisabledData", "An endpoint is disabled because it fails",
		"The other endpoints of the account receive it.",
	},
	// Endpoints do not subscribe to it.
	{shipment.EventEndpointTest, "EndpointTest", "EndpointTestData", "An endpoint is tested", "Only at the request of its account."},
}

// webhookHeaders are the headers of the Standard Webhooks specification. They are not in components,
// because oapi-codegen leaves out components that only webhooks refer to.
var webhookHeaders = []parameter{
	{
		Name: "webhook-id", In: "header", Required: true, Description: "Id of the event. It is the same each time the event is sent.",
		Schema: schema{Type: "string"},
	},
	{
		Name: "webhook-timestamp", In: "header", Required: true, Description: "When it is sent, in seconds since 1970.",
		Schema: schema{Type: "integer", Format: "int64"},
	},
	{
		Name: "webhook-signature", In: "header", Required: true, Description: "Signatures, separated by spaces. One must match.",
		Schema: schema{Type: "string", Pattern: "^v1,"},
	},
}

// webhooks are the requests that the service sends to the endpoints of accounts.
func webhooks() members {
	var list members
	for _, e := range webhookEvents {
		list = append(list, member{string(e.kind), members{{"post", members{
			{"operationId", "on" + e.name},
			{"tags", []string{"Webhooks"}},
			{"summary", e.summary},
			{"description", e.about},
			{"security", []any{}},
			{"parameters", webhookHeaders},
			{"requestBody", members{
				{"required", true},
				{"content", members{{"application/json", members{{"schema", schemaRef(e.name + "Event")}}}}},
			}},
			{"responses", responsesTo(e)},
		}}}})
	}
	return list
}

// responsesTo says what the responses of a receiver mean.
func responsesTo(e webhookEvent) members {
	if e.kind == shipment.EventEndpointTest {
		return members{{"2XX", description("The test succeeded.")}, {"default", description("The test failed.")}}
	}
	return members{
		{"2XX", description("The event is delivered.")},
		{"410", description("The endpoint is disabled.")},
		{"default", description("The event is sent again, ten times in three days.")},
	}
}

// eventSchemas are the schemas of the events, by the names of their placeholders; "event" is the schema of any
// event.
func eventSchemas() map[string]any {
	var all []schema
	var mapping members
	schemas := make(map[string]any, len(webhookEvents)+1)
	for _, e := range webhookEvents {
		ref := schemaRef(e.name + "Event")
		all = append(all, ref)
		mapping = append(mapping, member{string(e.kind), ref.Ref})
		schemas["event "+string(e.kind)] = members{
			{"type", "object"},
			{"required", []string{"type", "timestamp", "data"}},
			{"properties", members{
				{"type", members{{"type", "string"}, {"const", e.kind}}},
				{"timestamp", members{{"description", "When it happened."}, {"$ref", "#/components/schemas/Timestamp"}}},
				{"data", schemaRef(e.data)},
			}},
		}
	}
	schemas["event"] = members{
		{"description", "An event, as it is posted to endpoints."},
		{"oneOf", all},
		{"discriminator", members{{"propertyName", "type"}, {"mapping", mapping}}},
	}
	return schemas
}

func description(text string) members { return members{{"description", text}} }
