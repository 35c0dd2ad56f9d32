package job

import (
	"context"
	"log/slog"
	"testing"
	"time"

	"waybill/internal/feature"
	"waybill/internal/feature/imports/stored"
	"waybill/internal/shipment"
	"waybill/internal/store"
	"waybill/internal/store/masterdata"
	"waybill/internal/store/storetest"
)

// TestGroupOfADeadProcess: a process that was taken for dead creates a group right after the next one has read how far the
// import is. That one neither creates the orders again nor asks about their references, and goes on.
func TestGroupOfADeadProcess(t *testing.T) {
	storetest.Engines(t, func(t *testing.T, databaseURL string) {
		s := storetest.Open(t, store.Options{URL: databaseURL, Parts: []store.Part{stored.Part()}})
		imports := &stored.Imports{Store: s}
		a := must[masterdata.Account](t)(s.MasterData.CreateAccount(t.Context(), masterdata.Account{Name: "Shipper"}))
		service := must[shipment.Service](t)(s.MasterData.CreateService(t.Context(),
			shipment.Service{Name: "Pickup", Category: shipment.CategoryPickup}))
		i, _, err := imports.NewImport(t.Context(), stored.Import{AccountID: a.AccountID, KeyID: 1, FileSize: 1, Options: []byte(`{}`)})
		if err != nil {
			t.Fatal(err)
		}
		o := storetest.Order(1)
		o.ServiceID = service.ServiceID
		content := must[[]byte](t)(encodeGroup([]checkedOrder{{[]int64{2}, o}}))
		i = must[stored.Import](t)(imports.ChangeImport(t.Context(), a.AccountID, i.ImportID, func(i *stored.Import) error {
			i.State, i.GroupsStaged = stored.Creating, 1
			return nil
		}))
		queue := must[[]stored.Queue](t)(imports.ClaimImports(t.Context(), "next", 1, time.Minute))[0]
		if err := imports.AddImportCheck(t.Context(), queue, i.ImportID, 0, [][]byte{content}, nil); err != nil {
			t.Fatal(err)
		}
		w := New(feature.Process{Store: s, Log: slog.New(slog.DiscardHandler), Submit: func(string) {}, Created: func(string, int) {}})
		for _, process := range []string{"dead", "next"} {
			if err := w.createGroup(t.Context(), queue, a, i); err != nil { // i has no group done, for both
				t.Fatalf("%s: %v", process, err)
			}
			now := must[stored.Import](t)(imports.Import(t.Context(), a.AccountID, i.ImportID))
			if now.State != stored.Creating || now.GroupsDone != 1 || now.Created != 1 || now.Skipped != 0 {
				t.Errorf("after the %s process: %+v", process, now)
			}
		}
	})
}

// TestImportsOfASuspendedAccountWait: nothing is created while the account is suspended, and the rest when it is resumed.
func TestImportsOfASuspendedAccountWait(t *testing.T) {
	storetest.Engines(t, func(t *testing.T, databaseURL string) {
		s := storetest.Open(t, store.Options{URL: databaseURL, Parts: []store.Part{stored.Part()}})
		imports := &stored.Imports{Store: s}
		a := must[masterdata.Account](t)(s.MasterData.CreateAccount(t.Context(), masterdata.Account{Name: "Shipper"}))
		i, _, err := imports.NewImport(t.Context(), stored.Import{AccountID: a.AccountID, KeyID: 1, FileSize: 1, Options: []byte(`{}`)})
		if err != nil {
			t.Fatal(err)
		}
		must[stored.Import](t)(imports.ChangeImport(t.Context(), a.AccountID, i.ImportID, func(i *stored.Import) error {
			i.State = stored.Creating // all groups are created
			return nil
		}))
		queue := must[[]stored.Queue](t)(imports.ClaimImports(t.Context(), "me", 1, time.Minute))[0]
		w := New(feature.Process{Store: s, Log: slog.New(slog.DiscardHandler), Submit: func(string) {}, Created: func(string, int) {}})
		for _, c := range []struct {
			change func(context.Context, int64) error
			state  stored.State
			idle   bool
			wait   time.Duration
		}{
			{s.MasterData.SuspendAccount, stored.Creating, false, suspendedWait},
			{s.MasterData.ResumeAccount, stored.Done, true, 0},
		} {
			if err := c.change(t.Context(), a.AccountID); err != nil {
				t.Fatal(err)
			}
			idle, wait, err := w.turns(t.Context(), &queue)
			now := must[stored.Import](t)(imports.Import(t.Context(), a.AccountID, i.ImportID))
			if err != nil || idle != c.idle || wait != c.wait || now.State != c.state {
				t.Errorf("idle %v, wait %v, %v: the import is %s, want %s", idle, wait, err, now.State, c.state)
			}
		}
	})
}

func must[T any](t *testing.T) func(T, error) T {
	return func(value T, err error) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return value
	}
}
