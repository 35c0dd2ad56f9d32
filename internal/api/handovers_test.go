package api

import (
	"bytes"
	"errors"
	"net/http"
	"slices"
	"strings"
	"testing"

	"waybill/client"
	"waybill/internal/feature/desk/parcels"
	"waybill/internal/store"
)

// TestHandoverLists fills a list by numbers and references, closes it, and opens it again.
func TestHandoverLists(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		ctx := t.Context()
		var invalid *client.ValidationError
		if _, err := s.sdk.OpenHandover(ctx, 99, "Dock 3"); !errors.As(err, &invalid) {
			t.Errorf("an unknown service: %v", err)
		}
		if _, err := s.sdk.OpenHandover(ctx, 1, " "); !errors.As(err, &invalid) {
			t.Errorf("no place: %v", err)
		}
		list, err := s.sdk.OpenHandover(ctx, 1, "Dock 3")
		if err != nil || list.Number != "HL-00001" || list.State != client.HandoverOpen || list.ClosedOn.Year() != 1 {
			t.Fatalf("%+v, %v", list, err)
		}
		second, err := s.sdk.OpenHandover(ctx, 1, "Dock 4")
		if err != nil {
			t.Fatal(err)
		}
		made := func(reference string) string {
			t.Helper()
			o := exampleOrder()
			o.ShipperOrderID = reference
			return s.create(o).Orders[0].TrackingNo
		}
		add := func(number, code, scan, result, why string) client.ScanResult {
			t.Helper()
			added, err := s.sdk.AddToHandover(ctx, number, code, scan)
			if err != nil || added.Result != result || added.Code != why || added.Message == "" {
				t.Errorf("%s: %+v, %v", code, added, err)
			}
			return added
		}
		first, held, cancelled := made("A-1"), made("A-2"), made("A-3")
		if added := add("hl-1", "a-1", "s1", client.ScanAdded, "handover_added"); added.TrackingNo != first {
			t.Errorf("%+v, want %s", added, first)
		}
		add(list.Number, first, "s1", client.ScanAdded, "handover_added")
		add(list.Number, first, "s2", client.ScanUnchanged, "handover_repeated")
		if on := add(second.Number, first, "s3", client.ScanRefused, "handover_other_list"); on.Args["list"] != list.Number {
			t.Errorf("%+v", on)
		}
		add(list.Number, "nothing", "s4", client.ScanRefused, "parcel_unknown")
		add(list.Number, held, "s5", client.ScanAdded, "handover_added")
		if _, err := s.sdk.HoldOrders(ctx, []string{held}, "Not paid", false); err != nil {
			t.Fatal(err)
		}
		if on := add(second.Number, made("A-4"), "s6", client.ScanAdded, "handover_added"); on.TrackingNo == "" {
			t.Errorf("%+v", on)
		}
		if _, err := s.sdk.CancelOrders(ctx, []string{cancelled}); err != nil {
			t.Fatal(err)
		}
		add(list.Number, cancelled, "s7", client.ScanRefused, "handover_cancelled")

		list, err = s.sdk.Handover(ctx, list.Number)
		if err != nil || list.Parcels != 2 || list.Weight == "" || len(list.Trouble) != 1 || list.Trouble[0].TrackingNo != held ||
			list.Trouble[0].Code != "handover_held" {
			t.Fatalf("%+v, %v", list, err)
		}
		if list.Expected < list.Parcels {
			t.Errorf("%d parcels are expected", list.Expected)
		}
		signed := client.HandoverClose{GivenBy: "Ann", TakenBy: "Joko", Parcels: 2, Signature: `M1 1"/>`}
		if _, err := s.sdk.CloseHandover(ctx, list.Number, signed); !errors.As(err, &invalid) {
			t.Errorf("no signature: %v", err)
		}
		conflict := func(doing string, err error) {
			t.Helper()
			var refused *client.Error
			if !errors.As(err, &refused) || refused.StatusCode != http.StatusConflict {
				t.Errorf("%s: %v", doing, err)
			}
		}
		signed.Signature = "M10 20L300 150"
		_, err = s.sdk.CloseHandover(ctx, list.Number, signed)
		conflict("with a held parcel", err)
		if err := s.sdk.RemoveFromHandover(ctx, list.Number, strings.ToLower(held)); err != nil {
			t.Fatal(err)
		}
		if err := s.sdk.RemoveFromHandover(ctx, list.Number, held); !errors.Is(err, client.ErrNotFound) {
			t.Errorf("taken off before: %v", err)
		}
		if err := s.sdk.RemoveFromHandover(ctx, list.Number, "UNKNOWN-1"); !errors.Is(err, client.ErrNotFound) {
			t.Errorf("an unknown order: %v", err)
		}
		_, err = s.sdk.CloseHandover(ctx, list.Number, signed)
		conflict("with another number of parcels", err)
		signed.Parcels = 1
		for range 2 { // the second is the request again
			closed, err := s.sdk.CloseHandover(ctx, list.Number, signed)
			if err != nil || closed.State != client.HandoverClosing || closed.TakenBy != "Joko" || closed.Parcels != 1 {
				t.Fatalf("%+v, %v", closed, err)
			}
		}
		_, err = s.sdk.ReopenHandover(ctx, list.Number, "One more")
		conflict("open again while it is closing", err)
		for range 2 {
			if _, _, err := (&parcels.Parcels{Store: s.api.Store}).CarryHandovers(ctx, 100); err != nil {
				t.Fatal(err)
			}
		}
		file, err := s.sdk.PrintHandover(ctx, list.Number)
		if err != nil || !bytes.HasPrefix(file, []byte("%PDF-")) {
			t.Errorf("the file: %v", err)
		}
		add(list.Number, made("A-5"), "s8", client.ScanRefused, "handover_not_open")
		for range 2 {
			again, err := s.sdk.ReopenHandover(ctx, list.Number, "One more")
			if err != nil || again.State != client.HandoverOpen || again.Reason != "One more" || again.PickedUp != 1 {
				t.Fatalf("%+v, %v", again, err)
			}
		}
		add(list.Number, "A-5", "s8", client.ScanAdded, "handover_added")
		if _, err := s.sdk.Handover(ctx, "HL-00009"); !errors.Is(err, client.ErrNotFound) {
			t.Errorf("an unknown list: %v", err)
		}
		for list, err := range s.sdk.Handovers(ctx) {
			if err != nil || list.Number != second.Number {
				t.Errorf("the newest list: %+v, %v", list, err)
			}
			break
		}
	})
}

// TestHandoverPages reads lists and parcels over several pages, also while parcels are scanned.
func TestHandoverPages(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		ctx := t.Context()
		for range store.PageSize + 1 {
			if _, err := (&parcels.Parcels{Store: s.api.Store}).OpenHandover(ctx, s.demoAccount(), 1, "Dock"); err != nil {
				t.Fatal(err)
			}
		}
		lists := 0
		for list, err := range s.sdk.Handovers(ctx) {
			if err != nil {
				t.Fatal(err)
			}
			if lists++; list.Parcels != 0 {
				t.Errorf("%+v has a count", list)
			}
		}
		if lists != store.PageSize+1 {
			t.Errorf("%d lists", lists)
		}
		orders := make([]client.NewOrder, store.PageSize+3)
		for i := range orders {
			orders[i] = exampleOrder()
		}
		var scanned []string
		for _, o := range s.create(orders...).Orders {
			if _, err := s.sdk.AddToHandover(ctx, "HL-00001", o.TrackingNo, "s"+o.TrackingNo); err != nil {
				t.Fatal(err)
			}
			scanned = append(scanned, o.TrackingNo)
		}
		slices.Reverse(scanned)
		var listed []string
		for p, err := range s.sdk.HandoverParcels(ctx, "HL-00001") {
			if err != nil {
				t.Fatal(err)
			}
			if listed = append(listed, p.TrackingNo); len(listed) == 1 {
				if _, err := s.sdk.AddToHandover(ctx, "HL-00001", s.create(exampleOrder()).Orders[0].TrackingNo, "late"); err != nil {
					t.Fatal(err)
				}
			}
		}
		if !slices.Equal(listed, scanned) {
			t.Errorf("%v, want %v", listed, scanned)
		}
		for _, path := range []string{"/api/handovers/?cursor=x", "/api/handovers/HL-1/parcels/?cursor=x"} {
			s.as(testKey, http.MethodGet, path, "", http.StatusBadRequest, nil)
		}
	})
}
