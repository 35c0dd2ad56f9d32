package openapi

import (
	"encoding/json"

	"waybill/internal/shipment"
)

// webhookFile is webhooks.json: the headers of the Standard Webhooks specification, and the events. The headers are not in components,
// because oapi-codegen leaves out components that only webhooks refer to.
type webhookFile struct {
	Headers []json.RawMessage
	Events  []webhookEvent
}

// webhookEvent has the type of an event, the name of its schema without Event, the name of the schema of
// its data, and when it happens.
type webhookEvent struct {
	Type                       shipment.EventType
	Name, Data, Summary, About string
}

// webhooks are the requests that the service sends to the endpoints of accounts.
func webhooks() members {
	var list members
	file := decoded[webhookFile]("webhooks.json")
	for _, e := range file.Events {
		list = append(list, member{string(e.Type), members{{"post", members{
			{"operationId", "on" + e.Name},
			{"tags", []string{"Webhooks"}},
			{"summary", e.Summary},
			{"description", e.About},
			{"security", []any{}},
			{"parameters", file.Headers},
			{"requestBody", members{
				{"required", true},
				{"content", members{{"application/json", members{{"schema", schemaRef(e.Name + "Event")}}}}},
			}},
			{"responses", responsesTo(e)},
		}}}})
	}
	return list
}

// responsesTo says what the responses of a receiver mean.
func responsesTo(e webhookEvent) members {
	if e.Type == shipment.EventEndpointTest {
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
	schemas := map[string]any{}
	for _, e := range decoded[webhookFile]("webhooks.json").Events {
		ref := schemaRef(e.Name + "Event")
		all = append(all, ref)
		mapping = append(mapping, member{string(e.Type), ref.Ref})
		schemas["event "+string(e.Type)] = members{
			{"type", "object"},
			{"required", []string{"type", "timestamp", "data"}},
			{"properties", members{
				{"type", members{{"type", "string"}, {"const", e.Type}}},
				{"timestamp", members{{"description", "When it happened."}, {"$ref", "#/components/schemas/Timestamp"}}},
				{"data", schemaRef(e.Data)},
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
