package api

import (
	"crypto/rand"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"waybill/client"
	"waybill/internal/signature"
)

// giveHAWB lets the partner acme give an order a number.
func (s *server) giveHAWB(key signature.Keys, trackingNo, hawbNo string) {
	s.t.Helper()
	body := `{"events":[{"type":"accepted","tracking_no":"` + trackingNo + `","hawb_no":"` + hawbNo + `"}]}`
	if status, answer := s.callBack(key, acmePath, rand.Text(), body, s.clock.now()); status != http.StatusOK {
		s.t.Fatalf("%d %s", status, answer)
	}
}

// ordersOfAcme are two orders of acme with different references. The first one has the partner's number.
func (s *server) ordersOfAcme(hawbNo string) (first, second string, key signature.Keys) {
	s.t.Helper()
	first, key = s.orderOfAcme()
	s.giveHAWB(key, first, hawbNo)
	placed := exampleOrder()
	placed.ServiceID, placed.ShipperOrderID = 90, "ORDER-2"
	return first, s.create(placed).Orders[0].TrackingNo, key
}

const uspsNumber = "9400111202555555555555"

// scansOf are what scanners transmit and people type of a partner's number.
var scansOf = []string{
	uspsNumber, "]C0" + uspsNumber, "]C142094105" + uspsNumber, "42094105" + uspsNumber, "]C1420941051234\x1d" + uspsNumber,
	"9400 1112 0255 5555 5555 55", "９４００１１１２０２５５５５５５５５５５５５",
}

// TestAPrintedNumberNamesAParcel scans the partner's number, which is what labels of partners have as their bar code, at each door.
func TestAPrintedNumberNamesAParcel(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		ctx := t.Context()
		no, _, key := s.ordersOfAcme(uspsNumber)
		list, err := s.sdk.OpenHandover(ctx, 90, "Dock 3")
		if err != nil {
			t.Fatal(err)
		}
		for i, code := range scansOf {
			packed, err := s.sdk.Pack(ctx, client.Packing{Code: code, Scan: fmt.Sprint("p", i)})
			if err != nil || packed.TrackingNo != no {
				t.Errorf("pack %q: %+v, %v", code, packed, err)
			}
			added, err := s.sdk.AddToHandover(ctx, list.Number, code, fmt.Sprint("h", i))
			if err != nil || added.TrackingNo != no {
				t.Errorf("hand %q over: %+v, %v", code, added, err)
			}
			if err := s.sdk.RemoveFromHandover(ctx, list.Number, added.TrackingNo); err != nil {
				t.Errorf("take %q off: %v", code, err)
			}
			if err := s.sdk.UndoPacking(ctx, packed.TrackingNo); err != nil {
				t.Errorf("undo %q: %v", code, err)
			}
		}
		if err := s.printJobs().Offer(ctx, s.demoAccount(), "Bench 1"); err != nil {
			t.Fatal(err)
		}
		for i, code := range append(scansOf, "ORDER123", strings.ToLower(no)) {
			if job, err := s.sdk.QueuePrint(ctx, code, "Bench 1", fmt.Sprint("k", i)); err != nil || job.TrackingNo != no {
				t.Errorf("print %q: %+v, %v", code, job, err)
			}
		}
		operator := s.operatorKey()
		for i, code := range append(scansOf, no, strings.ToLower(no), "]C1"+no) {
			body := fmt.Sprintf(`{"events":[{"tracking_no":%s,"status":"IN_TRANSIT_WITHIN_ORIGIN_COUNTRY","event_id":"e%d"}]}`, toJSON(t, code), i)
			res, text := s.send(http.MethodPost, operatorPath, body, "Authorization", "Bearer "+operator, "Content-Type", "application/json")
			if res.StatusCode != http.StatusOK || !strings.Contains(text, `"tracking_no":"`+no+`"`) || strings.Contains(text, "unknown") {
				t.Errorf("report %q: %d %s", code, res.StatusCode, text)
			}
		}
		// Another letter case than the partner's.
		s.giveHAWB(key, no, "abc-0099x")
		for _, code := range []string{"abc-0099x", "ABC-0099X", "]C1ABC-0099X"} {
			if packed, err := s.sdk.Pack(ctx, client.Packing{Code: code}); err != nil || packed.TrackingNo != no {
				t.Errorf("pack %q: %+v, %v", code, packed, err)
			}
		}
	})
}

// candidates of a refused request.
type candidates struct {
	Detail     string
	Candidates []struct {
		OrderID    int64  `json:"order_id"`
		TrackingNo string `json:"tracking_no"`
	}
}

// TestANumberOfSeveralParcelsIsAsked: a number of two parcels, as tracking number, partner's number or reference, is a 409 that
// names both, and nothing is done.
func TestANumberOfSeveralParcelsIsAsked(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		ctx := t.Context()
		first, second, key := s.ordersOfAcme("1001")
		list, err := s.sdk.OpenHandover(ctx, 90, "Dock 3")
		if err != nil {
			t.Fatal(err)
		}
		referring := func(reference string) string {
			o := exampleOrder()
			o.ServiceID, o.ShipperOrderID = 90, reference
			return s.create(o).Orders[0].TrackingNo
		}
		operator := s.operatorKey()
		ask := func(name, path, bearer, body string, want ...string) (of candidates) {
			t.Helper()
			res, text := s.send(http.MethodPost, path, body, "Authorization", "Bearer "+bearer, "Content-Type", "application/json")
			if err := json.Unmarshal([]byte(text), &of); res.StatusCode != http.StatusConflict || err != nil || len(of.Candidates) != len(want) {
				t.Errorf("%s: %d %s", name, res.StatusCode, text)
				return of
			}
			for _, no := range want {
				if !strings.Contains(text, `"`+no+`"`) {
					t.Errorf("%s: %s, want %s", name, text, no)
				}
			}
			return of
		}
		doors := func(name, code string, want ...string) (of candidates) {
			t.Helper()
			of = ask(name+", pack", "/api/packings/", testKey, `{"code":"`+code+`"}`, want...)
			ask(name+", hand over", "/api/handovers/"+list.Number+"/parcels/", testKey, `{"code":"`+code+`"}`, want...)
			return of
		}
		third := referring("1001")
		of := doors("a reference as a partner's number", "1001", first, third)
		doors("with an AIM identifier", "]C11001", first, third)
		doors("a reference as a tracking number", first, first, referring(first))
		s.giveHAWB(key, second, "1001")
		doors("a number that the partner used again", "1001", first, second, third)
		event := `{"events":[{"tracking_no":"%s","status":"PICKED_UP"}]}`
		ask("report", operatorPath, operator, fmt.Sprintf(event, "1001"), first, second)
		res, text := s.send(http.MethodPost, operatorPath, fmt.Sprintf(event, first), "Authorization", "Bearer "+operator,
			"Content-Type", "application/json")
		if res.StatusCode != http.StatusOK {
			t.Errorf("a tracking number comes first: %d %s", res.StatusCode, text)
		}
		if err := s.printJobs().Offer(ctx, s.demoAccount(), "Bench 1"); err != nil {
			t.Fatal(err)
		}
		ask("print", "/api/print/jobs/", testKey, `{"tracking_no":"1001","printer":"Bench 1","request_key":"k1"}`, first, second, third)
		if job, err := s.sdk.QueuePrint(ctx, first, "Bench 1", "k1"); err != nil || job.TrackingNo != first {
			t.Errorf("print: %+v, %v", job, err)
		}
		for _, c := range of.Candidates {
			if c.TrackingNo != third {
				continue
			}
			s.giveHAWB(key, third, "1002") // which has a label then
			body := fmt.Sprintf(`{"code":"1001","order_id":%d}`, c.OrderID)
			_, text := s.send(http.MethodPost, "/api/packings/", body, "Authorization", "Bearer "+testKey, "Content-Type", "application/json")
			if !strings.Contains(text, `"result":"packed"`) || !strings.Contains(text, third) {
				t.Errorf("the one that is chosen: %s", text)
			}
		}
		body := fmt.Sprintf(`{"code":"ORDER-2","order_id":%d}`, of.Candidates[0].OrderID)
		if _, text := s.send(http.MethodPost, "/api/packings/", body, "Authorization", "Bearer "+testKey,
			"Content-Type", "application/json"); !strings.Contains(text, "parcel_unknown") {
			t.Errorf("one that does not have the code: %s", text)
		}
		programs, text := s.send(http.MethodPost, "/api/packings/", `{"code":"1001"}`, "Authorization", "Bearer "+testKey,
			"Content-Type", "application/json", "Accept", "application/problem+json")
		if programs.StatusCode != http.StatusConflict || !strings.Contains(text, `"code":"parcel_ambiguous"`) || !strings.Contains(text, third) {
			t.Errorf("for programs: %d %s", programs.StatusCode, text)
		}
	})
}

// TestPublicDoorsTakeTrackingNumbers: everyone may ask, so references never name a parcel, and a partner's number only if the operator
// allows it.
func TestPublicDoorsTakeTrackingNumbers(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		first, second, key := s.ordersOfAcme("618-1234567")
		ask := func(code string) string {
			t.Helper()
			res, text := s.send(http.MethodPost, trackerPath, `{"tracking_nos":[`+toJSON(t, code)+`]}`,
				"Content-Type", "application/json")
			if res.StatusCode != http.StatusOK {
				t.Fatalf("%d %s", res.StatusCode, text)
			}
			return text
		}
		for _, code := range []string{first, strings.ToLower(first), "]C1" + first, "42094105" + first, first[:6] + " " + first[6:]} {
			if text := ask(code); !strings.Contains(text, `"tracking_no":"`+first+`"`) {
				t.Errorf("%q: %s", code, text)
			}
		}
		for _, code := range []string{"ORDER123", "618-1234567", "]C1618-1234567"} {
			if text := ask(code); strings.Contains(text, "status") {
				t.Errorf("%q: %s", code, text)
			}
		}
		s.api.TrackPartnerNumbers = true
		for _, code := range []string{"618-1234567", "]C1618-1234567"} {
			if text := ask(code); !strings.Contains(text, `"tracking_no":"`+first+`"`) {
				t.Errorf("%q: %s", code, text)
			}
		}
		if _, text := s.send(http.MethodGet, "/api/v2/tracker/related-updates/?tracking_nos=618-1234567", ""); !strings.Contains(text, first) {
			t.Errorf("related updates: %s", text)
		}
		if text := ask("ORDER123"); strings.Contains(text, "status") {
			t.Errorf("a reference: %s", text)
		}
		s.giveHAWB(key, second, "618-1234567")
		if text := ask("618-1234567"); strings.Contains(text, "status") {
			t.Errorf("a number of two parcels: %s", text)
		}
	})
}

// TestNumbersOfFurtherParcelsAreRefused: shippers do not bring numbers that further parcels of an order may get.
func TestNumbersOfFurtherParcelsAreRefused(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		issued := s.create(exampleOrder()).Orders[0].TrackingNo
		for suffix, want := range map[string]int{"-2": http.StatusBadRequest, "-20": http.StatusBadRequest, "-21": http.StatusCreated} {
			o := exampleOrder()
			o.TrackingNo = issued + suffix
			body := toJSON(t, client.CreateRequest{Orders: []client.NewOrder{o}})
			res, text := s.send(http.MethodPost, "/api/order/orders/", body, "Authorization", "Bearer "+testKey, "Content-Type", "application/json")
			if res.StatusCode != want {
				t.Errorf("%s: %d %s", o.TrackingNo, res.StatusCode, text)
			}
		}
	})
}

// TestNoScanClosesAHandoverList: a scanner that types into the field of a name does not sign for a person.
func TestNoScanClosesAHandoverList(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		ctx := t.Context()
		first, _, _ := s.ordersOfAcme(uspsNumber)
		list, err := s.sdk.OpenHandover(ctx, 90, "Dock 3")
		if err != nil {
			t.Fatal(err)
		}
		if _, err := s.sdk.AddToHandover(ctx, list.Number, first, ""); err != nil {
			t.Fatal(err)
		}
		for _, name := range []string{first, strings.ToLower(first), "]C1" + first, uspsNumber, "42094105" + uspsNumber, list.Number} {
			for _, field := range []string{"given_by", "taken_by"} {
				sent := map[string]any{"given_by": "Ann", "taken_by": "Joko", "parcels": 1}
				sent[field] = name
				res, text := s.send(http.MethodPost, "/api/handovers/"+list.Number+"/close/", toJSON(t, sent),
					"Authorization", "Bearer "+testKey, "Content-Type", "application/json")
				if res.StatusCode != http.StatusBadRequest || !strings.Contains(text, field) {
					t.Errorf("%s %q: %d %s", field, name, res.StatusCode, text)
				}
			}
		}
		closing := client.HandoverClose{GivenBy: "Ann", TakenBy: "Joko", Parcels: 1}
		if _, err := s.sdk.CloseHandover(ctx, list.Number, closing); err != nil {
			t.Error(err)
		}
	})
}
