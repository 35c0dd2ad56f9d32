package api

import (
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"waybill/client"
	"waybill/internal/shipment"
	"waybill/internal/store/audit"
)

// wantWrong fails unless an error is about a field, with some words.
func wantWrong(t *testing.T, err error, field, words string) {
	t.Helper()
	wrong, ok := errors.AsType[*client.ValidationError](err)
	if !ok || !strings.Contains(wrong.Error(), field) || !strings.Contains(wrong.Error(), words) {
		t.Errorf("%v, want %s: %s", err, field, words)
	}
}

// TestOperatorManagesServices creates, changes, disables and enables a service. Each change is in the audit log.
func TestOperatorManagesServices(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		ctx, operator := t.Context(), s.asAdministrator()
		created, err := operator.CreateService(ctx, client.NewService{Name: " HK-JP Pickup ", Origin: "HK", Destination: "Japan", COD: true})
		if err != nil || created.Name != "HK-JP Pickup" || created.Origin != "Hong Kong" || created.Destination != "Japan" ||
			created.Category != "pickup" || !created.COD || created.Partner != "" || created.MissingCustoms != "wait" || created.Disabled {
			t.Fatalf("created %+v, %v", created, err)
		}
		id := created.ServiceID
		for field, n := range map[string]client.NewService{
			"name": {Name: "a\x01"}, "origin": {Name: "A", Origin: "Atlantis"}, "category": {Name: "A", Category: "drone"},
			"service_id": {Name: "A", ServiceID: id}, "partner": {Name: "A", Partner: "nobody"},
			"missing_customs": {Name: "A", MissingCustoms: "no"},
		} {
			_, err := operator.CreateService(ctx, n)
			wantWrong(t, err, field, "")
		}

		changed, err := operator.ChangeService(ctx, id, client.ServiceChange{MissingCustoms: new("refuse")})
		if err != nil || changed.MissingCustoms != "refuse" || changed.Name != "HK-JP Pickup" || !changed.COD {
			t.Errorf("changed %+v, %v", changed, err)
		}
		changed, err = operator.ChangeService(ctx, id, client.ServiceChange{
			Name: new("HK-JP"), COD: new(false), Partner: new(shipment.PartnerEasyPost), MissingCustoms: new(""),
		})
		if err != nil || changed.Name != "HK-JP" || changed.COD || changed.Partner != "easypost" || changed.MissingCustoms != "wait" {
			t.Errorf("changed %+v, %v", changed, err)
		}
		_, err = operator.ChangeService(ctx, id, client.ServiceChange{Name: new("")})
		wantWrong(t, err, "name", "printable")
		_, err = operator.ChangeService(ctx, id, client.ServiceChange{Partner: new("nobody")})
		wantWrong(t, err, "partner", "not disabled")

		disabled, err := operator.DisableService(ctx, id)
		if err != nil || !disabled.Disabled {
			t.Errorf("disabled %+v, %v", disabled, err)
		}
		order := exampleOrder()
		order.ServiceID = id
		order.PickupCountry, order.ConsigneeCountry = "HK", "JP"
		if _, err := s.sdk.CreateOrders(ctx, client.CreateRequest{Orders: []client.NewOrder{order}}); err == nil {
			t.Error("a disabled service takes an order")
		}
		enabled, err := operator.EnableService(ctx, id)
		if viewed, viewErr := operator.Service(ctx, id); err != nil || viewErr != nil || enabled != viewed || viewed.Disabled {
			t.Errorf("enabled %+v, %v; viewed %+v, %v", enabled, err, viewed, viewErr)
		}
		all, err := operator.Services(ctx)
		if err != nil || !slices.Contains(all, enabled) || len(all) < 2 {
			t.Errorf("all %+v, %v", all, err)
		}

		if _, err = client.NewAdministration(s.sdk).Services(ctx); !errors.Is(err, client.ErrForbidden) {
			t.Errorf("a shipper: %v", err)
		}
		for _, call := range []func() error{
			func() error { _, err := operator.Service(ctx, 9999); return err },
			func() error { _, err := operator.ChangeService(ctx, 9999, client.ServiceChange{}); return err },
			func() error { _, err := operator.DisableService(ctx, 9999); return err },
			func() error { _, err := operator.ServiceLabels(ctx, 9999); return err },
			func() error {
				_, err := operator.ChangeServiceLabels(ctx, 9999, client.ServiceLabelsChange{})
				return err
			},
			func() error { _, err := operator.ServiceCustoms(ctx, 9999); return err },
			func() error { _, err := operator.ChangeServiceCustoms(ctx, 9999, map[string]string{}); return err },
		} {
			if err := call(); !errors.Is(err, client.ErrNotFound) {
				t.Errorf("no such service: %v", err)
			}
		}
		entries, _, err := s.api.Store.Audit.List(ctx, audit.Filter{SubjectKind: "service", Subject: fmt.Sprint(id)}, "", 10)
		if err != nil || len(entries) != 5 || entries[0].Action != "enable" || entries[0].Actor.Kind != audit.ActorKey {
			t.Errorf("audit log %+v, %v", entries, err)
		}
	})
}

// TestAServiceKeepsItsLane says that a request may not change the lane, and refuses what no service has.
func TestAServiceKeepsItsLane(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		key := s.keyWith(s.newAccount("second operator", true), shipment.ScopeAdministration, "")
		const keeps = `["A service keeps its number, its lane and its category. Create another service."]`
		for body, want := range map[string]string{
			`{"name":"X","origin":"SG"}`:     `{"origin":` + keeps + `}`,
			`{"category":null}`:              `{"category":` + keeps + `}`,
			`{"destination":["SG"],"cod":3}`: `{"cod":["Must be a valid boolean."],"destination":` + keeps + `}`,
			`{"nam":"X"}`:                    `{"nam":["Unknown field. Did you mean name?"]}`,
			`[]`:                             `"non_field_errors"`,
		} {
			res, text := s.send("PATCH", "/api/operator/services/1/", body, "Authorization", "Bearer "+key, "Content-Type", "application/json")
			if res.StatusCode != http.StatusBadRequest || !strings.Contains(text, want) {
				t.Errorf("%s: %d %s, want %s", body, res.StatusCode, text, want)
			}
		}
		res, text := s.send("PATCH", "/api/operator/services/1/", `{"name":null,"cod":null}`, "Authorization", "Bearer "+key,
			"Content-Type", "application/json")
		if res.StatusCode != http.StatusBadRequest || !strings.Contains(text, `"name"`) {
			t.Errorf("no name: %d %s", res.StatusCode, text)
		}
	})
}

// TestOperatorSetsLabelsOfServices replaces the lists of a request. A list that is not sent stays.
func TestOperatorSetsLabelsOfServices(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		ctx, operator := t.Context(), s.asAdministrator()
		labels, err := operator.ServiceLabels(ctx, 1)
		if err != nil || len(labels.Marks)+len(labels.Routing) > 0 {
			t.Errorf("at first %+v, %v", labels, err)
		}
		routes := []client.Route{{Prefix: "12-1", Hub: "JKT", SortCode: "JKT-04"}, {Hub: "JKT"}}
		labels, err = operator.ChangeServiceLabels(ctx, 1, client.ServiceLabelsChange{Routing: &routes})
		if err != nil || !slices.Equal(labels.Routing, []client.Route{{Hub: "JKT"}, {Prefix: "121", Hub: "JKT", SortCode: "JKT-04"}}) {
			t.Errorf("routes %+v, %v", labels, err)
		}
		labels, err = operator.ChangeServiceLabels(ctx, 1, client.ServiceLabelsChange{Marks: &[]string{"fragile", "signature"}})
		if err != nil || !slices.Equal(labels.Marks, []string{"signature", "fragile"}) || len(labels.Routing) != 2 {
			t.Errorf("marks %+v, %v", labels, err)
		}
		most := make([]client.Route, shipment.MaxRoutes+1)
		for i := range most {
			most[i] = client.Route{Prefix: fmt.Sprint(i), Hub: "H"}
		}
		for words, c := range map[string]client.ServiceLabelsChange{
			"liquid":                    {Marks: &[]string{"liquid"}},
			"each prefix has one route": {Routing: &[]client.Route{{Hub: "A"}, {Hub: "B"}}},
			"more than 16":              {Routing: &[]client.Route{{Hub: strings.Repeat("A", 17)}}}, "5000": {Routing: &most},
		} {
			_, err := operator.ChangeServiceLabels(ctx, 1, c)
			wantWrong(t, err, "", words)
		}
		full := most[:shipment.MaxRoutes]
		if labels, err = operator.ChangeServiceLabels(ctx, 1, client.ServiceLabelsChange{Routing: &full}); len(labels.Routing) != len(full) {
			t.Errorf("%d routes, %v", len(labels.Routing), err)
		}
		for _, none := range []*[]client.Route{{}, new([]client.Route)} {
			labels, err = operator.ChangeServiceLabels(ctx, 1, client.ServiceLabelsChange{Routing: none})
			viewed, _ := operator.ServiceLabels(ctx, 1)
			if err != nil || len(labels.Routing) > 0 || len(viewed.Routing) > 0 || len(viewed.Marks) != 2 {
				t.Errorf("no routes: %+v, %v", labels, err)
			}
		}
		key := s.keyWith(s.newAccount("second operator", true), shipment.ScopeAdministration, "")
		res, text := s.send("PATCH", "/api/operator/services/1/labels/", `{"routing":[{"prefix":"1","hub":"A","hubb":"B"}]}`,
			"Authorization", "Bearer "+key, "Content-Type", "application/json")
		if res.StatusCode != http.StatusBadRequest || text != `{"routing":[{"hubb":["Unknown field. Did you mean hub?"]}]}` {
			t.Errorf("an unknown field: %d %s", res.StatusCode, text)
		}
	})
}

// TestOperatorStatesFactsForCustoms of a service.
func TestOperatorStatesFactsForCustoms(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		ctx, operator := t.Context(), s.asAdministrator()
		facts, err := operator.ChangeServiceCustoms(ctx, 1, map[string]string{"contents_type": "gift", "origin_country": "Singapore"})
		if err != nil || facts["contents_type"] != "gift" || facts["origin_country"] != "SG" || facts["customs_signer"] != "" {
			t.Errorf("stated %v, %v", facts, err)
		}
		facts, err = operator.ChangeServiceCustoms(ctx, 1, map[string]string{"contents_type": ""})
		if viewed, _ := operator.ServiceCustoms(ctx, 1); err != nil || facts["contents_type"] != "" || viewed["origin_country"] != "SG" {
			t.Errorf("removed %v, %v; viewed %v", facts, err, viewed)
		}
		for field, value := range map[string]string{"contents_type": "gold", "contents_typ": "gift", "origin_country": "Atlantis"} {
			_, err := operator.ChangeServiceCustoms(ctx, 1, map[string]string{field: value})
			wantWrong(t, err, field, "")
		}
		_, err = operator.ChangeServiceCustoms(ctx, 1, map[string]string{"customs_certify": "yes"})
		wantWrong(t, err, "customs_signer", "needs it")
	})
}
