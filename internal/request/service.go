package request

import (
	"waybill/internal/each"
	"waybill/internal/problem"
	"waybill/internal/shipment"
)

// The lists of what a service sets for its labels.
const (
	MarksField   = "marks"
	RoutingField = "routing"
)

var (
	// CreateService is the body of a request that creates a service.
	CreateService = bodyOf[shipment.Service]("create_service")
	// ChangeService is the body of a request that changes a service. Its lane and category stay: another lane is another service.
	ChangeService = changeOf[shipment.Service]("change_service").
			refusing(problem.FinalOfService, "origin", "destination", "category", "service_id")
)

// readWhether reads whether a choice is the second one.
func readWhether(v Value, f *Field) (bool, Messages) {
	chosen, problems := readChoice(v, f)
	return chosen == f.Type.Choices[1], problems
}

var routeTable = tableOf[shipment.Route]("route")

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
