package api

import (
	"errors"
	"net/http"
	"testing"

	"waybill/client"
)

// TestPackings packs a parcel at once, one by its pieces, and undoes it.
func TestPackings(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		ctx := t.Context()
		first, second := exampleOrder(), exampleOrder()
		first.ShipperOrderID, second.ShipperOrderID = "P-1", "P-2"
		made := s.create(first, second)
		no := made.Orders[0].TrackingNo
		pack := func(p client.Packing, result, code string) client.PackResult {
			t.Helper()
			done, err := s.sdk.Pack(ctx, p)
			if err != nil || done.Result != result || done.Code != code || done.Message == "" {
				t.Errorf("%+v: %+v, %v", p, done, err)
			}
			return done
		}
		on := pack(client.Packing{Code: "p-1", Scan: "s1"}, client.PackPacked, "packed")
		if on.TrackingNo != no || on.PackedOn.IsZero() {
			t.Errorf("%+v", on)
		}
		if again := pack(client.Packing{Code: no, Scan: "s1"}, client.PackPacked, "packed"); !again.PackedOn.Equal(on.PackedOn) {
			t.Errorf("%+v, want as %+v", again, on)
		}
		before := pack(client.Packing{Code: no, Scan: "s2"}, client.PackUnchanged, "packed_before")
		if !before.PackedOn.Equal(on.PackedOn) || before.PackedBy == "" || before.Args["by"] != before.PackedBy {
			t.Errorf("%+v", before)
		}
		pack(client.Packing{Code: "nothing"}, client.PackRefused, "parcel_unknown")
		pack(client.Packing{Code: "P-2", Scan: "t1", OnStation: true, Ticked: []int64{1}}, client.PackOnStation, "on_station")
		if _, err := s.sdk.HoldOrders(ctx, []string{made.Orders[1].TrackingNo}, "Not paid", false); err != nil {
			t.Fatal(err)
		}
		held := pack(client.Packing{Code: "P-2", Scan: "t2", Weight: "1.25"}, client.PackRefused, "pack_held")
		if held.Args["reason"] != "Not paid" || !held.PackedOn.IsZero() {
			t.Errorf("%+v", held)
		}
		var invalid *client.ValidationError
		for _, body := range []client.Packing{{}, {Code: "P-2", Ticked: []int64{-1}}, {Code: "P-2", Weight: "0"}} {
			if _, err := s.sdk.Pack(ctx, body); !errors.As(err, &invalid) {
				t.Errorf("%+v: %v", body, err)
			}
		}
		if list, err := s.sdk.OpenHandover(ctx, 1, "Dock"); err != nil {
			t.Fatal(err)
		} else if _, err := s.sdk.AddToHandover(ctx, list.Number, no, ""); err != nil {
			t.Fatal(err)
		}
		var conflict *client.Error
		if err := s.sdk.UndoPacking(ctx, no); !errors.As(err, &conflict) || conflict.StatusCode != http.StatusConflict {
			t.Errorf("on a list: %v", err)
		}
		if err := s.sdk.RemoveFromHandover(ctx, "HL-00001", no); err != nil {
			t.Fatal(err)
		}
		if err := s.sdk.UndoPacking(ctx, no); err != nil {
			t.Error(err)
		}
		if err := s.sdk.UndoPacking(ctx, no); !errors.Is(err, client.ErrNotFound) {
			t.Errorf("again: %v", err)
		}
	})
}
