package api

import (
	"context"

	"waybill/internal/api/answer"
	"waybill/internal/api/openapi"
	"waybill/internal/api/shell"
	"waybill/internal/each"
	"waybill/internal/request"
	"waybill/internal/shipment"
	"waybill/internal/store/masterdata"
)

// changeCustoms is the body of a request that changes what a service states for customs.
var changeCustoms = request.ChangeTexts(each.Of(masterdata.CustomsSettings(), func(s masterdata.CustomsSetting) string { return s.Name }))

// operatorServices has an operator's operations on services.
type operatorServices struct{ *masterdata.Store }

// list lists all services, disabled ones too.
func (a *operatorServices) list(ctx context.Context, _ shell.Call) ([]shipment.Service, error) {
	return a.Services(ctx)
}

// create creates a service.
func (a *operatorServices) create(ctx context.Context, _ shell.Call, sv shipment.Service) (shipment.Service, error) {
	created, err := a.CreateService(ctx, sv)
	return created, settingProblem(err)
}

// change changes the settings that the request has.
func (a *operatorServices) change(ctx context.Context, c shell.Call, change func(*shipment.Service)) (shipment.Service, error) {
	changed, err := a.UpdateService(ctx, c.ID(), func(sv *shipment.Service) error {
		change(sv)
		return nil
	})
	return changed, settingProblem(err)
}

// viewLabels shows the marks and the routing table of a service.
func (a *operatorServices) viewLabels(ctx context.Context, _ shell.Call, sv shipment.Service) (shell.Response, error) {
	labels, err := a.ServiceLabels(ctx, sv.ServiceID)
	return answer.Stream(&labels, writeServiceLabels), err
}

// changeLabels replaces the lists that the request has.
func (a *operatorServices) changeLabels(ctx context.Context, c shell.Call, change func(*shipment.ServiceLabels)) (shell.Response, error) {
	var changed shipment.ServiceLabels
	err := a.UpdateServiceLabels(ctx, c.ID(), func(l *shipment.ServiceLabels) error {
		change(l)
		changed = *l
		return nil
	})
	return answer.Stream(&changed, writeServiceLabels), err
}

// changeCustoms changes the facts that the request has.
func (a *operatorServices) changeCustoms(ctx context.Context, c shell.Call, change func(*map[string]string)) (shipment.Customs, error) {
	var sent map[string]string
	change(&sent)
	changed, err := a.UpdateServiceCustoms(ctx, c.ID(), func(facts shipment.Customs) error {
		for _, s := range masterdata.CustomsSettings() {
			if value, has := sent[s.Name]; has {
				if err := masterdata.SetCustoms(facts, s.Name, value); err != nil {
					return err
				}
			}
		}
		return nil
	})
	return changed, settingProblem(err)
}

// settingFields are the fields of requests that the store calls as the flags of commands are called.
var settingFields = map[string]string{
	"hawb": "hawb_no", "url": "base_url", "allow_private_network": "private_network",
}

func writeOperatorService(o *openapi.Object, s *shipment.Service) {
	openapi.Extend(o, "Service", s, writeService)
	o.TextOrNull("partner", s.Partner).About("Who fulfils its orders. Null is in house.")
	o.Flag("own_label", s.OwnLabel).About("Whether a parcel may leave with Waybill's own label if the partner gives none for 5 minutes.")
	o.Flag("disabled", s.Disabled).About("Whether it takes no new orders.")
}

func writeServiceLabels(o *openapi.Object, l *shipment.ServiceLabels) {
	openapi.Texts(o, request.MarksField, l.Marks).About("Shown on labels as icons with words.")
	openapi.List(o, request.RoutingField, l.Routing, writeRoute).Of("Route").MaxItems(shipment.MaxRoutes).
		About("Where parcels are sorted, by prefix. The longest prefix of a postal code counts.")
}

func writeRoute(o *openapi.Object, r *shipment.Route) {
	o.Text("prefix", r.Prefix).About("Of postal codes, in capital letters without spaces and hyphens. Empty is every other code.")
	o.Text("hub", r.Hub)
	o.Text("sort_code", r.SortCode)
}

func writeServiceCustoms(o *openapi.Object, facts *shipment.Customs) {
	for _, s := range masterdata.CustomsSettings() {
		fact := o.TextOrNull(s.Name, (*facts)[s.Name]).About(s.About)
		if s.Choices != nil {
			fact.Enum(s.Choices...)
		}
	}
}
