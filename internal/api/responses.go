package api

import (
	"net/http"
	"time"

	"github.com/go-faster/jx"

	"waybill/internal/api/openapi"
	"waybill/internal/api/shell"
	"waybill/internal/shipment"
	"waybill/internal/store"
)

// described are the schemas of responses in the OpenAPI document, made by the functions that write them.
func described() openapi.Responses {
	return openapi.Responses{
		"OrderNote": openapi.Describe("What a person or a key of the account wrote about an order.", writeNote),

		"Key":             openapi.Describe("", writeKey(shell.Call{}, time.Time{})),
		"KeyList":         describeList("Key"),
		"NewKey":          openapi.Describe("", writeNewKey(shell.Call{}, time.Time{}, "")),
		"AccountSettings": openapi.Describe("", writeSettings),
		"AccountLabels":   openapi.Describe("", writeAccountLabels),

		"Endpoint":     openapi.Describe("", writeEndpoint),
		"EndpointList": describeList("Endpoint"),
		"NewEndpoint":  openapi.Describe("", writeNewEndpoint("")),
		"Replayed":     openapi.Describe("", writeReplayed),
		"EndpointTest": openapi.Describe("", writeTest),
		"Delivery":     openapi.Describe("", writeDelivery),
		"DeliveryPage": describePage("Delivery", store.PageSize),

		"HandoverList":       openapi.Describe("A list of parcels that a driver takes over.", writeHandover),
		"HandoverPage":       describePage("HandoverList", 0),
		"HandoverParcel":     openapi.Describe("", writeHandoverParcel),
		"HandoverParcelPage": describePage("HandoverParcel", 0),
		"PrintJob":           openapi.Describe("A label for a printer. Only the agent that took it gets the lease.", writePrintJob(true)),

		"OrderTemplate": openapi.Describe("", writeBookEntry(shipment.Templates)),
		"Entry":         openapi.Describe("", writeBookEntry(shipment.Drafts)),
		"EntryList":     describePage("Entry", store.PageSize),
	}
}

// respond is a response with an object.
func respond[T any](status int, value *T, write func(*openapi.Object, *T)) shell.Response {
	var e jx.Encoder
	openapi.Write(&e, nil, value, write)
	return shell.Response{Status: status, Body: e.Bytes()}
}

// stream is a response with an object that may be long.
func stream[T any](value *T, write func(*openapi.Object, *T)) shell.Response {
	return shell.Response{Status: http.StatusOK, Rows: func(w *shell.Rows) error {
		openapi.Write(w.Encoder, w.Flush, value, write)
		return nil
	}}
}

// page is a part of a list.
type page[T any] struct {
	next     string // the cursor of the next page, "" on the last one
	elements []T
}

// pageResponse is a page of a list by cursor. next is the cursor of the next page, "" on the last one.
func pageResponse[T any](next string, elements []T, write func(*openapi.Object, *T)) shell.Response {
	return stream(&page[T]{next, elements}, writerOfPage(write))
}

func writerOfPage[T any](write func(*openapi.Object, *T)) func(*openapi.Object, *page[T]) {
	return func(o *openapi.Object, p *page[T]) { writePage(o, p, write) }
}

func writePage[T any](o *openapi.Object, p *page[T], write func(*openapi.Object, *T)) *openapi.Property {
	o.TextOrNull("next_cursor", p.next).Length(1, 0).About("The cursor of the next page. Null on the last page.")
	return openapi.List(o, "results", p.elements, write)
}

// describePage is the schema of a page with elements of a schema: at most most, 0 for any number.
func describePage(elements string, most int64) any {
	return openapi.Describe("", func(o *openapi.Object, p *page[struct{}]) {
		writePage(o, p, func(*openapi.Object, *struct{}) {}).Of(elements).MaxItems(most)
	})
}

// listResponse is a list that is not divided into pages.
func listResponse[T any](elements []T, write func(*openapi.Object, *T)) shell.Response {
	return stream(&elements, func(o *openapi.Object, elements *[]T) { openapi.List(o, "results", *elements, write) })
}

// describeList is the schema of a list with elements of a schema.
func describeList(elements string) any {
	return openapi.Describe("", func(o *openapi.Object, _ *struct{}) {
		openapi.List(o, "results", nil, func(*openapi.Object, *struct{}) {}).Of(elements)
	})
}
