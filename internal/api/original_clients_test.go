package api

import (
	"encoding/json"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"waybill/client"
	"waybill/internal/shipment"
	"waybill/internal/store/masterdata"
	"waybill/internal/store/storetest"
)

// The tests of this file make the calls of public clients of the original interface, and read the responses as they do.

// read decodes what a client gets.
func (s *server) read(into any, path string, header ...string) {
	s.t.Helper()
	res, body := s.send("GET", path, "", header...)
	if res.StatusCode != http.StatusOK {
		s.t.Fatalf("%s: %d %s", path, res.StatusCode, body)
	}
	if err := json.Unmarshal([]byte(body), into); err != nil {
		s.t.Fatalf("%s: %v in %s", path, err, body)
	}
}

type relatedUpdates []struct {
	TrackingNo    string `json:"tracking_no"`
	StatusUpdates []struct {
		TrackingNo, Status, Address, Description string
		UpdatedOn                                time.Time `json:"updated_on"`
	} `json:"status_updates"`
}

// TestClientOfRelatedUpdates: the client takes the first of the updates for the status, and shows them from the last to the first.
func TestClientOfRelatedUpdates(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		created := s.create(exampleOrder(), exampleOrder()).Orders
		no := created[0].TrackingNo
		s.clock.advance(time.Minute)
		s.report(no, shipment.PickedUp, 0)
		var got relatedUpdates
		s.read(&got, "/api/v2/tracker/related-updates/?tracking_nos="+no)
		if len(got) != 1 || len(got[0].StatusUpdates) != 2 || got[0].StatusUpdates[0].Status != "PICKED_UP" {
			t.Fatalf("%+v", got)
		}
		var shown []string
		for _, u := range slices.Backward(got[0].StatusUpdates) {
			if u.UpdatedOn.IsZero() || u.Description == "" {
				t.Errorf("%+v", u)
			}
			shown = append(shown, u.Status+" "+u.Address)
		}
		if want := []string{"ORDER_CREATED ", "PICKED_UP Jakarta"}; !slices.Equal(shown, want) {
			t.Errorf("%q, want %q", shown, want)
		}
		got = nil
		s.read(&got, "/api/v2/tracker/related-updates?tracking_nos=NOPE-12,"+strings.ToLower(no), "Authorization", "Bearer "+testKey)
		if len(got) != 2 || got[0].TrackingNo != "NOPE-12" || len(got[0].StatusUpdates) != 0 || len(got[1].StatusUpdates) != 3 {
			t.Errorf("with a key and an unknown number: %+v", got)
		}
		got = nil
		s.read(&got, "/api/v2/tracker/related-updates/?tracking_nos="+no, "Authorization", "Bearer "+s.newKey("Other shipper"))
		if len(got[0].StatusUpdates) != 2 {
			t.Errorf("another account sees related orders: %+v", got)
		}
		for query, want := range map[string]string{
			"":              `{"tracking_nos":["This field is required."]}`,
			"tracking_nos=": `{"tracking_nos":["This field is required."]}`,
			"tracking_nos=" + strings.Repeat("X,", 201): `{"tracking_nos":["Ensure this field has no more than 200 elements."]}`,
		} {
			if res, body := s.send("GET", "/api/v2/tracker/related-updates/?"+query, ""); res.StatusCode != http.StatusBadRequest || body != want {
				t.Errorf("%s: %d %s", query, res.StatusCode, body)
			}
		}
	})
}

// TestClientOfThePortal: the portal fills its lists of services and batches, and filters by what is chosen there.
func TestClientOfThePortal(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		first := s.create(exampleOrder(), exampleOrder())
		s.clock.advance(time.Second)
		second := s.create(exampleOrder())
		key := url.Values{"secret_key": {testKey}, "new": {"true"}}
		type service struct {
			ID          int64  `json:"service_id"`
			Name        string `json:"service_name"`
			Destination string `json:"service_destination_country"`
		}
		var services []service
		s.read(&services, "/api/order/service/?"+key.Encode())
		serves := slices.ContainsFunc(services, func(o service) bool {
			return o.ID == 1 && o.Name != "" && strings.Contains(o.Destination, exampleOrder().ConsigneeCountry)
		})
		if !serves {
			t.Errorf("%+v", services)
		}
		var batches []string
		s.read(&batches, "/api/order/upload-batch-no/?"+key.Encode())
		if want := []string{second.UploadBatchNo, first.UploadBatchNo}; !slices.Equal(batches, want) {
			t.Fatalf("%q, want %q", batches, want)
		}
		var page struct {
			Count   int
			Results []struct {
				UploadBatchNo string `json:"upload_batch_no"`
			}
		}
		key.Set("upload_batch_no", batches[1])
		key.Set("page_size", "50")
		s.read(&page, "/api/order/order/?"+key.Encode())
		if page.Count != 2 || len(page.Results) != 2 || page.Results[0].UploadBatchNo != first.UploadBatchNo {
			t.Errorf("%+v", page)
		}
		var none []string
		s.read(&none, "/api/order/upload-batch-no/?secret_key="+s.newKey("Other shipper"))
		if len(none) != 0 {
			t.Errorf("another account sees %q", none)
		}
		for _, path := range []string{"/api/order/service/", "/api/order/upload-batch-no/"} {
			if res, _ := s.send("GET", path, ""); res.StatusCode != http.StatusUnauthorized {
				t.Errorf("%s without a key: %d", path, res.StatusCode)
			}
		}
	})
}

// TestClientOfCancelOrders: the client takes a 200 for all orders, and otherwise shows why each is not cancelled. A number that is said to
// be cancelled is, also at its partner.
func TestClientOfCancelOrders(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		created := s.create(exampleOrder(), exampleOrder(), partnerOrder("")).Orders
		first, late, given := created[0].TrackingNo, created[1].TrackingNo, created[2].TrackingNo
		s.report(late, shipment.PickedUp, 0)
		s.eventually("the partner has the order", func() bool { return s.order(given).StatusCode == "SUBMITTED" })
		cancel := func(want int, numbers ...string) (said map[string]string) {
			t.Helper()
			sent := `{"secret_key":"` + testKey + `","tracking_nos":["` + strings.Join(numbers, `","`) + `"]}`
			res, body := s.send("POST", "/api/order/cancel-orders/", sent)
			if err := json.Unmarshal([]byte(body), &said); err != nil || res.StatusCode != want {
				t.Fatalf("%q: %d %s, %v", numbers, res.StatusCode, body, err)
			}
			return said
		}
		for range 2 {
			said := cancel(http.StatusBadRequest, first, late, "UNKNOWN-1", late)
			if len(said) != 2 || said[late] == "" || said["UNKNOWN-1"] == "" || s.order(first).StatusCode != "CANCELLED" {
				t.Errorf("some: %q", said)
			}
		}
		if said := cancel(http.StatusBadRequest, given); said[given] != "The partner is asked to give the order back." {
			t.Errorf("before the partner answers: %q", said)
		}
		s.eventually("the partner gives the order back", func() bool { return s.order(given).StatusCode == "CANCELLED" })
		said := cancel(http.StatusOK, first, given)
		if want := "Order: '" + first + "', '" + given + "' has been cancelled."; len(said) != 1 || said["detail"] != want {
			t.Errorf("all: %q, want %q", said, want)
		}
		for _, fields := range []string{``, `,"tracking_nos":["A-00001"],"dry_run":true`} {
			body := `{"secret_key":"` + testKey + `"` + fields + `}`
			if res, answer := s.send("POST", "/api/order/cancel-orders/", body); res.StatusCode != http.StatusBadRequest {
				t.Errorf("%s: %d %s", body, res.StatusCode, answer)
			}
		}
		if res, _ := s.send("POST", "/api/order/cancel-orders/", `{"tracking_nos":["`+late+`"]}`); res.StatusCode != http.StatusUnauthorized {
			t.Errorf("without a key: %d", res.StatusCode)
		}
	})
}

// TestClientOfLists: the portal offers the texts of four lists, and sends the one that was chosen.
func TestClientOfLists(t *testing.T) {
	s := startServer(t, storetest.SQLite(t), t.TempDir())
	for list, want := range map[string][]string{
		"places": {"Indonesia", "Singapore"}, "item-categories": {"Fashion Apparel", "Others"}, "currencies": {"IDR", "SGD"},
		"tracker-statuses": {"ORDER_CREATED", "SUCCESS"},
	} {
		var texts []string
		s.read(&texts, "/api/data/"+list+"/", "Authorization", "Token of-the-portal")
		for _, text := range want {
			if !slices.Contains(texts, text) {
				t.Errorf("%s has %q, want %s", list, texts, text)
			}
		}
	}
	if res, body := s.send("GET", "/api/data/agents/", ""); res.StatusCode != http.StatusNotFound || body != `{"detail":"Not found."}` {
		t.Errorf("an unknown list: %d %s", res.StatusCode, body)
	}
}

// TestPhonesOfTheirCountry: clients send numbers as people write them at home. They are refused, until the account completes them.
func TestPhonesOfTheirCountry(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		const refused = `{"orders":[{"consignee_number":["Enter a valid phone number: a plus sign, the country code ` +
			`and 7 to 15 digits in all."]}]}`
		state := func() masterdata.Phones {
			t.Helper()
			account, err := s.api.Store.MasterData.Account(t.Context(), 1)
			if err != nil {
				t.Fatal(err)
			}
			return account.Phones
		}
		send := func(path, number string) (reply, string) {
			t.Helper()
			o := exampleOrder()
			o.ConsigneeNumber = number
			body, err := json.Marshal(map[string]any{"secret_key": testKey, "orders": []any{o}})
			if err != nil {
				t.Fatal(err)
			}
			return s.send("POST", path, string(body))
		}
		for _, hopeless := range []string{"12", "+6212", "081234567890 x"} {
			if res, _ := send("/api/order/orders/", hopeless); res.StatusCode != http.StatusBadRequest || state() != masterdata.PhonesRefused {
				t.Errorf("%s: %d, %d", hopeless, res.StatusCode, state())
			}
		}
		if res, body := send("/api/order/orders/", "0812-3456-7890"); res.StatusCode != http.StatusBadRequest || body != refused {
			t.Errorf("at first: %d %s", res.StatusCode, body)
		}
		if state() != masterdata.PhonesOffered {
			t.Errorf("after the first refusal: %d", state())
		}
		on, err := s.sdk.ChangeAccountSettings(t.Context(), client.AccountSettingsChange{CompletePhones: new(true)})
		if err != nil || !on.CompletePhones {
			t.Fatal(on, err)
		}
		res, body := send("/api/order/orders/", "0812-3456-7890")
		var created struct {
			TrackingNos []string `json:"tracking_nos"`
		}
		if err := json.Unmarshal([]byte(body), &created); err != nil || len(created.TrackingNos) != 1 {
			t.Fatalf("%d %s, %v", res.StatusCode, body, err)
		}
		if got := s.order(created.TrackingNos[0]).ConsigneeNumber; got != "+6281234567890" || res.Header.Get("Waybill-Completed-Phones") != "1" {
			t.Errorf("%s, %q", got, res.Header.Get("Waybill-Completed-Phones"))
		}
		local := exampleOrder()
		local.ConsigneeNumber = "081234567891"
		sent := ordersBody(t, map[string]any{}, local)
		for _, replayed := range []string{"", "true"} {
			res, body := s.send("POST", "/api/order/orders/", sent,
				"Authorization", "Bearer "+testKey, "Content-Type", "application/json", "Idempotency-Key", "phones")
			if res.Header.Get("Idempotency-Replayed") != replayed || res.Header.Get("Waybill-Completed-Phones") != "1" {
				t.Errorf("with a key: %v %s", res.Header, body)
			}
		}
		_, body = send("/api/order/validate/", "081234567890")
		want := `{"orders":[{"errors":{},"warnings":[{"rule_id":"phone-country","field":"consignee_number","index":null,"message":` +
			`"The number 081234567890 has no country code. It counts as +6281234567890, a number of Indonesia.","source":"","since":""}]}]}`
		if body != want {
			t.Errorf("validate: %s", body)
		}
		_, body = s.send("POST", "/api/order/validate/", `{"orders":[{"consignee_nmae":"a"}]}`, append(asProgram,
			"Authorization", "Bearer "+testKey, "Content-Type", "application/json")...)
		if code := `"source":"","since":"","code":"unknown_near","args":{"field":"consignee_name"}}`; !strings.Contains(body, code) {
			t.Errorf("validate for a program: %s", body)
		}
		if res, _ := send("/api/order/orders/", "+6281234567890"); res.Header.Get("Waybill-Completed-Phones") != "" {
			t.Error("a number with its code was completed")
		}
		if res, body := send("/api/order/orders/", "12"); res.StatusCode != http.StatusBadRequest || body != refused {
			t.Errorf("no number there: %d %s", res.StatusCode, body)
		}
		if _, err = s.sdk.ChangeAccountSettings(t.Context(), client.AccountSettingsChange{CompletePhones: new(false)}); err != nil {
			t.Fatal(err)
		}
		if res, _ := send("/api/order/orders/", "081234567890"); res.StatusCode != http.StatusBadRequest || state() != masterdata.PhonesDeclined {
			t.Errorf("declined: %d, %d", res.StatusCode, state())
		}
	})
}
