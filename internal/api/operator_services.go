package api

import (
	"context"
	"net/http"

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

// listServices lists all services, disabled ones too.
func (a *operatorRoutes) listServices(ctx context.Context, _ shell.Call) (shell.Response, error) {
	all, err := a.api.Store.MasterData.Services(ctx)
	return answer.List(all, writeOperatorService), err
}

// createService creates a service.
func (a *operatorRoutes) createService(ctx context.Context, _ shell.Call, sv shipment.Service) (shell.Response, error) {
	answer.Once(ctx, http.StatusCreated, writeOperatorService)
	created, err := a.api.Store.MasterData.CreateService(ctx, sv)
	return answer.Object(http.StatusCreated, &created, writeOperatorService), settingProblem(err)
}

// service finds the service that the request's path names. Returns store.ErrNotFound.
func (a *operatorRoutes) service(ctx context.Context, c shell.Call) (shipment.Service, error) {
	return a.api.Store.MasterData.Service(ctx, c.ID())
}

func (a *operatorRoutes) viewService(_ context.Context, _ shell.Call, sv shipment.Service) (shell.Response, error) {
	return answer.Object(http.StatusOK, &sv, writeOperatorService), nil
}

// changeService changes the settings that the request has.
func (a *operatorRoutes) changeService(ctx context.Context, c shell.Call, change func(*shipment.Service)) (shell.Response, error) {
	changed, err := a.api.Store.MasterData.UpdateService(ctx, c.ID(), func(sv *shipment.Service) error {
		change(sv)
		return nil
	})
	return answer.Object(http.StatusOK, &changed, writeOperatorService), settingProblem(err)
}

// switchService makes the operation that disables or enables a service.
func (a *operatorRoutes) switchService(
	change func(*masterdata.Store, context.Context, int64) error,
) func(context.Context, shell.Call, *request.Form) (shell.Response, error) {
	return func(ctx context.Context, c shell.Call, _ *request.Form) (shell.Response, error) {
		if err := change(a.api.Store.MasterData, ctx, c.ID()); err != nil {
			return shell.Response{}, err
		}
		return shell.With(a.service, a.viewService)(ctx, c)
	}
}

// viewServiceLabels shows the marks and the routing table of a service.
func (a *operatorRoutes) viewServiceLabels(ctx context.Context, _ shell.Call, sv shipment.Service) (shell.Response, error) {
	labels, err := a.api.Store.MasterData.ServiceLabels(ctx, sv.ServiceID)
	return answer.Stream(&labels, writeServiceLabels), err
}

// changeServiceLabels replaces the lists that the request has.
func (a *operatorRoutes) changeServiceLabels(
	ctx context.Context, c shell.Call, change func(*shipment.ServiceLabels),
) (shell.Response, error) {
	var changed shipment.ServiceLabels
	err := a.api.Store.MasterData.UpdateServiceLabels(ctx, c.ID(), func(l *shipment.ServiceLabels) error {
		change(l)
		changed = *l
		return nil
	})
	return answer.Stream(&changed, writeServiceLabels), err
}

// viewServiceCustoms shows what a service states for customs.
func (a *operatorRoutes) viewServiceCustoms(ctx context.Context, c shell.Call) (shell.Response, error) {
	facts, err := a.api.Store.MasterData.ServiceCustoms(ctx, c.ID())
	return answer.Object(http.StatusOK, &facts, writeServiceCustoms), err
}

// changeServiceCustoms changes the facts that the request has.
func (a *operatorRoutes) changeServiceCustoms(ctx context.Context, c shell.Call, change func(*map[string]string)) (shell.Response, error) {
	var sent map[string]string
	change(&sent)
	changed, err := a.api.Store.MasterData.UpdateServiceCustoms(ctx, c.ID(), func(facts shipment.Customs) error {
		for _, s := range masterdata.CustomsSettings() {
			if value, has := sent[s.Name]; has {
				if err := masterdata.SetCustoms(facts, s.Name, value); err != nil {
					return err
				}
			}
		}
		return nil
	})
	return answer.Object(http.StatusOK, &changed, writeServiceCustoms), settingProblem(err)
}

// settingFields are the fields of requests that the store calls as the flags of commands are called.
var settingFields = map[string]string{
	"hawb": "hawb_no", "url": "base_url", "allow_private_network": "private_network",
}

func writeOperatorService(o *openapi.Object, s *shipment.Service) {
	openapi.Extend(o, "Service", s, writeService)
	o.TextOrNull("partner", s.Partner).About("Who fulfils its orders. Null is in house.")
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
