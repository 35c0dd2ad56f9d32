package api

import (
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"testing"

	"waybill/client"
)

// TestExpand reads what a list shows of each order in addition, and compares it with the detail.
func TestExpand(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		full, old, plain := exampleOrder(), exampleOrder(), exampleOrder()
		full.ShipperOrderID, full.Metadata = "E-1", map[string]string{"shop": "7", "a b": "é"}
		made := s.create(full, old, plain).Orders
		no := made[0].TrackingNo
		replacement := s.replace(made[1].TrackingNo, map[string]any{"order_weight": "2.5"})
		if _, err := s.sdk.Pack(t.Context(), client.Packing{Code: "E-1", Scan: "s1", Weight: "1.25"}); err != nil {
			t.Fatal(err)
		}
		if _, err := s.sdk.EditTags(t.Context(), []string{no}, []string{"VIP", "Fragile"}, nil); err != nil {
			t.Fatal(err)
		}
		s.held(s.sdk.HoldOrders(t.Context(), []string{no}, "Not paid", false))
		asPNG, _ := pictures(t)
		if res, body := s.send("POST", proofPath, proofBody(s.operatorKey(), no, "Susan", "", asPNG)); res.StatusCode != http.StatusNoContent {
			t.Fatalf("%d %s", res.StatusCode, body)
		}
		list := func(query string) (results []map[string]json.RawMessage, text string) {
			t.Helper()
			res, text := s.send("GET", "/api/order/order/?"+query, "", "Authorization", "Bearer "+testKey)
			var page struct{ Results []map[string]json.RawMessage }
			if err := json.Unmarshal([]byte(text), &page); err != nil || res.StatusCode != http.StatusOK {
				t.Fatalf("%s: %d %s", query, res.StatusCode, text)
			}
			return page.Results, text
		}
		for _, way := range []string{"cursor=", "cursor=&limit=50", "page=1"} {
			results, text := list(way + "&expand=tags,metadata,hold,replaced_by,packing,proof,tags&secret_key=" + testKey)
			of := func(trackingNo string) map[string]json.RawMessage {
				i := slices.IndexFunc(results, func(r map[string]json.RawMessage) bool { return string(r["tracking_no"]) == `"`+trackingNo+`"` })
				return results[i]
			}
			_, detail := s.send("GET", "/api/order/order/"+no+"/", "", "Authorization", "Bearer "+testKey)
			var whole map[string]json.RawMessage
			if err := json.Unmarshal([]byte(detail), &whole); err != nil {
				t.Fatal(err)
			}
			for _, name := range []string{"metadata", "tags", "hold", "replaced_by"} {
				if got := string(of(no)[name]); got == "" || got != string(whole[name]) {
					t.Errorf("%s: %s is %s, in the detail %s", way, name, got, whole[name])
				}
			}
			if proof := string(of(no)["proof"]); !strings.Contains(detail, proof) || !strings.Contains(proof, `"kind":"proof_of_delivery"`) {
				t.Errorf("%s: proof %s", way, proof)
			}
			if packing := string(of(no)["packing"]); !strings.Contains(packing, `"packed_weight":1.25}`) {
				t.Errorf("%s: packing %s", way, packing)
			}
			if got := string(of(made[1].TrackingNo)["replaced_by"]); got != `"`+replacement+`"` {
				t.Errorf("%s: replaced by %s, want %s", way, got, replacement)
			}
			nothing := `"updated_on":` + string(of(made[2].TrackingNo)["updated_on"]) +
				`,"metadata":{},"tags":[],"hold":null,"replaced_by":null,"packing":null,"proof":null}`
			if !strings.Contains(text, nothing) {
				t.Errorf("%s: no %s in %s", way, nothing, text)
			}
		}
		for _, r := range first2(list("cursor=&expand=tags")) {
			if _, has := r["metadata"]; has || r["tags"] == nil {
				t.Errorf("only tags were asked for: %v", r)
			}
		}
		_, without := list("cursor=")
		_, empty := list("cursor=&expand=")
		if without != empty || strings.Contains(without, `"tags"`) {
			t.Errorf("without expand %s", without)
		}
	})
}

// first2 is the first of two values.
func first2[A, B any](a A, _ B) A { return a }

// TestExpandAndLimitAreRefused: the message names what may be sent.
func TestExpandAndLimitAreRefused(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		s.create(exampleOrder(), exampleOrder(), exampleOrder())
		for query, want := range map[string]string{
			"cursor=&expand=tags,prof": `{"orders":[{"expand":["\"prof\" cannot be expanded. Send any of: ` +
				`metadata, tags, hold, replaced_by, packing, proof."]}]}`,
			"expand=items": `{"orders":[{"expand":["\"items\" cannot be expanded. Send any of: ` +
				`metadata, tags, hold, replaced_by, packing, proof."]}]}`,
			"cursor=&limit=0":  `{"orders":[{"limit":["Ensure this value is greater than or equal to 1."]}]}`,
			"cursor=&limit=x":  `{"orders":[{"limit":["A valid integer is required."]}]}`,
			"cursor=&limit=51": `{"orders":[{"limit":["Ensure this value is less than or equal to 50."]}]}`,
		} {
			res, text := s.send("GET", "/api/order/order/?"+query, "", "Authorization", "Bearer "+testKey)
			if res.StatusCode != http.StatusBadRequest || text != want {
				t.Errorf("%s: %d %s", query, res.StatusCode, text)
			}
		}
		res, text := s.send("GET", "/api/order/order/?limit=1", "", "Authorization", "Bearer "+testKey)
		if !strings.Contains(text, `{"count":3,`) || res.Header.Get("Waybill-Ignored-Parameters") != "limit" {
			t.Errorf("a limit without a cursor: %v %s", res.Header, text)
		}
		var ids []int64
		for cursor, more := "", true; more; {
			var page struct {
				Next    *string `json:"next_cursor"`
				Results []client.Order
			}
			s.read(&page, "/api/order/order/?limit=2&page_size=1&cursor="+cursor, "Authorization", "Bearer "+testKey)
			for _, o := range page.Results {
				ids = append(ids, o.OrderID)
			}
			if more = page.Next != nil; more {
				cursor = *page.Next
			}
			if more != (len(ids) == 2) {
				t.Fatalf("pages of 2: %v, then %v", ids, more)
			}
		}
		if slices.Sort(ids); len(slices.Compact(ids)) != 3 {
			t.Errorf("orders %v", ids)
		}
	})
}

// TestMetadataFilter finds orders by what their shippers keep with them.
func TestMetadataFilter(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		orders := []client.NewOrder{exampleOrder(), exampleOrder(), exampleOrder()}
		orders[0].Metadata = map[string]string{"shop": "7", "campaign": "Spring sale", "zone": "n"}
		orders[1].Metadata = map[string]string{"shop": "7", "campaign[x]": "a&b"}
		orders[2].Metadata = map[string]string{"shop": "77"}
		for i, ref := range []string{"M-0", "M-1", "M-2"} {
			orders[i].ShipperOrderID = ref
		}
		orders[1].ConsigneeName = "Zebrina"
		made := s.create(orders...).Orders
		find := func(query string) string {
			t.Helper()
			var page struct{ Results []client.Order }
			s.read(&page, "/api/order/order/?"+query, "Authorization", "Bearer "+testKey)
			var found []string
			for _, o := range page.Results {
				found = append(found, o.ShipperOrderID)
			}
			slices.Sort(found)
			return strings.Join(found, " ")
		}
		s.index()
		if got := find("page=1&metadata[shop]="); got != "" { // by page such a value selects nothing
			t.Errorf("without a value: %s", got)
		}
		for query, want := range map[string]string{
			"metadata[shop]=7": "M-0 M-1",
			"metadata%5Bshop%5D=7&metadata[campaign]=Spring+sale": "M-0",
			"metadata[shop]=7&metadata[zone]=n":                   "M-0",
			"metadata[campaign]=spring+sale":                      "",
			"metadata[campaign]=Spring":                           "",
			"metadata[campaign[x]]=a%26b":                         "M-1",
			"metadata[shop]=7&search=zebrina":                     "M-1",
			"metadata[shop]=7&shipper_order_id=M-0":               "M-0",
			"metadata[7]=shop":                                    "",
			"search=spring":                                       "",
		} {
			for _, way := range []string{"cursor=&", "page=1&"} {
				if got := find(way + query); got != want {
					t.Errorf("%s%s: found %q, want %q", way, query, got, want)
				}
			}
		}
		if status, text := s.patch(made[0].TrackingNo, `{"metadata":{"shop":"8"}}`); status != http.StatusOK {
			t.Fatalf("%d %s", status, text)
		}
		s.index()
		if got := find("cursor=&metadata[shop]=7") + ", " + find("cursor=&metadata[shop]=8"); got != "M-1, M-0" {
			t.Errorf("after a change %s", got)
		}
		_, text := s.send("GET", "/api/order/export/?metadata[shop]=77&form=tracking", "", "Authorization", "Bearer "+testKey)
		if !strings.Contains(text, "M-2") || strings.Contains(text, "M-1") {
			t.Errorf("export %s", text)
		}
		for query, want := range map[string]string{
			"cursor=&metadata=shop":   `{"orders":[{"metadata":["Send metadata[KEY]=VALUE, with a key of the metadata."]}]}`,
			"cursor=&metadata[shop]=": `{"orders":[{"metadata":{"shop":["This parameter is empty. Send a value, or leave it out."]}}]}`,
			"cursor=&metadata[]=x":    `{"orders":[{"metadata":{"":["This field may not be blank."]}}]}`,
			"cursor=&metadata[" + strings.Repeat("k", 41) + "]=x": `{"orders":[{"metadata":{"` + strings.Repeat("k", 41) +
				`":["Ensure this field has no more than 40 characters."]}}]}`,
			"cursor=&metadata[a]=b&updated_from=2026-01-01": `{"orders":[{"metadata":["A search cannot be sorted by updated_on: ` +
				`leave out updated_from and updated_to."]}]}`,
			"cursor=&metadata[a=b": `{"orders":[{"metadata[a":["Unknown parameter."]}]}`,
		} {
			res, text := s.send("GET", "/api/order/order/?"+query, "", "Authorization", "Bearer "+testKey)
			if res.StatusCode != http.StatusBadRequest || text != want {
				t.Errorf("%s: %d %s", query, res.StatusCode, text)
			}
		}
	})
}
