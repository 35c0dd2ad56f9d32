package client

import (
	"context"
	"net/http"
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

// QueuePrint queues the label of an order for a printer, once for each request key of at most 100 characters: the same key again
// returns the job, with its state now. It returns a *ValidationError, ErrNotFound for an unknown order or a printer that no agent has,
// and an *Error of status 409 if the key is that of another order or printer. The request may be repeated.
func (c *Client) QueuePrint(ctx context.Context, trackingNo, printer, requestKey string) (PrintJob, error) {
	request := map[string]string{"tracking_no": trackingNo, "printer": printer, "request_key": requestKey}
	return post[PrintJob](ctx, c, "queuing a print job", "/print/jobs/", request)
}

// TakePrints offers a printer, waits up to ten seconds for a job of it, and takes it for a minute. It returns none if there was none.
func (c *Client) TakePrints(ctx context.Context, printer string) ([]PrintJob, error) {
	result, err := post[struct {
		Jobs []PrintJob `json:"jobs"`
	}](ctx, c, "taking print jobs", "/print/take/", map[string]string{"printer": printer})
	return result.Jobs, err
}

// ReportPrint reports that an agent starts to print a job, before its first byte, or how that ended: PrintStarted, PrintPrinted,
// PrintFailed or PrintUnknown. An agent that gets an error for PrintStarted must not print. It returns an *Error of status 409 if
// another agent has the job, or a person has ended it. The request may be repeated.
func (c *Client) ReportPrint(ctx context.Context, job PrintJob, state, note string) error {
	request := map[string]string{"request_key": job.RequestKey, "lease": job.Lease, "state": state, "note": note}
	_, err := c.fetch(ctx, "reporting on a print job", call{method: http.MethodPost, path: "/print/report/"}, request)
	return err
}

// ReportScale says what the scale beside a printer shows, in kg: a stable weight, once until the scale is empty again, and 0 when it is. It
// returns ErrNotFound for a printer that no agent has.
func (c *Client) ReportScale(ctx context.Context, printer string, weight Decimal) error {
	request := map[string]any{"printer": printer, "weight": weight}
	_, err := c.fetch(ctx, "reporting a weight", call{method: http.MethodPost, path: "/print/scale/"}, request)
	return err
}

// PrintWithdrawn takes back a job: see AnswerPrint.
const PrintWithdrawn = "withdrawn"

// AnswerPrint stores what a person says of a job whose state is PrintUnknown: the label came out, PrintPrinted, or it did not,
// PrintFailed. PrintWithdrawn takes back a job that no agent has yet. It returns ErrNotFound for an unknown key, and an *Error of status
// 409 if the job is in another state.
func (c *Client) AnswerPrint(ctx context.Context, requestKey, answer string) error {
	request := map[string]string{"request_key": requestKey, "answer": answer}
	_, err := c.fetch(ctx, "answering for a print job", call{method: http.MethodPost, path: "/print/answer/"}, request)
	return err
}
