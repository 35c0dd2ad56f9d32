package desk

import (
	"context"
	"errors"
	"net/http"
	"time"

	"waybill/internal/api/answer"
	"waybill/internal/api/openapi"
	"waybill/internal/api/shell"
	"waybill/internal/feature/desk/printjobs"
	"waybill/internal/problem"
	"waybill/internal/request"
	"waybill/internal/shipment"
	"waybill/internal/store"
	"waybill/internal/throttle"
)

const (
	// printWait is how long the request of an agent waits for a job, and printPoll how often it looks.
	printWait = 10 * time.Second
	printPoll = 250 * time.Millisecond
)

// queuePrint queues the label of an order for a printer, once for each key of a request.
func (r *routes) queuePrint(ctx context.Context, c shell.Call, sent request.PrintJobRequest) (shell.Response, error) {
	id, err := r.desk.orderID(ctx, c.Caller, sent.TrackingNo)
	order := &shipment.Order{OrderID: id}
	if err == nil && id == 0 { // a tracking number comes before other codes
		order, err = r.Store.Search.OrderOfCode(ctx, c.Caller.AccountID, sent.TrackingNo, 0)
	}
	if errors.Is(err, store.ErrNotFound) {
		err = &shell.Problem{Status: http.StatusNotFound, Detail: problem.NoSuchOrder}
	}
	var j printjobs.Job
	if err == nil {
		j, err = r.desk.Prints.Queue(ctx, c.Caller.AccountID, order.OrderID, sent.Printer, sent.RequestKey)
	}
	return answer.Object(http.StatusOK, &j, writePrintJob(false)), noPrinter(err)
}

// noPrinter says that no agent has a printer.
func noPrinter(err error) error {
	if errors.Is(err, printjobs.ErrNoPrinter) {
		return &shell.Problem{Status: http.StatusNotFound, Detail: problem.NoPrinter}
	}
	return err
}

// reportScale stores what an agent reads on the scale beside a printer.
func (r *routes) reportScale(ctx context.Context, c shell.Call, sent request.PrintJobRequest) (shell.Response, error) {
	return shell.Response{Status: http.StatusNoContent}, noPrinter(r.desk.Prints.Weigh(ctx, c.Caller.AccountID, sent.Printer, sent.Weight))
}

// takePrint offers a printer, and waits for a job of it, which the agent then has for a while.
func (r *routes) takePrint(ctx context.Context, c shell.Call, sent request.PrintJobRequest) (shell.Response, error) {
	jobs := r.desk.Prints
	if err := jobs.Offer(ctx, c.Caller.AccountID, sent.Printer); err != nil {
		return shell.Response{}, err
	}
	over := time.Now().Add(printWait)
	j, err := jobs.Take(ctx, c.Caller.AccountID, sent.Printer)
	for errors.Is(err, store.ErrNotFound) && time.Now().Before(over) && throttle.Sleep(ctx, printPoll) {
		j, err = jobs.Take(ctx, c.Caller.AccountID, sent.Printer)
	}
	taken := []printjobs.Job{j}
	if errors.Is(err, store.ErrNotFound) {
		taken, err = nil, ctx.Err()
	}
	return answer.Stream(&taken, writeTakenJobs), err
}

// reportPrint stores that an agent starts to print a job, or how that ended.
func (r *routes) reportPrint(ctx context.Context, c shell.Call, sent request.PrintJobRequest) (shell.Response, error) {
	err := r.desk.Prints.Report(ctx, c.Caller.AccountID, sent.RequestKey, sent.Lease, printjobs.State(sent.State), sent.Note)
	return shell.Response{Status: http.StatusNoContent}, err
}

// answerPrint stores what a person says of a job.
func (r *routes) answerPrint(ctx context.Context, c shell.Call, sent request.PrintJobRequest) (shell.Response, error) {
	err := r.desk.Prints.Answer(ctx, c.Caller.AccountID, sent.RequestKey, printjobs.State(sent.State))
	return shell.Response{Status: http.StatusNoContent}, err
}

// writePrintJob writes a job; only the agent that has it gets the lease.
func writePrintJob(withLease bool) func(*openapi.Object, *printjobs.Job) {
	return func(o *openapi.Object, j *printjobs.Job) {
		o.Text("request_key", j.Key)
		o.Text("tracking_no", j.TrackingNo)
		o.Text("printer", j.Printer)
		o.Text("state", string(j.State)).Enum("queued", "sent", "started", "printed", "failed", "unknown").
			About("`sent`: an agent has it, and has sent no byte. `started`: bytes may have been sent. " +
				"`unknown`: a person says in the console whether it came out.")
		o.Text("note", j.Note).About("What the agent said.")
		o.Time("queued_on", j.QueuedOn)
		o.If(withLease).Text("lease", j.Lease)
	}
}

func writeTakenJobs(o *openapi.Object, jobs *[]printjobs.Job) {
	openapi.List(o, "jobs", *jobs, writePrintJob(true))
}
