package store_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"waybill/internal/shipment"
	"waybill/internal/store"
	"waybill/internal/store/audit"
	"waybill/internal/store/storetest"
)

// TestAuditOfOrders: what users and commands change of an order is in the log, once, and what keys change is not.
func TestAuditOfOrders(t *testing.T) { onEachEngine(t, testAuditOfOrders) }

func testAuditOfOrders(t *testing.T, f *fixture) {
	s := f.open(t)
	_, k, _ := account(t, s, "shipper")
	byUser := audit.WithActor(t.Context(), audit.Actor{Kind: audit.ActorUser, Name: "budi@example.com"})
	logOf := func(no string) string {
		t.Helper()
		return auditText(t, s, audit.Filter{SubjectKind: audit.SubjectOrder, Subject: no})
	}
	b := create(t, s, k, storetest.Order(1), storetest.Order(2))
	first, second := b.Orders[0].TrackingNo, b.Orders[1].TrackingNo
	for range 2 { // the second time changes nothing
		must[[]store.CancelResult](t)(s.CancelOrders(byUser, k.AccountID, []string{first, "UNKNOWN-1"}, false))
	}
	must[[]store.CancelResult](t)(s.CancelOrders(t.Context(), k.AccountID, []string{second}, false))
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
	must[[]store.CancelResult](t)(s.CancelOrders(byUser, k.AccountID, []string{no}, false))
	log := logOf(no)
	for _, want := range []string{
		` command:ann@depot retry order/` + no + ` {"state":"pending"} -> {"state":"pending","due_on":"` + retriedOn + `","note":"They called."}`,
		` user:budi@example.com resolve order/` + no + ` {"state":"pending"} -> {"state":"confirmed","hawb_no":"H-1"}`,
		` cancel order/` + no + ` {"tracker_status_code":"ORDER_CREATED"} -> {"tracker_status_code":"ORDER_CREATED","cancellation":"pending"}`,
	} {
		equal(t, "the log has"+want, strings.Contains(log, want), true)
	}
}

// TestAuditOfCancellations: the log has who asks a partner to cancel an order, also again after that failed, and that it is not known yet
// whether the partner has the order. A request that changes nothing is not in it.
func TestAuditOfCancellations(t *testing.T) { onEachEngine(t, testAuditOfCancellations) }

func testAuditOfCancellations(t *testing.T, f *fixture) {
	s := f.open(t)
	_, k, _ := account(t, s, "shipper")
	byUser := audit.WithActor(t.Context(), audit.Actor{Kind: audit.ActorUser, Name: "budi@example.com"})
	for _, c := range []struct {
		outcome store.SubmissionState
		states  []store.CancellationState // before and after each cancellation
	}{
		{store.SubmissionConfirmed, []store.CancellationState{
			"", store.CancellationPending, store.CancellationFailed, store.CancellationPending,
		}},
		{store.SubmissionUnknown, []store.CancellationState{"", store.CancellationWaiting}},
	} {
		states := c.states
		made, _ := attempted(t, s, k, store.Outcome{State: c.outcome, RetryOn: f.clock.Now().Add(time.Hour)})
		for i := 0; i < len(states); i += 2 {
			for range 2 {
				must[[]store.CancelResult](t)(s.CancelOrders(byUser, k.AccountID, []string{made.TrackingNo}, false))
			}
			was := ""
			if states[i] != "" {
				was = fmt.Sprintf(`,"cancellation":%q`, states[i])
			}
			want := `cancel order/` + made.TrackingNo + ` {"tracker_status_code":"ORDER_CREATED"` + was +
				fmt.Sprintf(`} -> {"tracker_status_code":"ORDER_CREATED","cancellation":%q}`, states[i+1])
			log := auditText(t, s, audit.Filter{SubjectKind: audit.SubjectOrder, Subject: made.TrackingNo})
			if strings.Count(log, "\n") != i/2+1 || !strings.Contains(log, want) {
				t.Errorf("after cancellation %d the log is\n%s\nwithout\n%s", i/2+1, log, want)
			}
			for _, asked := range claimCancellations(t, s, "me") {
				noError(t, s.Ledger.FinishCancellation(t.Context(), asked, store.CancellationOutcome{State: store.CancellationFailed}))
			}
			f.clock.Advance(time.Second)
		}
	}
}

// TestAuditOfCreates: who created orders is stored with them, of many at once, or they are not created.
func TestAuditOfCreates(t *testing.T) { onEachEngine(t, testAuditOfCreates) }

func testAuditOfCreates(t *testing.T, f *fixture) {
	s := f.open(t)
	_, k, _ := account(t, s, "shipper")
	byUser := audit.WithActor(t.Context(), audit.Actor{Kind: audit.ActorUser, Name: "budi@example.com"})
	by := []context.Context{byUser, t.Context(), byAnn(t), byUser, byUser, t.Context()}
	made := make([]store.Batch, len(by))
	failed := make([]error, len(by))
	var all sync.WaitGroup
	for i, ctx := range by {
		all.Go(func() {
			made[i], failed[i] = s.CreateBatch(ctx, store.NewBatch{AccountID: k.AccountID, KeyID: k.KeyID, Orders: orders(i + 1)})
		})
	}
	all.Wait()
	noError(t, errors.Join(failed...))
	for i, b := range made {
		no, want := b.Orders[0].TrackingNo, ""
		if actor := audit.ActorOf(by[i]); actor.Kind != audit.ActorServer {
			want = fmt.Sprintf(`%s:%s create order/%s  -> {"upload_batch_no":"%s","orders":%d,"tracking_nos":["%[3]s"`,
				actor.Kind, actor.Name, no, b.UploadBatchNo, i+1)
		}
		log := auditText(t, s, audit.Filter{SubjectKind: audit.SubjectOrder, Subject: no})
		if strings.Count(log, "\n") > 1 || !strings.Contains(log, want) || (log == "") != (want == "") {
			t.Errorf("log of batch %d\n%s\nwant\n%s", i, log, want)
		}
	}
	noError(t, s.MasterData.SuspendAccount(byUser, k.AccountID)) // the next number follows
	equal(t, "entries and their last number", f.count(t, `SELECT max(seq) * 10 + count(*) FROM audit_log WHERE action = 'create' AND
		subject_kind = 'order' AND account_id = `+fmt.Sprint(k.AccountID)), f.count(t, `SELECT (last_seq - 1) * 10 + 4 FROM audit_sequences
		WHERE account_id = `+fmt.Sprint(k.AccountID)))

	f.exec(t, `UPDATE audit_sequences SET last_seq = 0 WHERE account_id = $1`, k.AccountID) // the next entry has a taken number
	if _, err := s.CreateBatch(byUser, store.NewBatch{AccountID: k.AccountID, KeyID: k.KeyID, Orders: orders(1)}); err == nil {
		t.Error("an order was created without an entry")
	}
	equal(t, "orders", f.count(t, `SELECT count(*) FROM orders`), 1+2+3+4+5+6)
}
