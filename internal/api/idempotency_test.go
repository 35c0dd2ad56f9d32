package api

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"waybill/client"
	"waybill/internal/api/shell"
	"waybill/internal/request"
	"waybill/internal/shipment"
	"waybill/internal/store"
)

func TestSameKeySameBodyGetsTheFirstAnswer(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		for _, blocking := range []bool{false, true} {
			own := exampleOrder()
			own.TrackingNo = map[bool]string{false: "OWN-0001", true: "OWN-0002"}[blocking]
			wanted := client.CreateRequest{
				Blocking: blocking, Orders: []client.NewOrder{own, partnerOrder("[fail]")},
				IdempotencyKey: own.TrackingNo,
			}
			first, err := s.sdk.CreateOrders(t.Context(), wanted)
			if err != nil {
				t.Fatal(err)
			}
			again, err := s.sdk.CreateOrders(t.Context(), wanted)
			if err != nil || !again.Replayed || first.Replayed {
				t.Fatalf("replayed %v, then %v (%v)", first.Replayed, again.Replayed, err)
			}
			again.Replayed = false
			if toJSON(t, first) != toJSON(t, again) {
				t.Errorf("first answer %s\nsecond %s", toJSON(t, first), toJSON(t, again))
			}
		}
	})
}

func TestSameKeyOtherRequest(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		wanted := client.CreateRequest{Orders: []client.NewOrder{exampleOrder()}, IdempotencyKey: "key"}
		if _, err := s.sdk.CreateOrders(t.Context(), wanted); err != nil {
			t.Fatal(err)
		}
		wanted.Orders[0].ShipperOrderID = "OTHER"
		if _, err := s.sdk.CreateOrders(t.Context(), wanted); !errors.Is(err, client.ErrKeyReused) {
			t.Errorf("another body: %v, want 422", err)
		}
		s.clock.advance(24*time.Hour + time.Second)
		if _, err := s.sdk.CreateOrders(t.Context(), wanted); err != nil {
			t.Errorf("after a day: %v", err)
		}
	})
}

func TestFailuresAreNotRemembered(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		wanted := client.CreateRequest{Orders: []client.NewOrder{exampleOrder()}, IdempotencyKey: "key"}
		wanted.Orders[0].OrderWidth = "wide"
		if _, err := s.sdk.CreateOrders(t.Context(), wanted); err == nil {
			t.Fatal("an invalid order was accepted")
		}
		wanted.Orders[0].OrderWidth = "12"
		if result, err := s.sdk.CreateOrders(t.Context(), wanted); err != nil || result.Replayed {
			t.Errorf("the corrected request: %v", err)
		}
	})
}

func TestManyAtOnceWithOneKeyCreateOneBatch(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		own := exampleOrder()
		own.TrackingNo = "OWN-0001" // is in use for all but the first
		wanted := client.CreateRequest{Orders: []client.NewOrder{own}, IdempotencyKey: "key"}
		batches := make([]string, 16)
		var callers sync.WaitGroup
		for i := range batches {
			callers.Go(func() {
				result, err := s.sdk.CreateOrders(t.Context(), wanted)
				if err != nil && !errors.Is(err, client.ErrStillRunning) {
					t.Error(err)
				}
				batches[i] = result.UploadBatchNo
			})
		}
		callers.Wait()
		page, err := s.sdk.Orders(t.Context(), client.Filter{})
		if err != nil || page.Count != 1 {
			t.Fatalf("%d orders, %v", page.Count, err)
		}
		for _, batch := range batches {
			if batch != "" && batch != page.Results[0].UploadBatchNo {
				t.Errorf("answered batch %s, stored %s", batch, page.Results[0].UploadBatchNo)
			}
		}
	})
}

func TestWhileTheFirstIsRunning(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		answer := make(chan struct{})
		goOn := sync.OnceFunc(func() { close(answer) })
		defer goOn()
		s.partner.Wait = func(context.Context, string) error {
			<-answer
			return nil
		}
		wanted := client.CreateRequest{Blocking: true, Orders: []client.NewOrder{partnerOrder("[slow]")}, IdempotencyKey: "key"}
		first := make(chan client.CreateResult)
		go func() {
			result, err := s.sdk.CreateOrders(t.Context(), wanted)
			if err != nil {
				t.Error(err)
			}
			first <- result
		}()
		s.eventually("the first request is stored", func() bool {
			page, err := s.sdk.Orders(t.Context(), client.Filter{})
			return err == nil && page.Count == 1
		})
		if _, err := s.sdk.CreateOrders(t.Context(), wanted); !errors.Is(err, client.ErrStillRunning) {
			t.Errorf("while the first is running: %v, want 409", err)
		}
		goOn()
		want := <-first
		got, err := s.sdk.CreateOrders(t.Context(), wanted)
		if err != nil || !got.Replayed || got.Orders[0].LabelURL != want.Orders[0].LabelURL {
			t.Errorf("afterwards: %+v, %v", got, err)
		}
	})
}

// TestAnswerOfAProcessThatDied is a blocking create whose orders were stored, and whose
// process ended before it answered.
func TestAnswerOfAProcessThatDied(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) { answerOfAProcessThatDied(t, s, []client.NewOrder{partnerOrder("")}) })
}

// TestPartialAnswerOfAProcessThatDied: the problems of the orders that were left out are not lost.
func TestPartialAnswerOfAProcessThatDied(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		wide := exampleOrder()
		wide.OrderWidth = "wide"
		text := answerOfAProcessThatDied(t, s, []client.NewOrder{wide, partnerOrder("")})
		if !strings.Contains(text, `"orders":[{"errors":{"order_width":["A valid number is required."]}},{"tracking_no":"`) {
			t.Errorf("answered %s", text)
		}
	})
}

// answerOfAProcessThatDied stores the orders as a process does that dies while it waits for their labels, and returns
// the answer to a later request with the same key.
func answerOfAProcessThatDied(t *testing.T, s *server, orders []client.NewOrder) (text string) {
	t.Helper()
	body := toJSON(t, map[string]any{"blocking": true, "accept_valid": true, "orders": orders})
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, s.url+"/api/order/orders/", http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	caller, err := s.api.Store.MasterData.Authenticate(t.Context(), testKey)
	if err != nil {
		t.Fatal(err)
	}
	sent, err := request.Decode([]byte(body), request.CreateShape())
	if err != nil {
		t.Fatal(err)
	}
	c := shell.Call{Caller: caller, Req: req, Body: []byte(body)}
	checks, err := s.api.Orders.Checking(t.Context(), s.api.By(c), nil)
	if err != nil {
		t.Fatal(err)
	}
	valid, problems, err := request.ReadCreate(t.Context(), sent, checks.Lookups)
	if err != nil || problems != nil {
		t.Fatal(problems, err)
	}
	key := &store.IdempotentRequest{Key: "key", RequestHash: c.Hash(), RunsUntil: s.api.Now().Add(time.Minute)}
	if valid.Refused != nil {
		key.Draft = draftOf(valid.Refused)
	}
	batch := store.NewBatch{
		AccountID: caller.AccountID, KeyID: caller.KeyID, TrackingPrefix: caller.TrackingPrefix, Orders: valid.Orders,
		Partners: make([]string, len(valid.Orders)), Idempotency: key,
	}
	batch.Partners[0] = shipment.PartnerSimulated
	batch.Owner, batch.LeaseFor = s.api.Orders.Fulfiller.Lease()
	stored, err := s.api.Store.CreateBatch(t.Context(), batch)
	if err != nil {
		t.Fatal(err)
	}
	send := func() (reply, string) {
		return s.send("POST", "/api/order/orders/", body, "Authorization", "Bearer "+testKey, "Idempotency-Key", "key")
	}
	if res, text := send(); res.StatusCode != http.StatusConflict {
		t.Errorf("while it may still be running: %d %s", res.StatusCode, text)
	}
	s.clock.advance(2 * time.Minute)
	res, text := send()
	if res.StatusCode/100 != 2 || !strings.Contains(text, stored.UploadBatchNo) || res.Header.Get("Idempotency-Replayed") != "true" {
		t.Errorf("afterwards: %d %s", res.StatusCode, text)
	}
	if _, again := send(); again != text {
		t.Errorf("answered %s, then %s", text, again)
	}
	return text
}

func TestIdempotencyKeyIsChecked(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		body := toJSON(t, map[string]any{"secret_key": testKey, "orders": []client.NewOrder{exampleOrder()}})
		for _, key := range []string{"", strings.Repeat("k", 256), "clé"} {
			if res, text := s.send("POST", "/api/order/orders/", body, "Idempotency-Key", key); res.StatusCode != http.StatusBadRequest {
				t.Errorf("%q: %d %s", key, res.StatusCode, text)
			}
		}
		if res, text := s.send("POST", "/api/order/orders/", body, "Idempotency-Key",
			strings.Repeat("k", 255)); res.StatusCode != http.StatusCreated {
			t.Errorf("255 characters: %d %s", res.StatusCode, text)
		}
	})
}
