package partnertest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"waybill/internal/partner"
	"waybill/internal/shipment"
)

// The outcomes of orders.
const (
	Accepted   = "accepted"   // at once
	Refused    = "refused"    // for good
	Temporary  = "temporary"  // it is not taken at the first call
	Lost       = "lost"       // accepted, but no response arrives while the caller waits
	Kept       = "kept"       // accepted, and its cancellation is refused
	Labelled   = "labelled"   // accepted, with a label that is ready
	Unlabelled = "unlabelled" // accepted, with a label that is not ready at the first call of Label
)

// Outcomes are all outcomes of orders.
func Outcomes() []string {
	return []string{Accepted, Refused, Temporary, Lost, Kept, Labelled, Unlabelled}
}

// Case is a promise of a partner.
type Case struct {
	Name    string
	Outcome string // of the order that it submits
	Key     string // of its submission; no other case has it
	check   check
}

// check returns how a partner breaks a promise, or a SkipError.
type check func(ctx context.Context, p partner.Partner, key string, o shipment.Order) error

// SkipError is the error of a case that says nothing about a partner, with the reason.
type SkipError string

func (e SkipError) Error() string { return string(e) }

// Cases are all promises.
func Cases() []Case {
	return []Case{
		{"what it needs for customs is known, and an order has it", Accepted, "needs", hasNeeds},
		{"an accepted order is found by its key", Accepted, "found", isFound},
		{"a repeated submission has the same response", Accepted, "repeated", repeats},
		{"an unknown key is not submitted", Accepted, "unknown", isUnknown},
		{"a refusal has a message and leaves nothing", Refused, "refused", leavesNothing(partner.ClassRefused)},
		{"a temporary error has a message and leaves nothing", Temporary, "temporary", leavesNothing(partner.ClassTemporary)},
		{"an order whose response is lost is found", Lost, "lost", isFoundWithoutResponse},
		{"an order is cancelled, once or twice", Accepted, "cancelled", cancels},
		{"a refused cancellation has a message", Kept, "kept", keeps},
		{"a label that is ready is fetched, again and again", Labelled, "labelled", labels},
		{"a label that is not ready is reported as such", Unlabelled, "unlabelled", labelsLater},
	}
}

// callsTimeout bounds the calls of a case.
const callsTimeout = time.Minute

// Run checks a partner with the order that has the outcome of the case.
func (c Case) Run(ctx context.Context, p partner.Partner, orders map[string]shipment.Order) error {
	o, has := orders[c.Outcome]
	if !has {
		return SkipError("it needs an order that is " + c.Outcome)
	}
	ctx, cancel := context.WithTimeout(ctx, callsTimeout)
	defer cancel()
	return c.check(ctx, p, c.Key, o)
}

// The results of cases.
const (
	OK      = "ok"
	Failed  = "failed"
	Skipped = "skipped"
)

// Result is the result of a case, as commands print it.
type Result struct {
	Case   string `json:"case"`
	Result string `json:"result"`
	What   string `json:"what"` // why it is not OK
}

// Result is Run for people.
func (c Case) Result(ctx context.Context, p partner.Partner, orders map[string]shipment.Order) Result {
	err := c.Run(ctx, p, orders)
	if err == nil {
		return Result{c.Name, OK, ""}
	}
	what := strings.ReplaceAll(err.Error(), "\n", "; ")
	if _, skipped := errors.AsType[SkipError](err); skipped {
		return Result{c.Name, Skipped, what}
	}
	return Result{c.Name, Failed, what}
}

// wants returns an error if a call ended in another class.
func wants(class, call string, err error) error {
	got := partner.Class(err)
	switch {
	case got != class && err == nil:
		return fmt.Errorf("%s: %s, want %s", call, got, class)
	case got != class:
		return fmt.Errorf("%s: %s, want %s: %w", call, got, class, err)
	case err != nil && err.Error() == "":
		return fmt.Errorf("%s: %s without a message", call, got)
	}
	return nil
}

func hasNeeds(ctx context.Context, p partner.Partner, _ string, o shipment.Order) error {
	declarer, declares := p.(partner.Declarer)
	if !declares {
		return nil
	}
	needs, err := declarer.Needs(ctx)
	if err != nil {
		return err
	}
	for _, name := range needs {
		if !slices.Contains(shipment.CustomsNeeds, name) {
			return fmt.Errorf("it needs %q, which Waybill does not know", name)
		}
	}
	refused, err := declarer.Check(ctx, &o)
	if err == nil && len(refused) > 0 {
		err = refused[0]
	}
	return err
}

// submit submits an order, and checks that it is found with the same response.
func submit(ctx context.Context, p partner.Partner, key string, o shipment.Order) (partner.Acceptance, error) {
	got, err := p.Submit(ctx, key, o)
	if err != nil {
		return got, wants(partner.ClassAccepted, "submit", err)
	}
	again, err := p.Find(ctx, key)
	if err == nil && again != got {
		err = fmt.Errorf("find: %+v, but submit: %+v", again, got)
	}
	return got, wants(partner.ClassAccepted, "find", err)
}

func isFound(ctx context.Context, p partner.Partner, key string, o shipment.Order) error {
	_, err := submit(ctx, p, key, o)
	return err
}

func repeats(ctx context.Context, p partner.Partner, key string, o shipment.Order) error {
	first, err := submit(ctx, p, key, o)
	if err != nil {
		return err
	}
	again, err := p.Submit(ctx, key, o)
	if err == nil && again != first {
		err = fmt.Errorf("%+v, and at first %+v", again, first)
	}
	return wants(partner.ClassAccepted, "second submit", err)
}

func isUnknown(ctx context.Context, p partner.Partner, key string, o shipment.Order) error {
	_, err := p.Find(ctx, key)
	return errors.Join(wants(partner.ClassNotSubmitted, "find", err), wants(partner.ClassNotSubmitted, "cancel", p.Cancel(ctx, key, o)))
}

func leavesNothing(class string) check {
	return func(ctx context.Context, p partner.Partner, key string, o shipment.Order) error {
		_, err := p.Submit(ctx, key, o)
		_, findErr := p.Find(ctx, key)
		return errors.Join(wants(class, "submit", err), wants(partner.ClassNotSubmitted, "find", findErr))
	}
}

func isFoundWithoutResponse(ctx context.Context, p partner.Partner, key string, o shipment.Order) error {
	waiting, giveUp := context.WithCancel(ctx)
	defer giveUp()
	submitted := make(chan error, 1)
	go func() {
		_, err := p.Submit(waiting, key, o)
		submitted <- err
	}()
	pause := 5 * time.Millisecond
	for _, err := p.Find(ctx, key); err != nil; _, err = p.Find(ctx, key) {
		pause = min(2*pause, time.Second)
		select {
		case ended := <-submitted:
			return errors.Join(fmt.Errorf("submit ended, and find: %w", err), ended)
		case <-time.After(pause):
		}
	}
	giveUp()
	if err := <-submitted; !errors.Is(err, context.Canceled) {
		return errors.Join(errors.New("submit did not wait for its response"), err)
	}
	return nil
}

func cancels(ctx context.Context, p partner.Partner, key string, o shipment.Order) error {
	if _, err := submit(ctx, p, key, o); err != nil {
		return err
	}
	err := p.Cancel(ctx, key, o)
	if partner.Class(err) == partner.ClassRefused {
		return SkipError("it keeps the order: " + err.Error())
	}
	return errors.Join(wants(partner.ClassAccepted, "cancel", err),
		wants(partner.ClassAccepted, "second cancel", p.Cancel(ctx, key, o)))
}

func keeps(ctx context.Context, p partner.Partner, key string, o shipment.Order) error {
	if _, err := submit(ctx, p, key, o); err != nil {
		return err
	}
	return wants(partner.ClassRefused, "cancel", p.Cancel(ctx, key, o))
}

// promises submits an order whose label the partner draws, now or later.
func promises(ctx context.Context, p partner.Partner, key string, o shipment.Order, label partner.LabelSource) error {
	got, err := submit(ctx, p, key, o)
	if err == nil && got.Label != label {
		err = fmt.Errorf("submit: %+v has no label, or at another time", got)
	}
	return err
}

func labels(ctx context.Context, p partner.Partner, key string, o shipment.Order) error {
	if err := promises(ctx, p, key, o, partner.LabelReady); err != nil {
		return err
	}
	first, err := p.Label(ctx, key)
	if err != nil {
		return wants(partner.ClassAccepted, "label", err)
	}
	again, err := p.Label(ctx, key)
	if err == nil && (again.Format != first.Format || !bytes.Equal(again.Content, first.Content)) {
		err = errors.New("it is another label")
	}
	_, unknownErr := p.Label(ctx, "unknown")
	return errors.Join(first.Check(), wants(partner.ClassAccepted, "second label", err),
		wants(partner.ClassNotSubmitted, "label of an unknown key", unknownErr))
}

func labelsLater(ctx context.Context, p partner.Partner, key string, o shipment.Order) error {
	if err := promises(ctx, p, key, o, partner.LabelLater); err != nil {
		return err
	}
	_, err := p.Label(ctx, key)
	return wants(partner.ClassNotReady, "label", err)
}
