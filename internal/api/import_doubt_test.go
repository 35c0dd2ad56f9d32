package api

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"waybill/client"
)

// TestImportOfAmountsInDoubt: 125.000 in a text is not read as 125 without a question. The mapping answers it.
func TestImportOfAmountsInDoubt(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		file := bytes.ReplaceAll(importFile(t, 0, 2), []byte(",12.5,SGD,"), []byte(",125.000,IDR,"))
		stopped := s.importOf(client.ImportRequest{FileName: "orders.csv", File: file})
		if stopped.State != client.ImportFailed || stopped.Refused != 2 || stopped.Created != 0 {
			t.Fatalf("%+v", stopped)
		}
		for row, err := range s.sdk.ImportProblems(t.Context(), stopped.ID) {
			if err != nil {
				t.Fatal(err)
			}
			p := row.Problems[0]
			if len(row.Problems) != 1 || p.Field != "item_price_value" || !strings.HasPrefix(p.Cell, "S") ||
				p.Message != "The amount may be 125000 or 125." || !strings.HasPrefix(p.Hint, "Write the amount without separators of thousands") {
				t.Errorf("%+v", row)
			}
		}
		answer := json.RawMessage(`{"columns":[{"heading":"item_price_value","field":"item_price_value","decimal":"comma"}]}`)
		if got := s.importOf(client.ImportRequest{FileName: "orders.csv", File: file, Mapping: answer}); got.Created != 2 {
			t.Fatalf("%+v", got)
		}
		for o, err := range s.sdk.AllOrders(t.Context(), client.Filter{WithItems: true}) {
			if err != nil || o.Items[0].PriceValue != "125000" {
				t.Errorf("%+v, %v", o.Items, err)
			}
		}
	})
}

// TestImportOfAColumnThatIsNotRead: a column beside the address is asked about, until somebody has said that it is no field, or which.
func TestImportOfAColumnThatIsNotRead(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		file := func(first int) []byte {
			file := bytes.Replace(importFile(t, first, 1), []byte("consignee_address,"), []byte("consignee_address,Gate code,"), 1)
			return bytes.Replace(file, []byte("Jl. Sudirman 1,"), []byte("Jl. Sudirman 1,4455,"), 1)
		}
		asked := s.importOf(client.ImportRequest{FileName: "orders.csv", File: file(0)})
		if asked.State != client.ImportWaiting || !slices.Equal(asked.Needs, []string{client.NeedMapping}) ||
			!slices.Equal(asked.Unfit, []string{"Gate code"}) {
			t.Fatalf("%+v", asked)
		}
		if _, err := s.sdk.ConfirmImport(t.Context(), asked.ID, client.ImportDecision{}); err != nil {
			t.Fatal(err)
		}
		if got := s.settled(asked.ID); got.State != client.ImportDone || got.Created != 1 {
			t.Fatalf("%+v", got)
		}
		if got := s.importOf(client.ImportRequest{FileName: "orders.csv", File: file(1)}); got.State != client.ImportDone || got.Created != 1 {
			t.Errorf("a file with the same headings: %+v", got)
		}
		said := json.RawMessage(`{"columns":[{"heading":"consignee_address","field":"consignee_address"},
			{"heading":"Gate code","field":"consignee_address"}]}`)
		if got := s.importOf(client.ImportRequest{FileName: "orders.csv", File: file(2), Mapping: said}); got.Created != 1 {
			t.Errorf("with a mapping: %+v", got)
		}
	})
}
