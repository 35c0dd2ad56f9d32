package openapi

import (
	"bytes"
	"embed"
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"waybill/internal/request"
	"waybill/internal/rules"
	"waybill/internal/shipment"
)

// files are the parts that are written by hand, and the recorded examples. A text "@…" in the others is a placeholder for a file or
// for a part that is built from the field tables or the route table.
//
//go:embed document.json description.md errors.json webhooks.json webhook_request.json webhook_event.json examples operations
var files embed.FS

// Responses are schemas by their names, as Describe makes them.
type Responses map[string]any

// Document is the OpenAPI 3.1 document of an API with routes. A schema of a response that is not given allows everything.
func Document(routes []Route, responses Responses) []byte {
	parts := tables()
	parts["paths"], parts["errors"] = paths(routes), errorResponses()
	for _, r := range routes {
		if r.Body != nil {
			fields := r.Body.Fields()
			parts["body "+r.Operation], parts["problems "+r.Operation] = bodySchema(fields), bodyProblems(fields)
		}
	}
	for name, schema := range responses {
		if !bytes.Contains(file("document.json"), []byte(`"@response `+name+`"`)) {
			panic("document.json does not place the response " + name)
		}
		parts["response "+name] = schema
	}
	if n := bytes.Count(file("document.json"), []byte(`"@response `)); responses != nil && n != len(responses) {
		panic(fmt.Sprintf("document.json places %d responses, and %d are given", n, len(responses)))
	}
	var document bytes.Buffer
	if err := json.Indent(&document, filled("document.json", parts), "", "  "); err != nil {
		panic("document.json: " + err.Error())
	}
	return document.Bytes()
}

var placeholder = regexp.MustCompile(`"@[^"]+"`)

// filled is a file with parts in the place of its placeholders.
func filled(name string, parts map[string]any) []byte {
	return placeholder.ReplaceAllFunc(file(name), func(hole []byte) []byte {
		name := string(hole[len(`"@`) : len(hole)-len(`"`)])
		if part, ok := parts[name]; ok {
			return plainJSON(part)
		}
		return part(name)
	})
}

// decoded is a file of JSON.
func decoded[T any](name string) T { return read[T](filled(name, nil)) }

func read[T any](text []byte) (v T) {
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(&v); err != nil {
		panic(fmt.Sprintf("%s: %.200s", err, text))
	}
	return v
}

// part replaces a placeholder that is not in tables.
func part(name string) []byte {
	kind, rest, _ := strings.Cut(name, " ")
	switch {
	case strings.HasSuffix(name, ".md"):
		return plainJSON(string(file(name)))
	case kind == "response", kind == "body", kind == "problems": // there are no routes
		return []byte("{}")
	case kind == "filters":
		return joined(parametersOf(request.FilterFields(), strings.Fields(rest)...))
	}
	q, ok := queries()[strings.TrimSuffix(name, " fields")]
	if !ok {
		panic("document.json: nothing is called " + name)
	}
	var filters []parameter
	if q.filters != nil {
		filters = parametersOf(request.FilterFields(), q.filters...)
	}
	filters = append(filters, parametersOf(q.fields)...)
	for i := range filters {
		filters[i].Deprecated = slices.Contains([]string{"date_from", "date_to", "created_before"}, filters[i].Name)
	}
	return joined(filters)
}

// query has the parameters of an operation: the filters of orders that it takes, and fields of its own.
type query struct {
	filters []string
	fields  []request.Field
}

// queries are the parameters that have the placeholder "@NAME fields", and their problems "@NAME problems".
func queries() map[string]query {
	return map[string]query{
		"manifest":       {request.ManifestFilters(), request.ManifestFields()},
		"export":         {request.ExportFilters(), request.ExportFields()},
		"import query":   {nil, request.ImportFields()},
		"stats":          {nil, request.StatsQuery.Fields()},
		"HS search":      {nil, request.HSSearchQuery.Fields()},
		"submission":     {nil, request.SubmissionQuery.Fields()},
		"cancellation":   {nil, request.CancellationQuery.Fields()},
		"parcel":         {nil, request.ParcelQuery.Fields()},
		"account filter": {nil, request.AccountQuery.Fields()},
		"event range":    {nil, request.EventQuery.Fields()},
	}
}

// joined are the elements of a list without its brackets, for a placeholder within a list.
func joined(parameters []parameter) []byte {
	list := plainJSON(parameters)
	return list[1 : len(list)-1]
}

// tables are the parts that are built from field tables and limits, by the names of their placeholders.
func tables() map[string]any {
	create, returns, item := request.CreateFields(), request.ReturnFields(), request.ItemFields()
	endpoint, replayed, options := request.EndpointFields(), request.EventQuery.Fields(), request.CreateOptions()
	parts := map[string]any{
		"max orders":            request.MaxOrders,
		"blocking":              sentSchema(options[0]),
		"accept valid":          sentSchema(options[1]),
		"create order":          requestSchema(create),
		"create order problems": objectProblemsSchema(create),
		"return order":          requestSchema(returns),
		"return order problems": objectProblemsSchema(returns),
		"item":                  requestSchema(item),
		"item problems":         objectProblemsSchema(item),
		"record item":           recordSchema(request.RecordItemFields()),
		"detail item":           recordSchema(item),
		"detail":                recordSchema(restFields()),
		"max addresses":         request.MaxAddresses,
		"address":               requestSchema(request.AddressFields()),
		"address entry":         bodySchema(request.BookFields(shipment.Addresses)),
		"goods entry":           bodySchema(request.BookFields(shipment.Goods)),
		"box entry":             bodySchema(request.BookFields(shipment.Boxes)),
		"address problems":      bodyProblems(request.AddressFields()),
		"tax id":                requestSchema(request.TaxIDFields()),
		"tax id problems":       objectProblemsSchema(request.TaxIDFields()),
		"shown tax id":          recordSchema(request.TaxIDFields()),
		"filter problems":       withUnknownNames(problemsSchema(request.FilterFields())),
		"tracker statuses":      shipment.TrackerStatuses(),
		"max reports":           request.MaxReports,
		"report":                requestSchema(request.ReportFields()),
		"report problems":       bodyProblems(request.ReportFields()),
		"import upload":         uploadSchema(request.ImportFields()),
		"import problems":       withList(bodyProblems(request.ImportFields()), "file", schemaRef("Messages")),
		"key request": withList(withList(bodySchema(request.CreateKey.Fields()), request.ScopesField, scopesSchema()),
			request.NetworksField, orNull(schemaRef("Networks"))),
		"scopes":            shipment.AllScopes.Names(),
		"page languages":    shipment.PageLanguages(),
		"label sizes":       shipment.LabelSizes(),
		"event types":       shipment.EventTypes(),
		"endpoint":          withList(bodySchema(endpoint), request.EndpointTypesField, eventTypesSchema()),
		"endpoint problems": withList(bodyProblems(endpoint), request.EndpointTypesField, schemaRef("ListProblems")),
		"replay":            withList(bodySchema(replayed), request.ReplayIDsField, eventIDsSchema()),
		"replay problems":   withList(bodyProblems(replayed), request.ReplayIDsField, schemaRef("ListProblems")),
		"webhooks":          webhooks(),
		"rule kinds":        rules.Kinds(),
		"route problems":    bodyProblems(request.RouteFields()),
	}
	for name, q := range queries() {
		parts[name+" problems"] = problemsSchema(q.fields)
	}
	maps.Copy(parts, listSchemas())
	maps.Copy(parts, consignmentSchemas())
	maps.Copy(parts, eventSchemas())
	return parts
}

// listSchemas are those of requests with a list.
func listSchemas() map[string]any {
	hold, cancel, pack := request.HoldOrders.Fields(), request.CancelOrders.Fields(), request.PackParcel.Fields()
	route, scan, stop := requestSchema(request.RouteFields()), requestSchema(request.HubScanFields()), request.StopParcels.Fields()
	runStop, change := requestSchema(request.RunStopFields()), request.ChangeParcels.Fields()
	return map[string]any{
		"cancel request":  withSecretKey(withNumbers(cancel, request.MaxCancelled)),
		"cancel problems": withUnknownNames(numbersProblems("The problems of a request to cancel orders, or to mark labels as printed.", cancel)),
		"numbers request": withSecretKey(withNumbers(nil, request.MaxCancelled)),
		"hold request":    withSecretKey(withNumbers(hold, request.MaxHeld)),
		"hold problems":   withUnknownNames(numbersProblems("The problems of a request to hold or release orders.", hold)),
		"release request": withSecretKey(withNumbers(request.ReleaseOrders.Fields(), request.MaxHeld)),
		"tracker query":   withSecretKey(withNumbers(request.QueryTracking.Fields(), request.MaxTracked)),
		"query problems":  numbersProblems("The problems of a tracker query.", request.QueryTracking.Fields()),

		"check problems":    listProblems("to check addresses", "address", request.AddressesField, schemaRef("AddressProblems")),
		"reports problems":  listProblems("with reports", "report", "events", orMessages(schemaRef("ReportProblems"))),
		"hub scan problems": bodyProblems(request.HubScanFields()),
		"hub scans":         withList(bodySchema(request.ScanInHub.Fields()), request.HubScansField, listOf("", 1, request.MaxHubScans, scan)),
		"hub scans problems": listProblems("with scans", "scan", request.HubScansField, orMessages(schemaRef("HubScanProblems")),
			request.ScanInHub.Fields()...),
		"run": withList(bodySchema(request.OpenRun.Fields()), request.StopsField,
			orNull(listOf("Its shippers. A parcel of another one adds its shipper.", 0, request.MaxStops, runStop))),
		"run stop problems": bodyProblems(request.RunStopFields()),
		"run problems": listProblems("for a run", "stop", request.StopsField, orMessages(schemaRef("RunStopProblems")),
			request.OpenRun.Fields()...),
		"parcel filter": requestSchema(request.ParcelQuery.Fields()),
		"parcel change": withList(withList(bodySchema(change), "tracking_nos",
			listOf("Numbers or references of the parcels, in all accounts.", 1, request.MaxParcels, schemaRef("NumberElement"))),
			"filter", schemaRef("ParcelFilter")),
		"parcel change problems": withList(withUnknownNames(numbersProblems("The problems of a request to change parcels.", change)),
			"filter", orMessages(withUnknownNames(problemsSchema(request.ParcelQuery.Fields())))),
		"stop request":  withSecretKey(withNumbers(stop, request.MaxHeld)),
		"stop problems": withUnknownNames(numbersProblems("The problems of a request to stop parcels, or to lift stops.", stop)),
		"pack": withList(bodySchema(pack), request.TickedField,
			orNull(listOf("How many pieces of each item were ticked.", 0, request.MaxItems, schema{Type: "integer", Minimum: "0"}))),
		"pack problems": withList(bodyProblems(pack), request.TickedField, schemaRef("Messages")),
		"service labels": withSecretKey(withList(withList(schema{Type: "object"}, request.MarksField,
			orNull(listOf("Replaces the marks that labels show.", 0, 0, schema{Type: "string", Enum: shipment.ServiceMarks()}))),
			request.RoutingField, orNull(listOf("Replaces the routing table. Each prefix has one route.", 0, shipment.MaxRoutes, route)))),
	}
}

// consignmentSchemas are those of requests about consignments that have lists.
func consignmentSchemas() map[string]any {
	lists := func(s schema, names ...string) schema {
		for _, name := range names {
			s = withList(s, name, orNull(schema{
				Description: aboutLists[name], Type: "array", MaxItems: request.MaxNamed, Items: &schema{Type: "string"},
			}))
		}
		return s
	}
	problems := func(s schema, names ...string) schema {
		for _, name := range names {
			s = withList(s, name, schemaRef("Messages"))
		}
		return s
	}
	move, report, bags := request.MoveLeg.Fields(), request.ReportConsignment.Fields(), request.MoveBags.Fields()
	all, answer := []string{request.BagsField, request.ParcelsField, request.WithoutField}, requestSchema(request.AnswerFields())
	answers := schema{Type: "array", MinItems: 1, MaxItems: request.MaxAnswers, Items: &answer}
	return map[string]any{
		"move leg":          lists(bodySchema(move), request.WithoutField, request.AcknowledgedField),
		"move leg problems": problems(bodyProblems(move), request.WithoutField, request.AcknowledgedField),
		"move bags": withList(bodySchema(bags), request.BagsField, schema{
			Description: "Their numbers.", Type: "array", MinItems: 1, MaxItems: request.MaxNamed, Items: &schema{Type: "string"},
		}),
		"move bags problems": problems(bodyProblems(bags), request.BagsField),
		"report consignment": lists(bodySchema(report), all...), "report consignment problems": problems(bodyProblems(report), all...),
		"customs answers":         withList(bodySchema(nil), request.AnswersField, answers),
		"customs read":            withList(bodySchema(request.ReadCustoms.Fields()), request.AnswersField, answers),
		"customs answer problems": bodyProblems(request.AnswerFields()),
		"customs answers problems": withUnknownNames(elementsProblems(
			"The problems of a request with answers: one element for each answer, empty for a valid one.", request.AnswersField,
			schema{AnyOf: []schema{schemaRef("Messages"), schemaRef("CustomsAnswerProblems")}})),
	}
}

// aboutLists say what lists of a request about a consignment have.
var aboutLists = map[string]string{
	request.BagsField:    "Numbers of bags: only their parcels. Default: all.",
	request.ParcelsField: "Tracking numbers, partners' numbers or references: only these parcels.",
	request.WithoutField: "As `parcels`: all others.",
	request.AcknowledgedField: "As `parcels`: with `reason` they depart although customs or the operator keep them. " +
		"What customs say not to load stays kept.",
}

// bodySchema is the schema of a body that has fields beside the secret key.
func bodySchema(fields []request.Field) schema { return withSecretKey(requestSchema(fields)) }

// bodyProblems is the schema of the problems of such a body, and of fields that it does not know.
func bodyProblems(fields []request.Field) schema {
	return withUnknownNames(objectProblemsSchema(fields))
}

// withUnknownNames adds messages about parameters with any name.
func withUnknownNames(s schema) schema {
	s.MoreProperties = new(schemaRef("Messages"))
	return s
}

func file(name string) []byte {
	text, err := files.ReadFile(name)
	if err != nil {
		panic(err)
	}
	return text
}

// plainJSON is v as compact JSON with <, > and & as they are.
func plainJSON(v any) []byte {
	var text bytes.Buffer
	e := json.NewEncoder(&text)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		panic(err)
	}
	return bytes.TrimSuffix(text.Bytes(), []byte("\n"))
}
