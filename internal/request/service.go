package request

import (
	"math"

	"waybill/internal/each"
	"waybill/internal/problem"
	"waybill/internal/shipment"
)

// The lists of what a service sets for its labels.
const (
	MarksField   = "marks"
	RoutingField = "routing"
)

func serviceName(p presence) column[shipment.Service] {
	return text("name", p, maxName, "Printed on the label.", func(s *shipment.Service) *string { return &s.Name })
}

var (
	servicePartner = text("partner", optional, textMax,
		"Partner that fulfils the orders of the service. Null is in house. Orders that exist keep their partner.",
		func(s *shipment.Service) *string { return &s.Partner })
	serviceCOD     = boolean("cod", "Whether it offers cash on delivery.", func(s *shipment.Service) *bool { return &s.COD })
	serviceMissing = bind(field("missing_customs", optional,
		Type{Name: TypeChoice, Choices: []string{shipment.MissingWait, shipment.MissingRefuse}},
		"What happens to an order that lacks a fact for customs without which the partner takes no order, default `wait`."),
		readWhether(shipment.MissingRefuse), func(s *shipment.Service) *bool { return &s.RefusesMissing })
	serviceForms = bind(field("customs_forms", optional, Type{Name: TypeChoice, Choices: []string{shipment.FormsPost, shipment.FormsInvoice}},
		"Which customs forms its orders have, default `post`: CN 22, CN 23 and invoices. `invoice`: invoices alone."),
		readWhether(shipment.FormsInvoice), func(s *shipment.Service) *bool { return &s.InvoiceOnly })

	serviceOwnLabel = boolean("own_label", "Whether a parcel may leave with Waybill's own label if the partner gives none for 5 minutes. "+
		"It gets the partner's label in a hub.", func(s *shipment.Service) *bool { return &s.OwnLabel })

	// CreateService is the body of a request that creates a service.
	CreateService = newBody(
		serviceName(required),
		bind(field("origin", optional, Type{Name: TypeCountry}, "Country of the pickup. Null is any country."),
			readCountry, func(s *shipment.Service) *shipment.Country { return &s.Origin }),
		bind(field("destination", optional, Type{Name: TypeCountry}, "Country of the consignee. Null is any country."),
			readCountry, func(s *shipment.Service) *shipment.Country { return &s.Destination }),
		choice("category", optional, []string{shipment.CategoryPickup, shipment.CategoryDropOff},
			"How a parcel starts its journey, default `pickup`.", func(s *shipment.Service) *string { return &s.Category }),
		serviceCOD, servicePartner, serviceMissing, serviceForms, serviceOwnLabel,
		bind(field("service_id", optional, Type{Name: TypeInteger, Min: 1, Max: math.MaxInt64},
			"The `service_id` of its orders, default the next free one."), readInteger,
			func(s *shipment.Service) *int64 { return &s.ServiceID }),
	)

	// ChangeService is the body of a request that changes a service. Its lane and category stay: another lane is another service.
	ChangeService = newChange(serviceName(optional), servicePartner, serviceCOD, serviceMissing, serviceForms, serviceOwnLabel).
			refusing(problem.FinalOfService, "origin", "destination", "category", "service_id")
)

// readWhether reads whether a choice is a certain one.
func readWhether(choice string) func(Value, *Field) (bool, Messages) {
	return func(v Value, f *Field) (bool, Messages) {
		chosen, problems := readChoice(v, f)
		return chosen == choice, problems
	}
}

var routeTable = newTable(
	text("prefix", optional, shipment.MaxRoutePrefix, "First letters and digits of postal codes; \"\" is every other code.",
		func(r *shipment.Route) *string { return &r.Prefix }),
	text("hub", optional, shipment.MaxRouteText, "Where the parcels are sorted.", func(r *shipment.Route) *string { return &r.Hub }),
	text("sort_code", optional, shipment.MaxRouteText, "Printed in large letters. A route has a hub or a sort code, or both.",
		func(r *shipment.Route) *string { return &r.SortCode }),
)

// RouteFields are the fields of a route.
func RouteFields() []Field { return routeTable.fields() }

// ServiceLabelsShape is the shape of a request that changes what a service sets for its labels.
func ServiceLabelsShape() *Shape { return serviceLabelsShape }

var serviceLabelsShape = ownShape().keepWhole(MarksField).withList(RoutingField, shipment.MaxRoutes, routeTable.shape())

// ReadServiceLabels reads a change of what a service sets for its labels: an absent list stays, another one replaces it, and null
// empties it.
func ReadServiceLabels(f *Form) (change func(*shipment.ServiceLabels), problems Problems) {
	if problems := objectProblem(f.top()); problems != nil {
		return nil, problems
	}
	marks, wrongMarks := readMarks(f.get(MarksField))
	routing, wrongRouting := readRouting(f)
	hasMarks, hasRouting := f.get(MarksField).Kind != Absent, f.list().Kind != Absent
	return func(l *shipment.ServiceLabels) {
		if hasMarks {
			l.Marks = marks
		}
		if hasRouting {
			l.Routing = routing
		}
	}, problems.with(MarksField, asNode(wrongMarks)).with(RoutingField, wrongRouting)
}

// readMarks reads marks, and brings them into their order.
func readMarks(v Value) ([]string, Messages) {
	names, problems := readTexts(v, len(shipment.ServiceMarks()))
	marks, unknown := shipment.MarksOf(names)
	if len(unknown) > 0 {
		problems = Messages{problem.NotChoice.With(unknown[0])}
	}
	return marks, problems
}

func readRouting(f *Form) ([]shipment.Route, Node) {
	if l := f.list(); !l.given() || l.Kind == Array && l.count == 0 {
		return nil, nil
	}
	routes, wrong := readElements(f, func(e entry, r *shipment.Route) Node {
		if node := routeTable.readObject(e, r); node != nil {
			return node
		}
		return asNode(f.unknownOf(e.level, e.index))
	})
	if wrong != nil {
		return nil, wrong
	}
	routing, err := shipment.NewRouting(routes)
	if err != nil {
		return nil, Messages{problem.NotRouting.With(err.Error())}
	}
	return routing, nil
}

// ChangeTexts makes the body of a request that changes texts by name: null or "" removes one.
func ChangeTexts(names []string) Change[map[string]string] {
	return newChange(each.Of(names, func(name string) column[map[string]string] {
		f := field(name, optional, Type{Name: TypeText, MaxLength: textMax}, "")
		return column[map[string]string]{Field: f, read: func(v Value, to *map[string]string) Messages {
			sent, problems := readText(v, &f)
			if *to == nil {
				*to = make(map[string]string)
			}
			(*to)[name] = sent
			return problems
		}}
	})...)
}
