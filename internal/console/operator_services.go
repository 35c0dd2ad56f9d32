package console

import (
	"cmp"
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"waybill/internal/shipment"
	"waybill/internal/store"
)

// services lists the services with their lanes.
func (v *visit) services() error {
	all, err := v.console.Store.Services(v.ctx())
	if err != nil {
		return err
	}
	return v.render(http.StatusOK, "operator_services.html", map[string]any{"Services": all})
}

// findService is the service of the path. Returns store.ErrNotFound.
func (v *visit) findService() (shipment.Service, error) {
	id, err := v.pathID("id")
	if err != nil {
		return shipment.Service{}, err
	}
	all, err := v.console.Store.Services(v.ctx())
	if err != nil {
		return shipment.Service{}, err
	}
	at := slices.IndexFunc(all, func(sv shipment.Service) bool { return sv.ServiceID == id })
	if at < 0 {
		return shipment.Service{}, store.ErrNotFound
	}
	return all[at], nil
}

// serviceValues are the settings of a service as its form has them.
func serviceValues(sv shipment.Service) url.Values {
	values := url.Values{"name": {sv.Name}, "partner": {sv.Partner}, "category": {sv.Category}}
	if sv.COD {
		values.Set("cod", "1")
	}
	return values
}

func (v *visit) serviceForm(values url.Values) *form {
	return newForm(values).label("name", v.t("Name")).label("origin", v.t("From")).label("destination", v.t("To")).
		label("category", v.t("How a parcel starts")).label("partner", v.t("Partner")).label("id", v.t("Number of the service")).
		label("cod", v.t("Cash on delivery"))
}

// serviceChoices are the choices of the forms of services.
func (v *visit) serviceChoices(data map[string]any) (map[string]any, error) {
	partners, err := v.livePartners()
	if err != nil {
		return nil, err
	}
	data["Partners"] = partners
	data["Countries"] = v.countryOptions()
	data["Categories"] = []option{{shipment.CategoryPickup, v.t("Pickup")}, {shipment.CategoryDropOff, v.t("Drop-off")}}
	return data, nil
}

// countryOptions are all countries by name; the first is any.
func (v *visit) countryOptions() []option {
	var options []option
	for _, c := range shipment.Countries() {
		options = append(options, option{string(c), v.country(c)})
	}
	slices.SortFunc(options, func(a, b option) int { return strings.Compare(a.Text, b.Text) })
	return append([]option{{"", v.t("Any country")}}, options...)
}

// livePartners are the partners that a service may name.
func (v *visit) livePartners() ([]option, error) {
	all, err := v.allPartners()
	options := []option{{"", v.t("In house, without a partner")}}
	for i := range all {
		if all[i].Adapter.DisabledOn.IsZero() {
			options = append(options, option{all[i].Name, all[i].Name})
		}
	}
	return options, err
}

// newService shows the form of a new service.
func (v *visit) newService() error {
	return v.showNewService(http.StatusOK, v.serviceForm(url.Values{"category": {shipment.CategoryPickup}}))
}

func (v *visit) showNewService(status int, f *form) error {
	data, err := v.serviceChoices(map[string]any{"Form": f})
	if err != nil {
		return err
	}
	return v.render(status, "operator_service_new.html", data)
}

// createService creates a service.
func (v *visit) createService() error {
	if err := v.parse(); err != nil {
		return err
	}
	f := v.serviceForm(v.r.PostForm)
	sv := shipment.Service{
		Name: strings.TrimSpace(f.Value("name")), Category: f.Value("category"), COD: f.Value("cod") != "", Partner: f.Value("partner"),
	}
	for field, into := range map[string]*shipment.Country{"origin": &sv.Origin, "destination": &sv.Destination} {
		if code := f.Value(field); code != "" {
			var known bool
			if *into, known = shipment.CountryByName(code); !known {
				f.fail(field, v.t("Choose a country."))
			}
		}
	}
	if text := strings.TrimSpace(f.Value("id")); text != "" {
		id, err := strconv.ParseInt(text, 10, 64)
		if err != nil || id < 1 {
			f.fail("id", v.t(settingTexts["id"]))
		}
		sv.ServiceID = id
	}
	if !f.failed() {
		created, err := v.addService(f, sv)
		if err != nil {
			return err
		}
		if !f.failed() {
			v.toast(v.t("The service is created. Servers offer it within a second."))
			return v.redirect(servicePath(created.ServiceID))
		}
	}
	return v.showNewService(http.StatusUnprocessableEntity, f)
}

// addService checks and stores a service. What is wrong with it is put in f.
func (v *visit) addService(f *form, sv shipment.Service) (shipment.Service, error) {
	err := cmp.Or(store.CheckService(sv), v.console.Store.CheckServicePartner(v.ctx(), sv.Partner))
	if err == nil {
		sv, err = v.console.Store.CreateService(v.ctx(), sv)
		if errors.Is(err, store.ErrNameTaken) {
			f.fail("id", v.t(settingTexts["id"]))
			return sv, nil
		}
	}
	return sv, v.failSetting(f, err)
}

func servicePath(id int64) string { return operatorPath + "services/" + strconv.FormatInt(id, 10) }

// service shows a service with its marks and its routing.
func (v *visit) service() error { return v.showService(http.StatusOK, nil) }

// shownRoutes is how many routes the page of a service shows as text; a longer table is changed by a file.
const shownRoutes = 500

func (v *visit) showService(status int, f *form) error {
	sv, err := v.findService()
	if err != nil {
		return err
	}
	labels, err := v.console.Store.ServiceLabels(v.ctx(), sv.ServiceID)
	if err != nil {
		return err
	}
	if f == nil {
		f = v.serviceForm(serviceValues(sv))
	}
	f.label("routing", v.t("Routing table"))
	if !f.values.Has("routing") && len(labels.Routing) <= shownRoutes {
		f.values.Set("routing", shipment.FormatRoutes(labels.Routing))
	}
	data, err := v.serviceChoices(map[string]any{
		"Service": sv, "Labels": labels, "Form": f, "Marks": serviceMarks(labels.Marks), "TooMany": len(labels.Routing) > shownRoutes,
		"MaxRoutes": shipment.MaxRoutes,
	})
	if err != nil {
		return err
	}
	return v.render(status, "operator_service.html", data)
}

// markView is a mark that labels of a service may show.
type markView struct {
	Value, Text string // Text is a key of texts
	Shown       bool
}

// markTexts are the marks in words.
var markTexts = map[string]string{
	shipment.MarkSignature: key("Signature needed"), shipment.MarkBattery: key("Contains batteries"), shipment.MarkFragile: key("Fragile"),
}

func serviceMarks(shown []string) []markView {
	var all []markView
	for _, mark := range shipment.ServiceMarks() {
		all = append(all, markView{mark, markTexts[mark], slices.Contains(shown, mark)})
	}
	return all
}

// updateService changes the name, the partner and cash on delivery of a service.
func (v *visit) updateService() error {
	id, err := v.pathID("id")
	if err != nil {
		return err
	}
	if err := v.parse(); err != nil {
		return err
	}
	f := v.serviceForm(v.r.PostForm)
	partner := f.Value("partner")
	err = v.console.Store.CheckServicePartner(v.ctx(), partner)
	if err == nil {
		_, err = v.console.Store.UpdateService(v.ctx(), id, func(sv *shipment.Service) error {
			sv.Name, sv.Partner, sv.COD = strings.TrimSpace(f.Value("name")), partner, f.Value("cod") != ""
			return store.CheckService(*sv)
		})
	}
	if err := v.failSetting(f, err); err != nil {
		return err
	}
	if f.failed() {
		return v.showService(http.StatusUnprocessableEntity, f)
	}
	v.toast(v.t("The settings are saved. Orders that exist keep their partner."))
	return v.redirect(servicePath(id))
}

// switchService takes orders for a service again, or no more after a question.
func (v *visit) switchService() error {
	sv, err := v.findService()
	if err != nil {
		return err
	}
	if err := v.parse(); err != nil {
		return err
	}
	change, text := v.console.Store.EnableService, v.t("%s takes orders again.", sv.Name)
	if v.form("on") == "" {
		question := v.t("Retire %s? It takes no new orders. Orders that exist go on.", sv.Name)
		confirmed, err := v.confirm(question, v.t("Retire the service"))
		if err != nil || !confirmed {
			return err
		}
		change, text = v.console.Store.DisableService, v.t("%s takes no more orders.", sv.Name)
	}
	if err := change(v.ctx(), sv.ServiceID); err != nil {
		return err
	}
	v.toast(text)
	return v.redirect(servicePath(sv.ServiceID))
}

// setServiceLabels sets the marks and the routing of a service.
func (v *visit) setServiceLabels() error {
	sv, err := v.findService()
	if err != nil {
		return err
	}
	if err := v.parse(); err != nil {
		return err
	}
	f := v.serviceForm(serviceValues(sv))
	var marks []string
	for _, mark := range shipment.ServiceMarks() {
		if slices.Contains(v.r.PostForm["marks"], mark) {
			marks = append(marks, mark)
		}
	}
	var routing []shipment.Route
	text, hasRouting := v.form("routing"), v.r.PostForm.Has("routing")
	if hasRouting {
		f.values.Set("routing", text)
		if routing, err = shipment.ParseRoutes([]byte(text)); err != nil {
			f.fail("routing", err.Error())
			return v.showService(http.StatusUnprocessableEntity, f)
		}
	}
	err = v.console.Store.UpdateServiceLabels(v.ctx(), sv.ServiceID, func(l *shipment.ServiceLabels) error {
		l.Marks = marks
		if hasRouting {
			l.Routing = routing
		}
		return nil
	})
	if err != nil {
		return err
	}
	v.toast(v.t("The labels of the service are saved."))
	return v.redirect(servicePath(sv.ServiceID))
}
