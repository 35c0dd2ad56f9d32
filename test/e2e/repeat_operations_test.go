package e2e_test

import (
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"testing"
)

// drivenOperation is an operation of the document, and how a call of it is made.
type drivenOperation struct {
	name         string // method and path below /api
	method       string
	path         string
	repeat       string // x-repeat
	secret       string // fields of the response that a repetition does not have
	refused      bool   // the server refuses the call: nothing of the kind can be made here
	prepareWrite func(f *fixtures) (path string, body any)
}

func (o drivenOperation) changes() bool {
	return o.prepareWrite != nil && !slices.Contains(onlyRead, o.name)
}

// onlyRead are the POSTs that change nothing.
var onlyRead = []string{
	"POST /order/validate/", "POST /address/check/", "POST /tracker/query-by-tracking-nos/", "POST /v2/tracker/query-by-tracking-nos/",
	"POST /webhooks/endpoints/{id}/test/",
}

func (o drivenOperation) faults() []fault {
	switch {
	case slices.Contains(auditedAgain, o.name):
		return []fault{faultBefore}
	case o.repeat == "never":
		return []fault{faultBefore, faultAfter}
	}
	return faults
}

func (o drivenOperation) prepare(f *fixtures) (path string, body any, ifMatch string) {
	f.t.Helper()
	if o.prepareWrite == nil {
		return f.viewPath(o.path), nil, ""
	}
	path, body = o.prepareWrite(f)
	if o.repeat == "etag" {
		ifMatch = f.etag(path)
	}
	return path, body, ifMatch
}

// notDriven are the operations that a driver cannot call, by the reason.
var notDriven = map[string]string{
	"POST /books/{book}/import/":                     "takes a file, which the calls of the SDKs for any operation do not send",
	"POST /operator/consignments/{id}/results/file/": "takes a file, as POST /books/{book}/import/",

	"POST /order/import/": "takes a file; its key is its own, and tests of the importer repeat it",
}

// drivenOperations are the operations of the served document below /api.
func drivenOperations(t *testing.T, s *server) []drivenOperation {
	t.Helper()
	a, err := s.get("/api/openapi.json")
	if err != nil {
		t.Fatal(err)
	}
	var document struct {
		Paths map[string]map[string]struct {
			Repeat string `json:"x-repeat"`
		} `json:"paths"`
	}
	if err := json.Unmarshal(a.body, &document); err != nil {
		t.Fatal(err)
	}
	var all []drivenOperation
	known := 0
	for path, methods := range document.Paths {
		short, ok := strings.CutPrefix(path, "/api")
		if !ok {
			continue
		}
		for method, described := range methods {
			o := drivenOperation{method: strings.ToUpper(method), path: short, repeat: described.Repeat}
			o.name = o.method + " " + short
			if notDriven[o.name] != "" {
				continue
			}
			o.secret, o.refused = secretFields[o.name], o.name == "POST /operator/users/{id}/identities/remove/" // without a provider
			if o.method != http.MethodGet {
				if o.prepareWrite = writes[o.name]; o.prepareWrite == nil {
					t.Errorf("%s is not called", o.name)
					continue
				}
				known++
			}
			all = append(all, o)
		}
	}
	if known != len(writes) {
		t.Errorf("%d of %d calls are operations of the document", known, len(writes))
	}
	slices.SortFunc(all, func(a, b drivenOperation) int { return strings.Compare(a.name, b.name) })
	return all
}

// secretFields are the fields that only the first response has, and the message that a repetition has in their place.
var secretFields = map[string]string{
	"POST /account/keys/": "secret message", "POST /operator/accounts/{id}/keys/": "secret message",
	"POST /webhooks/endpoints/":                    "secret message",
	"POST /webhooks/endpoints/{id}/rotate-secret/": "secret message", "POST /operator/partners/": "secret message",
	"POST /operator/partners/{partner}/rotate/": "secret message", "POST /operator/users/": "link message",
}

// writes are the calls of the operations that are no views, by name.
var writes = map[string]func(f *fixtures) (path string, body any){
	"POST /order/orders/": func(f *fixtures) (string, any) {
		return "/order/orders/", object{"orders": []object{f.newOrder(1)}}
	},
	"POST /order/validate/": func(f *fixtures) (string, any) {
		return "/order/validate/", object{"orders": []object{f.newOrder(1)}}
	},
	"POST /order/return-orders/": func(f *fixtures) (string, any) {
		return "/order/return-orders/", object{"orders": []object{{
			"service_type": "PICKUP", "forward_tracking_no": f.order(), "consignee_email": "returns@shop.example",
		}}}
	},
	"PATCH /order/order/{tracking_no}/": func(f *fixtures) (string, any) {
		return "/order/order/" + f.order() + "/", object{"consignee_postal": "12430", "consignee_name": " Ann "}
	},
	"POST /order/edit/": func(f *fixtures) (string, any) {
		return "/order/edit/", object{"tracking_nos": []string{f.order()}, "changes": object{"consignee_postal": "12430"}}
	},
	"POST /order/order/{tracking_no}/replace/": func(f *fixtures) (string, any) {
		return "/order/order/" + f.order() + "/replace/", object{"consignee_postal": "12430"}
	},
	"POST /order/hold/": func(f *fixtures) (string, any) { return "/order/hold/", f.held() },
	"POST /order/release/": func(f *fixtures) (string, any) {
		held := f.held()
		f.post("/order/hold/", held)
		return "/order/release/", object{"tracking_nos": held["tracking_nos"]}
	},
	"POST /order/order/{tracking_no}/notes/": func(f *fixtures) (string, any) {
		return "/order/order/" + f.order() + "/notes/", object{"text": "Call first."}
	},
	"DELETE /order/order/{tracking_no}/notes/{id}/": func(f *fixtures) (string, any) {
		path := "/order/order/" + f.order() + "/notes/"
		return path + f.id(path, object{"text": "Call first."}, "note_id") + "/", nil
	},
	"POST /order/tags/": func(f *fixtures) (string, any) {
		return "/order/tags/", object{"tracking_nos": []string{f.order()}, "add": []string{"fragile"}}
	},
	"POST /order/cancel/": func(f *fixtures) (string, any) { return "/order/cancel/", f.numbers() },
	"POST /order/cancel-orders/": func(f *fixtures) (string, any) {
		return "/order/cancel-orders/", f.numbers()
	},
	"POST /order/printed/": func(f *fixtures) (string, any) { return "/order/printed/", f.numbers() },
	"POST /order/not-printed/": func(f *fixtures) (string, any) {
		numbers := f.numbers()
		f.post("/order/printed/", numbers)
		return "/order/not-printed/", numbers
	},
	"POST /order/order/{tracking_no}/revoke-addresses/": func(f *fixtures) (string, any) {
		return "/order/order/" + f.order() + "/revoke-addresses/", object{}
	},
	"PUT /order/templates/{name}/": func(f *fixtures) (string, any) {
		return "/order/templates/" + f.name() + "/", object{"order_weight": 0.3}
	},
	"DELETE /order/templates/{name}/": func(f *fixtures) (string, any) {
		path := "/order/templates/" + f.name() + "/"
		f.call(http.MethodPut, path, object{"order_weight": 0.3})
		return path, nil
	},
	"PUT /books/{book}/{name}/": func(f *fixtures) (string, any) {
		return "/books/boxes/" + f.name() + "/", object{"length": 30, "width": 20, "height": 10, "weight": 0.125}
	},
	"DELETE /books/{book}/{name}/": func(f *fixtures) (string, any) {
		path := "/books/boxes/" + f.name() + "/"
		f.call(http.MethodPut, path, object{"length": 30, "width": 20, "height": 10, "weight": 0.125})
		return path, nil
	},
	"POST /address/check/": func(*fixtures) (string, any) {
		return "/address/check/", object{"addresses": []object{{"name": "Susan", "country": "ID", "postal": "12420.0"}}}
	},
	"POST /tracker/query-by-tracking-nos/": func(f *fixtures) (string, any) {
		return "/tracker/query-by-tracking-nos/", f.numbers()
	},
	"POST /v2/tracker/query-by-tracking-nos/": func(f *fixtures) (string, any) {
		return "/v2/tracker/query-by-tracking-nos/", f.numbers()
	},
	"POST /handovers/": func(f *fixtures) (string, any) { return "/handovers/", object{"service_id": 1, "place": f.name()} },
	"POST /handovers/{number}/parcels/": func(f *fixtures) (string, any) {
		return f.handover() + "parcels/", object{"code": f.order()}
	},
	"DELETE /handovers/{number}/parcels/{tracking_no}/": func(f *fixtures) (string, any) {
		no := f.order()
		return f.handover(no) + "parcels/" + no + "/", nil
	},
	"POST /handovers/{number}/close/": func(f *fixtures) (string, any) { return f.handover(f.order()) + "close/", handoverPeople },
	"POST /handovers/{number}/reopen/": func(f *fixtures) (string, any) {
		list := f.handover(f.order())
		f.post(list+"close/", handoverPeople)
		return list + "reopen/", object{"reason": "One more parcel"}
	},
	"POST /packings/": func(f *fixtures) (string, any) { return "/packings/", object{"code": f.order()} },
	"DELETE /packings/{tracking_no}/": func(f *fixtures) (string, any) {
		no := f.order()
		f.post("/packings/", object{"code": no})
		return "/packings/" + no + "/", nil
	},
	"POST /order/import/{id}/check/": func(f *fixtures) (string, any) {
		return f.importOf(false) + "check/", object{"service_id": 1}
	},
	"POST /order/import/{id}/confirm/": func(f *fixtures) (string, any) { return f.importOf(false) + "confirm/", object{"valid_only": true} },
	"POST /order/import/{id}/cancel/":  func(f *fixtures) (string, any) { return f.importOf(true) + "cancel/", object{} },
	"POST /print/jobs/": func(f *fixtures) (string, any) {
		return "/print/jobs/", object{"tracking_no": f.order(), "printer": printerOfJobs, "request_key": f.name()}
	},
	"POST /print/answer/": func(f *fixtures) (string, any) {
		return "/print/answer/", object{"request_key": f.printJob(printerOfJobs), "answer": "withdrawn"}
	},
	"POST /print/take/": func(f *fixtures) (string, any) {
		f.printJob(printerOfTakers)
		return "/print/take/", object{"printer": printerOfTakers}
	},
	"POST /print/scale/": func(f *fixtures) (string, any) {
		f.printJob(printerOfReports)
		return "/print/scale/", object{"printer": printerOfReports, "weight": 1.262}
	},
	"POST /print/report/": func(f *fixtures) (string, any) {
		f.printJob(printerOfReports)
		job := f.post("/print/take/", object{"printer": printerOfReports})["jobs"].([]any)[0].(object)
		return "/print/report/", object{"request_key": job["request_key"], "lease": job["lease"], "state": "started"}
	},
	"POST /account/keys/": func(f *fixtures) (string, any) { return "/account/keys/", object{"name": f.name()} },
	"DELETE /account/keys/{id}/": func(f *fixtures) (string, any) {
		return "/account/keys/" + f.id("/account/keys/", object{"name": f.name()}, "id") + "/", nil
	},
	"PATCH /account/settings/": func(*fixtures) (string, any) { return "/account/settings/", object{"timezone": "Asia/Jakarta"} },
	"PATCH /account/labels/":   func(*fixtures) (string, any) { return "/account/labels/", object{"default_size": "a6"} },
	"POST /operator/accounts/": func(f *fixtures) (string, any) { return "/operator/accounts/", object{"name": f.name()} },
	"PATCH /operator/accounts/{id}/": func(f *fixtures) (string, any) {
		return f.account(), object{"rate_limit": 200}
	},
	"POST /operator/accounts/{id}/suspend/": func(f *fixtures) (string, any) { return f.account() + "suspend/", object{} },
	"POST /operator/accounts/{id}/resume/": func(f *fixtures) (string, any) {
		account := f.account()
		f.post(account+"suspend/", object{})
		return account + "resume/", object{}
	},
	"POST /operator/accounts/{id}/keys/": func(f *fixtures) (string, any) { return f.account() + "keys/", object{"name": f.name()} },
	"DELETE /operator/accounts/{id}/keys/{key_id}/": func(f *fixtures) (string, any) {
		keys := f.account() + "keys/"
		return keys + f.id(keys, object{"name": f.name()}, "id") + "/", nil
	},
	"POST /operator/partners/": func(f *fixtures) (string, any) {
		return "/operator/partners/", object{"name": f.name(), "base_url": "https://nowhere.invalid/waybill"}
	},
	"PATCH /operator/partners/{partner}/":        func(f *fixtures) (string, any) { return f.partner(), object{"concurrency": 16} },
	"POST /operator/partners/{partner}/disable/": func(f *fixtures) (string, any) { return f.partner() + "disable/", object{} },
	"POST /operator/partners/{partner}/enable/": func(f *fixtures) (string, any) {
		partner := f.partner()
		f.post(partner+"disable/", object{})
		return partner + "enable/", object{}
	},
	"POST /operator/partners/{partner}/rotate/": func(f *fixtures) (string, any) { return f.partner() + "rotate/", object{"overlap": "2h"} },
	"POST /operator/hubs/": func(f *fixtures) (string, any) {
		return "/operator/hubs/", object{"name": f.name(), "country": "SG", "timezone": "Asia/Singapore"}
	},
	"PATCH /operator/hubs/{id}/":        func(f *fixtures) (string, any) { return f.hub(), object{"timezone": "UTC"} },
	"POST /operator/hubs/{id}/disable/": func(f *fixtures) (string, any) { return f.hub() + "disable/", object{} },
	"POST /operator/hubs/{id}/enable/": func(f *fixtures) (string, any) {
		hub := f.hub()
		f.post(hub+"disable/", object{})
		return hub + "enable/", object{}
	},
	"POST /operator/scans/": func(f *fixtures) (string, any) {
		id := strings.Trim(strings.TrimPrefix(f.hub(), "/operator/hubs/"), "/")
		scans := []object{{"scan": f.name(), "code": f.order()}, {"scan": f.name(), "code": "NO-SUCH-PARCEL"}}
		return "/operator/scans/", object{"hub_id": json.Number(id), "activity": "inbound", "scans": scans}
	},
	"POST /operator/scans/unknown/{scan}/close/": func(f *fixtures) (string, any) {
		id, name := strings.Trim(strings.TrimPrefix(f.hub(), "/operator/hubs/"), "/"), f.name()
		f.post("/operator/scans/", object{
			"hub_id": json.Number(id), "activity": "inbound", "scans": []object{{"scan": name, "code": "NO-SUCH-PARCEL"}},
		})
		return "/operator/scans/unknown/" + name + "/close/", object{"tracking_no": f.order()}
	},
	"POST /operator/runs/": func(f *fixtures) (string, any) {
		return "/operator/runs/", object{"van": f.name(), "driver": "Joko", "place": "Depot", "date": "2026-11-30"}
	},
	"POST /operator/runs/{id}/parcels/": func(f *fixtures) (string, any) { return f.run() + "parcels/", object{"code": f.order()} },
	"DELETE /operator/runs/{id}/parcels/{tracking_no}/": func(f *fixtures) (string, any) {
		no := f.order()
		return f.run(no) + "parcels/" + no + "/", nil
	},
	"POST /operator/runs/{id}/count/":  func(f *fixtures) (string, any) { return f.run(f.order()) + "count/", object{} },
	"POST /operator/runs/{id}/reopen/": func(f *fixtures) (string, any) { return f.countedRun() + "reopen/", object{} },
	"POST /operator/runs/{id}/sign/":   func(f *fixtures) (string, any) { return f.countedRun() + "sign/", handoverPeople },
	"POST /operator/orders/change/": func(f *fixtures) (string, any) {
		held := f.held()
		held["kind"] = "hold"
		return "/operator/orders/change/", held
	},
	"POST /operator/bags/": func(f *fixtures) (string, any) {
		hub := strings.Trim(strings.TrimPrefix(f.hub(), "/operator/hubs/"), "/")
		return "/operator/bags/", object{"hub_id": json.Number(hub)}
	},
	"PATCH /operator/bags/{id}/": func(f *fixtures) (string, any) { path, _ := f.bag(); return path, object{"seal": f.name()} },
	"POST /operator/bags/{id}/parcels/": func(f *fixtures) (string, any) {
		path, _ := f.bag()
		return path + "parcels/", object{"code": f.order()}
	},
	"DELETE /operator/bags/{id}/parcels/{tracking_no}/": func(f *fixtures) (string, any) {
		no := f.order()
		path, _ := f.bag(no)
		return path + "parcels/" + no + "/", nil
	},
	"POST /operator/bags/{id}/close/": func(f *fixtures) (string, any) { path, _ := f.bag(f.order()); return path + "close/", object{} },
	"POST /operator/bags/{id}/reopen/": func(f *fixtures) (string, any) {
		path, _ := f.closedBag(f.order())
		return path + "reopen/", object{"reason": "One more"}
	},
	"POST /operator/bags/{id}/receive/": func(f *fixtures) (string, any) {
		path, _ := f.closedBag(f.order())
		return path + "receive/", object{}
	},
	"POST /operator/bags/{id}/empty/": func(f *fixtures) (string, any) {
		path, _ := f.closedBag(f.order())
		f.post(path+"receive/", object{})
		return path + "empty/", object{}
	},
	"POST /operator/consignments/": func(f *fixtures) (string, any) {
		return "/operator/consignments/", object{"destination": "ID", "truck": f.name()}
	},
	"PATCH /operator/consignments/{id}/": func(f *fixtures) (string, any) {
		path, _ := f.consignment(f.order())
		return path, object{"broker": f.name()}
	},
	"POST /operator/consignments/{id}/legs/": func(f *fixtures) (string, any) {
		path, _ := f.consignment(f.order())
		return path + "legs/", leg
	},
	"PATCH /operator/consignments/{id}/legs/{leg_no}/": func(f *fixtures) (string, any) {
		path, _ := f.consignment(f.order())
		return path + "legs/1/", object{"flight": f.name()}
	},
	"POST /operator/consignments/{id}/legs/{leg_no}/depart/": func(f *fixtures) (string, any) {
		path, _ := f.consignment(f.order())
		return path + "legs/1/depart/", phoned
	},
	"POST /operator/consignments/{id}/legs/{leg_no}/arrive/": func(f *fixtures) (string, any) {
		path, _ := f.consignment(f.order())
		f.post(path+"legs/1/depart/", phoned)
		return path + "legs/1/arrive/", object{}
	},
	"POST /operator/consignments/{id}/inbound/": func(f *fixtures) (string, any) {
		path, hub := f.landed(f.order())
		return path + "inbound/", object{"state": "open", "hub_id": hub}
	},
	"POST /operator/consignments/{id}/inbound/scans/": func(f *fixtures) (string, any) {
		parcel := f.order()
		path, hub := f.landed(parcel)
		f.post(path+"inbound/", object{"state": "open", "hub_id": hub})
		return path + "inbound/scans/", object{"scan": f.name(), "code": parcel}
	},
	"POST /operator/consignments/{id}/bags/": func(f *fixtures) (string, any) {
		path, bag := f.consignment(f.order())
		f.post(path+"bags/leave/", object{"leg_no": 1, "bags": []string{bag}})
		return path + "bags/", object{"leg_no": 1, "bags": []string{bag}}
	},
	"POST /operator/consignments/{id}/bags/leave/": func(f *fixtures) (string, any) {
		path, bag := f.consignment(f.order())
		return path + "bags/leave/", object{"leg_no": 1, "bags": []string{bag}}
	},
	"POST /operator/consignments/{id}/events/": func(f *fixtures) (string, any) {
		path, _ := f.consignment(f.order())
		return path + "events/", object{"text": "Held"}
	},
	"POST /operator/consignments/{id}/customs/": func(f *fixtures) (string, any) {
		no := f.order()
		path, _ := f.consignment(no)
		return path + "customs/", object{"answers": []object{{"tracking_no": no, "answer": "do_not_load"}}}
	},
	"POST /operator/consignments/{id}/results/": func(f *fixtures) (string, any) {
		no := f.order()
		path, _ := f.consignment(no)
		return path + "results/", object{"confirm": true, "answers": []object{{"tracking_no": no, "answer": "released"}}}
	},
	"POST /operator/stops/": func(f *fixtures) (string, any) { return "/operator/stops/", f.held() },
	"POST /operator/consignments/{id}/manifest/": func(f *fixtures) (string, any) {
		path, _ := f.consignment(f.order())
		return path + "manifest/", object{}
	},
	"POST /operator/manifest-templates/": func(f *fixtures) (string, any) {
		return "/operator/manifest-templates/", object{"broker": f.name(), "columns": "bag, tracking_no"}
	},
	"POST /operator/stops/lift/": func(f *fixtures) (string, any) {
		held := f.held()
		f.post("/operator/stops/", held)
		return "/operator/stops/lift/", object{"tracking_nos": held["tracking_nos"]}
	},
	"POST /operator/services/": func(f *fixtures) (string, any) {
		return "/operator/services/", object{"name": f.name(), "origin": "MY", "destination": "SG"}
	},
	"PATCH /operator/services/{id}/":        func(f *fixtures) (string, any) { return f.newService(), object{"cod": true} },
	"POST /operator/services/{id}/disable/": func(f *fixtures) (string, any) { return f.newService() + "disable/", object{} },
	"POST /operator/services/{id}/enable/": func(f *fixtures) (string, any) {
		service := f.newService()
		f.post(service+"disable/", object{})
		return service + "enable/", object{}
	},
	"PATCH /operator/services/{id}/labels/": func(f *fixtures) (string, any) {
		return f.newService() + "labels/", object{"marks": []string{"fragile"}}
	},
	"PATCH /operator/services/{id}/customs/": func(f *fixtures) (string, any) {
		return f.newService() + "customs/", object{"contents_type": "merchandise", "origin_country": "SG"}
	},
	"POST /operator/submissions/{tracking_no}/retry/": func(f *fixtures) (string, any) {
		return "/operator/submissions/" + f.waiting() + "/retry/", object{}
	},
	"POST /operator/submissions/{tracking_no}/resolve/": func(f *fixtures) (string, any) {
		return "/operator/submissions/" + f.waiting() + "/resolve/", object{"state": "failed", "message": "No."}
	},
	"POST /operator/cancellations/{tracking_no}/retry/": func(f *fixtures) (string, any) {
		no := f.waiting()
		f.post("/operator/submissions/"+no+"/resolve/", object{"state": "confirmed", "hawb_no": f.name()})
		f.post("/order/cancel/", object{"tracking_nos": []string{no}})
		return "/operator/cancellations/" + no + "/retry/", object{}
	},
	"POST /operator/tracking/": func(f *fixtures) (string, any) {
		return "/operator/tracking/", object{"events": []object{{"tracking_no": f.order(), "status": "PICKED_UP", "country": "SG"}}}
	},
	"POST /operator/tracking/correct/": func(f *fixtures) (string, any) {
		return "/operator/tracking/correct/", object{"tracking_no": f.order(), "status": "DELIVERY_IN_PROGRESS", "reason": "The wrong parcel."}
	},
	"POST /operator/proof-of-delivery/": func(f *fixtures) (string, any) {
		const pixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
		return "/operator/proof-of-delivery/", object{"tracking_no": f.order(), "name": "Susan", "image": pixel}
	},
	"POST /simulate/journey/": func(f *fixtures) (string, any) {
		return "/simulate/journey/", object{"tracking_no": f.order(), "journey": "customs_hold", "pause": 999}
	},
	"PUT /operator/rules/{id}/": func(f *fixtures) (string, any) {
		id, rule := f.rule()
		return "/operator/rules/" + id + "/", rule
	},
	"DELETE /operator/rules/{id}/": func(f *fixtures) (string, any) {
		id, rule := f.rule()
		f.call(http.MethodPut, "/operator/rules/"+id+"/", rule)
		return "/operator/rules/" + id + "/", nil
	},
	"POST /operator/users/": func(f *fixtures) (string, any) {
		return "/operator/users/", object{"email": f.name() + "@example.com", "name": "Ann", "operator_role": "operator"}
	},
	"PATCH /operator/users/{id}/": func(f *fixtures) (string, any) { return f.user(), object{"operator_role": nil} },
	"PUT /operator/users/{id}/accounts/{account_id}/": func(f *fixtures) (string, any) {
		return f.user() + "accounts/1/", object{"role": "admin"}
	},
	"DELETE /operator/users/{id}/accounts/{account_id}/": func(f *fixtures) (string, any) {
		path := f.user() + "accounts/1/"
		f.call(http.MethodPut, path, object{"role": "admin"})
		return path, nil
	},
	"POST /operator/users/{id}/disable/": func(f *fixtures) (string, any) { return f.user() + "disable/", object{} },
	"POST /operator/users/{id}/enable/": func(f *fixtures) (string, any) {
		user := f.user()
		f.post(user+"disable/", object{})
		return user + "enable/", object{}
	},
	"POST /operator/users/{id}/sessions/end/":      func(f *fixtures) (string, any) { return f.user() + "sessions/end/", object{} },
	"POST /operator/users/{id}/passkeys/remove/":   func(f *fixtures) (string, any) { return f.user() + "passkeys/remove/", object{} },
	"POST /operator/users/{id}/identities/remove/": func(f *fixtures) (string, any) { return f.user() + "identities/remove/", object{} },
	"POST /webhooks/endpoints/": func(*fixtures) (string, any) {
		return "/webhooks/endpoints/", object{"url": "https://shop.example/waybill", "events": []string{"order.delivered"}}
	},
	"PATCH /webhooks/endpoints/{id}/":  func(f *fixtures) (string, any) { return f.sharedEndpoint(), object{"description": "Shop"} },
	"DELETE /webhooks/endpoints/{id}/": func(f *fixtures) (string, any) { return f.endpoint(), nil },
	"POST /webhooks/endpoints/{id}/rotate-secret/": func(f *fixtures) (string, any) {
		return f.sharedEndpoint() + "rotate-secret/", object{}
	},
	"POST /webhooks/endpoints/{id}/replay/": func(f *fixtures) (string, any) {
		return f.sharedEndpoint() + "replay/", object{"date_from": "2026-11-20T00:00:00Z"}
	},
	"POST /webhooks/endpoints/{id}/test/": func(f *fixtures) (string, any) { return f.sharedEndpoint() + "test/", object{} },
}
