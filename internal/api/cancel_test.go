package api

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"waybill/client"
	"waybill/internal/shipment"
)

const cancelPath = "/api/order/cancel/"

// cancel cancels orders and returns the results, in the order of the numbers.
func (s *server) cancel(numbers ...string) (results []string) {
	s.t.Helper()
	cancelled, err := s.sdk.CancelOrders(s.t.Context(), numbers)
	if err != nil {
		s.t.Fatal(err)
	}
	for i, o := range cancelled {
		if o.TrackingNo != numbers[i] || o.Message == "" {
			s.t.Errorf("%s: %+v", numbers[i], o)
		}
		results = append(results, string(o.Result))
	}
	return results
}

func TestCancel(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		created := s.create(exampleOrder(), exampleOrder())
		early, late := created.Orders[0].TrackingNo, created.Orders[1].TrackingNo
		s.report(late, shipment.PickedUp, 0)
		for range 2 {
			got := strings.Join(s.cancel(early, late, "UNKNOWN-1", strings.ToLower(early)), " ")
			if got != "cancelled refused not_found cancelled" {
				t.Errorf("results %s", got)
			}
		}
		if o := s.order(early); o.StatusCode != "CANCELLED" || o.TrackerStatusCode != "CANCELLED" || o.OrderLabelURL != "" {
			t.Errorf("cancelled order: %+v", o)
		}
		if o := s.order(late); o.StatusCode != "SUBMITTED" || o.OrderLabelURL == "" {
			t.Errorf("order that goes on: %+v", o)
		}
	})
}

func TestCancelTellsThePartner(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		created := s.create(partnerOrder(""), partnerOrder("[keep]"), partnerOrder("[fail]"))
		given, kept, refused := created.Orders[0].TrackingNo, created.Orders[1].TrackingNo, created.Orders[2].TrackingNo
		s.eventually("the partner answers", func() bool {
			return s.order(given).StatusCode == "SUBMITTED" && s.order(kept).StatusCode == "SUBMITTED" &&
				s.order(refused).StatusCode == "SUBMISSION_FAILED"
		})
		if got := strings.Join(s.cancel(given, kept, refused), " "); got != "cancelling cancelling cancelled" {
			t.Errorf("at first: %s", got)
		}
		s.eventually("the partner gives one back and keeps the other", func() bool {
			return strings.Join(s.cancel(given, kept), " ") == "cancelled refused"
		})
		if o := s.order(kept); o.StatusCode != "SUBMITTED" || o.TrackerStatusCode != "ORDER_CREATED" {
			t.Errorf("kept order: %+v", o)
		}
		detail, err := s.sdk.Order(t.Context(), kept)
		if err != nil {
			t.Fatal(err)
		}
		last := detail.Submissions[len(detail.Submissions)-1]
		if last.Kind != "cancellation" || last.State != "refused" || !strings.Contains(last.Message, "on its way") {
			t.Errorf("ledger: %+v", detail.Submissions)
		}
	})
}

func TestCancelRefuses(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		theirs := s.newKey("Other shipper")
		no := s.create(exampleOrder()).Orders[0].TrackingNo
		cancelled, err := s.client(theirs).CancelOrders(t.Context(), []string{no})
		if err != nil || cancelled[0].Result != client.CancelNotFound {
			t.Errorf("another account's: %v, %v", cancelled, err)
		}
		many := strings.TrimSuffix(strings.Repeat(`"X",`, 201), ",")
		for _, c := range []struct {
			body   string
			status int
			want   string
		}{
			{`{"tracking_nos":["` + no + `"]}`, 401, `{"detail":"Authentication credentials were not provided."}`},
			{`{"secret_key":"wrong","tracking_nos":[]}`, 401, `{"detail":"Invalid secret key."}`},
			{`{"secret_key":"` + testKey + `"}`, 400, `{"tracking_nos":["This field is required."]}`},
			{
				`{"secret_key":"` + testKey + `","tracking_nos":[` + many + `]}`, 400,
				`{"tracking_nos":{"non_field_errors":["Ensure this field has no more than 200 elements."]}}`,
			},
			{
				`{"secret_key":"` + testKey + `","tracking_nos":["` + no + `",7.5,null]}`, 400,
				`{"tracking_nos":[{},{},["This field may not be null."]]}`,
			},
		} {
			if res, body := s.send("POST", cancelPath, c.body); res.StatusCode != c.status || body != c.want {
				t.Errorf("%.80s: %d %s", c.body, res.StatusCode, body)
			}
		}
		if o := s.order(no); o.TrackerStatusCode != "ORDER_CREATED" {
			t.Errorf("the order is %s", o.TrackerStatusCode)
		}
	})
}

func TestDetail(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		no := s.create(exampleOrder()).Orders[0].TrackingNo
		s.report(no, shipment.PickedUp, 0)
		res, body := s.send("GET", "/api/order/order/"+strings.ToLower(no)+"?secret_key="+testKey, "")
		if res.StatusCode != http.StatusOK {
			t.Fatalf("%d %s", res.StatusCode, body)
		}
		_, list := s.send("GET", "/api/order/order/?secret_key="+testKey, "")
		_, record, _ := strings.Cut(list, `"results":[`)
		if record = strings.TrimSuffix(record, "}]}"); !strings.HasPrefix(body, record+`,"items":[{"item_desc":`) {
			t.Errorf("the detail does not begin with the record:\n%s\n%s", body, record)
		}
		detail, err := s.sdk.Order(t.Context(), no)
		if err != nil {
			t.Fatal(err)
		}
		if len(detail.Tracking) != 2 || detail.Tracking[0].Status != "PICKED_UP" || detail.Tracking[0].Source != "operator" ||
			detail.Tracking[0].RecordedOn.IsZero() || detail.Tracking[1].Status != "ORDER_CREATED" {
			t.Errorf("tracking %+v", detail.Tracking)
		}
		if len(detail.Submissions) != 0 || len(detail.Items) != 1 || detail.ConsigneePostal != "12420" {
			t.Errorf("detail %+v", detail)
		}
		for _, document := range detail.Documents {
			if res, _ := s.send("GET", strings.TrimPrefix(document.URL, s.url), ""); res.StatusCode != http.StatusOK ||
				res.Header.Get("Content-Type") != document.MediaType {
				t.Errorf("%s: %d", document.URL, res.StatusCode)
			}
		}
		if len(detail.Documents) != 6 || detail.Documents[0].URL != s.order(no).OrderLabelURL {
			t.Errorf("documents %+v", detail.Documents)
		}

		for path, want := range map[string]int{
			"/api/order/order/" + no + "/":                                         http.StatusUnauthorized,
			"/api/order/order/" + no + "/?secret_key=" + s.newKey("Other shipper"): http.StatusNotFound,
			"/api/order/order/UNKNOWN-1/?secret_key=" + testKey:                    http.StatusNotFound,
			"/api/order/order/a%00b/?secret_key=" + testKey:                        http.StatusNotFound,
		} {
			if res, body := s.send("GET", path, ""); res.StatusCode != want {
				t.Errorf("%s: %d %s", path, res.StatusCode, body)
			}
		}
	})
}

func TestDetailOfAPartnersOrder(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		no := s.create(partnerOrder("[fail]")).Orders[0].TrackingNo
		var detail client.OrderDetail
		s.eventually("the partner refuses", func() bool {
			var err error
			if detail, err = s.sdk.Order(t.Context(), no); err != nil {
				t.Fatal(err)
			}
			return detail.StatusCode == "SUBMISSION_FAILED"
		})
		entry := detail.Submissions[0]
		if entry.Kind != "submission" || entry.Partner != "simulated" || entry.State != "failed" || entry.Attempts != 1 ||
			entry.ErrorClass != "refused" ||
			entry.Message == "" || entry.UpdatedOn.Before(entry.CreatedOn) || time.Since(entry.CreatedOn) > time.Hour {
			t.Errorf("entry %+v", entry)
		}
		if len(detail.Documents) != 0 {
			t.Errorf("documents %+v", detail.Documents)
		}
	})
}
