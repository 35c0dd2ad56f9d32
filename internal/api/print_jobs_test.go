package api

import (
	"errors"
	"net/http"
	"testing"

	"waybill/client"
)

// TestPrintJobs queues a label, takes and reports on it, and refuses what is not possible.
func TestPrintJobs(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		no := s.create(exampleOrder()).Orders[0].TrackingNo
		ctx := t.Context()
		if _, err := s.sdk.QueuePrint(ctx, no, "Bench 1", "k1"); !errors.Is(err, client.ErrNotFound) {
			t.Errorf("a printer that no agent has: %v", err)
		}
		if err := s.printJobs().Offer(ctx, s.demoAccount(), "Bench 1"); err != nil {
			t.Fatal(err)
		}
		job, err := s.sdk.QueuePrint(ctx, no, "Bench 1", "k1")
		if err != nil || job.State != client.PrintQueued || job.Lease != "" {
			t.Fatalf("%+v, %v", job, err)
		}
		other := s.create(exampleOrder()).Orders[0].TrackingNo
		var conflict *client.Error
		if _, err := s.sdk.QueuePrint(ctx, other, "Bench 1", "k1"); !errors.As(err, &conflict) || conflict.StatusCode != http.StatusConflict {
			t.Errorf("the key of another order: %v", err)
		}
		if _, err := s.sdk.QueuePrint(ctx, "UNKNOWN-1", "Bench 1", "k2"); !errors.Is(err, client.ErrNotFound) {
			t.Errorf("an unknown order: %v", err)
		}
		jobs, err := s.sdk.TakePrints(ctx, "Bench 1")
		if err != nil || len(jobs) != 1 || jobs[0].TrackingNo != no || jobs[0].Lease == "" {
			t.Fatalf("%+v, %v", jobs, err)
		}
		for _, state := range []string{client.PrintStarted, client.PrintPrinted} {
			if err := s.sdk.ReportPrint(ctx, jobs[0], state, ""); err != nil {
				t.Fatal(err)
			}
		}
		err = s.sdk.ReportPrint(ctx, jobs[0], client.PrintStarted, "")
		if !errors.As(err, &conflict) || conflict.StatusCode != http.StatusConflict {
			t.Errorf("a start after the end: %v", err)
		}
		if again, err := s.sdk.QueuePrint(ctx, no, "Bench 1", "k1"); err != nil || again.State != client.PrintPrinted {
			t.Errorf("queued again: %+v, %v", again, err)
		}
		var invalid *client.ValidationError
		if _, err := s.sdk.TakePrints(ctx, ""); !errors.As(err, &invalid) {
			t.Errorf("no printer: %v", err)
		}
		if err := s.printJobs().Offer(ctx, s.demoAccount(), "Bench 2"); err != nil {
			t.Fatal(err)
		}
		if _, err := s.sdk.QueuePrint(ctx, other, "Bench 2", "k3"); err != nil {
			t.Fatal(err)
		}
		if err := s.sdk.AnswerPrint(ctx, "k3", client.PrintPrinted); !errors.As(err, &conflict) || conflict.StatusCode != http.StatusConflict {
			t.Errorf("a job that nobody asks about: %v", err)
		}
		if err := s.sdk.AnswerPrint(ctx, "k9", client.PrintWithdrawn); !errors.Is(err, client.ErrNotFound) {
			t.Errorf("an unknown job: %v", err)
		}
		if err := s.sdk.AnswerPrint(ctx, "k3", client.PrintWithdrawn); err != nil {
			t.Error(err)
		}
		if jobs, err := s.sdk.QueuePrint(ctx, other, "Bench 2", "k3"); err != nil || jobs.State != client.PrintFailed {
			t.Errorf("withdrawn: %+v, %v", jobs, err)
		}
		for printer, want := range map[string]error{"Bench 1": nil, "Bench 9": client.ErrNotFound} {
			if err := s.sdk.ReportScale(ctx, printer, "1.262"); !errors.Is(err, want) {
				t.Errorf("a weight at %s: %v", printer, err)
			}
		}
		if err := s.sdk.ReportScale(ctx, "Bench 1", "-1"); !errors.As(err, &invalid) {
			t.Errorf("less than nothing: %v", err)
		}
		known, err := s.printJobs().Printers(ctx, s.demoAccount())
		if err != nil || len(known) != 2 || known[0].Weight != 1262 || known[0].WeighedOn.IsZero() || !known[1].WeighedOn.IsZero() {
			t.Errorf("%+v, %v", known, err)
		}
		printed := true
		page, err := s.sdk.Orders(ctx, client.Filter{Printed: &printed})
		if err != nil || len(page.Results) != 1 || page.Results[0].TrackingNo != no {
			t.Errorf("printed: %+v, %v", page, err)
		}
	})
}
