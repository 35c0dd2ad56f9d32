package job

import (
	"context"
	"errors"
	"log/slog"
	"runtime"
	"testing"
	"time"

	"waybill/internal/admission"
	"waybill/internal/feature"
	"waybill/internal/store"
	"waybill/internal/store/masterdata"
	"waybill/internal/store/storetest"
)

// TestRefusedRowsWaitForTheCheckOfTheAccount: the two would read two files of the account at the same time. Those of other accounts are
// read.
func TestRefusedRowsWaitForTheCheckOfTheAccount(t *testing.T) {
	storetest.Engines(t, func(t *testing.T, databaseURL string) {
		s := storetest.Open(t, store.Options{URL: databaseURL})
		w := New(feature.Process{Store: s, Log: slog.New(slog.DiscardHandler), Submit: func(string) {}, Created: func(string, int) {}})
		pool := admission.NewPool(200<<20, time.Second)
		imported := func(name string) store.Import {
			t.Helper()
			const content = "order_weight,consignee_name\nx,Siti\n"
			a := must[masterdata.Account](t)(s.MasterData.CreateAccount(t.Context(), masterdata.Account{Name: name}))
			i, _, err := s.Imports.NewImport(t.Context(), store.Import{
				AccountID: a.AccountID, KeyID: 1, FileSize: int64(len(content)), Options: []byte(`{}`),
			})
			if err == nil {
				err = s.Imports.AddImportPart(t.Context(), a.AccountID, i.ImportID, 0, []byte(content))
			}
			if err != nil {
				t.Fatal(err)
			}
			i = must[store.Import](t)(s.Imports.ChangeImport(t.Context(), a.AccountID, i.ImportID, func(i *store.Import) error {
				i.State = store.ImportChecking
				return nil
			}))
			queue := must[[]store.ImportQueue](t)(s.Imports.ClaimImports(t.Context(), "check", 1, time.Minute))[0]
			row := store.ImportProblems{Row: 2, Refused: true, Problems: []byte(`[]`)}
			if err := s.Imports.AddImportCheck(t.Context(), queue, i.ImportID, 0, nil, []store.ImportProblems{row}); err != nil {
				t.Fatal(err)
			}
			return must[store.Import](t)(s.Imports.Import(t.Context(), a.AccountID, i.ImportID))
		}
		own, other := imported("own"), imported("other")
		read := func(ctx context.Context, i store.Import) error {
			held := pool.Hold(admission.Owner{Account: i.AccountID})
			defer held.Release()
			_, err := w.ReadRefused(ctx, i, held)
			return err
		}
		give, err := w.readers.take(t.Context(), own.AccountID, 1, true) // as a check does
		if err != nil {
			t.Fatal(err)
		}
		if err := read(t.Context(), other); err != nil {
			t.Errorf("of another account: %v", err)
		}
		over, cancel := context.WithCancelCause(t.Context())
		waited := make(chan error, 1)
		go func() { waited <- read(over, own) }()
		for waits := false; !waits; runtime.Gosched() {
			w.readers.mu.Lock()
			waits = len(w.readers.waiting) == 1
			w.readers.mu.Unlock()
			if !waits && len(waited) > 0 {
				t.Fatalf("the rows were read beside the check: %v", <-waited)
			}
		}
		cancel(nil)
		if err := <-waited; !errors.Is(err, context.Canceled) {
			t.Errorf("ended while it waits: %v", err)
		}
		give()
		if err := read(t.Context(), own); err != nil {
			t.Errorf("after the check: %v", err)
		}
	})
}
