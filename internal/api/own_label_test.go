package api

import (
	"context"
	"net/http"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"waybill/client"
	"waybill/internal/feature/desk/parcels"
	"waybill/internal/partner"
	"waybill/internal/shipment"
	"waybill/internal/store"
	"waybill/test/harness"
)

// partnerDown lets service 5 give own labels, and its partner take no order while down is true.
func (s *server) partnerDown() (admin client.Administration, down *atomic.Bool) {
	s.t.Helper()
	admin, down = client.NewAdministration(s.client(s.allScopes())), new(atomic.Bool)
	down.Store(true)
	s.partner.Wait = func(context.Context, string) error {
		if down.Load() {
			return &partner.TemporaryError{Message: "We are down."}
		}
		return nil
	}
	got, err := admin.ChangeService(s.t.Context(), 5, client.ServiceChange{OwnLabel: new(true)})
	if err != nil || !got.OwnLabel {
		s.t.Fatalf("%+v, %v", got, err)
	}
	return admin, down
}

// TestAPartnerThatIsDownStopsNoVan: while the partner is down for an hour, parcels of a service that allows it are packed and handed over
// with Waybill's own label. When the partner is back, scans in a hub say to print its label, once. It gets no order twice.
func TestAPartnerThatIsDownStopsNoVan(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		ctx := t.Context()
		admin, down := s.partnerDown()
		hub, err := admin.CreateHub(ctx, client.NewHub{Name: "Tuas", Country: "SG", Timezone: "Asia/Singapore"})
		if err != nil {
			t.Fatal(err)
		}
		strict, err := admin.CreateService(ctx, client.NewService{Name: "Strict", COD: true, Partner: "simulated"})
		if err != nil {
			t.Fatal(err)
		}
		other := partnerOrder("[slow]")
		other.ServiceID = strict.ServiceID
		created := s.create(partnerOrder("[slow] [label pdf]"), partnerOrder("[slow]"), other).Orders
		drawn, ours, waits := created[0].TrackingNo, created[1].TrackingNo, created[2].TrackingNo
		numbers := []string{drawn, ours}
		packed := func(no string) string {
			result, err := s.sdk.Pack(ctx, client.Packing{Code: no})
			if err != nil {
				t.Fatal(err)
			}
			return result.Code
		}
		if code := packed(drawn); code != "pack_no_label" {
			t.Errorf("at once: %s", code)
		}
		s.clock.advance(6 * time.Minute)
		for s.order(drawn).OrderLabelURL == "" || s.order(ours).OrderLabelURL == "" {
			runtime.Gosched()
		}
		if code := packed(waits); code != "pack_no_label" || s.order(waits).OrderLabelURL != "" {
			t.Errorf("of a service that does not allow it: %s", code)
		}
		zpl := func(no string) string {
			t.Helper()
			path := strings.TrimPrefix(s.order(no).OrderLabelURL, s.url)
			res, body := s.send("GET", path, "")
			if res.StatusCode != http.StatusOK {
				t.Fatalf("%s: %d", path, res.StatusCode)
			}
			return body
		}
		own := zpl(ours)
		if _, err := s.sdk.MarkPrinted(ctx, numbers); err != nil {
			t.Fatal(err)
		}
		list, err := s.sdk.OpenHandover(ctx, 5, "Dock 3")
		if err != nil {
			t.Fatal(err)
		}
		for _, no := range numbers {
			if code := packed(no); code != "packed" {
				t.Errorf("%s: %s", no, code)
			}
			if added, err := s.sdk.AddToHandover(ctx, list.Number, no, "van "+no); err != nil || added.Code != "handover_added" {
				t.Errorf("%+v, %v", added, err)
			}
		}
		scan := func(name, activity string) (next string) {
			t.Helper()
			results, err := admin.ScanInHub(ctx, client.HubScans{HubID: hub.HubID, Activity: activity, Scans: []client.HubScan{
				{Scan: name + drawn, Code: drawn}, {Scan: name + ours, Code: ours},
			}})
			if err != nil {
				t.Fatal(err)
			}
			return results[0].Next + " " + results[0].Code + " " + results[1].Next + " " + results[1].Code
		}
		closed := func() {
			t.Helper()
			if _, err := s.sdk.CloseHandover(ctx, list.Number, client.HandoverClose{GivenBy: "Ann", TakenBy: "Ben", Parcels: 2}); err != nil {
				t.Fatal(err)
			}
			s.learn(testKey, "close_handover")
		}
		closed()
		if at := s.order(ours).TrackerStatusCode; at != "PICKED_UP" {
			t.Errorf("after the van: %s", at)
		}
		if says := scan("in", "inbound"); says != "aside hub_no_label aside hub_no_label" {
			t.Errorf("while it is down: %s", says)
		}
		s.clock.advance(time.Hour)
		down.Store(false)
		for {
			o, err := s.api.Store.OrderByTrackingNo(ctx, drawn)
			if err != nil {
				t.Fatal(err)
			}
			label, err := s.api.Store.Ledger.PartnerLabel(ctx, o.AccountID, o.OrderID)
			if err == nil && label.State == store.LabelStored && s.order(ours).HAWBNo != "" {
				break
			}
		}
		admin = s.asKeyOf(s.newAccount("later", true), shipment.AllScopes) // the key from before has expired
		if says := scan("back", "found"); says != "print hub_print print hub_print" {
			t.Errorf("when it is back: %s", says)
		}
		if body := zpl(ours); body == own {
			t.Error("the label is the own one still")
		}
		if !strings.HasPrefix(zpl(drawn), "%PDF-1.4\n") {
			t.Error("no label of the partner")
		}
		if _, err := s.sdk.MarkPrinted(ctx, numbers); err != nil {
			t.Fatal(err)
		}
		if says := scan("out", "outbound"); says != "partner hub_to_partner partner hub_to_partner" {
			t.Errorf("with the label of the partner: %s", says)
		}
		accepted, err := harness.Acceptances(ctx, s.folder+"/simulated-courier.db")
		if err != nil || accepted[drawn] != 1 || accepted[ours] != 1 {
			t.Errorf("the partner accepted %v, %v", accepted, err)
		}
	})
}

// TestAVanWaitsForNoLabelOfAPartner: the label of a partner that comes while its parcel is on a list, or before it is scanned, keeps
// nothing from leaving. A partner that refuses an order does.
func TestAVanWaitsForNoLabelOfAPartner(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		ctx := t.Context()
		_, down := s.partnerDown()
		created := s.create(partnerOrder("[slow] [label pdf]"), partnerOrder("[slow] [label pdf]"), partnerOrder("[slow] [label never]")).Orders
		s.clock.advance(6 * time.Minute)
		for i := range created {
			for s.order(created[i].TrackingNo).OrderLabelURL == "" {
				runtime.Gosched()
			}
		}
		list, err := s.sdk.OpenHandover(ctx, 5, "Dock 3")
		if err != nil {
			t.Fatal(err)
		}
		add := func(i int) string {
			t.Helper()
			added, err := s.sdk.AddToHandover(ctx, list.Number, created[i].TrackingNo, "van "+created[i].TrackingNo)
			if err != nil {
				t.Fatal(err)
			}
			return added.Code
		}
		if a, c := add(0), add(2); a != "handover_added" || c != "handover_added" {
			t.Errorf("%s, %s", a, c)
		}
		s.clock.advance(time.Hour)
		down.Store(false)
		for done := 0; done < 3; {
			done = 0
			for i := range created {
				o, err := s.api.Store.OrderByTrackingNo(ctx, created[i].TrackingNo)
				if err != nil {
					t.Fatal(err)
				}
				label, err := s.api.Store.Ledger.PartnerLabel(ctx, o.AccountID, o.OrderID)
				if err == nil && label.State != store.LabelDue {
					done++
				}
			}
		}
		if b := add(1); b != "handover_added" {
			t.Errorf("after the label came: %s", b)
		}
		trouble, err := (&parcels.Parcels{Store: s.api.Store}).HandoverTrouble(ctx, s.demoAccount(), 1, 9)
		if err != nil || len(trouble) != 1 || trouble[0].TrackingNo != created[2].TrackingNo || trouble[0].Trouble != "handover_no_label" {
			t.Errorf("trouble %+v, %v", trouble, err)
		}
	})
}
