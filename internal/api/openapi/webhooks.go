package openapi

import (
	"encoding/json"

	"waybill/internal/shipment"
)

// webhookFile is webhooks.json: the headers of the Standard Webhooks specification, what responses of receivers mean, and the events. The
// headers and the schema of label webhooks are not in components, because oapi-codegen leaves out components that only webhooks refer to.
type webhookFile struct {
	Headers, Responses json.RawMessage
	Events             []webhookEvent
	LabelWebhook       webhookEvent `json:"label_webhook"` // what endpoints with label_webhook get; its Type is no type of events
}

// webhookEvent has the type of an event, the name of its schema without Event, the name of the schema of
// its data, and when it happens. nil Responses are those of the file. Schema is that of a request that is no event.
type webhookEvent struct {
	Type                       shipment.EventType
	Name, Data, Summary, About string
	Responses, Schema          json.RawMessage
}

// webhooks are the requests that the service sends to the endpoints of accounts.
func webhooks() members {
	var list members
	file := decoded[webhookFile]("webhooks.json")
	for _, e := range append(file.Events, file.LabelWebhook) {
		if e.Responses == nil {
			e.Responses = file.Responses
		}
		var event any = schemaRef(e.Name + "Event")
		if e.Schema != nil {
			event = e.Schema
		}
		list = append(list, member{string(e.Type), json.RawMessage(filled("webhook_request.json", map[string]any{
			"id": "on" + e.Name, "summary": e.Summary, "about": e.About, "headers": file.Headers, "event": event,
			"responses": e.Responses,
		}))})
	}
	return list
}

// eventSchemas are the schemas of the events, by the names of their placeholders; "event" is the schema of any
// event.
func eventSchemas() map[string]any {
	var all []schema
	var mapping members
	schemas := map[string]any{}
	for _, e := range decoded[webhookFile]("webhooks.json").Events {
		ref := schemaRef(e.Name + "Event")
		all = append(all, ref)
		mapping = append(mapping, member{string(e.Type), ref.Ref})
		schemas["event "+string(e.Type)] = json.RawMessage(filled("webhook_event.json", map[string]any{
			"type": e.Type, "data": schemaRef(e.Data),
		}))
	}
	schemas["event"] = members{
		{"description", "An event, as it is posted to endpoints."},
		{"oneOf", all},
		{"discriminator", members{{"propertyName", "type"}, {"mapping", mapping}}},
	}
	return schemas
}
