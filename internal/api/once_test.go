package api

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"

	"waybill/client"
	consignments "waybill/internal/feature/consolidation/stored"
	"waybill/internal/feature/desk/parcels"
	"waybill/internal/shipment"
	"waybill/internal/store/engine"
)

// posts are requests of all operations that write, in an order in which each succeeds. A name in braces is what a response had.
var posts = []struct{ operation, path, body string }{
	{"add_note", "/api/order/order/{a}/notes/", `{"text":"Fragile"}`},
	{"edit_orders", "/api/order/edit/", `{"tracking_nos":["{a}"],"changes":{"order_weight":2}}`},
	{"hold_orders", "/api/order/hold/", `{"tracking_nos":["{a}"],"reason":"Look"}`},
	{"release_orders", "/api/order/release/", `{"tracking_nos":["{a}"]}`},
	{"edit_tags", "/api/order/tags/", `{"tracking_nos":["{a}"],"add":["vip"]}`},
	{"mark_printed", "/api/order/printed/", `{"tracking_nos":["{a}"]}`},
	{"unmark_printed", "/api/order/not-printed/", `{"tracking_nos":["{a}"]}`},
	{"revoke_addresses", "/api/order/order/{a}/revoke-addresses/", `{}`},
	{"pack_parcel", "/api/packings/", `{"code":"{a}"}`},
	{"open_handover", "/api/handovers/", `{"service_id":1,"place":"Dock"}`},
	{"add_to_handover", "/api/handovers/{number}/parcels/", `{"code":"{d}"}`},
	{"close_handover", "/api/handovers/{number}/close/", `{"given_by":"Ann","taken_by":"Bob","parcels":1}`},
	{"reopen_handover", "/api/handovers/{number}/reopen/", `{"reason":"One more"}`},
	{"cancel_orders", "/api/order/cancel/", `{"tracking_nos":["{b}"]}`},
	{"original_cancel", "/api/order/cancel-orders/", `{"tracking_nos":["{b}"]}`},
	{"report_tracking", "/api/operator/tracking/", `{"events":[{"tracking_no":"{c}","status":"PICKED_UP"}]}`},
	{"correct_tracking", "/api/operator/tracking/correct/", `{"tracking_no":"{c}","status":"EXCEPTION","reason":"Wrong van"}`},
	{"report_proof", "/api/operator/proof-of-delivery/", `{"tracking_no":"{c}","name":"Susan","image":"{png}"}`},
	{"simulate_journey", "/api/simulate/journey/", `{"tracking_no":"{d}","pause":999}`},
	{"import_entries", "/api/books/boxes/import/", "entry_name,length,width,height,weight\nS,10,10,5,0.1\n"},
	{"check_import", "/api/order/import/{waiting}/check/", `{}`},
	{"confirm_import", "/api/order/import/{checked}/confirm/", `{"valid_only":true}`},
	{"cancel_import", "/api/order/import/{checked2}/cancel/", `{}`},
	{"create_endpoint", "/api/webhooks/endpoints/", `{"url":"{receiver}"}`},
	{"rotate_secret", "/api/webhooks/endpoints/{endpoint}/rotate-secret/", `{}`},
	{"replay_events", "/api/webhooks/endpoints/{endpoint}/replay/", `{"date_from":"2020-01-01"}`},
	{"test_endpoint", "/api/webhooks/endpoints/{endpoint}/test/", `{}`},
	{"queue_print", "/api/print/jobs/", `{"tracking_no":"{a}","printer":"P","request_key":"p1"}`},
	{"answer_print", "/api/print/answer/", `{"request_key":"p1","answer":"withdrawn"}`},
	{"take_print", "/api/print/take/", `{"printer":"P"}`},
	{"report_scale", "/api/print/scale/", `{"printer":"P","weight":1.262}`},
	{"report_print", "/api/print/report/", `{"request_key":"p2","lease":"{lease}","state":"started"}`},
	{"create_key", "/api/account/keys/", `{"name":"Shop"}`},
	{"create_account", "/api/operator/accounts/", `{"name":"Acme"}`},
	{"suspend_account", "/api/operator/accounts/{account}/suspend/", `{}`},
	{"resume_account", "/api/operator/accounts/{account}/resume/", `{}`},
	{"create_account_key", "/api/operator/accounts/{account}/keys/", `{"name":"Shop"}`},
	{"create_partner", "/api/operator/partners/", `{"name":"swift","base_url":"https://swift.example/"}`},
	{"rotate_partner", "/api/operator/partners/swift/rotate/", `{}`},
	{"disable_partner", "/api/operator/partners/swift/disable/", `{}`},
	{"enable_partner", "/api/operator/partners/swift/enable/", `{}`},
	{"create_hub", "/api/operator/hubs/", `{"name":"Tuas","country":"SG","timezone":"Asia/Singapore"}`},
	{"scan_in_hub", "/api/operator/scans/", `{"hub_id":1,"activity":"inbound","scans":[{"scan":"s1","code":"{a}"},{"scan":"s2","code":"?"}]}`},
	{"close_unknown_scan", "/api/operator/scans/unknown/s2/close/", `{"tracking_no":"{c}"}`},
	{"open_run", "/api/operator/runs/", `{"van":"V","driver":"D","place":"P","date":"2026-11-30"}`},
	{"add_to_run", "/api/operator/runs/{run}/parcels/", `{"code":"{e}"}`},
	{"count_run", "/api/operator/runs/{run}/count/", `{}`},
	{"reopen_run", "/api/operator/runs/{run}/reopen/", `{}`},
	{"sign_run", "/api/operator/runs/{run}/sign/", `{"given_by":"Ann","taken_by":"Bob","parcels":1}`},
	{"change_parcels", "/api/operator/orders/change/", `{"kind":"hold","reason":"Look","tracking_nos":["{a}"]}`},
	{"open_bag", "/api/operator/bags/", `{"hub_id":1}`},
	{"add_to_bag", "/api/operator/bags/{bag}/parcels/", `{"code":"{f}"}`},
	{"close_bag", "/api/operator/bags/{bag}/close/", `{}`},
	{"reopen_bag", "/api/operator/bags/{bag}/reopen/", `{"reason":"One more"}`},
	{"open_consignment", "/api/operator/consignments/", `{"destination":"ID","awb":"61812345675"}`},
	{"add_leg", "/api/operator/consignments/{cn}/legs/", `{"flight":"SQ1","from":"SIN","from_country":"SG","to":"CGK","to_country":"ID"}`},
	{"put_bags", "/api/operator/consignments/{cn}/bags/", `{"leg_no":1,"bags":["BG-{bag}"]}`},
	{"leave_bags", "/api/operator/consignments/{cn}/bags/leave/", `{"leg_no":1,"bags":["BG-{bag}"]}`},
	{"answer_customs", "/api/operator/consignments/{cn}/customs/", `{"answers":[{"tracking_no":"{f}","answer":"assessed"}]}`},
	{"read_customs", "/api/operator/consignments/{cn}/results/", `{"answers":[{"tracking_no":"{f}","answer":"held"}],"confirm":true}`},
	{"import_customs", "/api/operator/consignments/{cn}/results/file/?confirm=true", "tracking_no,answer\n{f},released\n"},
	{"depart_leg", "/api/operator/consignments/{cn}/legs/1/depart/", `{"reason":"Cleared by phone"}`},
	{"arrive_leg", "/api/operator/consignments/{cn}/legs/1/arrive/", `{}`},
	{"move_inbound", "/api/operator/consignments/{cn}/inbound/", `{"state":"open","hub_id":1}`},
	{"scan_inbound", "/api/operator/consignments/{cn}/inbound/scans/", `{"scan":"i1","code":"{f}"}`},
	{"report_consignment", "/api/operator/consignments/{cn}/events/", `{"text":"Held"}`},
	{"receive_bag", "/api/operator/bags/{bag}/receive/", `{}`},
	{"empty_bag", "/api/operator/bags/{bag}/empty/", `{}`},
	{"make_manifest", "/api/operator/consignments/{cn}/manifest/", `{}`},
	{"save_manifest_template", "/api/operator/manifest-templates/", `{"broker":"Broker","columns":"bag, tracking_no"}`},
	{"stop_parcels", "/api/operator/stops/", `{"tracking_nos":["{a}"],"reason":"Look"}`},
	{"lift_stops", "/api/operator/stops/lift/", `{"tracking_nos":["{a}"]}`},
	{"disable_hub", "/api/operator/hubs/1/disable/", `{}`},
	{"enable_hub", "/api/operator/hubs/1/enable/", `{}`},
	{"create_service", "/api/operator/services/", `{"name":"Sea"}`},
	{"disable_service", "/api/operator/services/{service}/disable/", `{}`},
	{"enable_service", "/api/operator/services/{service}/enable/", `{}`},
	{"retry_submission", "/api/operator/submissions/{failed}/retry/", `{"note":"Mended"}`},
	{"resolve_submission", "/api/operator/submissions/{failed2}/resolve/", `{"state":"failed","message":"No"}`},
	{"retry_cancellation", "/api/operator/cancellations/{kept}/retry/", `{"note":"Promised"}`},
	{"create_user", "/api/operator/users/", `{"email":"ann@shop.example","name":"Ann","account_id":1,"role":"viewer"}`},
	{"disable_user", "/api/operator/users/{user}/disable/", `{}`},
	{"enable_user", "/api/operator/users/{user}/enable/", `{}`},
	{"end_sessions", "/api/operator/users/{user}/sessions/end/", `{}`},
	{"remove_passkeys", "/api/operator/users/{user}/passkeys/remove/", `{}`},
	{"remove_identities", "/api/operator/users/{user}/identities/remove/", `{}`},
}

// ownResponses are the operations that only read, or keep their responses by themselves; see idempotency_test.go and import_test.go.
var ownResponses = []string{
	"create_orders", "create_return_orders", "replace_order", "create_import", "validate_orders", "check_addresses", "query_tracking",
	"partner_events",
}

// TestEveryPostIsCarriedOutOnce sends each POST that writes twice with one key, and once more with another body. The repetition gets
// the first response, without its secrets, and leaves no trace.
func TestEveryPostIsCarriedOutOnce(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		key := s.keyWith(s.newAccount("operator", true), shipment.AllScopes, "")
		known := s.fillForPosts(key)
		for _, r := range s.api.routes() {
			if r.Method == http.MethodPost && !slices.Contains(ownResponses, r.Operation) &&
				!slices.ContainsFunc(posts, func(p struct{ operation, path, body string }) bool { return p.operation == r.Operation }) {
				t.Errorf("no request of %s", r.Operation)
			}
		}
		for _, post := range posts {
			body, media := known(post.body), "application/json"
			if !strings.HasPrefix(body, "{") {
				media = "text/csv"
			}
			send := func(body string) (reply, string) {
				return s.send("POST", known(post.path), body, "Authorization", "Bearer "+key, "Content-Type", media,
					"Idempotency-Key", "k-"+post.operation)
			}
			first, made := send(body)
			if first.StatusCode >= 300 || first.Header.Get("Idempotency-Replayed") != "" {
				t.Fatalf("%s: %d %s", post.operation, first.StatusCode, made)
			}
			known("learn " + post.operation + " " + made)
			before := s.rows()
			again, repeated := send(body)
			if again.StatusCode != first.StatusCode || withoutSecrets(t, repeated) != withoutSecrets(t, made) ||
				again.Header.Get("Idempotency-Replayed") != "true" {
				t.Errorf("%s: %d %s\nthen %d %s", post.operation, first.StatusCode, made, again.StatusCode, repeated)
			}
			if strings.Contains(repeated, `"secret":`) || strings.Contains(repeated, `"link":`) {
				t.Errorf("%s repeats a secret: %s", post.operation, repeated)
			}
			if after := s.rows(); after != before {
				t.Errorf("%s changed\n%s\nto\n%s", post.operation, before, after)
			}
			if other, text := send(body + " "); other.StatusCode != http.StatusUnprocessableEntity {
				t.Errorf("%s with another body: %d %s", post.operation, other.StatusCode, text)
			}
		}
	})
}

// fillForPosts makes what posts name, as the account of a key. The function that it returns fills in names, and learns more of a response.
func (s *server) fillForPosts(key string) (known func(string) string) {
	s.t.Helper()
	ctx, sdk, pairs := s.t.Context(), s.client(key), []string(nil)
	created, err := sdk.CreateOrders(ctx, client.CreateRequest{Orders: []client.NewOrder{
		exampleOrder(), exampleOrder(), exampleOrder(), exampleOrder(), partnerOrder("[fail]"), partnerOrder("[fail]"), partnerOrder("[keep]"),
		exampleOrder(), exampleOrder(),
	}})
	if err != nil {
		s.t.Fatal(err)
	}
	for i, name := range []string{"{a}", "{b}", "{c}", "{d}", "{failed}", "{failed2}", "{kept}", "{e}", "{f}"} {
		pairs = append(pairs, name, created.Orders[i].TrackingNo)
	}
	state := func(i int) string {
		o, err := sdk.Order(ctx, created.Orders[i].TrackingNo)
		if err != nil {
			s.t.Fatal(err)
		}
		return o.StatusCode
	}
	s.eventually("the partner answers", func() bool {
		return state(4) == "SUBMISSION_FAILED" && state(5) == "SUBMISSION_FAILED" && state(6) == "SUBMITTED"
	})
	if _, err := sdk.CancelOrders(ctx, []string{created.Orders[6].TrackingNo}); err != nil {
		s.t.Fatal(err)
	}
	s.eventually("the partner keeps the order", func() bool {
		o, err := sdk.Order(ctx, created.Orders[6].TrackingNo)
		return err == nil && o.Submissions[len(o.Submissions)-1].State == "refused"
	})
	pairs = append(pairs, s.importsForPosts(sdk)...)
	caller, err := s.api.Store.MasterData.Authenticate(ctx, key)
	if err == nil {
		err = s.printJobs().Offer(ctx, caller.AccountID, "P")
	}
	if err != nil {
		s.t.Fatal(err)
	}
	receiver := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
	s.t.Cleanup(receiver.Close)
	asPNG, _ := pictures(s.t)
	encoded, _, _ := strings.Cut(strings.SplitAfter(proofBody("", "", "", "", asPNG), `"image":"`)[1], `"`)
	pairs = append(pairs, "{receiver}", receiver.URL, "{png}", encoded)
	return func(text string) string {
		learned, isResponse := strings.CutPrefix(text, "learn ")
		if !isResponse {
			return strings.NewReplacer(pairs...).Replace(text)
		}
		pairs = append(pairs, s.learn(key, learned)...)
		return ""
	}
}

// importsForPosts uploads three files, each with a row that is refused, so that they wait for a decision.
func (s *server) importsForPosts(sdk *client.Client) (pairs []string) {
	s.t.Helper()
	ctx := s.t.Context()
	for n, name := range []string{"{waiting}", "{checked}", "{checked2}"} {
		made, err := sdk.CreateImport(ctx, client.ImportRequest{FileName: "a.csv", File: importFile(s.t, 10*n, 2, 10*n), ServiceID: 1})
		if err != nil {
			s.t.Fatal(err)
		}
		s.eventually("the file is checked", func() bool {
			made, err = sdk.Import(ctx, made.ID)
			return err == nil && made.State == client.ImportWaiting
		})
		pairs = append(pairs, name, fmt.Sprint(made.ID))
	}
	return pairs
}

// learn returns the names of what an operation has made and their values, of its name and the response.
func (s *server) learn(key, learned string) (pairs []string) {
	s.t.Helper()
	ctx := s.t.Context()
	operation, response, _ := strings.Cut(learned, " ")
	var made struct {
		ID        int64 `json:"id"`
		AccountID int64 `json:"account_id"`
		ServiceID int64 `json:"service_id"`
		UserID    int64 `json:"user_id"`
		RunID     int64 `json:"run_id"`
		BagID     int64 `json:"bag_id"`
		NoteID    int64 `json:"note_id"`
		Consigned int64 `json:"consignment_id"`
		Number    string
		Jobs      []struct{ Lease string }
	}
	if response != "" {
		_ = json.Unmarshal([]byte(response), &made) // what is no object has nothing to learn
	}
	switch operation {
	case "close_handover":
		for closing := 1; closing > 0; {
			var err error
			if closing, _, err = (&parcels.Parcels{Store: s.api.Store}).CarryHandovers(ctx, 10); err != nil {
				s.t.Fatal(err)
			}
		}
	case "open_bag":
		return []string{"{bag}", fmt.Sprint(made.BagID)}
	case "open_consignment":
		return []string{"{cn}", fmt.Sprint(made.Consigned)}
	case "reopen_bag", "leave_bags": // so that it can be put on the leg
		bags := &consignments.Store{Store: s.api.Store}
		all, err := bags.Bags(ctx, 0, 0, 1)
		if err == nil {
			err = bags.MoveBag(ctx, "close", all[0].BagID, "")
		}
		if err == nil && operation == "leave_bags" {
			err = bags.PutBags(ctx, made.Consigned, 1, []int64{all[0].BagID}, "")
		}
		if err != nil {
			s.t.Fatal(err)
		}
	case "open_run":
		return []string{"{run}", fmt.Sprint(made.RunID)}
	case "open_handover":
		return []string{"{number}", made.Number}
	case "reopen_run": // so that it can be signed
		if err := (&parcels.Parcels{Store: s.api.Store}).CountRun(ctx, made.RunID); err != nil {
			s.t.Fatal(err)
		}
	case "add_note":
		return []string{"{note}", fmt.Sprint(made.NoteID)}
	case "create_key", "create_account_key":
		return []string{map[string]string{"create_key": "{key}", "create_account_key": "{account_key}"}[operation], fmt.Sprint(made.ID)}
	case "create_endpoint":
		return []string{"{endpoint}", fmt.Sprint(made.ID)}
	case "create_account":
		return []string{"{account}", fmt.Sprint(made.AccountID)}
	case "create_service":
		return []string{"{service}", fmt.Sprint(made.ServiceID)}
	case "create_user":
		if _, err := s.api.Store.People.LinkIdentity(ctx, made.UserID, "https://id.example", "ann"); err != nil {
			s.t.Fatal(err)
		}
		return []string{"{user}", fmt.Sprint(made.UserID)}
	case "answer_print":
		s.as(key, "POST", "/api/print/jobs/", `{"tracking_no":"`+s.first(key)+`","printer":"P","request_key":"p2"}`, 200, nil)
	case "take_print":
		return []string{"{lease}", made.Jobs[0].Lease}
	case "simulate_journey":
		s.eventually("the first step is taken", func() bool {
			var step int
			err := engine.QueryRow(ctx, s.api.Store.DB.Reads, `SELECT step FROM journeys`).Scan(&step)
			return err == nil && step == 1
		})
	case "confirm_import":
		s.eventually("the import is at its end", func() bool {
			i, err := s.client(key).Import(ctx, made.ID)
			return err == nil && i.State == client.ImportDone
		})
	}
	return nil
}

// first is the number of the first order that a key lists.
func (s *server) first(key string) string {
	s.t.Helper()
	for o, err := range s.client(key).AllOrders(s.t.Context(), client.Filter{}) {
		if err != nil {
			s.t.Fatal(err)
		}
		return o.TrackingNo
	}
	return ""
}

// rows counts the rows of tables that only requests fill.
func (s *server) rows() string {
	s.t.Helper()
	var counts []string
	for _, table := range []string{
		"accounts", "api_keys", "audit_log", "bag_parcels", "bags", "consignment_events", "consignments",
		"handover_parcels", "handovers", "idempotent_responses", "imports", "inbound_scans", "journeys", "leg_bags",
		"memberships", "order_notes", "order_tags", "orders", "packings", "partners", "pickup_runs", "pickup_stops", "print_jobs", "proofs",
		"services", "tracking_events", "users", "webhook_endpoints",
	} {
		var n int
		if err := engine.QueryRow(s.t.Context(), s.api.Store.DB.Reads, `SELECT count(*) FROM `+table).Scan(&n); err != nil {
			s.t.Fatalf("%s: %v", table, err)
		}
		counts = append(counts, fmt.Sprintf("%s %d", table, n))
	}
	return strings.Join(counts, ", ")
}

// withoutSecrets is a response without the keys that only the first one has, or only a repetition.
func withoutSecrets(t *testing.T, text string) string {
	t.Helper()
	var value map[string]any
	if json.Unmarshal([]byte(text), &value) != nil {
		return text
	}
	for _, name := range []string{"secret", "link", "message"} {
		delete(value, name)
	}
	return toJSON(t, value)
}

// TestOnceAtTheSameTime sends a request eight times at once with one key: one endpoint is made, and all get it.
func TestOnceAtTheSameTime(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		ids := make([]int64, 8)
		var all sync.WaitGroup
		for i := range ids {
			all.Go(func() {
				res, text := s.send("POST", endpointsPath, `{"description":"one"}`, "Authorization", "Bearer "+testKey,
					"Content-Type", "application/json", "Idempotency-Key", "at once")
				var made struct{ ID int64 }
				if err := json.Unmarshal([]byte(text), &made); err != nil || res.StatusCode != http.StatusCreated {
					t.Errorf("%d %s", res.StatusCode, text)
				}
				ids[i] = made.ID
			})
		}
		all.Wait()
		if len(slices.Compact(ids)) != 1 {
			t.Errorf("endpoints %v", ids)
		}
		if list, err := s.api.Store.Webhooks.Endpoints(t.Context(), s.demoAccount()); err != nil || len(list) != 1 {
			t.Errorf("%d endpoints, %v", len(list), err)
		}
	})
}

// makers are the operations that make a second thing when they are repeated.
var makers = []string{
	"add_note", "create_endpoint", "rotate_secret", "replay_events", "create_key", "create_account", "create_account_key", "create_partner",
	"rotate_partner", "create_hub", "create_service", "create_user", "open_handover", "open_run",
	"open_bag", "open_consignment", "add_leg", "report_consignment",
}

// expectNothingMade sends a request of a maker when no response can be stored. The response of a maker is stored in the transaction that
// makes the thing, so that a process that dies leaves both or none.
func (s *server) expectNothingMade(operation string, send func() (reply, string)) {
	s.t.Helper()
	before := s.rows()
	s.exec(`CREATE TRIGGER refuse BEFORE INSERT ON idempotent_responses BEGIN SELECT RAISE(ABORT, 'refused'); END`)
	if res, text := send(); res.StatusCode != http.StatusInternalServerError || s.rows() != before {
		s.t.Errorf("%s: %d %s\nfrom %s\nto %s", operation, res.StatusCode, text, before, s.rows())
	}
	s.exec(`DROP TRIGGER refuse`)
}
