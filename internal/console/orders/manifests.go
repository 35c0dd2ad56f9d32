package orders

import (
	"cmp"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"waybill/internal/console/web"
)

// handover is a manifest as the API returns it.
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
func chooseManifest(v *web.Visit) error {
	query := v.Request.URL.Query()
	day := cmp.Or(query.Get("date"), v.Console.Now().In(v.Zone).Format(time.DateOnly))
	f := web.NewForm(url.Values{"date": {day}, "service_id": {query.Get("service_id")}})
	f.Label("date", v.T("Created on")).Label("service_id", v.T("Service"))
	services, err := v.Console.Store.MasterData.Services(v.Context())
	if err != nil {
		return err
	}
	options := []web.Option{{Value: "", Text: v.T("All services")}}
	for _, s := range services {
		options = append(options, web.Option{Value: strconv.FormatInt(s.ServiceID, 10), Text: s.Name})
	}
	data := map[string]any{"Form": f, "Services": options, "Print": v.URL("manifests/print?" + manifestQuery(v, f).Encode())}
	answer, err := v.Call(http.MethodGet, "/api/order/manifest/?format=json&"+manifestQuery(v, f).Encode(), nil)
	if err != nil {
		return err
	}
	if !answer.OK() {
		v.FailAll(f, answer)
		return v.Render(http.StatusUnprocessableEntity, "manifests.html", data)
	}
	var h handover
	if err := answer.Decode(&h); err != nil {
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
	return v.Render(http.StatusOK, "manifests.html", data)
}

// manifestQuery is the query of the API for a form.
func manifestQuery(v *web.Visit, f *web.Form) url.Values {
	query := url.Values{"date": {f.Value("date")}, "timezone": {v.Zone.String()}}
	if service := f.Value("service_id"); service != "" {
		query.Set("service_id", service)
	}
	return query
}

// printManifest sends the file.
func printManifest(v *web.Visit) error {
	query := v.Request.URL.Query()
	query.Set("timezone", v.Zone.String())
	query.Del("format")
	return v.Pass("/api/order/manifest/?" + query.Encode())
}
