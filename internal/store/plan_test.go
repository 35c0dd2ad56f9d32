package store

import (
	"strings"
	"testing"
	"time"

	"waybill/internal/shipment"
	"waybill/internal/store/audit"
	"waybill/internal/store/engine"
)

// TestPlans asks SQLite how it would read: a wrong index goes unnoticed until there are a
// million orders.
func TestPlans(t *testing.T) {
	t.Parallel()
	s := openInside(t, emptyDatabase(t, engine.SQLite))
	service := int64(1)
	issuers, err := s.issue(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	batch, number := issuers.batches.Issue(1, time.Time{}), issuers.tracking.Issue("WB", 1, "ID")
	day := time.Date(2026, 2, 3, 0, 0, 0, 0, time.UTC)
	for name, c := range map[string]struct {
		filter OrderFilter
		want   string // the step that finds the ids
	}{
		"all": {OrderFilter{}, "SEARCH orders USING COVERING INDEX orders_created (account_id=?)"},
		"days": {
			OrderFilter{Filter: shipment.Filter{From: day, To: day}},
			"SEARCH orders USING COVERING INDEX orders_created (account_id=? AND created_on>? AND created_on<?)",
		},
		"service": {
			OrderFilter{Filter: shipment.Filter{ServiceID: &service}},
			"SEARCH orders USING COVERING INDEX orders_service (account_id=? AND service_id=?)",
		},
		"service days": {
			OrderFilter{Filter: shipment.Filter{ServiceID: &service, To: day}},
			"SEARCH orders USING COVERING INDEX orders_service (account_id=? AND service_id=? AND created_on<?)",
		},
		"reference": {
			OrderFilter{Filter: shipment.Filter{ShipperOrderID: "A"}},
			"SEARCH orders USING COVERING INDEX orders_shipper_order (account_id=? AND shipper_order_id=?)",
		},
		"reference service": {
			OrderFilter{Filter: shipment.Filter{ShipperOrderID: "A", ServiceID: &service}},
			"SEARCH orders USING INDEX orders_shipper_order (account_id=? AND shipper_order_id=?)",
		},
		"returns": {
			OrderFilter{Filter: shipment.Filter{Return: new(true), TrackerStatus: shipment.Success, From: day}},
			"SEARCH orders USING INDEX orders_return (account_id=? AND created_on>?)",
		},
		"oldest of a service": {
			OrderFilter{Sort: SortOldest, Filter: shipment.Filter{ServiceID: &service}},
			"SEARCH orders USING COVERING INDEX orders_service (account_id=? AND service_id=?)",
		},
		"changed last": {
			OrderFilter{Sort: SortChanged, Filter: shipment.Filter{ServiceID: &service, TrackerStatus: shipment.Success, From: day}},
			"SEARCH orders USING INDEX orders_updated (account_id=?)",
		},
		"updates": {
			OrderFilter{Filter: shipment.Filter{UpdatedFrom: day, UpdatedTo: day, ServiceID: &service, From: day}},
			"SEARCH orders USING INDEX orders_updated (account_id=? AND updated_on>? AND updated_on<?)",
		},
		"held": {
			OrderFilter{Filter: shipment.Filter{Held: new(true), ServiceID: &service, From: day}},
			"SEARCH orders USING INTEGER PRIMARY KEY (rowid=?)",
		},
		"batch":   {OrderFilter{Filter: shipment.Filter{UploadBatchNo: batch}}, "SEARCH orders USING INTEGER PRIMARY KEY (rowid>? AND rowid<?)"},
		"numbers": {OrderFilter{Filter: shipment.Filter{TrackingNos: []string{number}}}, "SEARCH orders USING INTEGER PRIMARY KEY (rowid=?)"},
	} {
		c.filter.AccountID = 1
		w, err := s.conditions(t.Context(), c.filter)
		if err != nil {
			t.Fatal(err)
		}
		unordered := c.filter.UploadBatchNo != "" || c.filter.TrackingNos != nil || c.filter.Held != nil // a few rows, which are sorted
		for columns, want := range map[string]string{"order_id": c.want, recordColumns: strings.Replace(c.want, "COVERING ", "", 1)} {
			query, args := pageQuery(columns, w, PageSize, 0)
			plan := explain(t, s, query, args)
			if !strings.Contains(plan, want) || strings.Contains(plan, "USE TEMP B-TREE") != unordered {
				t.Errorf("%s:\n%s\nwant %s, sorted %v", name, plan, want, unordered)
			}
		}
		CursorOf(c.filter, day, day, 1).addTo(&w, c.filter)
		query, args := pageQuery(recordColumns, w, PageSize, 0)
		if plan := explain(t, s, query, args); !unordered && !strings.Contains(plan, map[Sort]string{
			SortNewest: "created_on<?", SortOldest: "created_on>?", SortChanged: "updated_on<?",
		}[c.filter.Sort]) && name != "updates" {
			t.Errorf("%s: the cursor does not seek:\n%s", name, plan)
		}
	}
}

// TestPlanOfTags: the orders with a tag are found by it, the newest first, also after a place, and the different tags of an
// account without its orders.
func TestPlanOfTags(t *testing.T) {
	t.Parallel()
	s := openInside(t, emptyDatabase(t, engine.SQLite))
	day := time.Date(2026, 2, 3, 0, 0, 0, 0, time.UTC)
	filter := OrderFilter{AccountID: 1, Filter: shipment.Filter{Tag: "vip", ServiceID: new(int64(1)), Return: new(false), To: day}}
	for _, after := range []Cursor{{}, {CreatedOn: engine.Micros(day), OrderID: 1}} {
		w, err := s.conditions(t.Context(), filter)
		if err != nil {
			t.Fatal(err)
		}
		after.addTo(&w, filter)
		query, args := pageQuery(recordColumns, w, PageSize, 0)
		plan := explain(t, s, query, args)
		for _, step := range []string{
			"SEARCH order_tags USING COVERING INDEX order_tags_tag (account_id=? AND tag=? AND ordered_on<?)",
			"SEARCH orders USING INTEGER PRIMARY KEY (rowid=?)",
		} {
			if !strings.Contains(plan, step) || strings.Contains(plan, "TEMP B-TREE") {
				t.Errorf("%s\nwant %s, and nothing sorted", plan, step)
			}
		}
	}
	step := "SEARCH next USING COVERING INDEX order_tags_tag (account_id=? AND tag>?)"
	if plan := explain(t, s, selectAccountTags, []any{int64(1)}); !strings.Contains(plan, step) {
		t.Errorf("%s\nwant %s", plan, step)
	}
}

// TestPlanOfDueDeliveries: a long queue must not be read for a few that are due.
func TestPlanOfDueDeliveries(t *testing.T) {
	t.Parallel()
	s := openInside(t, emptyDatabase(t, engine.SQLite))
	plan := explain(t, s, dueDeliveries(&s.DB.Dialect), []any{int64(1), int64(1), int64(1), int64(1)})
	for _, step := range []string{
		"SEARCH d USING INDEX deliveries_due (endpoint_id=? AND due_on<?)",
		"SEARCH first USING PRIMARY KEY (account_id=? AND endpoint_id=? AND order_id=?)",
	} {
		if !strings.Contains(plan, step) || strings.Contains(plan, "TEMP B-TREE") {
			t.Errorf("%s\nwant %s, and nothing sorted", plan, step)
		}
	}
}

// TestPlanOfReturns: the orders of an account must not be read for the returns of one.
func TestPlanOfReturns(t *testing.T) {
	t.Parallel()
	s := openInside(t, emptyDatabase(t, engine.SQLite))
	step := "SEARCH orders USING INDEX orders_returns (account_id=? AND forward_order_id=?)"
	if plan := explain(t, s, returnsOf, []any{int64(1), int64(1), 1}); !strings.Contains(plan, step) || strings.Contains(plan, "TEMP B-TREE") {
		t.Errorf("%s\nwant %s, and nothing sorted", plan, step)
	}
}

// TestPlanOfBatches: of the orders of a batch only those are read that have no label or are cancelled.
func TestPlanOfBatches(t *testing.T) {
	t.Parallel()
	s := openInside(t, emptyDatabase(t, engine.SQLite))
	plan := explain(t, s, s.batchesQuery(), []any{int64(1), int64(1), int64(1), 21})
	for _, step := range []string{
		"SEARCH o USING INDEX orders_status (account_id=? AND status_code=? AND created_on=? AND rowid>? AND rowid<?)",
		"SEARCH l USING PRIMARY KEY (account_id=? AND order_id>? AND order_id<?)",
		"SEARCH o USING COVERING INDEX orders_tracker (account_id=? AND tracker_status=? AND created_on=? AND rowid>? AND rowid<?)",
	} {
		if !strings.Contains(plan, step) {
			t.Errorf("%s\nwant %s", plan, step)
		}
	}
}

// TestPlanOfGlance: the orders of a month must not be sorted to be counted.
func TestPlanOfGlance(t *testing.T) {
	t.Parallel()
	s := openInside(t, emptyDatabase(t, engine.SQLite))
	step := "SEARCH orders USING COVERING INDEX orders_tracker (account_id=? AND tracker_status=? AND created_on>? AND created_on<?)"
	plan := explain(t, s, countByStatus([]time.Time{time.Unix(1, 0), time.Unix(2, 0)}), []any{int64(1)})
	if !strings.Contains(plan, step) || strings.Contains(plan, "TEMP B-TREE") {
		t.Errorf("%s\nwant %s, and nothing sorted", plan, step)
	}
	day := Got{Facet: shipment.LabelPrinted, From: time.Unix(1, 0), To: time.Unix(2, 0)}
	w, err := s.conditions(t.Context(), OrderFilter{AccountID: 1, Got: []Got{day}})
	if err != nil {
		t.Fatal(err)
	}
	query, args := pageQuery("order_id", w, PageSize, 0)
	plan = explain(t, s, query, args)
	for _, step := range []string{
		"SEARCH label_prints USING COVERING INDEX label_prints_on (account_id=? AND printed_on>? AND printed_on<?)",
		"SEARCH orders USING INTEGER PRIMARY KEY (rowid=?)",
	} {
		if !strings.Contains(plan, step) {
			t.Errorf("%s\nwant %s", plan, step)
		}
	}
}

// TestPlanOfClaims: what waits for one partner must not be read for another.
func TestPlanOfClaims(t *testing.T) {
	t.Parallel()
	s := openInside(t, emptyDatabase(t, engine.SQLite))
	for query, step := range map[string]string{
		submissionLedger.due():   "SEARCH submissions USING INDEX submissions_of_partner_due (partner=? AND due_on<?)",
		cancellationLedger.due(): "SEARCH cancellations USING INDEX cancellations_of_partner_due (partner=? AND due_on<?)",
		labelLedger.due():        "SEARCH partner_labels USING INDEX partner_labels_missing (partner=? AND due_on<?)",
		submissionOfHAWB:         "SEARCH submissions USING INDEX submissions_hawb (partner=? AND hawb_no=?)",
	} {
		args := []any{int64(1), "p", int64(1)}[:strings.Count(query, "$")]
		if plan := explain(t, s, query, args); !strings.Contains(plan, step) {
			t.Errorf("%s\nwant %s", plan, step)
		}
	}
}

// TestPlanOfCodes: a code must be looked up in the index of the partners' numbers, also of one account.
func TestPlanOfCodes(t *testing.T) {
	t.Parallel()
	s := openInside(t, emptyDatabase(t, engine.SQLite))
	plan := explain(t, s, submissionsOfHAWB(&s.DB.Dialect), []any{`["p"]`, `["1"]`, int64(1), int64(1)})
	for _, step := range []string{
		"SEARCH s USING COVERING INDEX submissions_hawb (partner=? AND hawb_no=?)", "SEARCH o USING INTEGER PRIMARY KEY (rowid=?)",
	} {
		if !strings.Contains(plan, step) {
			t.Errorf("%s\nwant %s", plan, step)
		}
	}
}

// TestPlanOfTakes: what is due must not be read to find rows by their ids.
func TestPlanOfTakes(t *testing.T) {
	t.Parallel()
	s := openInside(t, emptyDatabase(t, engine.SQLite))
	for query, step := range map[string]string{
		submissionLedger.take(&s.DB.Dialect):   "SEARCH submissions USING PRIMARY KEY (account_id=? AND order_id=?)",
		cancellationLedger.take(&s.DB.Dialect): "SEARCH cancellations USING PRIMARY KEY (account_id=? AND order_id=?)",
		labelLedger.take(&s.DB.Dialect):        "SEARCH partner_labels USING PRIMARY KEY (account_id=? AND order_id=?)",
		takeDeliveries(&s.DB.Dialect): "SEARCH deliveries USING PRIMARY KEY " +
			"(account_id=? AND endpoint_id=? AND order_id=? AND sequence=?)",
	} {
		args := make([]any, 6)
		if strings.Contains(query, "$8") {
			args = make([]any, 8)
		}
		for i := range args {
			args[i] = "[1]"
		}
		if plan := explain(t, s, query, args); !strings.Contains(plan, step) {
			t.Errorf("%s\nwant %s", plan, step)
		}
	}
}

// TestPlanOfDueDeliveriesOnPostgres: it chooses well although it has no statistics, as in
// a queue that has just grown.
func TestPlanOfDueDeliveriesOnPostgres(t *testing.T) {
	t.Parallel()
	s := openInside(t, emptyDatabase(t, engine.Postgres))
	steps, err := engine.Values[string](t.Context(), s.DB.Reads, "EXPLAIN "+dueDeliveries(&s.DB.Dialect), 1, 1, 1, 1)
	if err != nil {
		t.Fatal(err)
	}
	plan := strings.Join(steps, "\n")
	for _, step := range []string{"deliveries_due on deliveries d", "deliveries_pkey on deliveries first"} {
		if !strings.Contains(plan, step) {
			t.Errorf("%s\nwant %s", plan, step)
		}
	}
}

func explain(t *testing.T, s *Store, query string, args []any) string {
	t.Helper()
	rows, err := s.DB.Reads.Query(t.Context(), "EXPLAIN QUERY PLAN "+query, args...)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	var steps []string
	for rows.Next() {
		var id, parent, unused int
		var step string
		if err := rows.Scan(&id, &parent, &unused, &step); err != nil {
			t.Fatal(err)
		}
		steps = append(steps, step)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return strings.Join(steps, "\n")
}

// TestPlanOfAuditLog: every page is read by an index, without sorting.
func TestPlanOfAuditLog(t *testing.T) {
	t.Parallel()
	s := openInside(t, emptyDatabase(t, engine.SQLite))
	account := int64(7)
	for want, f := range map[string]audit.Filter{
		"USING INDEX audit_log_created ((created_on,account_id,seq)<":   {},
		"USING INDEX audit_log_account (account_id=? AND created_on<?)": {AccountID: &account},
		"USING INDEX audit_log_subject (subject_kind=? AND subject=? AND (created_on,account_id,seq)<": {
			SubjectKind: audit.SubjectRule, Subject: "heavy",
		},
	} {
		query, args, err := s.Audit.PageQuery(t.Context(), f, "", 50)
		if err != nil {
			t.Fatal(err)
		}
		if plan := explain(t, s, query, args); !strings.Contains(plan, want) || strings.Contains(plan, "USE TEMP B-TREE") {
			t.Errorf("%+v:\n%s\nwant %s", f, plan, want)
		}
	}
}

// TestPlanOfNewest: the newest orders are read by an index, without sorting.
func TestPlanOfNewest(t *testing.T) {
	t.Parallel()
	s := openInside(t, emptyDatabase(t, engine.SQLite))
	for want, account := range map[string]int64{
		"SEARCH orders USING INTEGER PRIMARY KEY (rowid<?)":                        0,
		"SEARCH orders USING INDEX orders_created (account_id=? AND created_on<?)": 7,
	} {
		query, args := newestQuery(account, 1, 1, 50)
		if plan := explain(t, s, query, args); !strings.Contains(plan, want) || strings.Contains(plan, "USE TEMP B-TREE") {
			t.Errorf("%s\nwant %s", plan, want)
		}
	}
}
