package storetest

import (
	"strings"
	"testing"
	"time"

	"waybill/internal/shipment"
	"waybill/internal/store"
	"waybill/internal/store/audit"
)

// testAuditOfOrders: what users and commands change of an order is in the log, once, and what keys change is not.
func testAuditOfOrders(t *testing.T, f *fixture) {
	s := f.open(t)
	_, k, _ := account(t, s, "shipper")
	byUser := audit.WithActor(t.Context(), audit.Actor{Kind: audit.ActorUser, Name: "budi@example.com"})
	logOf := func(no string) string {
		t.Helper()
		return auditText(t, s, audit.Filter{SubjectKind: audit.SubjectOrder, Subject: no})
	}
	b := create(t, s, k, Order(1), Order(2))
	first, second := b.Orders[0].TrackingNo, b.Orders[1].TrackingNo
	for range 2 { // the second time changes nothing
		must[[]store.CancelResult](t)(s.CancelOrders(byUser, k.AccountID, []string{first, "UNKNOWN-1"}))
	}
	must[[]store.CancelResult](t)(s.CancelOrders(t.Context(), k.AccountID, []string{second}))
	want := ` user:budi@example.com cancel order/` + first +
		` {"tracker_status_code":"ORDER_CREATED"} -> {"tracker_status_code":"CANCELLED"}` + "\n"
	if log := logOf(first); strings.Count(log, "\n") != 1 || !strings.HasSuffix(log, want) {
		t.Errorf("log\n%s\nwant\n%s", log, want)
	}
	equal(t, "log of an order that a key cancelled", logOf(second), "")

	noError(t, s.PutProof(byUser, second, shipment.Proof{Name: "Sari", MediaType: "image/png", Image: []byte("123"), SignedOn: f.clock.Now()}))
	if log := logOf(second); !strings.Contains(log, ` proof order/`+second+`  -> {"media_type":"image/png","bytes":3,"signed_on":`) ||
		strings.Contains(log, "Sari") {
		t.Errorf("log of a proof\n%s", log)
	}

	subs := submit(t, s, k, 2)
	no := subs[0].TrackingNo
	retriedOn := f.clock.Now().Format(time.RFC3339Nano)
	must[store.Submission](t)(s.Ledger.RetrySubmission(byAnn(t), no, "They called."))
	f.clock.Advance(time.Second)
	must[store.Submission](t)(s.Ledger.ResolveSubmission(byUser, no, store.Resolution{Confirmed: true, HAWBNo: "H-1"}))
	f.clock.Advance(time.Second)
	must[[]store.CancelResult](t)(s.CancelOrders(byUser, k.AccountID, []string{no}))
	log := logOf(no)
	for _, want := range []string{
		` command:ann@depot retry order/` + no + ` {"state":"pending"} -> {"state":"unknown","due_on":"` + retriedOn + `","note":"They called."}`,
		` user:budi@example.com resolve order/` + no + ` {"state":"unknown"} -> {"state":"confirmed","hawb_no":"H-1"}`,
		` cancel order/` + no + ` {"tracker_status_code":"ORDER_CREATED"} -> {"tracker_status_code":"ORDER_CREATED","cancellation":"pending"}`,
	} {
		equal(t, "the log has"+want, strings.Contains(log, want), true)
	}
}
