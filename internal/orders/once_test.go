package orders

import (
	"context"
	"fmt"
	"log/slog"
	"testing"
	"time"

	"waybill/internal/fulfil"
	"waybill/internal/inforce"
	"waybill/internal/request"
	"waybill/internal/request/requesttest"
	"waybill/internal/shipment"
	"waybill/internal/store"
	"waybill/internal/store/masterdata"
	"waybill/internal/store/storetest"
)

// TestOvertakenDuringValidation is a request that finds its own tracking number in use, since another one with its key was stored between
// its look for a response and its validation.
func TestOvertakenDuringValidation(t *testing.T) {
	storetest.Engines(t, func(t *testing.T, databaseURL string) {
		db := storetest.Open(t, store.Options{URL: databaseURL})
		if _, _, err := db.MasterData.SeedDemo(t.Context(), "test-key"); err != nil {
			t.Fatal(err)
		}
		s := New(Config{
			Store: db, Rules: inforce.New(db, slog.New(slog.DiscardHandler), func(string) {}), Fulfiller: fulfil.New(fulfil.Config{Store: db}),
			Now: time.Now, Created: func(string, int) {}, Note: func(_ context.Context, err error) { t.Error(err) },
		})
		caller, err := db.MasterData.Authenticate(t.Context(), "test-key")
		if err != nil {
			t.Fatal(err)
		}
		by := Caller{Caller: caller}
		once := &Once{Key: "key", Hash: [32]byte{1}, Respond: func(c *Created) (int, []byte, error) { return 201, []byte(c.UploadBatchNo), nil }}
		sent, err := request.Decode(requesttest.ExampleCreate(t, 1), request.CreateShape())
		if err != nil {
			t.Fatal(err)
		}
		var first Answer
		second, err := s.doOnce(t.Context(), by, once, func(*store.IdempotentRequest) (Answer, error) {
			if first, err = s.Create(t.Context(), by, sent, Forward, once); err != nil {
				t.Error(err)
			}
			return Answer{}, &request.InvalidError{}
		})
		if err != nil || second.Stored == nil || string(second.Stored.Body) != first.UploadBatchNo {
			t.Errorf("the first made %+v, the second %+v (%v)", first.Created, second.Stored, err)
		}
	})
}

// TestAnswerOfADeadProcess: the process that waited for the partner died. The answer is made of the orders as they are: a held one is
// held. A further request gets the same answer.
func TestAnswerOfADeadProcess(t *testing.T) {
	storetest.Engines(t, func(t *testing.T, databaseURL string) {
		db := storetest.Open(t, store.Options{URL: databaseURL})
		s := New(Config{Store: db, Now: time.Now})
		held, free := storetest.Order(1), storetest.Order(2)
		held.Hold = &shipment.Hold{Reason: "The name is on a list.", RuleID: shipment.SanctionsRule, ActorKind: shipment.HeldByRule}
		made, err := db.CreateBatch(t.Context(), store.NewBatch{
			AccountID: 1, Orders: []shipment.Order{held, free}, Partners: []string{"p", "p"},
			Idempotency: &store.IdempotentRequest{Key: "key", RequestHash: [32]byte{1}, RunsUntil: time.Now(), Draft: []byte("draft")},
		})
		if err != nil {
			t.Fatal(err)
		}
		answers := 0
		once := &Once{Key: "key", Hash: [32]byte{1}, Respond: func(c *Created) (int, []byte, error) {
			answers++
			text := fmt.Sprint(c.UploadBatchNo, " ", c.Blocking, " ", string(c.Draft))
			for i := range c.Orders {
				text += "; " + c.Orders[i].TrackingNo + " " + c.Orders[i].HeldBecause()
			}
			return 201, []byte(text), nil
		}}
		first, second := made.Orders[0].TrackingNo, made.Orders[1].TrackingNo
		want := made.UploadBatchNo + " true draft; " + first + " The name is on a list.; " + second + " "
		for range 2 {
			got, err := s.doOnce(t.Context(), Caller{Caller: masterdata.Caller{AccountID: 1}}, once, func(*store.IdempotentRequest) (Answer, error) {
				t.Error("the orders are created again")
				return Answer{}, nil
			})
			if err != nil || got.Stored == nil || got.Stored.Status != 201 || string(got.Stored.Body) != want {
				t.Fatalf("%+v, %v, want %s", got.Stored, err, want)
			}
		}
		if answers != 1 {
			t.Errorf("the answer is made %d times", answers)
		}
	})
}
