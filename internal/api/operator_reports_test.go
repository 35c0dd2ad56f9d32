package api

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"waybill/internal/request"
	"waybill/internal/shipment"
	"waybill/internal/store/masterdata"
)

const operatorPath = "/api/operator/tracking/"

// operatorKey makes an operator's account and returns a key of it.
func (s *server) operatorKey() string {
	s.t.Helper()
	return s.keyOf(masterdata.Account{Name: "Operator", Operator: true})
}

// allScopes makes an operator's account and returns a key of it that may do everything.
func (s *server) allScopes() string {
	s.t.Helper()
	return s.keyWith(s.newAccount("All scopes", true), shipment.AllScopes, "")
}

func TestOperatorReports(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		key := s.operatorKey()
		created := s.create(exampleOrder(), exampleOrder())
		a, b := created.Orders[0].TrackingNo, created.Orders[1].TrackingNo
		body := `{"secret_key":"` + key + `","events":[
			{"tracking_no":"` + strings.ToLower(a) + `","status":"picked_up","description":"Weighed","country":"sg","address":"Depot",` +
			`"occurred_on":"2026-02-03T12:00:00+08:00"},
			{"tracking_no":"` + a + `","status":"PENDING_PICKUP","occurred_on":null,"country":"","event_id":"scan-7"},
			{"tracking_no":"UNKNOWN-1","status":"SUCCESS"},
			{"tracking_no":"` + b + `","status":"SUCCESS","description":null}]}`
		for _, results := range []string{"moved recorded unknown moved", "duplicate duplicate unknown duplicate"} {
			r := strings.Fields(results)
			want := `{"events":[{"tracking_no":"` + a + `","result":"` + r[0] + `"},{"tracking_no":"` + a + `","result":"` + r[1] +
				`"},{"tracking_no":"UNKNOWN-1","result":"` + r[2] + `"},{"tracking_no":"` + b + `","result":"` + r[3] + `"}]}`
			if res, got := s.send("POST", operatorPath, body); res.StatusCode != http.StatusOK || got != want {
				t.Errorf("%d\n got %s\nwant %s", res.StatusCode, got, want)
			}
		}
		detail, err := s.sdk.Order(t.Context(), a)
		if err != nil {
			t.Fatal(err)
		}
		picked := detail.Tracking[1]
		if detail.TrackerStatusCode != "PICKED_UP" || picked.Description != "Weighed" || picked.Country != "Singapore" ||
			picked.Address != "Depot" ||
			!picked.UpdatedOn.Equal(time.Date(2026, 2, 3, 4, 0, 0, 0, time.UTC)) || picked.Source != "operator" {
			t.Errorf("tracking %+v", detail.Tracking)
		}
		if o := s.order(b); o.TrackerStatusCode != "SUCCESS" || o.TrackerMainText != "Delivered" {
			t.Errorf("order %+v", o)
		}
	})
}

func TestOperatorReportsAreRefused(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		key := s.operatorKey()
		no := s.create(exampleOrder()).Orders[0].TrackingNo
		good := `{"tracking_no":"` + no + `","status":"PICKED_UP"}`
		many := strings.TrimSuffix(strings.Repeat(good+",", request.MaxReports+1), ",")
		for _, c := range []struct {
			key, events string
			status      int
			want        string
		}{
			{testKey, `[` + good + `]`, 403, `{"detail":"You do not have permission to perform this action."}`},
			{"wrong", `[` + good + `]`, 401, `{"detail":"Invalid secret key."}`},
			{key, `null`, 400, `{"events":["This field may not be null."]}`},
			{key, `[` + many + `]`, 400, `{"events":{"non_field_errors":["Ensure this field has no more than 1000 elements."]}}`},
			{
				key, `[` + good + `,"x",null,{"status":"ORDER_CREATED","occurred_on":"yesterday","country":"Atlantis","address":7},` +
					`{"tracking_no":"X","status":"CANCELLED","occurred_on":20260203}]`, 400,
				`{"events":[{},{"non_field_errors":["Invalid data. Expected a dictionary, but got str."]},` +
					`{"non_field_errors":["This field may not be null."]},` +
					`{"tracking_no":["This field is required."],"status":["\"ORDER_CREATED\" is not a valid choice."],` +
					`"country":["\"Atlantis\" is not a valid choice."],` +
					`"occurred_on":["Datetime has wrong format. Use one of these formats instead: YYYY-MM-DDThh:mm[:ss[.uuuuuu]][+HH:MM|-HH:MM|Z]."]},` +
					`{"status":["\"CANCELLED\" is not a valid choice."],` +
					`"occurred_on":["Datetime has wrong format. Use one of these formats instead: YYYY-MM-DDThh:mm[:ss[.uuuuuu]][+HH:MM|-HH:MM|Z]."]}]}`,
			},
		} {
			res, body := s.send("POST", operatorPath, `{"secret_key":"`+c.key+`","events":`+c.events+`}`)
			if res.StatusCode != c.status || body != c.want {
				t.Errorf("%.80s: %d\n got %s\nwant %s", c.events, res.StatusCode, body, c.want)
			}
		}
		if o := s.order(no); o.TrackerStatusCode != "ORDER_CREATED" {
			t.Errorf("the order is %s", o.TrackerStatusCode)
		}
	})
}
