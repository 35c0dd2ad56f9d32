package api

import (
	"net/http"
	"strings"
	"testing"

	"waybill/client"
)

// TestANoteOfAPrinterIsCutBetweenCharacters: a note of 255 characters is stored whole in every script, and the job can be read again.
func TestANoteOfAPrinterIsCutBetweenCharacters(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		ctx := t.Context()
		for i, character := range []string{"a", "é", "ก", "紙", "🖨"} {
			no := s.create(exampleOrder()).Orders[0].TrackingNo
			if err := s.printJobs().Offer(ctx, s.demoAccount(), "Bench"); err != nil {
				t.Fatal(err)
			}
			key := "cut-" + string(rune('0'+i))
			if _, err := s.sdk.QueuePrint(ctx, no, "Bench", key); err != nil {
				t.Fatal(err)
			}
			jobs, err := s.sdk.TakePrints(ctx, "Bench")
			if err != nil || len(jobs) != 1 {
				t.Fatalf("%+v, %v", jobs, err)
			}
			note := strings.Repeat(character, 255)
			if err := s.sdk.ReportPrint(ctx, jobs[0], client.PrintFailed, note); err != nil {
				t.Errorf("%q: %v", character, err)
			}
			if job, err := s.sdk.QueuePrint(ctx, no, "Bench", key); err != nil || job.Note != note {
				t.Errorf("%q: the note is %q, %v", character, job.Note, err)
			}
		}
	})
}

// TestAnUnknownKeyIsCutBetweenCharacters: the names of unknown fields are shown without half a character at their ends.
func TestAnUnknownKeyIsCutBetweenCharacters(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		for _, character := range []string{"ก", "紙", "🖨"} {
			name := "x" + strings.Repeat(character, 100)
			body := strings.Replace(ordersBody(t, nil, parcel()), `"shipper_order_id"`, `"`+name+`":1,"shipper_order_id"`, 1)
			res, text := s.send("POST", "/api/order/validate/", body)
			if res.StatusCode != http.StatusOK || strings.Contains(text, "\uFFFD") || !strings.Contains(text, "x"+strings.Repeat(character, 63)) {
				t.Errorf("%q: %d %s", character, res.StatusCode, text)
			}
		}
	})
}
