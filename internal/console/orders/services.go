package orders

import (
	"slices"
	"strconv"

	"waybill/internal/console/orderform"
	"waybill/internal/console/web"
	"waybill/internal/each"
	"waybill/internal/shipment"
)

// laneOf are the countries of a form, such as SG-ID; those that are not known are left out.
func laneOf(v *web.Visit, f *orderform.Form) string {
	return string(v.Names().Code(f.Value("pickup_country"))) + "-" + string(v.Names().Code(f.Value("consignee_country")))
}

// servicesFor are the services of an order, those that run between its countries first.
func servicesFor(v *web.Visit, f *orderform.Form) ([]serviceGroup, error) {
	if f.IsReturn() {
		return nil, nil
	}
	serving, others, err := sortedServices(v, f)
	if err != nil {
		return nil, err
	}
	var groups []serviceGroup
	name := v.T("All services")
	if len(serving) > 0 {
		from, to := v.Names().Country(f.Value("pickup_country")), v.Names().Country(f.Value("consignee_country"))
		groups, name = []serviceGroup{{from + " → " + to, optionsOf(v, serving)}}, v.T("Other countries")
	}
	if len(others) > 0 {
		groups = append(groups, serviceGroup{name, optionsOf(v, others)})
	}
	// An order that is changed keeps its service, also one that is not on offer any more.
	id := f.Value("service_id")
	isIt := func(s shipment.Service) bool { return strconv.FormatInt(s.ServiceID, 10) == id }
	if f.Kind != orderform.Create && id != "" && !slices.ContainsFunc(slices.Concat(serving, others), isIt) {
		groups = append(groups, serviceGroup{name, []web.Option{{Value: id, Text: v.T("Service") + " " + id}}})
	}
	return groups, nil
}

// sortedServices are the live services by id: those that run between the countries of a form, and the others. If a
// country is not known, none runs.
func sortedServices(v *web.Visit, f *orderform.Form) (serving, others []shipment.Service, err error) {
	live, err := v.Console.Store.MasterData.LiveServices(v.Context())
	if err != nil {
		return nil, nil, err
	}
	from, to := v.Names().Code(f.Value("pickup_country")), v.Names().Code(f.Value("consignee_country"))
	for _, s := range live {
		if from != "" && to != "" && s.Serves(from, to) {
			serving = append(serving, s)
		} else {
			others = append(others, s)
		}
	}
	byID := func(a, b shipment.Service) int { return int(a.ServiceID - b.ServiceID) }
	slices.SortFunc(serving, byID)
	slices.SortFunc(others, byID)
	return serving, others, nil
}

func optionsOf(v *web.Visit, services []shipment.Service) []web.Option {
	return each.Of(services, func(s shipment.Service) web.Option {
		text := s.Name
		if s.COD {
			text += " · " + v.T("cash on delivery")
		}
		return web.Option{Value: strconv.FormatInt(s.ServiceID, 10), Text: text}
	})
}

// suggest fills in the service if one was not chosen and only one runs between the countries.
func suggest(v *web.Visit, f *orderform.Form) error {
	if f.IsReturn() || f.Value("service_id") != "" {
		return nil
	}
	serving, _, err := sortedServices(v, f)
	if err == nil && len(serving) == 1 {
		f.Set("service_id", strconv.FormatInt(serving[0].ServiceID, 10))
	}
	return err
}
