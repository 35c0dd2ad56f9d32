package api

import (
	"net/http"
	"slices"
	"testing"

	"waybill/client"
	"waybill/internal/each"
	"waybill/internal/shipment"
)

// TestChangeParcels holds the parcels of two accounts by number and reference, and releases them by a filter.
func TestChangeParcels(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		key := s.keyWith(s.newAccount("operator", true), shipment.ScopeFloorRead|shipment.ScopeFloorWrite|shipment.ScopeTrackingWrite, "")
		shippers := []int64{s.newAccount("first", false), s.newAccount("second", false)}
		var numbers []string
		for _, account := range shippers {
			same := exampleOrder()
			same.ShipperOrderID = "SAME"
			made, err := s.client(s.keyWith(account, shipment.DefaultScopes, "")).CreateOrders(t.Context(), client.CreateRequest{
				Orders: []client.NewOrder{exampleOrder(), same},
			})
			if err != nil {
				t.Fatal(err)
			}
			numbers = append(numbers, each.Of(made.Orders, func(o client.CreatedOrder) string { return o.TrackingNo })...)
		}
		operator := client.NewAdministration(s.client(key))
		change := func(c client.ParcelChange) client.ParcelsChanged {
			t.Helper()
			changed, err := operator.ChangeParcels(t.Context(), c)
			if err != nil || !slices.Equal(each.Of(changed.Jobs, func(j client.ParcelJob) int64 { return j.AccountID }), shippers) {
				t.Fatalf("%+v, %v", changed, err)
			}
			for i := range changed.Jobs {
				j := &changed.Jobs[i]
				s.eventually("the job ends", func() bool {
					if j.JobID != 0 {
						*j, err = operator.ParcelJob(t.Context(), j.AccountID, j.JobID)
					}
					return err != nil || j.State != "choosing" && j.State != "running"
				})
			}
			if err != nil {
				t.Fatal(err)
			}
			return changed
		}
		hold := client.ParcelChange{
			Kind: "hold", Reason: "Flood", TrackingNos: []string{numbers[0], numbers[2], "SAME", "NO-SUCH"}, DryRun: true,
		}
		wanted := func(c client.ParcelsChanged, state string, changed, unchanged int64) {
			t.Helper()
			for _, j := range c.Jobs {
				if j.State != state || j.Changed != changed || j.Unchanged != unchanged || j.Refused != 0 || (j.JobID == 0) != (state == "tried") {
					t.Errorf("%+v, want %s, %d changed, %d unchanged", j, state, changed, unchanged)
				}
			}
		}
		tried := change(hold)
		wanted(tried, "tried", 1, 0)
		if !slices.Equal(tried.NotFound, []string{"NO-SUCH"}) || !slices.Equal(tried.Ambiguous, []string{"SAME"}) {
			t.Errorf("%+v", tried)
		}
		hold.DryRun = false
		wanted(change(hold), "done", 1, 0)
		wanted(change(hold), "done", 0, 1)
		held := &client.ParcelFilter{Held: new(true)}
		wanted(change(client.ParcelChange{Kind: "release", Filter: held}), "done", 1, 0)
		none, err := operator.ChangeParcels(t.Context(), client.ParcelChange{Kind: "release", Filter: held})
		if err != nil || len(none.Jobs) != 0 {
			t.Errorf("nothing is selected: %+v, %v", none, err)
		}
		named, err := operator.ChangeParcels(t.Context(), client.ParcelChange{
			Kind: "hold", Reason: "Flood", Filter: &client.ParcelFilter{Code: "SAME"},
		})
		if err != nil || len(named.Jobs) != 0 || !slices.Equal(named.Ambiguous, []string{"SAME"}) {
			t.Errorf("a filter by the reference of two shippers: %+v, %v", named, err)
		}
		for body, want := range map[string]string{
			`{"kind":"report","status":"PICKED_UP","filter":{}}`:    `{"occurred_on":["This field is required."]}`,
			`{"kind":"burn","tracking_nos":["x"]}`:                  `{"kind":["\"burn\" is not a valid choice."]}`,
			`{"kind":"hold","reason":"x"}`:                          `{"filter":["Send either tracking_nos or filter."]}`,
			`{"kind":"hold","filter":{},"tracking_nos":["x"]}`:      `{"filter":["Send either tracking_nos or filter."]}`,
			`{"kind":"cancel","reason":"x","tracking_nos":["x"]}`:   `{"reason":["A change of kind cancel has no such field."]}`,
			`{"kind":"cancel","filter":{"helt":true}}`:              `{"filter":{"helt":["Unknown field."]}}`,
			`{"kind":"cancel","filter":[]}`:                         `{"filter":["Expected a dictionary of items but got type \"list\"."]}`,
			`{"kind":"hold","tracking_nos":["` + numbers[0] + `"]}`: `{"reason":["This field is required."]}`,
		} {
			res, text := s.send(http.MethodPost, "/api/operator/orders/change/", body, "Authorization", "Bearer "+key)
			if res.StatusCode != http.StatusBadRequest || text != want {
				t.Errorf("%s: %d %s, want %s", body, res.StatusCode, text, want)
			}
		}
		s.as(key, http.MethodGet, "/api/operator/orders/jobs/1/7/", "", http.StatusNotFound, nil)
	})
}
