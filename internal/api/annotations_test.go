package api

import (
	"errors"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"

	"waybill/client"
	"waybill/internal/shipment"
)

// index puts all orders into the index of the search.
func (s *server) index() {
	s.t.Helper()
	checker, err := s.api.Orders.Rules.Checker(s.t.Context())
	for n := 1; n > 0 && err == nil; {
		n, err = s.api.Store.Search.IndexOrders(s.t.Context(), "test", checker.Kinds)
	}
	if err != nil {
		s.t.Fatal(err)
	}
}

func TestNotes(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		no := s.create(exampleOrder()).Orders[0].TrackingNo
		note, err := s.sdk.AddNote(t.Context(), strings.ToLower(no), " Zorblaxia is on holiday\nuntil May ")
		if err != nil || note.Text != "Zorblaxia is on holiday\nuntil May" || note.ActorKind != "key" {
			t.Fatalf("%+v, %v", note, err)
		}
		s.report(no, shipment.Cancelled, 0)
		later, err := s.sdk.AddNote(t.Context(), no, "Cancelled")
		if d := s.detail(no); err != nil || !slices.Equal(d.Notes, []client.OrderNote{later, note}) || d.Version() != 0 {
			t.Errorf("%+v, %v", d.Notes, err)
		}
		for _, path := range []string{"/api/order/order/?cursor=", "/api/order/order/"} {
			if _, text := s.send(http.MethodGet, path, "", "Authorization", "Bearer "+testKey); strings.Contains(text, "Zorblaxia") {
				t.Errorf("%s has the note: %s", path, text)
			}
		}
		s.index()
		for o, err := range s.sdk.AllOrders(t.Context(), client.Filter{Search: "zorblaxia holiday"}) {
			if err != nil || o.TrackingNo != no {
				t.Errorf("%s, %v", o.TrackingNo, err)
			}
		}
		if err := s.sdk.DeleteNote(t.Context(), no, note.NoteID); err != nil {
			t.Error(err)
		}
		if err := s.sdk.DeleteNote(t.Context(), no, note.NoteID); !errors.Is(err, client.ErrNotFound) {
			t.Errorf("deleted again: %v", err)
		}
		if d := s.detail(no); len(d.Notes) != 1 {
			t.Errorf("%+v", d.Notes)
		}
		for range shipment.MaxNotes - 1 {
			if _, err := s.sdk.AddNote(t.Context(), no, "x"); err != nil {
				t.Fatal(err)
			}
		}
		_, err = s.sdk.AddNote(t.Context(), no, "x")
		if err == nil || !strings.Contains(err.Error(), "An order has 50 notes at most. Delete one first.") {
			t.Errorf("a note too many: %v", err)
		}
		for text, want := range map[string]string{" ": "blank", strings.Repeat("é", 501): "no more than 500 characters", "a\x00": "Null"} {
			if _, err := s.sdk.AddNote(t.Context(), no, text); err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%.20q: %v, want %s", text, err, want)
			}
		}
		if _, err := s.sdk.AddNote(t.Context(), "UNKNOWN-1", "x"); !errors.Is(err, client.ErrNotFound) {
			t.Errorf("unknown: %v", err)
		}
	})
}

func TestTags(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		var numbers []string
		for _, o := range s.create(exampleOrder(), exampleOrder(), exampleOrder()).Orders {
			numbers = append(numbers, o.TrackingNo)
		}
		results := func(numbers, add, remove []string) (results string) {
			t.Helper()
			edited, err := s.sdk.EditTags(t.Context(), numbers, add, remove)
			if err != nil {
				t.Fatal(err)
			}
			for i, o := range edited {
				if o.TrackingNo != numbers[i] || o.Message == "" {
					t.Errorf("%+v", o)
				}
				results += o.Result + " "
			}
			return results
		}
		some := []string{numbers[0], strings.ToLower(numbers[2]), "UNKNOWN-1"}
		for _, want := range []string{"changed changed not_found ", "unchanged unchanged not_found "} {
			if got := results(some, []string{"VIP", " Call  First "}, []string{"other"}); got != want {
				t.Errorf("%s, want %s", got, want)
			}
		}
		if got := results(numbers[:1], nil, []string{"vip"}); got != "changed " {
			t.Error(got)
		}
		if d := s.detail(numbers[2]); !slices.Equal(d.Tags, []string{"call first", "vip"}) || d.Version() != 0 {
			t.Errorf("%q", d.Tags)
		}
		if tags, err := s.sdk.Tags(t.Context()); err != nil || !slices.Equal(tags, []string{"call first", "vip"}) {
			t.Errorf("%q, %v", tags, err)
		}
		find := func(f client.Filter) (found []string) {
			t.Helper()
			f.PageSize = 1
			for o, err := range s.sdk.AllOrders(t.Context(), f) {
				if err != nil {
					t.Fatal(err)
				}
				found = append(found, o.TrackingNo)
			}
			return found
		}
		if got := find(client.Filter{Tag: "CALL first"}); !slices.Equal(got, []string{numbers[2], numbers[0]}) {
			t.Errorf("by tag: %q", got)
		}
		if got := find(client.Filter{Tag: "vip", IsReturn: new(false)}); !slices.Equal(got, numbers[2:]) {
			t.Errorf("by tag and another filter: %q", got)
		}
		s.index()
		if got := find(client.Filter{Search: "vip"}); !slices.Equal(got, numbers[2:]) {
			t.Errorf("by a word: %q", got)
		}
		var ten []string
		for i := range 10 {
			ten = append(ten, strconv.Itoa(i))
		}
		if got := results(numbers[1:], ten, nil); got != "changed refused " {
			t.Errorf("ten: %s", got)
		}
		for want, sent := range map[string][3][]string{
			"tracking_nos: This list may not be empty.":                          {{}, {"a"}},
			"Send tags to add or to remove.":                                     {numbers},
			"add: Enter tags of 1 to 30 letters, digits, hyphens and spaces.":    {numbers, {"a_b"}},
			"remove: Enter tags of 1 to 30 letters, digits, hyphens and spaces.": {numbers, nil, {strings.Repeat("a", 31)}},
			"add: Ensure this field has no more than 10 elements.":               {numbers, append(ten, "a")},
			"tracking_nos: Ensure this field has no more than 200 elements.":     {slices.Repeat(numbers, 67), {"a"}},
		} {
			if _, err := s.sdk.EditTags(t.Context(), sent[0], sent[1], sent[2]); err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%v, want %s", err, want)
			}
		}
		if _, err := s.sdk.OrdersAfter(t.Context(), client.Filter{Tag: "a_b"}); err == nil {
			t.Error("a tag that cannot be is no filter")
		}
	})
}
