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
	"waybill/internal/feature/imports/stored"
	"waybill/internal/store"
	"waybill/internal/store/masterdata"
	"waybill/internal/store/storetest"
)

// TestRefusedRowsWaitForTheCheckOfTheAccount: the two would read two files of the account at the same time. Those of other accounts are
// read.
func TestRefusedRowsWaitForTheCheckOfTheAccount(t *testing.T) {
	storetest.Engines(t, func(t *testing.T, databaseURL string) {
		s := storetest.Open(t, store.Options{URL: databaseURL, Parts: []store.Part{stored.Part()}})
		imports := &stored.Imports{Store: s}
		w := New(feature.Process{Store: s, Log: slog.New(slog.DiscardHandler), Submit: func(string) {}, Created: func(string, int) {}})
		pool := admission.NewPool(200<<20, time.Second)
		imported := func(name string) stored.Import {
			t.Helper()
			const content = "order_weight,consignee_name\nx,Siti\n"
			a := must[masterdata.Account](t)(s.MasterData.CreateAccount(t.Context(), masterdata.Account{Name: name}))
			i, _, err := imports.NewImport(t.Context(), stored.Import{
				AccountID: a.AccountID, KeyID: 1, FileSize: int64(len(content)), Options: []byte(`{}`),
			})
			if err == nil {
				err = imports.AddImportPart(t.Context(), a.AccountID, i.ImportID, 0, []byte(content))
			}
			if err != nil {
				t.Fatal(err)
			}
			i = must[stored.Import](t)(imports.ChangeImport(t.Context(), a.AccountID, i.ImportID, func(i *stored.Import) error {
				i.State = stored.Checking
				return nil
			}))
			queue := must[[]stored.Queue](t)(imports.ClaimImports(t.Context(), "check", 1, time.Minute))[0]
			row := stored.Problems{Row: 2, Refused: true, Problems: []byte(`[]`)}
			if err := imports.AddImportCheck(t.Context(), queue, i.ImportID, 0, nil, []stored.Problems{row}); err != nil {
				t.Fatal(err)
			}
			return must[stored.Import](t)(imports.Import(t.Context(), a.AccountID, i.ImportID))
		}
		own, other := imported("own"), imported("other")
		read := func(ctx context.Context, i stored.Import) error {
			held := pool.Hold(admission.Owner{Account: i.AccountID})
			defer held.Release()
			_, _, err := w.ReadRefused(ctx, i, held)
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
