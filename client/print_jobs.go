package client

import (
	"context"
	"fmt"
	"net/http"
	"time"
)

// The states of a PrintJob.
const (
	PrintQueued  = "queued"
	PrintSent    = "sent"    // an agent has it, and has sent no byte
	PrintStarted = "started" // bytes may have been sent
	PrintPrinted = "printed"
	PrintFailed  = "failed"  // nothing came out
	PrintUnknown = "unknown" // a person says in the console whether it came out
)

// PrintJob is a label for a printer that a print agent has.
type PrintJob struct {
	RequestKey string    `json:"request_key"`
	TrackingNo string    `json:"tracking_no"`
	Printer    string    `json:"printer"`
	State      string    `json:"state"`
	Note       string    `json:"note"` // of the agent
	QueuedOn   time.Time `json:"queued_on"`
	Lease      string    `json:"lease"` // of the agent that took it; "" for others
}

// QueuePrint queues the label of an order for a printer, once for each request key of at most 100 characters: the same key again
// returns the job, with its state now. It returns a *ValidationError, ErrNotFound for an unknown order or a printer that no agent has,
// and an *Error of status 409 if the key is that of another order or printer. The request may be repeated.
func (c *Client) QueuePrint(ctx context.Context, trackingNo, printer, requestKey string) (job PrintJob, err error) {
	request := map[string]string{"tracking_no": trackingNo, "printer": printer, "request_key": requestKey}
	if err := c.post(ctx, "/print/jobs/", request, &job); err != nil {
		return PrintJob{}, fmt.Errorf("waybill: queuing a print job: %w", err)
	}
	return job, nil
}

// TakePrints offers a printer, waits up to ten seconds for a job of it, and takes it for a minute. It returns none if there was none.
func (c *Client) TakePrints(ctx context.Context, printer string) ([]PrintJob, error) {
	var result struct {
		Jobs []PrintJob `json:"jobs"`
	}
	if err := c.post(ctx, "/print/take/", map[string]string{"printer": printer}, &result); err != nil {
		return nil, fmt.Errorf("waybill: taking print jobs: %w", err)
	}
	return result.Jobs, nil
}

// ReportPrint reports that an agent starts to print a job, before its first byte, or how that ended: PrintStarted, PrintPrinted,
// PrintFailed or PrintUnknown. An agent that gets an error for PrintStarted must not print. It returns an *Error of status 409 if
// another agent has the job, or a person has ended it. The request may be repeated.
func (c *Client) ReportPrint(ctx context.Context, job PrintJob, state, note string) error {
	request := map[string]string{"request_key": job.RequestKey, "lease": job.Lease, "state": state, "note": note}
	if err := c.exchange(ctx, call{method: http.MethodPost, path: "/print/report/"}, request, nil); err != nil {
		return fmt.Errorf("waybill: reporting on a print job: %w", err)
	}
	return nil
}
