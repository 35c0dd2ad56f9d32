package api

import (
	"errors"
	"net/http"
	"strings"
	"testing"

	"waybill/client"
	"waybill/internal/shipment"
	"waybill/internal/store/audit"
)

// asAdministrator is a client with a key of an operator's account that administers the service.
func (s *server) asAdministrator() client.Administration {
	s.t.Helper()
	return s.asKeyOf(s.newAccount("operator", true), shipment.ScopeAdministration)
}

// submissionsOf are "NUMBER STATE" of a list.
func submissionsOf(t *testing.T, list func(yield func(client.Submission, error) bool)) (all []string) {
	t.Helper()
	for entry, err := range list {
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, entry.TrackingNo+" "+entry.State)
	}
	return all
}

// TestOperatorDecidesAboutSubmissions follows a submission that failed: it is found, tried again, and resolved. Each decision is in its
// history and in the audit log.
func TestOperatorDecidesAboutSubmissions(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		ctx, operator := t.Context(), s.asAdministrator()
		created := s.create(partnerOrder("[fail]"), partnerOrder(""), exampleOrder())
		failed, taken, inHouse := created.Orders[0].TrackingNo, created.Orders[1].TrackingNo, created.Orders[2].TrackingNo
		hasFailed := func() bool { return s.order(failed).StatusCode == "SUBMISSION_FAILED" }
		s.eventually("the partner answers", func() bool { return hasFailed() && s.order(taken).StatusCode == "SUBMITTED" })

		for _, f := range []client.SubmissionFilter{{}, {State: client.SubmissionFailed, AccountID: s.demoAccount()}} {
			if got := submissionsOf(t, operator.Submissions(ctx, f)); len(got) != 1 || got[0] != failed+" failed" {
				t.Errorf("%+v selects %v", f, got)
			}
		}
		if got := submissionsOf(t, operator.Submissions(ctx, client.SubmissionFilter{Partner: "other"})); got != nil {
			t.Errorf("of another partner: %v", got)
		}
		viewed, err := operator.Submission(ctx, strings.ToLower(failed))
		if err != nil || viewed.State != "failed" || len(viewed.History) != 1 || viewed.History[0].Kind != "submit" || viewed.Partner == "" {
			t.Errorf("viewed %+v, %v", viewed, err)
		}

		retried, err := operator.RetrySubmission(ctx, failed, "They have mended it")
		if err != nil || len(retried.History) < 2 || retried.History[1].Kind != "retry" || retried.History[1].Message != "They have mended it" {
			t.Errorf("retried %+v, %v", retried, err)
		}
		s.eventually("the partner refuses again", hasFailed)

		for field, d := range map[string]client.SubmissionDecision{
			"state": {State: "done"}, "message": {State: client.SubmissionFailed}, "note": {State: client.SubmissionConfirmed, Note: "a\nb"},
			"hawb_no":       {State: client.SubmissionFailed, Message: "No.", HAWBNo: "618-1"},
			"partner_label": {State: client.SubmissionFailed, Message: "No.", PartnerLabel: true},
		} {
			_, err := operator.ResolveSubmission(ctx, failed, d)
			if wrong, ok := errors.AsType[*client.ValidationError](err); !ok || !strings.Contains(wrong.Error(), field) {
				t.Errorf("%s: %v", field, err)
			}
		}
		resolved, err := operator.ResolveSubmission(ctx, failed, client.SubmissionDecision{
			State: client.SubmissionConfirmed, HAWBNo: "618-12345675", Note: "By phone",
		})
		if err != nil || resolved.State != "confirmed" || resolved.HAWBNo != "618-12345675" || s.order(failed).HAWBNo != "618-12345675" {
			t.Errorf("resolved %+v, %v", resolved, err)
		}
		_, err = operator.RetrySubmission(ctx, failed, "")
		wantStatus(t, err, http.StatusConflict)
		_, err = operator.Submission(ctx, inHouse)
		if !errors.Is(err, client.ErrNotFound) {
			t.Errorf("an order in house: %v", err)
		}
		if _, err = client.NewAdministration(s.sdk).Submission(ctx, failed); !errors.Is(err, client.ErrForbidden) {
			t.Errorf("its shipper: %v", err)
		}

		entries, _, err := s.api.Store.Audit.List(ctx, audit.Filter{SubjectKind: "order", Subject: failed}, "", 10)
		if err != nil || len(entries) != 2 || entries[0].Actor.Kind != audit.ActorKey || !strings.Contains(entries[0].New, "By phone") {
			t.Errorf("audit log %+v, %v", entries, err)
		}
	})
}

// TestOperatorRetriesCancellations that a partner refused.
func TestOperatorRetriesCancellations(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		ctx, operator := t.Context(), s.asAdministrator()
		created := s.create(partnerOrder("[keep]"), partnerOrder(""))
		kept, other := created.Orders[0].TrackingNo, created.Orders[1].TrackingNo
		s.eventually("the partner answers", func() bool {
			return s.order(kept).StatusCode == "SUBMITTED" && s.order(other).StatusCode == "SUBMITTED"
		})
		s.cancel(kept)
		refusals := func() (n int) {
			viewed, err := operator.Cancellation(ctx, kept)
			if err != nil {
				t.Fatal(err)
			}
			for _, a := range viewed.History {
				if a.Kind == "cancel" && a.Outcome == "refused" {
					n++
				}
			}
			return n
		}
		s.eventually("the partner refuses", func() bool { return refusals() == 1 })
		got := submissionsOf(t, operator.Cancellations(ctx, client.SubmissionFilter{State: client.SubmissionRefused}))
		if len(got) != 1 || got[0] != kept+" refused" {
			t.Errorf("refused: %v", got)
		}
		if _, err := operator.RetryCancellation(ctx, kept, "They promised it"); err != nil {
			t.Error(err)
		}
		s.eventually("the partner refuses again", func() bool { return refusals() == 2 })
		if _, err := operator.Cancellation(ctx, other); !errors.Is(err, client.ErrNotFound) {
			t.Errorf("one that nobody asked for: %v", err)
		}
	})
}

// TestListsOfSubmissionsGoOn by cursor, and refuse what is none.
func TestListsOfSubmissionsGoOn(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		operator := s.asAdministrator()
		orders := make([]client.NewOrder, 51)
		for i := range orders {
			orders[i] = partnerOrder("[fail]")
		}
		s.create(orders...)
		all := func() []string {
			return submissionsOf(t, operator.Submissions(t.Context(), client.SubmissionFilter{State: client.SubmissionFailed}))
		}
		s.eventually("all fail", func() bool { return len(all()) == len(orders) })
		seen := map[string]bool{}
		for _, entry := range all() {
			seen[entry] = true
		}
		if len(seen) != len(orders) {
			t.Errorf("%d different ones of %d", len(seen), len(orders))
		}
		key := s.keyWith(s.newAccount("second operator", true), shipment.ScopeAdministration, "")
		for query, want := range map[string]string{
			"cursor=x": "Invalid cursor", "cursor=1-x": "Invalid cursor", "state=lost": "not a valid choice", "account_id=0": "account_id",
			"nothing=1": "Unknown parameter",
		} {
			res, text := s.send("GET", "/api/operator/submissions/?"+query, "", "Authorization", "Bearer "+key)
			if res.StatusCode != http.StatusBadRequest || !strings.Contains(text, want) {
				t.Errorf("%s: %d %s", query, res.StatusCode, text)
			}
		}
		res, text := s.send("GET", "/api/operator/cancellations/?label_missing=true", "", "Authorization", "Bearer "+key)
		if res.StatusCode != http.StatusBadRequest {
			t.Errorf("cancellations whose label is missing: %d %s", res.StatusCode, text)
		}
	})
}
