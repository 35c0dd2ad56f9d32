package ruleset_test

import (
	"log/slog"
	"slices"
	"testing"
	"time"

	"waybill/internal/ruleset"
	"waybill/internal/shipment"
	"waybill/internal/store"
	"waybill/internal/store/storetest"
)

func TestKinds(t *testing.T) {
	t.Parallel()
	s := storetest.Open(t, store.Options{URL: storetest.SQLite(t)})
	source := ruleset.New(s, slog.New(slog.DiscardHandler), func(string) {})
	checker, err := source.Checker(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	singapore := shipment.Party{Name: "Tan", Number: "+6581234567", Country: "SG", Address: "1 Road", Postal: "238801"}
	anything, ofAddress := shipment.WarningAny, shipment.WarningAddress
	for name, c := range map[string]struct {
		change func(*shipment.Order)
		want   []shipment.WarningKind
	}{
		"nothing": {func(*shipment.Order) {}, nil},
		"a tax id is missing": {func(o *shipment.Order) {
			o.Consignee.Country, o.Consignee.Postal, o.Consignee.Number = "ID", "12190", "+628123456789"
		}, []shipment.WarningKind{anything}},
		"postal code":               {func(o *shipment.Order) { o.Consignee.Postal = "12" }, []shipment.WarningKind{anything, ofAddress}},
		"postal code of the pickup": {func(o *shipment.Order) { o.Pickup.Postal = "12" }, []shipment.WarningKind{anything, ofAddress}},
		"number of another country": {func(o *shipment.Order) {
			o.Consignee.Number = "+4915112345678"
		}, []shipment.WarningKind{anything, ofAddress}},
	} {
		o := shipment.Order{AccountID: 1, ServiceID: 1, CreatedOn: time.Now(), Consignee: singapore, Pickup: singapore}
		c.change(&o)
		if got := checker.Kinds(&o); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}
