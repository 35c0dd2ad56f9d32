package operator

import (
	"net/http"
	"net/url"
	"slices"
	"strconv"

	"waybill/internal/console/settings"
	"waybill/internal/console/web"
	"waybill/internal/request"
	"waybill/internal/shipment"
	"waybill/internal/store/masterdata"
)

// services lists the services with their lanes.
func services(v *web.Visit) error {
	all, err := v.Console.Store.MasterData.Services(v.Context())
	return v.Show(err, http.StatusOK, "operator_services.html", map[string]any{"Services": all})
}

// findService is the service of the path. Returns store.ErrNotFound.
var findService = web.ByID("id", func(v *web.Visit, id int64) (shipment.Service, error) {
	return v.Console.Store.MasterData.Service(v.Context(), id)
})

// serviceValues are the settings of a service as its form has them.
func serviceValues(sv shipment.Service) url.Values {
	return url.Values{
		"name": {sv.Name}, "partner": {sv.Partner}, "category": {sv.Category}, "cod": web.Ticked(sv.COD),
		"missing_customs": {sv.MissingCustoms()}, "customs_forms": {sv.CustomsForms()}, "own_label": web.Ticked(sv.OwnLabel),
	}
}

func serviceForm(v *web.Visit, values url.Values) *web.Form {
	return web.NewForm(values).Label("name", v.T("Name")).Label("origin", v.T("From")).Label("destination", v.T("To")).
		Label("category", v.T("How a parcel starts")).Label("partner", v.T("Partner")).Label("service_id", v.T("Number of the service")).
		Label("cod", v.T("Cash on delivery")).Label("missing_customs", v.T("Facts for customs are missing")).
		Label("customs_forms", v.T("Customs forms")).Label("own_label", v.T("Parcels may leave without the partner's label"))
}

// serviceChoices are the choices of the form of a service, or of a new one. What happens without facts for customs can be chosen if its
// partner declares that it needs some, for a new service if any partner does.
func serviceChoices(v *web.Visit, sv shipment.Service, data map[string]any) (map[string]any, error) {
	partners, err := livePartners(v)
	data["Partners"] = partners
	data["Countries"] = v.CountryOptions()
	data["Categories"] = []web.Option{
		{Value: shipment.CategoryPickup, Text: v.T("Pickup")}, {Value: shipment.CategoryDropOff, Text: v.T("Drop-off")},
	}
	if sv.RefusesMissing || slices.ContainsFunc(partners, func(p web.Option) bool {
		return (sv.ServiceID == 0 || p.Value == sv.Partner) && len(v.Console.PartnerState(p.Value).Needs) > 0
	}) {
		data["Missing"] = []web.Option{
			{Value: shipment.MissingWait, Text: v.T("Create the order, and submit it when they are stated")},
			{Value: shipment.MissingRefuse, Text: v.T("Refuse the order")},
		}
	}
	data["Forms"] = []web.Option{
		{Value: shipment.FormsPost, Text: v.T("CN 22, CN 23 and invoices")}, {Value: shipment.FormsInvoice, Text: v.T("Invoices alone")},
	}
	return data, err
}

// livePartners are the partners that a service may name.
func livePartners(v *web.Visit) ([]web.Option, error) {
	all, err := allPartners(v)
	all = slices.DeleteFunc(all, func(p partnerView) bool { return !p.Adapter.DisabledOn.IsZero() })
	return web.Options(v.T("In house, without a partner"), all, partnerOption), err
}

// newService shows the form of a new service.
func newService(v *web.Visit) error {
	return showNewService(v, http.StatusOK, serviceForm(v, url.Values{"category": {shipment.CategoryPickup}}))
}

func showNewService(v *web.Visit, status int, f *web.Form) error {
	data, err := serviceChoices(v, shipment.Service{}, map[string]any{"Form": f})
	return v.Show(err, status, "operator_service_new.html", data)
}

// createService creates a service.
func createService(v *web.Visit) error {
	f := serviceForm(v, v.Request.PostForm)
	created, err := web.Sent(&request.CreateService, f.Fields(request.CreateService.Fields()))
	if err == nil {
		created, err = v.Console.Store.MasterData.CreateService(v.Context(), created)
	}
	toast := v.T("The service is created. Servers offer it within a second.")
	return v.Finish(v.FailWith(f, err), f, showNewService, toast, servicePath(created.ServiceID))
}

func servicePath(id int64) string { return web.OperatorPath + "services/" + strconv.FormatInt(id, 10) }

// service shows a service with its marks and its routing.
func service(v *web.Visit) error { return showService(v, http.StatusOK, nil) }

// shownRoutes is how many routes the page of a service shows as text; a longer table is changed by a file.
const shownRoutes = 500

func showService(v *web.Visit, status int, f *web.Form) error {
	var r web.Reading
	sv := web.Read1(&r, findService, v)
	labels := web.Read2(&r, v.Console.Store.MasterData.ServiceLabels, v.Context(), sv.ServiceID)
	if f == nil {
		f = serviceForm(v, serviceValues(sv))
	}
	f.Label("routing", v.T("Routing table"))
	f.Sent["marks"] = labels.Marks
	if !f.Sent.Has("routing") && len(labels.Routing) <= shownRoutes {
		f.Sent.Set("routing", shipment.FormatRoutes(labels.Routing))
	}
	data := web.Read3(&r, serviceChoices, v, sv, map[string]any{
		"Service": sv, "Labels": labels, "Form": f, "Marks": shipment.ServiceMarks(), "MarkTexts": markTexts,
		"TooMany": len(labels.Routing) > shownRoutes, "MaxRoutes": shipment.MaxRoutes,
	})
	return v.Show(r.Err, status, "operator_service.html", data)
}

// markTexts are the marks in words.
var markTexts = web.Texts[string]("mark")

// updateService changes what of a service can be changed.
func updateService(v *web.Visit, id int64) error {
	f := serviceForm(v, v.Request.PostForm)
	change, err := web.Sent(&request.ChangeService, f.Fields(request.ChangeService.Fields()))
	if err == nil {
		_, err = v.Console.Store.MasterData.UpdateService(v.Context(), id, func(sv *shipment.Service) error {
			change(sv)
			return nil
		})
	}
	toast := v.T("The settings are saved. Orders that exist keep their partner.")
	return v.Finish(v.FailWith(f, err), f, showService, toast, servicePath(id))
}

// switchService takes orders for a service again, or no more after a question.
func switchService(v *web.Visit, sv shipment.Service) error {
	change, text := v.Console.Store.MasterData.EnableService, v.T("%s takes orders again.", sv.Name)
	if v.FormValue("on") == "" {
		question := v.T("Retire %s? It takes no new orders. Orders that exist go on.", sv.Name)
		if confirmed, err := v.Confirm(question, v.T("Retire the service")); !confirmed {
			return err
		}
		change, text = v.Console.Store.MasterData.DisableService, v.T("%s takes no more orders.", sv.Name)
	}
	return v.Done(change(v.Context(), sv.ServiceID), text, servicePath(sv.ServiceID))
}

// setServiceLabels sets the marks and the routing of a service.
func setServiceLabels(v *web.Visit, sv shipment.Service) error {
	f := serviceForm(v, serviceValues(sv))
	marks, _ := shipment.MarksOf(v.Request.PostForm["marks"])
	var routing []shipment.Route
	text, hasRouting := v.FormValue("routing"), v.Request.PostForm.Has("routing")
	if hasRouting {
		f.Sent.Set("routing", text)
		var err error
		if routing, err = shipment.ParseRoutes([]byte(text)); err != nil {
			f.Fail("routing", err.Error())
			return showService(v, http.StatusUnprocessableEntity, f)
		}
	}
	err := v.Console.Store.MasterData.UpdateServiceLabels(v.Context(), sv.ServiceID, func(l *shipment.ServiceLabels) error {
		l.Marks = marks
		if hasRouting {
			l.Routing = routing
		}
		return nil
	})
	return v.Done(err, v.T("The labels of the service are saved."), servicePath(sv.ServiceID))
}

// serviceCustoms shows the customs facts of a service, and changes them.
func serviceCustoms(v *web.Visit, sv shipment.Service) error {
	data := map[string]any{"Service": sv, "Writable": v.Can(shipment.Administer)}
	return settings.Customs(v, data, servicePath(sv.ServiceID)+"/customs", sv.ServiceID,
		(*masterdata.Store).ServiceCustoms, (*masterdata.Store).UpdateServiceCustoms)
}
