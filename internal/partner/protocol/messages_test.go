package protocol_test

import (
	"testing"

	"waybill/internal/partner/protocol"
	"waybill/internal/shipment"
)

// TestOnlyCODCollects: the amount of a prepaid order is kept, but not handed on.
func TestOnlyCODCollects(t *testing.T) {
	for payment, want := range map[string]string{shipment.PaymentCOD: "40.5", shipment.PaymentPrepaid: "0"} {
		got := protocol.NewOrder(shipment.Order{PaymentType: payment, CODAmountToCollect: 4050})
		if got.CODAmount != want {
			t.Errorf("%s: cod_amount is %s, want %s", payment, got.CODAmount, want)
		}
	}
}
