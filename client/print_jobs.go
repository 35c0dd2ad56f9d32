package client

import "context"

// ReportPrint reports that an agent starts to print a job, before its first byte, or how that ended: PrintStarted, PrintPrinted,
// PrintFailed or PrintUnknown. An agent that gets an error for PrintStarted must not print. It returns an *Error of status 409 if
// another agent has the job, or a person has ended it. The request may be repeated.
func (c *Client) ReportPrint(ctx context.Context, job PrintJob, state, note string) error {
	return c.reportPrint(ctx, job.RequestKey, job.Lease, state, note)
}

// PrintWithdrawn takes back a job: see AnswerPrint.
const PrintWithdrawn = "withdrawn"
