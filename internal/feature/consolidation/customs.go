package consolidation

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"math"
	"slices"

	"waybill/internal/each"
	"waybill/internal/feature/consolidation/stored"
	"waybill/internal/importer"
	"waybill/internal/orders"
	"waybill/internal/problem"
	"waybill/internal/request"
	"waybill/internal/sandbox"
	"waybill/internal/shipment"
	"waybill/internal/store/engine"
)

// The outcomes of an answer of customs.
const (
	AnswerReady     = "ready" // it can be stored
	AnswerStored    = "stored"
	AnswerUnchanged = "unchanged"
	AnswerRefused   = "refused" // it cannot be read, the parcel is in no bag of the consignment, or another line contradicts it
	AnswerUnknown   = "not_found"
)

// answeredAtOnce is how many parcels of one account a transaction changes.
const answeredAtOnce = 500

// CustomsLine is what comes, or came, of an answer of customs.
type CustomsLine struct {
	Line int64 // of the file or list, from 1
	orders.Result
}

// CustomsResult is what comes, or came, of answers of customs, such as those in the result of a broker.
type CustomsResult struct {
	Digest  string
	IsRead  bool // they were stored before: only parcels without an answer get theirs
	Lines   []CustomsLine
	Missing []string // tracking numbers of parcels of the consignment that get no answer from the request
}

// Answer stores what customs answered about parcels of a consignment, and stops those that must not be loaded. Returns what Read returns.
func (s *Service) Answer(ctx context.Context, id int64, sent []request.Answer) ([]orders.Result, error) {
	r := CustomsResult{}
	err := s.read(ctx, id, request.Answers{Answers: sent, Confirm: true}, &r)
	return each.Of(r.Lines, func(l CustomsLine) orders.Result { return l.Result }), err
}

// Read matches answers of customs with the parcels of a consignment. If they are confirmed it stores those that can be, account by account,
// and if they were stored before only those of parcels without one, whose lines could not be stored then. Returns store.ErrNotFound.
func (s *Service) Read(ctx context.Context, id int64, sent request.Answers) (CustomsResult, error) {
	r := CustomsResult{Digest: fmt.Sprintf("%x", sha256.Sum256([]byte(engine.JSON(sent.Answers))))}
	err := s.read(ctx, id, sent, &r)
	return r, err
}

// ReadFile is Read of a CSV or XLSX file of an owner, such as the result of a broker. Returns a *problem.FieldError about the file as a
// whole, too.
func (s *Service) ReadFile(
	ctx context.Context, run *sandbox.Runner, owner string, id int64, file []byte, confirm bool,
) (CustomsResult, error) {
	r := CustomsResult{Digest: fmt.Sprintf("%x", sha256.Sum256(file))}
	sent, problems, err := importer.Customs(ctx, run, owner, file)
	if refused, ok := errors.AsType[*importer.RefusedError](err); ok {
		err = problem.Wrong("", refused.Reason)
	}
	if err == nil {
		err = s.read(ctx, id, request.Answers{Answers: sent, Confirm: confirm}, &r)
	}
	for _, p := range problems {
		r.Lines = append(r.Lines, CustomsLine{int64(p.Row), orders.Result{
			TrackingNo: p.Value, Outcome: AnswerRefused, Message: problem.AnswerField.With(p.Field, p.Message),
		}})
	}
	slices.SortStableFunc(r.Lines, func(a, b CustomsLine) int { return int(a.Line - b.Line) })
	return r, err
}

func (s *Service) read(ctx context.Context, id int64, sent request.Answers, r *CustomsResult) error {
	c, err := s.Stored.Consignment(ctx, id)
	if err != nil {
		return err
	}
	r.IsRead = slices.Contains(c.Results, r.Digest)
	answers, ready, err := s.match(ctx, id, sent.Answers, r)
	if err != nil || !sent.Confirm {
		return err
	}
	for account, lines := range ready {
		for some := range slices.Chunk(lines, answeredAtOnce) {
			changed, err := s.Stored.Answer(ctx, id, account, each.Of(some, func(i int) stored.Answered { return answers[i] }))
			if err != nil {
				return err
			}
			for _, i := range some {
				r.Lines[i].stored(changed[answers[i].OrderID])
			}
		}
	}
	if r.Digest != "" && !r.IsRead {
		err = s.Stored.AddResult(ctx, id, r.Digest)
	}
	return err
}

// stored says what came of a line that could be stored.
func (l *CustomsLine) stored(changed bool) {
	if l.Outcome = AnswerStored; !changed {
		l.Outcome, l.Message = AnswerUnchanged, problem.AnswerRepeated
	} else if l.Message == problem.AnswerReady {
		l.Message = problem.AnswerStored
	}
}

// match finds the parcels of answers, and returns these, and by account the lines of those that can be stored.
func (s *Service) match(
	ctx context.Context, id int64, sent []request.Answer, r *CustomsResult,
) (answers []stored.Answered, ready map[int64][]int, err error) {
	listed, err := s.Stored.ConsignmentParcels(ctx, id, stored.Place{}, math.MaxInt32)
	if err != nil {
		return nil, nil, err
	}
	out, err := s.Stored.NotLoaded(ctx, id)
	if err != nil {
		return nil, nil, err
	}
	listed = slices.Concat(out, listed)                           // what is in a bag counts
	parcels, first := map[int64]*stored.Listed{}, map[int64]int{} // by order
	for i := range listed {
		parcels[listed[i].OrderID] = &listed[i]
	}
	named, err := s.orders.Store.OrdersOfCodes(ctx, each.Of(sent, func(a request.Answer) string { return a.TrackingNo }))
	r.Lines, answers, ready = make([]CustomsLine, len(sent)), make([]stored.Answered, len(sent)), map[int64][]int{}
	for i := range sent {
		a, l := &sent[i], &r.Lines[i]
		*l = CustomsLine{a.Line, orders.Result{TrackingNo: a.TrackingNo, Outcome: AnswerRefused, Message: problem.ParcelAway}}
		in := slices.DeleteFunc(slices.Clone(named[a.TrackingNo]), func(o shipment.Order) bool { return parcels[o.OrderID] == nil })
		switch {
		case named[a.TrackingNo] == nil:
			l.Outcome, l.Message = AnswerUnknown, problem.BagCode
		case len(in) > 1:
			l.Message = problem.ParcelElsewhere.With(a.TrackingNo)
		case len(in) == 1:
			answers[i] = stored.Answered{OrderID: in[0].OrderID, Answer: stored.Answer(a.Answer), Reason: a.Reason, Customs: a.Customs}
			if other, again := first[in[0].OrderID]; !again {
				first[in[0].OrderID] = i
				l.ready(parcels[in[0].OrderID], a, r.IsRead)
			} else if l.Message = problem.ParcelTwice; answers[i] == answers[other] {
				l.Outcome = AnswerUnchanged
			} else { // which one is right nobody knows
				r.Lines[other].Outcome, r.Lines[other].Message = AnswerRefused, problem.ParcelTwice
			}
		}
	}
	for order, i := range first {
		switch p := parcels[order]; r.Lines[i].Outcome {
		case AnswerReady:
			ready[p.AccountID] = append(ready[p.AccountID], i)
			fallthrough
		case AnswerUnchanged:
			delete(parcels, order)
		}
	}
	for _, p := range parcels {
		if p.BagID != 0 {
			r.Missing = append(r.Missing, p.TrackingNo)
		}
	}
	slices.Sort(r.Missing)
	return answers, ready, err
}

// ready says that a line can be stored, or that it was read before, and what a person is to know of it.
func (l *CustomsLine) ready(p *stored.Listed, a *request.Answer, isRead bool) {
	l.Outcome, l.Message = AnswerReady, problem.AnswerReady
	switch was, is := p.Entry(), p.With(a.Customs).Entry(); {
	case isRead && p.Answer+p.Status != "": // a newer one may be
		l.Outcome, l.Message = AnswerUnchanged, problem.AnswerRepeated
	case p.TrackerStatus.Final():
		l.Message = problem.AnswerEnded
	case was != "" && was != is:
		l.Message = problem.AnswerChanges.With(was, is)
	}
}
