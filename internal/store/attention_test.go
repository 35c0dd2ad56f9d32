package store

import (
	"strings"
	"testing"

	"waybill/internal/shipment"
	"waybill/internal/store/engine"
)

// TestPlanOfAttention: a count reads an index of the statuses of one account, and no order that has ended.
func TestPlanOfAttention(t *testing.T) {
	t.Parallel()
	s := openInside(t, emptyDatabase(t, engine.SQLite))
	for _, a := range shipment.Attentions() {
		for _, f := range []OrderFilter{
			{AccountID: 1, Attention: a},
			{AccountID: 1, Partner: new("acme"), Attention: a},
			{AccountID: 1, Filter: shipment.Filter{ServiceID: new(int64(1)), Tag: "vip", Held: new(true)}, Attention: a},
		} {
			w, err := s.conditions(t.Context(), f)
			if err != nil {
				t.Fatal(err)
			}
			w.Add("+order_id < ?", int64(9))
			query, args := pageQuery(recordColumns, w, PageSize, 0)
			plan := explain(t, s, query, args)
			want := "SEARCH orders USING INDEX orders_tracker (account_id=? AND tracker_status=?)"
			if a == shipment.AttentionUnmoved {
				want = "SEARCH orders USING INTEGER PRIMARY KEY (rowid=?)"
			}
			if !strings.Contains(plan, want) {
				t.Errorf("%s:\n%s", a, plan)
			}
		}
	}
}
