package protocol_test

import (
	"testing"

	"waybill/internal/partner/protocol"
	"waybill/internal/shipment"
)

// TestOnlyCODCollects checks that the amount of a prepaid order is not sent to the adapter.
func TestOnlyCODCollects(t *testing.T) {
	for payment, want := range map[string]string{shipment.PaymentCOD: "40.5", shipment.PaymentPrepaid: "0"} {
		got := protocol.NewOrder(shipment.Order{PaymentType: payment, CODAmountToCollect: 4050})
		if got.CODAmount != want {
			t.Errorf("%s: cod_amount is %s, want %s", payment, got.CODAmount, want)
		}
	}
}
