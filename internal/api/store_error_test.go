package api

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"waybill/client"
	"waybill/internal/store/engine"
)

// exec changes the database behind the API.
func (s *server) exec(statement string) {
	s.t.Helper()
	err := s.api.Store.DB.Write(s.t.Context(), func(ctx context.Context, q engine.Querier) error {
		_, err := q.Exec(ctx, statement)
		return err
	})
	if err != nil {
		s.t.Fatal(err)
	}
}

// without runs check while the database has lost a column, so that what reads it fails.
func (s *server) without(table, column string, check func()) {
	s.t.Helper()
	s.exec(fmt.Sprintf("ALTER TABLE %s RENAME COLUMN %s TO lost", table, column))
	defer s.exec(fmt.Sprintf("ALTER TABLE %s RENAME COLUMN lost TO %s", table, column))
	check()
}

// TestAReadThatFailsIsNoVerdictAboutAnOrder: a fact that cannot be read now is not one that is missing, and not one that is there. Every
// door says that the service failed, and says the verdict when the read succeeds again.
func TestAReadThatFailsIsNoVerdictAboutAnOrder(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		s.easypostService(true)
		s.setRules(`{"id":"origin","severity":"error","destination":"Indonesia","kind":"required","field":"item_origin_country"}`,
			`{"id":"warned","severity":"warning","destination":"Indonesia","kind":"required","field":"item_origin_country"}`)
		s.state("origin_country", "SG", "restriction_type", "none", "contents_type", "gift")
		stored := s.create(parcel()).Orders[0].TrackingNo
		lacking := abroad() // nothing refuses it but the partner
		lacking.Items[0].OriginCountry = "SG"
		doors := []struct {
			name, method, path, body string
			want                     int // with a store that can be read
		}{
			{"create", "POST", "/api/order/orders/", ordersBody(t, nil, parcel()), http.StatusCreated},
			{"create for a partner", "POST", "/api/order/orders/", ordersBody(t, nil, lacking), http.StatusCreated},
			{"create valid ones", "POST", "/api/order/orders/", ordersBody(t, map[string]any{"accept_valid": true}, parcel()), http.StatusCreated},
			{"validate", "POST", "/api/order/validate/", ordersBody(t, nil, parcel()), http.StatusOK},
			{"edit", "PATCH", "/api/order/order/" + stored + "/", `{"delivery_note":"Ring twice"}`, http.StatusOK},
			{"detail", "GET", "/api/order/order/" + stored + "/", "", http.StatusOK},
		}
		send := func(method, path, body string) (int, string) {
			res, text := s.send(method, path, body, "Authorization", "Bearer "+testKey, "Content-Type", "application/json")
			return res.StatusCode, text
		}
		s.without("accounts", "customs", func() {
			for _, door := range doors {
				if status, text := send(door.method, door.path, door.body); status < 500 || strings.Contains(text, "item_origin_country") {
					t.Errorf("%s while the facts cannot be read: %d %s", door.name, status, text)
				}
			}
			checker, err := s.api.Orders.Rules.Checker(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if n, err := s.api.Store.Search.IndexOrders(t.Context(), "test", checker.Kinds); n > 0 || err == nil {
				t.Errorf("%d orders were indexed with warnings that are not known, %v", n, err)
			}
		})
		for _, door := range doors {
			if status, text := send(door.method, door.path, door.body); status != door.want {
				t.Errorf("%s: %d %s", door.name, status, text)
			}
		}
	})
}

// TestAnImportDoesNotRefuseForAReadThatFails: no row of a file is refused because the store failed.
func TestAnImportDoesNotRefuseForAReadThatFails(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		s.setRules(`{"id":"origin","severity":"error","destination":"Indonesia","kind":"required","field":"item_origin_country"}`)
		s.state("origin_country", "SG")
		file := client.ImportRequest{File: importFile(t, 1, 2), FileName: "orders.csv", DryRun: true}
		s.without("accounts", "customs", func() {
			if got := s.importOf(file); got.State != client.ImportFailed || got.Refused != 0 || got.Message == "" {
				t.Errorf("while the facts cannot be read: %+v", got)
			}
		})
		if got := s.importOf(file); got.State != client.ImportChecked || got.Valid != 2 || got.Refused != 0 {
			t.Errorf("%+v", got)
		}
	})
}

// TestAnAddressIsNotUnknownIfTheKeysCannotBeRead: the address may be one of another server, whose key this one does not know yet.
func TestAnAddressIsNotUnknownIfTheKeysCannotBeRead(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		s.create(parcel())
		path := strings.TrimPrefix(s.detail(s.create(parcel()).Orders[0].TrackingNo).OrderLabelURL, s.url)
		other := strings.Replace(path, "-", "-a", 1)
		s.without("secrets", "label_key", func() {
			for range 2 {
				s.clock.advance(time.Millisecond)
				if res, _ := s.send("GET", other, ""); res.StatusCode < 500 {
					t.Errorf("an address that may be one of another server: %d", res.StatusCode)
				}
			}
			if res, _ := s.send("GET", path, ""); res.StatusCode != http.StatusOK {
				t.Errorf("an address with a known key: %d", res.StatusCode)
			}
		})
		if res, _ := s.send("GET", other, ""); res.StatusCode != http.StatusNotFound {
			t.Errorf("an address that nobody signed: %d", res.StatusCode)
		}
	})
}
