package shipment_test

import (
	"testing"

	"waybill/internal/shipment"
)

// TestRubbish: what programs write for nothing is found in a text and beside others, and names of people are not.
func TestRubbish(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		"undefined": true, "undefined undefined": true, "Jl. Sudirman 1, null, Jakarta": true, "NaN": true, "[object Object]": true, "NULL": true,
		"N/A": true, "12 Hill St, N/A": true, `[{"sku":"A"}]`: true, `{"street":"A"}`: true, "None": true,
		"": false, "Ana": false, "Null Schmidt": false, "NULL MICHAEL": false, "None Street 5": false, "Nan Lim": false, "Annullata": false,
	} {
		if got := shipment.IsRubbish(text); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}
