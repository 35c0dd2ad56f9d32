package orders

import (
	"context"
	"log/slog"
	"testing"
	"time"

	"waybill/internal/fulfil"
	"waybill/internal/inforce"
	"waybill/internal/request"
	"waybill/internal/request/requesttest"
	"waybill/internal/store"
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
