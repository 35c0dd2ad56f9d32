package api

import (
	"context"
	"crypto/rand"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"waybill/client"
	"waybill/internal/fulfil"
	"waybill/internal/label/inspect/inspecttest"
	"waybill/internal/partner/easypost"
	"waybill/internal/partner/easypost/easyposttest"
	"waybill/internal/partner/protocol"
	"waybill/internal/partner/standin"
	"waybill/internal/shipment"
	"waybill/internal/signature"
	"waybill/internal/store"
	"waybill/internal/store/masterdata"
)

// easypostService makes service 90 of EasyPost, which takes orders without customs facts only if the service or its account
// states them.
func (s *server) easypostService(refuses bool) *easyposttest.Server {
	s.t.Helper()
	account := easyposttest.New(s.t)
	account.Label = inspecttest.Label("EASYPOST", 1)
	masterData := s.api.Store.MasterData
	ep, err := easypost.New(easypost.Config{
		APIKey: easyposttest.APIKey, BaseURL: account.URL, PrivateNetwork: true,
		Customs: func(ctx context.Context, o *shipment.Order) (shipment.Customs, error) {
			return masterData.Customs(ctx, o.AccountID, o.ServiceID)
		},
	})
	if err != nil {
		s.t.Fatal(err)
	}
	s.t.Cleanup(ep.Close)
	s.api.Orders.Fulfiller.(*fulfil.Fulfiller).SetPartners(map[string]fulfil.Partner{
		shipment.PartnerEasyPost:  {Partner: ep, Concurrency: 4, CallTimeout: time.Minute},
		shipment.PartnerSimulated: {Partner: s.partner, Concurrency: 4, CallTimeout: time.Minute},
	})
	_, err = masterData.CreateService(s.t.Context(), shipment.Service{
		ServiceID: 90, Name: "Lane", Category: shipment.CategoryPickup, COD: true, Partner: shipment.PartnerEasyPost, RefusesMissing: refuses,
	})
	if err != nil {
		s.t.Fatal(err)
	}
	return account
}

// state sets facts for customs of the demo account.
func (s *server) state(pairs ...string) {
	s.t.Helper()
	_, err := s.api.Store.MasterData.UpdateAccountCustoms(s.t.Context(), s.demoAccount(), func(c shipment.Customs) error {
		for i := 0; i < len(pairs); i += 2 {
			if err := masterdata.SetCustoms(c, pairs[i], pairs[i+1]); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		s.t.Fatal(err)
	}
}

// abroad is an order for EasyPost without facts for customs.
func abroad() client.NewOrder {
	o := exampleOrder()
	o.ServiceID = 90
	return o
}

// TestMissingCustomsWait: an order of an old client is created as ever. It waits for what EasyPost cannot do without, and is
// submitted by itself when a setting and an edit state it. Nothing is bought before, and once.
func TestMissingCustomsWait(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		account := s.easypostService(false)
		blocking := client.CreateRequest{Blocking: true, Orders: []client.NewOrder{abroad()}}
		made, err := s.sdk.CreateOrders(t.Context(), blocking)
		if err != nil || made.Orders[0].LabelURL != "" {
			t.Fatalf("%+v, %v", made, err)
		}
		first := made.Orders[0]
		for _, fact := range []string{"export_reason is missing", "restriction_type is missing", "items[0].item_origin_country is missing"} {
			if !strings.Contains(first.Message, fact) {
				t.Errorf("the message is %q, without %q", first.Message, fact)
			}
		}
		second := s.create(abroad()).Orders[0].TrackingNo // 201, as ever
		waits := func(no string) bool {
			sub, err := s.api.Store.Ledger.SubmissionByTrackingNo(t.Context(), no)
			return err == nil && sub.State == store.SubmissionPending && sub.ErrorClass == store.ClassMissing && sub.DueOn.After(s.clock.now())
		}
		for _, no := range []string{first.TrackingNo, second} {
			s.eventually("the order waits", func() bool { return waits(no) })
		}
		asked := func() (rules []string) {
			detail, err := s.sdk.Order(t.Context(), second)
			if err != nil {
				t.Fatal(err)
			}
			for _, w := range detail.Warnings {
				if w.RuleID == shipment.PartnerEasyPost {
					rules = append(rules, w.Field)
				}
			}
			return rules
		}
		if got := asked(); !slices.Equal(got, []string{"export_reason", "items", "item_origin_country"}) {
			t.Errorf("the detail asks for %v", got)
		}
		s.state("restriction_type", "none", "origin_country", "SG")
		s.eventually("the order waits for less", func() bool {
			sub, err := s.api.Store.Ledger.SubmissionByTrackingNo(t.Context(), second)
			return err == nil && waits(second) && !strings.Contains(sub.Message, "restriction_type") &&
				strings.Contains(sub.Message, "export_reason")
		})
		if calls := account.Calls(); len(calls) > 0 {
			t.Errorf("EasyPost was asked: %v", calls)
		}
		s.edited(first.TrackingNo, map[string]any{"export_reason": "sale"})
		s.eventually("the edited order has its label", func() bool { return s.order(first.TrackingNo).OrderLabelURL != "" })
		if !waits(second) {
			t.Error("the other order does not wait any more")
		}
		s.state("contents_type", "gift")
		s.eventually("the other order has its label", func() bool { return s.order(second).OrderLabelURL != "" })
		if got := asked(); got != nil {
			t.Errorf("the detail of the submitted order asks for %v", got)
		}
		for _, no := range []string{first.TrackingNo, second} {
			sub, err := s.api.Store.Ledger.SubmissionByTrackingNo(t.Context(), no)
			if err != nil || account.Purchases(sub.IdempotencyKey) != 1 {
				t.Errorf("%s: %d purchases, %v", no, account.Purchases(sub.IdempotencyKey), err)
			}
		}
	})
}

// TestMissingCustomsOfAnAdapter: an order waits, or is refused, if it lacks what an adapter declares it needs.
func TestMissingCustomsOfAnAdapter(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		keys, masterData := signature.Keys{"wbp_test"}, s.api.Store.MasterData
		adapter := httptest.NewServer(standin.New(standin.Config{
			Partner: s.partner, Keys: keys, Needs: []string{"export_reason", "item_origin_country", "of another version"},
			Random: func() float64 { return 0 }, Nonce: rand.Text, Now: time.Now, Log: slog.New(slog.DiscardHandler),
		}).Handler())
		t.Cleanup(adapter.Close)
		acme := protocol.New(protocol.Config{
			BaseURL: adapter.URL, Secrets: keys, PrivateNetwork: true, Now: time.Now, Nonce: rand.Text,
			Customs: func(ctx context.Context, o *shipment.Order) (shipment.Customs, error) {
				return masterData.Customs(ctx, o.AccountID, o.ServiceID)
			},
		})
		t.Cleanup(acme.Close)
		fulfiller := s.api.Orders.Fulfiller.(*fulfil.Fulfiller)
		fulfiller.SetPartners(map[string]fulfil.Partner{shipment.PartnerSimulated: {Partner: acme, Concurrency: 4, CallTimeout: time.Minute}})
		if needs := fulfiller.PartnerState(shipment.PartnerSimulated).Needs; len(needs) != 3 {
			t.Errorf("the state has the needs %v", needs)
		}
		s.state("origin_country", "SG")
		o := exampleOrder()
		o.ServiceID = 5
		made, err := s.sdk.CreateOrders(t.Context(), client.CreateRequest{Blocking: true, Orders: []client.NewOrder{o}})
		if err != nil || made.Orders[0].LabelURL != "" || !strings.HasPrefix(made.Orders[0].Message, "export_reason is missing") ||
			strings.Contains(made.Orders[0].Message, "item_origin_country") {
			t.Fatalf("%+v, %v", made, err)
		}
		no := made.Orders[0].TrackingNo
		sub, err := s.api.Store.Ledger.SubmissionByTrackingNo(t.Context(), no)
		if err != nil || sub.ErrorClass != store.ClassMissing {
			t.Errorf("%+v, %v", sub, err)
		}
		s.edited(no, map[string]any{"export_reason": "sale"})
		s.eventually("the edited order has its label", func() bool { return s.order(no).OrderLabelURL != "" })
		_, err = masterData.UpdateService(t.Context(), 5, func(sv *shipment.Service) error {
			sv.RefusesMissing = true
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		_, err = s.sdk.CreateOrders(t.Context(), client.CreateRequest{Orders: []client.NewOrder{o}})
		if err == nil || !strings.Contains(err.Error(), "export_reason is missing") {
			t.Errorf("a service that refuses: %v", err)
		}
	})
}

// TestMissingCustomsOfOthers: in-house orders, and orders of partners that declare no needs, never wait for facts for customs.
func TestMissingCustomsOfOthers(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		for _, id := range []int64{1, 5} {
			_, err := s.api.Store.MasterData.UpdateService(t.Context(), id, func(sv *shipment.Service) error {
				sv.RefusesMissing = true
				return nil
			})
			if err != nil {
				t.Fatal(err)
			}
			o := exampleOrder()
			o.ServiceID = id
			made, err := s.sdk.CreateOrders(t.Context(), client.CreateRequest{Blocking: true, Orders: []client.NewOrder{o}})
			if err != nil || made.Orders[0].LabelURL == "" {
				t.Errorf("service %d: %+v, %v", id, made, err)
			}
		}
	})
}

// TestMissingCustomsRefused: a service that refuses names each fact under its field, at a create, an edit and a validation. With the facts
// it takes the order.
func TestMissingCustomsRefused(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		s.easypostService(true)
		s.state("restriction_type", "none")
		const body = `{"orders":[{"service_id":90,"shipper_order_id":"A","order_length":1,"order_width":1,` +
			`"order_height":1,"order_weight":1,"payment_type":"prepaid","consignee_name":"Susan",` +
			`"consignee_number":"+6281234567891","consignee_country":"Indonesia","consignee_address":"Jl. Berangin 5","consignee_postal":"12420",` +
			`"consignee_state":"Jakarta","consignee_city":"Jakarta","consignee_province":"Cilandak","pickup_contact_name":"Jackson",` +
			`"pickup_contact_number":"+6591234567","pickup_country":"Singapore","pickup_address":"Jurong West Ave 1","pickup_postal":"640534",` +
			`"pickup_state":"Singapore","items":[{"item_desc":"Shirt","item_quantity":1,"item_price_value":"5","item_price_currency":"SGD"}]}]}`
		header := []string{"Authorization", "Bearer " + testKey, "Content-Type", "application/json"}
		for _, path := range []string{"/api/order/orders/", "/api/order/validate/"} {
			got, text := s.send(http.MethodPost, path, body, header...)
			want := map[string]int{"/api/order/orders/": http.StatusBadRequest, "/api/order/validate/": http.StatusOK}[path]
			if got.StatusCode != want || !strings.Contains(text, `"export_reason":["export_reason is missing`) ||
				!strings.Contains(text, `{"item_origin_country":["items[0].item_origin_country is missing`) ||
				strings.Contains(text, `"rule_id":"easypost"`) {
				t.Errorf("%s: %d %s", path, got.StatusCode, text)
			}
		}
		asked := append(slices.Clone(header), "Accept", "application/problem+json")
		if _, text := s.send(http.MethodPost, "/api/order/validate/", body, asked...); !strings.Contains(text, `"code":"missing_fact"`) {
			t.Errorf("the facts have no code: %s", text)
		}
		full := strings.Replace(strings.Replace(body, `"service_id"`, `"export_reason":"sale","service_id"`, 1),
			`"item_desc"`, `"item_origin_country":"SG","item_desc"`, 1)
		got, text := s.send(http.MethodPost, "/api/order/orders/", full, header...)
		if got.StatusCode != http.StatusCreated {
			t.Fatalf("with the facts: %d %s", got.StatusCode, text)
		}
		s.state("restriction_type", "")
		if got, text := s.send(http.MethodPost, "/api/order/orders/", full, header...); got.StatusCode != http.StatusBadRequest ||
			!strings.Contains(text, "restriction_type is missing") {
			t.Errorf("without a setting: %d %s", got.StatusCode, text)
		}
	})
}
