package api

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"waybill/client"
	"waybill/internal/store/storetest"
)

// lackingColumns are the defaults of fields that the files of these tests do not have.
func lackingColumns() map[string]string {
	return map[string]string{
		"order_length": "10", "order_width": "10", "order_height": "10", "payment_type": "prepaid",
		"pickup_country": "SG", "pickup_address": "1 Raffles Place", "item_category": "Home",
	}
}

// uploaded is an import of a file for a service to all countries, which needs a decision or is at an end.
func (s *server) uploaded(file string, defaults map[string]string) client.Import {
	s.t.Helper()
	given := lackingColumns()
	maps.Copy(given, defaults)
	made, err := s.sdk.CreateImport(s.t.Context(), client.ImportRequest{FileName: "a.csv", File: []byte(file), ServiceID: 8, Defaults: given})
	if err != nil {
		s.t.Fatal(err)
	}
	return s.settled(made.ID)
}

// TestImportOfAStrayQuote: no order is created of a file in which a quote makes one row of several.
func TestImportOfAStrayQuote(t *testing.T) {
	s := startServer(t, storetest.SQLite(t), t.TempDir())
	file := "Order No,Recipient,Phone,Address,City,Postcode,Country,Item,Qty,Price,Currency,Weight (kg)\n"
	for _, n := range "1234567" {
		file += strings.ReplaceAll("Q-#,Ana,+6591234567,# Main St,Singapore,238800,SG,Mug #,1,10,SGD,0.5\n", "#", string(n))
	}
	for _, quoted := range []string{
		strings.NewReplacer("3 Main St", `"`, "4 Main St", `"`).Replace(file),
		strings.NewReplacer("Mug 5", `"Mug 5`, "Mug 6", `Mug 6"`).Replace(file),
		strings.Replace(file, "7 Main St", `"7 Main St`, 1),
	} {
		got := s.uploaded(quoted, nil)
		if got.State != client.ImportFailed || got.Created > 0 || !strings.HasPrefix(got.Message, `A quote (") in row `) {
			t.Errorf("%s: %+v", quoted, got)
		}
	}
	text := strings.Replace(file, "3 Main St", "\"3 Main St,\nBlock B, Unit 5\"", 1)
	if got := s.uploaded(text, nil); got.State != client.ImportDone || got.Created != 7 {
		t.Errorf("a cell of two lines: %+v", got)
	}
	want := []string{"Q-1", "Q-2", "Q-3", "Q-4", "Q-5", "Q-6", "Q-7"}
	if all := s.references(); !slices.Equal(all, want) {
		t.Errorf("%q", all)
	}
}
