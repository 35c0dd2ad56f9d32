package protocol

import (
	"strings"
	"testing"

	"waybill/internal/shipment"
)

// TestPartnersGetTheDeclaredValue: an adapter that declares customs_value declares what Waybill's documents do.
func TestPartnersGetTheDeclaredValue(t *testing.T) {
	for want, item := range map[string]shipment.Item{
		`"price":"23.55"`:         {PriceValue: 2355},
		`"customs_value":"23.55"`: {PriceValue: 2355},
		`"customs_value":"7.255"`: {PriceValue: 700, Trade: &shipment.ItemTrade{CustomsValue: 7255}},
	} {
		if sent := toJSON(t, NewOrder(shipment.Order{Items: []shipment.Item{item}})); !strings.Contains(sent, want) {
			t.Errorf("no %s in %s", want, sent)
		}
	}
}
