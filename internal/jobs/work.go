package jobs

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"waybill/internal/admission"
	"waybill/internal/each"
	"waybill/internal/importer"
	"waybill/internal/orderfile"
	"waybill/internal/orders"
	"waybill/internal/problem"
	"waybill/internal/request"
	"waybill/internal/store"
	"waybill/internal/store/audit"
	"waybill/internal/store/engine"
	"waybill/internal/throttle"
)

const (
	// lanes is how many accounts a process works for at the same time.
	lanes = 3
	// lease is how long no other process takes a job after this one has died. It is renewed after each part.
	lease = time.Minute
	// turnTime is after how long a job ends its turn.
	turnTime = time.Second
	// pollEvery is the time between two looks for jobs.
	pollEvery = time.Second
	// retryAfter is the pause after an error, and suspendedWait that of the jobs of a suspended account.
	retryAfter    = 5 * time.Second
	suspendedWait = time.Minute
	// purgeEvery is the time between two deletions of what is old.
	purgeEvery = time.Hour
	// chosenAtOnce is how many orders are found at once, and partSize how many of them a part has.
	chosenAtOnce = 1000
	partSize     = request.MaxEdited
	// changeSize is how many orders a part of a Change has: a rest after each makes it slow, and it is done within the lease.
	changeSize = 25
	// purgedAtOnce is how many old jobs are found at once.
	purgedAtOnce = 100
)

// Run works on jobs until ctx ends, then ends the turns under way.
func (s *Service) Run(ctx context.Context) {
	var running sync.WaitGroup
	defer running.Wait()
	for range lanes {
		running.Go(func() {
			throttle.Repeat(ctx, pollEvery, nil, func() (more bool) {
				j, err := s.claim(ctx)
				if err == nil {
					s.turn(ctx, &j)
				} else if !errors.Is(err, engine.ErrNotFound) {
					throttle.LogFailure(ctx, s.log, "look after jobs", err)
				}
				return err == nil
			})
		})
	}
	throttle.Repeat(ctx, purgeEvery, nil, func() (more bool) {
		throttle.LogFailure(ctx, s.log, "look after jobs", s.purge(ctx))
		return false
	})
}

// turn works on a job that is leased, and ends the lease.
func (s *Service) turn(ctx context.Context, j *Job) {
	wait, err := s.work(audit.WithActor(ctx, j.Actor), j)
	throttle.LogFailure(ctx, s.log, "work on a job", err, "account", j.AccountID, "job", j.JobID)
	// The store may be closed only after this, and the next process need not wait for the lease.
	if err := s.release(context.WithoutCancel(ctx), j, wait); err != nil {
		s.log.ErrorContext(ctx, "end the turn of a job", "account", j.AccountID, "job", j.JobID, "error", err)
	}
}

// work does parts of a job until it ends or others have waited long enough. The next turn may be after the wait.
func (s *Service) work(ctx context.Context, j *Job) (wait time.Duration, err error) {
	a, err := s.store.MasterData.Account(ctx, j.AccountID)
	if err != nil {
		return retryAfter, err
	}
	if !a.SuspendedOn.IsZero() && !j.Kind.WhileSuspended() && !j.Stopping {
		return suspendedWait, nil
	}
	var n New
	parameters := json.NewDecoder(strings.NewReader(j.parameters))
	parameters.UseNumber()
	unreadable := parameters.Decode(&n)
	by := orders.Caller{Caller: a.Caller(), Languages: n.Languages}
	for end := time.Now().Add(s.turnTime); ; {
		start := time.Now()
		err = cmp.Or(unreadable, ctx.Err())
		switch {
		case err != nil:
		case j.Stopping:
			j.State = Stopped
			err = s.advance(ctx, j, nothing)
		case j.State == Choosing:
			err = s.choose(ctx, j, n.Filter)
		default:
			err = s.part(ctx, by, j, &n)
		}
		if err != nil && !mayPass(ctx, err) {
			err = s.fail(ctx, j, err)
		}
		switch {
		case err != nil:
			return retryAfter, err
		case !j.State.IsOpen() || !time.Now().Before(end):
			return 0, nil
		}
		_ = throttle.Rest(ctx, start) // creates go on meanwhile; the next step says that ctx has ended
	}
}

func nothing(context.Context, engine.Querier) error { return nil }

// mayPass reports whether a repetition may mend an error.
func mayPass(ctx context.Context, err error) bool {
	passing := []error{store.ErrUnavailable, store.ErrDamaged, store.ErrLeaseLost, admission.ErrBusy}
	return ctx.Err() != nil || slices.ContainsFunc(passing, func(passing error) bool { return errors.Is(err, passing) })
}

// fail ends a job that cannot go on, because of err. What was done before stays.
func (s *Service) fail(ctx context.Context, j *Job, err error) error {
	s.log.ErrorContext(ctx, "a job failed", "account", j.AccountID, "job", j.JobID, "error", err)
	j.State = Failed
	switch j.Message, _ = orders.Refusal(err); {
	case errors.Is(err, orderfile.ErrManyColumns):
		j.Message = problem.ManyColumnsToExport
	case errors.Is(err, orderfile.ErrManyOrders):
		j.Message = problem.ManyToExport.With(int(j.Finished))
	}
	return s.advance(ctx, j, nothing)
}

var partsTable = engine.NewTable("job_parts", "", "account_id bigint", "job_id bigint", "part bigint", "first_id bigint", "last_id bigint",
	"numbers text", "result bytea")

// choose finds more of the orders of a job. When all are found, the audit log has the job.
func (s *Service) choose(ctx context.Context, j *Job, f store.OrderFilter) error {
	f.PageSize = chosenAtOnce
	page, err := s.store.BrowseRecords(ctx, f, j.Place)
	if err != nil {
		return err
	}
	size := partSize
	if j.Kind == Change {
		size = changeSize
	}
	var rows [][]any
	for some := range slices.Chunk(page.Found, size) {
		ids := each.Of(some, func(r store.OrderRecord) int64 { return r.OrderID })
		numbers, err := json.Marshal(each.Of(some, func(r store.OrderRecord) string { return r.TrackingNo }))
		if err != nil {
			return err
		}
		rows = append(rows, []any{j.AccountID, j.JobID, j.Parts, slices.Min(ids), slices.Max(ids), string(numbers), []byte{}})
		j.Parts++
	}
	j.Orders, j.Place = j.Orders+int64(len(page.Found)), page.Next
	switch {
	case page.More:
	case j.Parts == 0:
		j.State = Done
	default:
		j.State = Running
	}
	return s.advance(ctx, j, func(ctx context.Context, q engine.Querier) error {
		in := s.store.DB.Inserting(ctx, q)
		for _, row := range rows {
			in.Insert(&partsTable, row)
		}
		if err := in.Flush(); err != nil || page.More {
			return err
		}
		return s.store.Audit.Record(ctx, q, audit.Change{
			AccountID: j.AccountID, Action: "start", SubjectKind: audit.SubjectJob, Subject: strconv.FormatInt(j.JobID, 10),
			New: map[string]any{"kind": j.Kind, "orders": j.Orders},
		})
	})
}

// part does the next part of a job, and stores what came of it. It leaves out a part of a file if personal data in the part were erased.
func (s *Service) part(ctx context.Context, by orders.Caller, j *Job, n *New) error {
	text, err := engine.Value[string](ctx, s.store.DB.Reads,
		`SELECT numbers FROM job_parts WHERE account_id = $1 AND job_id = $2 AND part = $3`, j.AccountID, j.JobID, j.Part)
	var numbers []string
	if err == nil {
		err = json.Unmarshal([]byte(text), &numbers)
	}
	if engine.OrNothing(err) != nil {
		return s.store.DB.Explain("read a part of a job", err)
	}
	var result bytes.Buffer
	zip := gzip.NewWriter(&result)
	add := json.NewEncoder(zip).Encode
	switch {
	case len(numbers) == 0:
		err = nil
	case j.Kind == Export:
		err = s.export(ctx, j, n, numbers, add)
	default:
		err = s.change(ctx, by, j, n, numbers, add)
	}
	if err := cmp.Or(err, zip.Close()); err != nil {
		return err
	}
	part := j.Part
	j.Part, j.Finished, j.Bytes = part+1, j.Finished+int64(len(numbers)), j.Bytes+int64(result.Len())
	switch {
	case j.Bytes > MaxBytes:
		return orderfile.ErrManyOrders
	case j.Part == j.Parts:
		j.State = Done
	}
	return s.advance(ctx, j, func(ctx context.Context, q engine.Querier) error {
		return engine.Exec(ctx, q, `UPDATE job_parts SET result = $1 WHERE account_id = $2 AND job_id = $3 AND part = $4`,
			result.Bytes(), j.AccountID, j.JobID, part)
	})
}

// operation reads the fields of a request to the API, and returns what does what it asks for.
type operation func(s *orders.Service, fields map[string]any, numbers []string) (doing, error)

type doing func(context.Context, orders.Caller) ([]orders.Result, error)

var operations = map[Kind]operation{
	Change:  operationOf(&request.EditOrders, (*orders.Service).EditMany),
	Hold:    operationOf(&request.HoldOrders, (*orders.Service).Hold),
	Release: operationOf(&request.ReleaseOrders, (*orders.Service).Release),
	Cancel:  operationOf(&request.CancelOrders, (*orders.Service).Cancel),
	Tag:     operationOf(&request.EditTags, (*orders.Service).EditTags),
	Correct: operationOf(&request.CorrectOrders, (*orders.Service).CorrectMany),
	Report:  operationOf(&request.ReportOrders, (*orders.Service).ReportMany),
}

func operationOf[T any](
	body *request.Body[T], do func(*orders.Service, context.Context, orders.Caller, T) ([]orders.Result, error),
) operation {
	return func(s *orders.Service, fields map[string]any, numbers []string) (doing, error) {
		all := map[string]any{"tracking_nos": numbers}
		maps.Copy(all, fields)
		sent, problems := body.Read(request.FormOf(body.Shape(), all))
		if problems != nil {
			return nil, &request.InvalidError{Problems: problems}
		}
		return func(ctx context.Context, by orders.Caller) ([]orders.Result, error) { return do(s, ctx, by, sent) }, nil
	}
}

// Do does at once with at most request.MaxEdited orders what a job of a kind does. An error comes with the results of the orders before.
func (s *Service) Do(ctx context.Context, by orders.Caller, kind Kind, fields map[string]any, numbers []string) ([]orders.Result, error) {
	do, err := operations[kind](s.orders, fields, numbers)
	if err != nil {
		return nil, err
	}
	return do(ctx, by)
}

// Outcome is what came of an order that was not changed.
type Outcome struct {
	TrackingNo, Outcome string
	Messages            map[string][]string // see Problems
}

// OutcomeOf makes the outcome of a result.
func OutcomeOf(r *orders.Result) Outcome {
	messages := map[string][]string{}
	for at, m := range request.Each(r.Problems) {
		path := strings.ReplaceAll(strings.TrimPrefix(at.Pointer(), "/"), "/", ".")
		messages[path] = append(messages[path], m.Encode())
	}
	if len(messages) == 0 {
		messages[""] = []string{r.Message.Encode()}
	}
	return Outcome{r.TrackingNo, r.Outcome, messages}
}

// Problems are why the order was not changed: by the path of a field, such as items.0.item_hs_code, or "" for the order.
func (o *Outcome) Problems() map[string][]problem.Message {
	found := map[string][]problem.Message{}
	for path, messages := range o.Messages {
		found[path] = each.Of(messages, func(m string) problem.Message { return problem.Decode(m, o.Outcome) })
	}
	return found
}

// change does what the job does with the orders of a part. With an error, the job has the counts of the orders before.
func (s *Service) change(ctx context.Context, by orders.Caller, j *Job, n *New, numbers []string, add func(any) error) error {
	results, err := s.Do(ctx, by, j.Kind, n.Fields, numbers)
	if j.Counts == nil {
		j.Counts = map[string]int64{}
	}
	for _, r := range results {
		j.Counts[r.Outcome]++
		if r.Outcome != orders.Refused && r.Outcome != orders.NotFound || j.Kept() > MaxKept {
			continue
		}
		err = cmp.Or(err, add(OutcomeOf(&r)))
	}
	return err
}

// Kept calls visit with the orders that a job did not change, at most MaxKept.
func (s *Service) Kept(ctx context.Context, j *Job, visit func(Outcome) error) error {
	return eachResult(ctx, s, j, visit)
}

// export adds the rows of a part to a file. Returns orderfile.ErrManyColumns.
func (s *Service) export(ctx context.Context, j *Job, n *New, numbers []string, add func(any) error) error {
	q := orderfile.Query{
		Source: s.store, MasterData: s.store.MasterData, Filter: n.Filter, Form: n.File.Form, Base: n.Base,
	}
	parts := slices.Clone(j.File.Parts)
	err := orderfile.Rows(ctx, q, numbers, func(r orderfile.Row) error {
		for heading := range r.Parts {
			if at, has := slices.BinarySearch(parts, heading); !has {
				parts = slices.Insert(parts, at, heading)
			}
		}
		if len(r.Cells)+len(parts) > importer.MaxColumns {
			return orderfile.ErrManyColumns
		}
		return add(r)
	})
	j.File.Parts = parts
	return err
}

// WriteFile writes the file of a job that is done. Returns engine.ErrNotFound if it is deleted.
func (s *Service) WriteFile(ctx context.Context, j *Job, w io.Writer) error {
	return orderfile.WriteRows(w, j.File.Form, j.File.Format, j.File.Parts, func(visit func(orderfile.Row) error) error {
		return eachResult(ctx, s, j, visit)
	})
}

// HasFile reports whether a job has a file that is not deleted.
func (s *Service) HasFile(ctx context.Context, j *Job) (bool, error) {
	if j.Kind != Export || j.State != Done {
		return false, nil
	}
	n, err := engine.Value[int64](ctx, s.store.DB.Reads, `SELECT count(*) FROM job_parts WHERE account_id = $1 AND job_id = $2`,
		j.AccountID, j.JobID)
	return n == j.Parts, s.store.DB.Explain("look for the file of a job", err)
}

// eachResult calls visit with what the parts of a job have stored. Returns engine.ErrNotFound if that is deleted.
func eachResult[T any](ctx context.Context, s *Service, j *Job, visit func(T) error) error {
	for part := range j.Part {
		content, err := engine.Value[[]byte](ctx, s.store.DB.Reads, `SELECT result FROM job_parts
			WHERE account_id = $1 AND job_id = $2 AND part = $3`, j.AccountID, j.JobID, part)
		if err != nil {
			return s.store.DB.Explain("read the result of a job", engine.NotFound(err))
		}
		zip, err := gzip.NewReader(bytes.NewReader(content))
		if err != nil {
			return err
		}
		for results := json.NewDecoder(zip); !errors.Is(err, io.EOF); {
			var result T
			if err = results.Decode(&result); err == nil {
				err = visit(result)
			}
			if err != nil && !errors.Is(err, io.EOF) {
				return err
			}
		}
	}
	return nil
}
