package console

import (
	"slices"
	"strconv"

	"waybill/internal/console/orderform"
	"waybill/internal/shipment"
)

// laneOf are the countries of a form, such as SG-ID; those that are not known are left out.
func (v *visit) laneOf(f *orderform.Form) string {
	return string(v.names().Code(f.Value("pickup_country"))) + "-" + string(v.names().Code(f.Value("consignee_country")))
}

// servicesFor are the services of an order, those that run between its countries first.
func (v *visit) servicesFor(f *orderform.Form) ([]serviceGroup, error) {
	if f.Kind == orderform.Return {
		return nil, nil
	}
	serving, others, err := v.sortedServices(f)
	if err != nil {
		return nil, err
	}
	from, to := v.names().Country(f.Value("pickup_country")), v.names().Country(f.Value("consignee_country"))
	var groups []serviceGroup
	if len(serving) > 0 {
		groups = append(groups, serviceGroup{from + " → " + to, v.optionsOf(serving)})
	}
	name := v.t("All services")
	if len(serving) > 0 {
		name = v.t("Other countries")
	}
	if len(others) > 0 {
		groups = append(groups, serviceGroup{name, v.optionsOf(others)})
	}
	return groups, nil
}

// sortedServices are the live services by id: those that run between the countries of a form, and the others. If a
// country is not known, none runs.
func (v *visit) sortedServices(f *orderform.Form) (serving, others []shipment.Service, err error) {
	live, err := v.console.Store.LiveServices(v.ctx())
	if err != nil {
		return nil, nil, err
	}
	from, to := v.names().Code(f.Value("pickup_country")), v.names().Code(f.Value("consignee_country"))
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

func (v *visit) optionsOf(services []shipment.Service) []option {
	options := make([]option, len(services))
	for i, s := range services {
		text := s.Name
		if s.COD {
			text += " · " + v.t("cash on delivery")
		}
		options[i] = option{strconv.FormatInt(s.ServiceID, 10), text}
	}
	return options
}

// suggest fills in the service if one was not chosen and only one runs between the countries.
func (v *visit) suggest(f *orderform.Form) error {
	if f.Kind == orderform.Return || f.Value("service_id") != "" {
		return nil
	}
	serving, _, err := v.sortedServices(f)
	if err == nil && len(serving) == 1 {
		f.Set("service_id", strconv.FormatInt(serving[0].ServiceID, 10))
	}
	return err
}
