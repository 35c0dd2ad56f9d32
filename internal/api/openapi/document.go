package openapi

import (
	"bytes"
	"embed"
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"strings"

	"waybill/internal/request"
	"waybill/internal/rules"
	"waybill/internal/shipment"
)

// files are the parts that are written by hand, and the recorded examples. A text "@…" in the others is a placeholder for a file or
// for a part that is built from the field tables or the route table.
//
//go:embed document.json description.md errors.json examples operations
var files embed.FS

// Responses are schemas by their names, as Describe makes them.
type Responses map[string]any

// Document is the OpenAPI 3.1 document of an API with routes. A schema of a response that is not given allows everything.
func Document(routes []Route, responses Responses) []byte {
	parts := tables()
	parts["paths"], parts["errors"] = paths(routes), errorResponses()
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
	case kind == "response":
		return []byte("{}")
	case kind == "filters":
		return joined(parametersOf(request.FilterFields(), strings.Fields(rest)...))
	case name == "import fields":
		return joined(parametersOf(request.ImportFields()))
	case name == "manifest fields":
		return joined(append(parametersOf(request.FilterFields(), request.ManifestFilters()...), parametersOf(request.ManifestFields())...))
	case name == "export fields":
		return joined(append(parametersOf(request.FilterFields(), request.ExportFilters()...), parametersOf(request.ExportFields())...))
	case name == "stats fields":
		return joined(parametersOf(request.StatsQuery.Fields()))
	case name == "HS search fields":
		return joined(parametersOf(request.HSSearchQuery.Fields()))
	case name == "submission fields":
		return joined(parametersOf(request.SubmissionQuery.Fields()))
	case name == "cancellation fields":
		return joined(parametersOf(request.CancellationQuery.Fields()))
	case name == "account fields":
		return joined(parametersOf(request.AccountQuery.Fields()))
	case name == "event range":
		return joined(parametersOf(request.EventQuery.Fields()))
	}
	panic("document.json: nothing is called " + name)
}

// joined are the elements of a list without its brackets, for a placeholder within a list.
func joined(parameters []parameter) []byte {
	list := plainJSON(parameters)
	return list[1 : len(list)-1]
}

// tables are the parts that are built from field tables and limits, by the names of their placeholders.
func tables() map[string]any {
	create, returns, item := request.CreateFields(), request.ReturnFields(), request.ItemFields()
	endpoint, replayed := request.EndpointFields(), request.EventQuery.Fields()
	parts := map[string]any{
		"max orders":            request.MaxOrders,
		"blocking":              sentSchema(request.BlockingField()),
		"accept valid":          sentSchema(request.AcceptValidField()),
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
		"address problems":      withUnknownNames(objectProblemsSchema(request.AddressFields())),
		"address entry":         withSecretKey(requestSchema(request.BookFields(shipment.Addresses))),
		"goods entry":           withSecretKey(requestSchema(request.BookFields(shipment.Goods))),
		"box entry":             withSecretKey(requestSchema(request.BookFields(shipment.Boxes))),
		"tax id":                requestSchema(request.TaxIDFields()),
		"tax id problems":       objectProblemsSchema(request.TaxIDFields()),
		"shown tax id":          recordSchema(request.TaxIDFields()),
		"filter problems":       withUnknownNames(problemsSchema(request.FilterFields())),
		"tracker statuses":      shipment.TrackerStatuses(),
		"endpoint test request": withSecretKey(requestSchema(request.TestEndpoint.Fields())),
		"journey request":       withSecretKey(requestSchema(request.SimulateJourney.Fields())),
		"journey problems":      withUnknownNames(objectProblemsSchema(request.SimulateJourney.Fields())),
		"max reports":           request.MaxReports,
		"report":                requestSchema(request.ReportFields()),
		"report problems":       withUnknownNames(objectProblemsSchema(request.ReportFields())),
		"proof request":         withSecretKey(requestSchema(request.ReportProof.Fields())),
		"proof problems":        withUnknownNames(objectProblemsSchema(request.ReportProof.Fields())),
		"import upload":         uploadSchema(request.ImportFields()),
		"import problems":       withUnknownNames(withList(objectProblemsSchema(request.ImportFields()), "file", schemaRef("Messages"))),
		"recheck request":       withSecretKey(requestSchema(request.RecheckImport.Fields())),
		"recheck problems":      withUnknownNames(objectProblemsSchema(request.RecheckImport.Fields())),
		"confirm request":       withSecretKey(requestSchema(request.ConfirmImport.Fields())),
		"confirm problems":      withUnknownNames(objectProblemsSchema(request.ConfirmImport.Fields())),
		"manifest problems":     problemsSchema(request.ManifestFields()),
		"export problems":       problemsSchema(request.ExportFields()),
		"stats problems":        problemsSchema(request.StatsQuery.Fields()),
		"HS search problems":    problemsSchema(request.HSSearchQuery.Fields()),
		"print request":         withSecretKey(requestSchema(request.QueuePrint.Fields())),
		"print problems":        withUnknownNames(objectProblemsSchema(request.QueuePrint.Fields())),
		"print take":            withSecretKey(requestSchema(request.TakePrint.Fields())),
		"print take problems":   withUnknownNames(objectProblemsSchema(request.TakePrint.Fields())),
		"print report":          withSecretKey(requestSchema(request.ReportPrint.Fields())),
		"print report problems": withUnknownNames(objectProblemsSchema(request.ReportPrint.Fields())),
		"note request":          withSecretKey(requestSchema(request.AddNote.Fields())),
		"note problems":         withUnknownNames(objectProblemsSchema(request.AddNote.Fields())),
		"key request": withList(withList(withSecretKey(requestSchema(request.CreateKey.Fields())), request.ScopesField,
			orNull(schemaRef("Scopes"))), request.NetworksField, orNull(schemaRef("Networks"))),
		"key problems":         withUnknownNames(objectProblemsSchema(request.CreateKey.Fields())),
		"scopes":               shipment.AllScopes.Names(),
		"account labels":       withSecretKey(requestSchema(request.AccountLabelsFields())),
		"label problems":       withUnknownNames(objectProblemsSchema(request.AccountLabelsFields())),
		"account settings":     withSecretKey(requestSchema(request.ChangeAccountSettings.Fields())),
		"settings problems":    withUnknownNames(objectProblemsSchema(request.ChangeAccountSettings.Fields())),
		"page languages":       shipment.PageLanguages(),
		"label sizes":          shipment.LabelSizes(),
		"event types":          shipment.EventTypes(),
		"endpoint":             withSecretKey(withList(requestSchema(endpoint), request.EndpointTypesField, eventTypesSchema())),
		"endpoint problems":    withUnknownNames(withList(objectProblemsSchema(endpoint), request.EndpointTypesField, listProblems())),
		"replay":               withSecretKey(withList(requestSchema(replayed), request.ReplayIDsField, eventIDsSchema())),
		"replay problems":      withUnknownNames(withList(objectProblemsSchema(replayed), request.ReplayIDsField, listProblems())),
		"event range problems": problemsSchema(replayed),
		"webhooks":             webhooks(),
		"rule kinds":           rules.Kinds(),
	}
	maps.Copy(parts, listSchemas())
	maps.Copy(parts, handoverSchemas())
	maps.Copy(parts, decisionSchemas())
	maps.Copy(parts, accountSchemas())
	maps.Copy(parts, serviceSchemas())
	maps.Copy(parts, partnerSchemas())
	maps.Copy(parts, eventSchemas())
	return parts
}

// listSchemas are those of requests with a list of numbers or objects.
func listSchemas() map[string]any {
	hold, cancel := request.HoldOrders.Fields(), request.CancelOrders.Fields()
	return map[string]any{
		"cancel request":  withSecretKey(withNumbers(cancel, request.MaxCancelled)),
		"cancel problems": withUnknownNames(numbersProblems("The problems of a request to cancel orders, or to mark labels as printed.", cancel)),
		"numbers request": withSecretKey(withNumbers(nil, request.MaxCancelled)),
		"hold request":    withSecretKey(withNumbers(hold, request.MaxHeld)),
		"hold problems":   withUnknownNames(numbersProblems("The problems of a request to hold or release orders.", hold)),
		"release request": withSecretKey(withNumbers(request.ReleaseOrders.Fields(), request.MaxHeld)),
		"tracker query":   withSecretKey(withNumbers(request.QueryTracking.Fields(), request.MaxTracked)),
		"query problems":  numbersProblems("The problems of a tracker query.", request.QueryTracking.Fields()),
		"check problems": withUnknownNames(elementsProblems(
			"The problems of a request to check addresses: one element for each address, empty for a valid one.",
			request.AddressesField, schemaRef("AddressProblems"))),
		"reports problems": withUnknownNames(elementsProblems(
			"The problems of a request with reports: one element for each report, empty for a valid one.",
			"events", schema{AnyOf: []schema{schemaRef("Messages"), schemaRef("ReportProblems")}})),
	}
}

// handoverSchemas are those of requests about hand-over lists, packing, and the answers about print jobs.
func handoverSchemas() map[string]any {
	parts := map[string]any{
		"pack": withSecretKey(withList(requestSchema(request.PackParcel.Fields()), request.TickedField, orNull(schema{
			Description: "How many pieces of each item were ticked.", Type: "array", MaxItems: request.MaxItems,
			Items: &schema{Type: "integer", Minimum: "0"},
		}))),
		"pack problems": withUnknownNames(withList(objectProblemsSchema(request.PackParcel.Fields()), request.TickedField,
			schemaRef("Messages"))),
		"print answer":          withSecretKey(requestSchema(request.AnswerPrint.Fields())),
		"print answer problems": withUnknownNames(objectProblemsSchema(request.AnswerPrint.Fields())),
	}
	for name, fields := range map[string][]request.Field{
		"open": request.OpenHandover.Fields(), "parcel": request.AddToHandover.Fields(),
		"close": request.CloseHandover.Fields(), "reopen": request.ReopenHandover.Fields(),
	} {
		parts["handover "+name] = withSecretKey(requestSchema(fields))
		parts["handover "+name+" problems"] = withUnknownNames(objectProblemsSchema(fields))
	}
	return parts
}

// decisionSchemas are those of an operator's requests about orders at partners.
func decisionSchemas() map[string]any {
	return map[string]any{
		"correction":          withSecretKey(requestSchema(request.CorrectTracking.Fields())),
		"correction problems": withUnknownNames(objectProblemsSchema(request.CorrectTracking.Fields())),
		"ledger problems":     problemsSchema(request.SubmissionQuery.Fields()),
		"retry request":       withSecretKey(requestSchema(request.RetryEntry.Fields())),
		"retry problems":      withUnknownNames(objectProblemsSchema(request.RetryEntry.Fields())),
		"resolve request":     withSecretKey(requestSchema(request.ResolveSubmission.Fields())),
		"resolve problems":    withUnknownNames(objectProblemsSchema(request.ResolveSubmission.Fields())),
	}
}

// accountSchemas are those of an operator's requests about accounts and people.
func accountSchemas() map[string]any {
	return map[string]any{
		"account filter problems": problemsSchema(request.AccountQuery.Fields()),
		"account request":         withSecretKey(requestSchema(request.CreateAccount.Fields())),
		"account problems":        withUnknownNames(objectProblemsSchema(request.CreateAccount.Fields())),
		"account change":          withSecretKey(requestSchema(request.ChangeAccount.Fields())),
		"account change problems": withUnknownNames(objectProblemsSchema(request.ChangeAccount.Fields())),
		"user request":            withSecretKey(requestSchema(request.CreateUser.Fields())),
		"user problems":           withUnknownNames(objectProblemsSchema(request.CreateUser.Fields())),
		"user change":             withSecretKey(requestSchema(request.ChangeUser.Fields())),
		"user change problems":    withUnknownNames(objectProblemsSchema(request.ChangeUser.Fields())),
		"member request":          withSecretKey(requestSchema(request.SetMember.Fields())),
		"member problems":         withUnknownNames(objectProblemsSchema(request.SetMember.Fields())),
	}
}

// serviceSchemas are those of requests about services.
func serviceSchemas() map[string]any {
	create, route := request.CreateService.Fields(), requestSchema(request.RouteFields())
	labels := withList(schema{Type: "object"}, request.MarksField, orNull(schema{
		Description: "Replaces the marks that labels show.", Type: "array", Items: &schema{Type: "string", Enum: shipment.ServiceMarks()},
	}))
	return map[string]any{
		"service request":  withSecretKey(requestSchema(create)),
		"service problems": withUnknownNames(objectProblemsSchema(create)),
		"service change":   withSecretKey(requestSchema(request.ChangeService.Fields())),
		"service labels": withSecretKey(withList(labels, request.RoutingField, orNull(schema{
			Description: "Replaces the routing table. Each prefix has one route.", Type: "array", MaxItems: shipment.MaxRoutes, Items: &route,
		}))),
		"route problems": withUnknownNames(objectProblemsSchema(request.RouteFields())),
	}
}

// partnerSchemas are those of requests about partners.
func partnerSchemas() map[string]any {
	create, rotate := request.CreatePartner.Fields(), request.RotatePartner.Fields()
	return map[string]any{
		"partner request":  withSecretKey(requestSchema(create)),
		"partner problems": withUnknownNames(objectProblemsSchema(create)),
		"partner change":   withSecretKey(requestSchema(request.ChangePartner.Fields())),
		"rotate request":   withSecretKey(requestSchema(rotate)),
		"rotate problems":  withUnknownNames(objectProblemsSchema(rotate)),
	}
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
