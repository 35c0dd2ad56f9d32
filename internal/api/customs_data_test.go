package api

import (
	"errors"
	"net/http"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"waybill/client"
	"waybill/internal/api/shell"
	"waybill/internal/label"
	"waybill/internal/store/storetest"
)

// tradeOrder is an order from Singapore to Germany that leaves out nothing that customs ask for.
func tradeOrder() client.NewOrder {
	o := exampleOrder()
	o.ServiceID, o.PaymentType, o.CODAmtToCollect = 8, "prepaid", ""
	o.ConsigneeName, o.ConsigneeNumber, o.ConsigneeCountry = "Jürgen Groß", "+4930901820", "Germany"
	o.ConsigneeAddress, o.ConsigneePostal, o.ConsigneeCity = "Friedrichstraße 123", "10117", "Berlin"
	o.ConsigneeState, o.ConsigneeProvince = "", ""
	o.ConsigneeIdentifcationNumber, o.IdentificationDocumentName = "", ""
	o.Items = []client.Item{
		{
			Desc: "Scarf & box", Category: "clothes", SKU: "SC-1", Quantity: 3, PriceValue: "28.9", PriceCurrency: "EUR",
			HSCode: "6214.10", OriginCountry: "CN", Weight: "0.08", CustomsDesc: "Scarves of silk, printed",
		},
		{
			Desc: "Tea tin", Quantity: 2147483647, PriceValue: "99999999.99", PriceCurrency: "JPY",
			HSCode: "090230", OriginCountry: "LK", Weight: "0.125",
		},
	}
	o.Trade = client.Trade{ExportReason: "sale", InvoiceNo: "MT-983", InvoiceDate: "2026-11-20", TaxIDs: []client.TaxID{
		{Party: "shipper", Type: "IOSS", Country: "IE", Number: "IM3720000224"},
		{Party: "consignee", Type: "VAT", Country: "DE", Number: "DE811907980"},
	}}
	o.FreightAmount, o.InsuranceAmount, o.AmountCurrency = "14", "1.5", "EUR"
	return o
}

func TestCustomsData(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		trackingNo := s.create(tradeOrder()).Orders[0].TrackingNo
		documents := s.detail(trackingNo).Documents
		i := slices.IndexFunc(documents, func(d client.Document) bool { return d.Kind == client.DocumentCustoms })
		got, err := s.sdk.CustomsData(t.Context(), documents[i].URL)
		if err != nil {
			t.Fatal(err)
		}
		const many = "214748364678525163.53"
		want := client.CustomsData{
			TrackingNo: trackingNo, ShipperOrderID: "ORDER123", Service: "SG-Worldwide Pickup", InvoiceNo: "MT-983", InvoiceDate: "2026-11-20",
			ExportReason: "sale", Incoterm: "DDP", NamedPlace: "Berlin, Germany",
			Exporter: client.CustomsParty{
				Name: "Jackson", Number: "+6591234567", Country: "Singapore", Address: "Jurong West Ave 1", Postal: "640534", State: "Singapore State",
				TaxIDs: []client.CustomsTaxID{{Type: "IOSS", Country: "Ireland", Number: "IM3720000224"}},
			},
			Importer: client.CustomsParty{
				Name: "Jürgen Groß", Number: "+4930901820", Email: "susan123@email.com", Country: "Germany", Address: "Friedrichstraße 123",
				Postal: "10117", City: "Berlin", TaxIDs: []client.CustomsTaxID{{Type: "VAT", Country: "Germany", Number: "DE811907980"}},
			},
			Packages: 1, Quantity: 2147483650, Length: "12", Width: "12", Height: "12", NetWeight: "268435456.115", GrossWeight: "12",
			Items: []client.CustomsItem{
				{
					Description: "Scarves of silk, printed", Category: "clothes", SKU: "SC-1", HSCode: "621410", OriginCountry: "China",
					Quantity: 3, NetWeight: "0.24", Currency: "EUR", UnitValue: "28.9", Value: "86.7",
				},
				{
					Description: "Tea tin", HSCode: "090230", OriginCountry: "Sri Lanka",
					Quantity: 2147483647, NetWeight: "268435455.875", Currency: "JPY", UnitValue: "99999999.99", Value: many,
				},
			},
			GoodsValues: []client.CustomsAmount{{Currency: "EUR", Amount: "86.7"}, {Currency: "JPY", Amount: many}},
			Freight:     &client.CustomsAmount{Currency: "EUR", Amount: "14"}, Insurance: &client.CustomsAmount{Currency: "EUR", Amount: "1.5"},
			Totals: []client.CustomsAmount{{Currency: "EUR", Amount: "102.2"}, {Currency: "JPY", Amount: many}},
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("got\n%+v, want\n%+v", got, want)
		}
	})
}

// TestCustomsDataOfAnOrderWithoutTradeData has null for what the order does not say.
func TestCustomsDataOfAnOrderWithoutTradeData(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		trackingNo := s.create(exampleOrder()).Orders[0].TrackingNo
		got, err := s.sdk.CustomsData(t.Context(), s.api.documentURL(s.url, label.CustomsData, orderAddress{trackingNo, 0}, label.JSON))
		if err != nil {
			t.Fatal(err)
		}
		if got.InvoiceNo != trackingNo || got.NetWeight != "" || got.Freight != nil || got.Items[0].NetWeight != "" ||
			!reflect.DeepEqual(got.Importer.TaxIDs, []client.CustomsTaxID{{Type: "LOCALTAXID", Country: "Indonesia", Number: "S1234567G"}}) {
			t.Errorf("%+v", got)
		}
	})
}

func TestCustomsDataIsSignedAndLimited(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		s.clock.stop()
		s.api.DocumentLimit, s.api.Proxies = shell.RateLimit{PerSecond: 1, Burst: 1}, localProxy
		created := s.create(exampleOrder(), partnerOrder("[fail]")).Orders
		name := "/documents/customs/" + s.named(label.CustomsData, created[0].TrackingNo)
		for path, want := range map[string]int{
			name: 404, name + ".pdf": 404, name + "x.json": 404, "/documents/customs/" + created[0].TrackingNo + ".json": 404,
			"/documents/customs/" + s.named(label.CN23, created[0].TrackingNo) + ".json":        404,
			"/documents/customs/" + s.named(label.CustomsData, created[1].TrackingNo) + ".json": 404, // has no label
			"/documents/cn23/" + s.named(label.CustomsData, created[0].TrackingNo) + ".pdf":     404,
		} {
			if res, body := s.send("GET", path, ""); res.StatusCode != want {
				t.Errorf("%s: %d, want %d: %.100s", path, res.StatusCode, want, body)
			}
		}
		for _, want := range []int{http.StatusOK, http.StatusTooManyRequests} {
			if res, body := s.send("GET", name+".json", "", "X-Forwarded-For", "203.0.113.7"); res.StatusCode != want {
				t.Errorf("%d, want %d: %.100s", res.StatusCode, want, body)
			}
		}
		if _, err := s.sdk.CustomsData(t.Context(), s.url+name+"x.json"); !errors.Is(err, client.ErrNotFound) {
			t.Errorf("an unknown document: %v", err)
		}
	})
}

// TestTheKeyStaysWithTheService: the address of a document may be on another host.
func TestTheKeyStaysWithTheService(t *testing.T) {
	s := startServer(t, storetest.SQLite(t), t.TempDir())
	trackingNo := s.create(exampleOrder()).Orders[0].TrackingNo
	var sent http.Header
	c, err := client.New(s.url+"/api", testKey, client.WithHTTPClient(&http.Client{Transport: seen{&sent}, Timeout: time.Minute}))
	if err != nil {
		t.Fatal(err)
	}
	address := s.api.documentURL(s.url, label.CustomsData, orderAddress{trackingNo, 0}, label.JSON)
	if _, err := c.CustomsData(t.Context(), address); err != nil {
		t.Fatal(err)
	}
	if strings.Contains(sent.Get("Authorization"), testKey) {
		t.Errorf("sent %q", sent)
	}
}

// seen keeps the headers of the last request.
type seen struct{ header *http.Header }

// RoundTrip implements http.RoundTripper.
func (s seen) RoundTrip(r *http.Request) (*http.Response, error) {
	*s.header = r.Header
	return http.DefaultTransport.RoundTrip(r)
}
