package console

import (
	"cmp"
	"net/http"
	"net/url"
	"strconv"
	"time"
)

// handover is a manifest as the interface answers it.
type handover struct {
	Parcels int         `json:"parcels"`
	Weight  jsonDecimal `json:"weight"` // kg
	LeftOut struct {
		Cancelled    int `json:"cancelled"`
		WithoutLabel int `json:"without_label"`
		Returns      int `json:"returns"`
	} `json:"left_out"`
	Manifests []struct {
		Service string      `json:"service"`
		Name    string      `json:"pickup_contact_name"`
		Address string      `json:"pickup_address"`
		Postal  string      `json:"pickup_postal"`
		Country string      `json:"pickup_country"`
		Weight  jsonDecimal `json:"weight"`
		Parcels []struct {
			TrackingNo string      `json:"tracking_no"`
			Reference  string      `json:"shipper_order_id"`
			Consignee  string      `json:"consignee_name"`
			Country    string      `json:"consignee_country"`
			Weight     jsonDecimal `json:"order_weight"`
		} `json:"parcels"`
		Count int `json:"-"` // of the parcels, of which the page may show some
	} `json:"manifests"`
}

// jsonDecimal is a number as it was sent.
type jsonDecimal string

// UnmarshalJSON implements json.Unmarshaler.
func (d *jsonDecimal) UnmarshalJSON(text []byte) error {
	*d = jsonDecimal(text)
	return nil
}

// chooseManifest asks for the service and the day of the parcels that a driver takes over, and lists them.
func (v *visit) chooseManifest() error {
	query := v.r.URL.Query()
	day := cmp.Or(query.Get("date"), v.console.Now().In(v.zone).Format(time.DateOnly))
	f := newForm(url.Values{"date": {day}, "service_id": {query.Get("service_id")}})
	f.label("date", v.t("Created on")).label("service_id", v.t("Service"))
	services, err := v.console.Store.Services(v.ctx())
	if err != nil {
		return err
	}
	options := []option{{"", v.t("All services")}}
	for _, s := range services {
		options = append(options, option{strconv.FormatInt(s.ServiceID, 10), s.Name})
	}
	data := map[string]any{"Form": f, "Services": options, "Print": v.url("manifests/print?" + v.manifestQuery(f).Encode())}
	answer, err := v.api(http.MethodGet, "/api/order/manifest/?format=json&"+v.manifestQuery(f).Encode(), nil)
	if err != nil {
		return err
	}
	if !answer.ok() {
		v.failAll(f, answer)
		return v.render(http.StatusUnprocessableEntity, "manifests.html", data)
	}
	var h handover
	if err := answer.decode(&h); err != nil {
		return err
	}
	const shown = 50 // rows of a manifest on the page
	for i := range h.Manifests {
		m := &h.Manifests[i]
		m.Count = len(m.Parcels)
		m.Parcels = m.Parcels[:min(m.Count, shown)]
	}
	const most = 4 // manifests with rows on the page
	data["Handover"], data["LeftOut"] = h, h.LeftOut.Cancelled+h.LeftOut.WithoutLabel+h.LeftOut.Returns
	data["Hidden"] = max(0, len(h.Manifests)-most)
	h.Manifests = h.Manifests[:min(len(h.Manifests), most)]
	data["Manifests"] = h.Manifests
	return v.render(http.StatusOK, "manifests.html", data)
}

// manifestQuery is the query of the interface for a form.
func (v *visit) manifestQuery(f *form) url.Values {
	query := url.Values{"date": {f.Value("date")}, "timezone": {v.zone.String()}}
	if service := f.Value("service_id"); service != "" {
		query.Set("service_id", service)
	}
	return query
}

// printManifest sends the file.
func (v *visit) printManifest() error {
	query := v.r.URL.Query()
	query.Set("timezone", v.zone.String())
	query.Del("format")
	return v.pass("/api/order/manifest/?" + query.Encode())
}
