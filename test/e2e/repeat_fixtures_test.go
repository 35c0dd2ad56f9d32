package e2e_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"sync"
	"testing"

	"waybill/client"
)

type object = map[string]any

// fixtures makes the things that calls change.
type fixtures struct {
	t       *testing.T
	sdk     *client.Client
	key     string
	made    int
	shared  string // path of an endpoint
	service int64  // of a partner that is disabled
	views   map[string]string
	csv     []byte
}

func newFixtures(s *server) *fixtures {
	s.t.Helper()
	f := &fixtures{t: s.t}
	var account struct {
		ID int64 `json:"account_id"`
	}
	var secret struct {
		Key string `json:"secret_key"`
	}
	scopes := "orders:write,orders:read,labels,tracking:write,webhooks,account,rules,audit,parcels:write,administration,users," +
		"floor:read,floor:write"
	s.readJSON(&account, "account", "create", "Operator", "--operator", "--json")
	s.readJSON(&secret, "key", "create", "--account", fmt.Sprint(account.ID), "--scopes", scopes, "--json")
	f.key = secret.Key
	var err error
	if f.sdk, err = client.New(s.process.Load().base+"/api", f.key); err != nil {
		s.t.Fatal(err)
	}
	f.post("/operator/partners/", object{"name": "nowhere", "base_url": "https://nowhere.invalid/waybill"})
	f.service = int64(f.post("/operator/services/", object{
		"name": "Nowhere", "origin": "SG", "destination": "ID", "partner": "nowhere",
	})["service_id"].(float64))
	f.post("/operator/partners/nowhere/disable/", object{}) // so that nothing is under way when a call comes
	f.offerPrinters()
	template, err := f.sdk.ImportTemplate(s.t.Context(), 1, "csv")
	if err != nil {
		s.t.Fatal(err)
	}
	f.csv = template.Content
	return f
}

// The printers of the calls that queue jobs, take them, and report on them.
const (
	printerOfJobs    = "Bench 1"
	printerOfTakers  = "Bench 2"
	printerOfReports = "Bench 3"
)

// offerPrinters makes the printers known: each offer waits for a job.
func (f *fixtures) offerPrinters() {
	f.t.Helper()
	var wg sync.WaitGroup
	for _, printer := range []string{printerOfJobs, printerOfTakers, printerOfReports} {
		wg.Go(func() {
			if _, err := f.sdk.TakePrints(f.t.Context(), printer); err != nil {
				f.t.Error(err)
			}
		})
	}
	wg.Wait()
}

func (s *server) readJSON(into any, args ...string) {
	s.t.Helper()
	if err := json.Unmarshal(s.mustWaybill(args...), into); err != nil {
		s.t.Fatal(err)
	}
}

func (f *fixtures) call(method, path string, body any) object {
	f.t.Helper()
	text, err := f.sdk.Call(f.t.Context(), method, path, "", body)
	if err != nil {
		f.t.Fatal(err)
	}
	var result object
	if len(text) > 0 {
		if err := json.Unmarshal(text, &result); err != nil {
			f.t.Fatal(err)
		}
	}
	return result
}

func (f *fixtures) post(path string, body any) object {
	f.t.Helper()
	return f.call(http.MethodPost, path, body)
}

func (f *fixtures) etag(path string) string {
	f.t.Helper()
	var info client.ResponseInfo
	if _, err := f.sdk.Call(client.WithResponseInfo(f.t.Context(), &info), http.MethodGet, path, "", nil); err != nil {
		f.t.Fatal(err)
	}
	return info.ETag
}

// name is another name each time.
func (f *fixtures) name() string {
	f.made++
	return fmt.Sprintf("thing-%d", f.made)
}

func (f *fixtures) newOrder(service int64) object {
	return object{
		"service_id": service, "shipper_order_id": f.name(), "payment_type": "prepaid",
		"order_length": 12, "order_width": "12.5", "order_height": 3, "order_weight": 0.125,
		"consignee_name": "Susan", "consignee_number": "+6281234567891", "consignee_country": "Indonesia",
		"consignee_address": "Jl. Berangin 5, Tanjung Gading", "consignee_postal": "12420", "consignee_state": "Jakarta",
		"consignee_city": "Jakarta Selatan", "pickup_country": "Singapore", "pickup_address": "Jurong West Ave 1",
		"pickup_contact_name": "Jackson", "pickup_contact_number": "+6591234567", "pickup_postal": "640534", "pickup_state": "Singapore",
		"items": []object{{
			"item_desc": "Shirt", "item_category": "Fashion", "item_sku": "S1", "item_quantity": 3, "item_price_value": 23.55,
			"item_price_currency": "SGD",
		}},
	}
}

// order is the number of a new order in house, which has its label.
func (f *fixtures) order() string {
	f.t.Helper()
	created := f.post("/order/orders/", object{"blocking": true, "orders": []object{f.newOrder(1)}})
	return created["orders"].([]any)[0].(object)["tracking_no"].(string)
}

// waiting is the number of a new order whose partner is disabled.
func (f *fixtures) waiting() string {
	f.t.Helper()
	return f.post("/order/orders/", object{"orders": []object{f.newOrder(f.service)}})["tracking_nos"].([]any)[0].(string)
}

func (f *fixtures) numbers() object { return object{"tracking_nos": []string{f.order()}} }

func (f *fixtures) held() object {
	return object{"tracking_nos": []string{f.order()}, "reason": "The consignee moves"}
}

// id is a field of what a POST makes, as a part of a path.
func (f *fixtures) id(path string, body any, field string) string {
	f.t.Helper()
	switch v := f.post(path, body)[field].(type) {
	case float64:
		return fmt.Sprint(int64(v))
	case string:
		return v
	default:
		f.t.Fatalf("%s has no %s", path, field)
		return ""
	}
}

func (f *fixtures) account() string {
	return "/operator/accounts/" + f.id("/operator/accounts/", object{"name": f.name()}, "account_id") + "/"
}

func (f *fixtures) partner() string {
	name := f.name()
	f.post("/operator/partners/", object{"name": name, "base_url": "https://nowhere.invalid/waybill"})
	return "/operator/partners/" + name + "/"
}

func (f *fixtures) hub() string {
	body := object{"name": f.name(), "country": "SG", "timezone": "Asia/Singapore"}
	return "/operator/hubs/" + f.id("/operator/hubs/", body, "hub_id") + "/"
}

// run is the path of a pickup run with parcels.
func (f *fixtures) run(parcels ...string) string {
	f.t.Helper()
	body := object{"van": f.name(), "driver": "Joko", "place": "Depot", "date": "2026-11-30"}
	path := "/operator/runs/" + f.id("/operator/runs/", body, "run_id") + "/"
	for _, no := range parcels {
		f.post(path+"parcels/", object{"code": no, "scan": f.name()})
	}
	return path
}

// countedRun is the path of a run with a parcel, which is counted.
func (f *fixtures) countedRun() string {
	f.t.Helper()
	run := f.run(f.order())
	f.post(run+"count/", object{})
	return run
}

// bag is the path of a bag with parcels, and its id.
func (f *fixtures) bag(parcels ...string) (path, id string) {
	f.t.Helper()
	hub := strings.Trim(strings.TrimPrefix(f.hub(), "/operator/hubs/"), "/")
	id = f.id("/operator/bags/", object{"hub_id": json.Number(hub)}, "bag_id")
	for _, no := range parcels {
		f.post("/operator/bags/"+id+"/parcels/", object{"code": no, "scan": f.name()})
	}
	return "/operator/bags/" + id + "/", id
}

// closedBag is the path of a bag with a parcel, which is closed, and its id.
func (f *fixtures) closedBag(parcel string) (path, id string) {
	f.t.Helper()
	path, id = f.bag(parcel)
	f.post(path+"close/", object{})
	return path, id
}

// consignment is the path of a consignment with a leg, on which the bag of a parcel is.
func (f *fixtures) consignment(parcel string) (path, bag string) {
	f.t.Helper()
	path = "/operator/consignments/" + f.id("/operator/consignments/", object{"destination": "ID", "truck": f.name()}, "consignment_id") + "/"
	f.post(path+"legs/", leg)
	_, bag = f.closedBag(parcel)
	f.post(path+"bags/", object{"leg_no": 1, "bags": []string{"BG-" + bag}})
	return path, "BG-" + bag
}

// landed is the path of a consignment of a parcel whose leg has arrived, and a hub.
func (f *fixtures) landed(parcel string) (path string, hub any) {
	f.t.Helper()
	path, _ = f.consignment(parcel)
	f.post(path+"legs/1/depart/", phoned)
	f.post(path+"legs/1/arrive/", object{})
	body := object{"name": f.name(), "country": "ID", "timezone": "Asia/Jakarta"}
	return path, f.post("/operator/hubs/", body)["hub_id"]
}

var (
	leg    = object{"flight": "SQ1", "from": "SIN", "from_country": "SG", "to": "CGK", "to_country": "ID"}
	phoned = object{"reason": "Cleared by phone"}
)

func (f *fixtures) newService() string {
	body := object{"name": f.name(), "origin": "MY", "destination": "SG"}
	return "/operator/services/" + f.id("/operator/services/", body, "service_id") + "/"
}

func (f *fixtures) user() string {
	body := object{"email": f.name() + "@example.com", "name": "Ann", "operator_role": "operator"}
	return "/operator/users/" + f.id("/operator/users/", body, "user_id") + "/"
}

func (f *fixtures) endpoint() string {
	body := object{"url": "https://shop.example/waybill", "events": []string{"order.delivered"}}
	return "/webhooks/endpoints/" + f.id("/webhooks/endpoints/", body, "id") + "/"
}

// sharedEndpoint is the path of one endpoint for several calls: an account has at most 16.
func (f *fixtures) sharedEndpoint() string {
	if f.shared == "" {
		f.shared = f.endpoint()
	}
	return f.shared
}

func (f *fixtures) rule() (id string, rule object) {
	return f.name(), object{
		"severity": "error", "destination": "Indonesia", "messages": object{"en": "At most 10 kg."}, "kind": "max_weight", "kg": 10,
	}
}

// handover is the path of a list with a parcel.
func (f *fixtures) handover(parcels ...string) string {
	f.t.Helper()
	path := "/handovers/" + f.id("/handovers/", object{"service_id": 1, "place": f.name()}, "number") + "/"
	for _, no := range parcels {
		f.post(path+"parcels/", object{"code": no, "scan": f.name()})
	}
	return path
}

var handoverPeople = object{"given_by": "Ann", "taken_by": "Joko", "parcels": 1}

// importOf is the path of an import that was only checked, or that waits because its file was imported before.
func (f *fixtures) importOf(waits bool) string {
	f.t.Helper()
	file := bytes.ReplaceAll(f.csv, []byte("EXAMPLE-1"), []byte(f.name()))
	var i client.Import
	for range map[bool]int{true: 2, false: 1}[waits] {
		var err error
		if i, err = f.sdk.CreateImport(f.t.Context(), client.ImportRequest{FileName: f.name() + ".csv", File: file, DryRun: !waits}); err == nil {
			i, err = f.sdk.WaitForImport(f.t.Context(), i.ID, nil)
		}
		if err != nil {
			f.t.Fatal(err)
		}
	}
	return fmt.Sprintf("/order/import/%d/", i.ID)
}

func (f *fixtures) printJob(printer string) string {
	key := f.name()
	f.post("/print/jobs/", object{"tracking_no": f.order(), "printer": printer, "request_key": key})
	return key
}

var pathParameter = regexp.MustCompile(`\{\w+\}`)

// viewPath is the path of a view with things that exist, as far as there are some.
func (f *fixtures) viewPath(pattern string) string {
	if f.views == nil {
		no, list := f.order(), f.handover()
		f.views = map[string]string{
			"{tracking_no}": no, "{number}": strings.Trim(strings.TrimPrefix(list, "/handovers"), "/"), "{book}": "boxes", "{name}": "none",
			"{partner}": "nowhere", "{id}": "1", "{account_id}": "1", "{key_id}": "1",
			"{leg_no}": "1", "{list}": "currencies",
		}
	}
	path := pathParameter.ReplaceAllStringFunc(pattern, func(name string) string {
		if f.views[name] == "" {
			f.t.Errorf("%s: no value for %s", pattern, name)
		}
		return f.views[name]
	})
	switch pattern {
	case "/order/labels/", "/order/labels/status/", "/order/manifest/":
		path += "?tracking_no=" + url.QueryEscape(f.views["{tracking_no}"])
	case "/customs/hs/":
		path += "?q=shirt"
	case "/order/import/template/":
		path += "?service_id=1"
	}
	return path
}
