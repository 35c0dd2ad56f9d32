package partner

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"

	"waybill/internal/problem"
	"waybill/internal/shipment"
)

// Partner is an external company that takes orders.
type Partner interface {
	// Submit hands an order over. All attempts for one order have the same key, and no other order has it. It
	// returns a *RefusedError when the partner will never take the order as it is, and a *TemporaryError when
	// the partner did not take it but may do so later. After any other error, above all a deadline, the
	// partner may or may not have the order.
	Submit(ctx context.Context, key string, order shipment.Order) (Acceptance, error)

	// Find returns the result of the submission with a key. It returns ErrNotSubmitted when the partner knows
	// no such order, which may then be submitted again. Any other error leaves the question open.
	Find(ctx context.Context, key string) (Acceptance, error)

	// Cancel takes back the order that was submitted with a key. Cancelling twice has the effect of
	// cancelling once. It returns ErrNotSubmitted when the partner knows no such order, and a *RefusedError
	// when the partner keeps the order whatever is asked later. After any other error the call may be
	// repeated.
	Cancel(ctx context.Context, key string, order shipment.Order) error

	// Label fetches the label that the partner draws for an order. It returns ErrNotSubmitted when the
	// partner knows no such order, a *RefusedError when there will never be a label, and ErrLabelNotReady
	// while it is not drawn yet. After any other error the call may be repeated.
	Label(ctx context.Context, key string) (shipment.PartnerLabel, error)
}

// Declarer is a Partner that says beforehand what it cannot submit.
type Declarer interface {
	// Needs returns the facts for customs that the partner declares it must know, by the names of fields of a create request; none if it
	// declares none. It returns an error if the partner cannot be asked, with the needs that it declared before.
	Needs(ctx context.Context) ([]string, error)

	// Check returns why Submit would refuse an order as it is, before it calls the partner, or an error if the settings cannot be read
	// now.
	Check(ctx context.Context, order *shipment.Order) ([]*RefusedError, error)
}

// Lacking returns why a partner with some needs would refuse an order.
func Lacking(o *shipment.Order, needs []string) (refused []*RefusedError) {
	for _, need := range needs {
		item, lacking := o.Lacks(need)
		if !lacking {
			continue
		}
		place := need
		if item > 0 {
			place = fmt.Sprintf("items[%d].%s", item-1, need)
		}
		what := problem.MissingNeed.With(place)
		if setting := shipment.SettingOf[need]; setting != "" {
			what = problem.MissingFact.With(place, setting)
		}
		refused = append(refused, NewMissing(need, item, what))
	}
	return refused
}

// NewMissing refuses an order that lacks a fact for customs in a field; item is 0 for a field of the order.
func NewMissing(field string, item int, what problem.Message) *RefusedError {
	return &RefusedError{Field: field, Item: item, Missing: true, Message: what.String(), Coded: what}
}

// Missing returns the facts for customs that an order lacks, as one text. It is "" if none is missing, and if something else
// is wrong: the facts would not help.
func Missing(refused []*RefusedError) string {
	var missing []string
	for _, refused := range refused {
		if !refused.Missing {
			return ""
		}
		missing = append(missing, refused.Message)
	}
	return strings.Join(missing, " ")
}

// Acceptance is a partner's statement that it has an order.
type Acceptance struct {
	HAWBNo string      // the partner's house air waybill number, "" when it gives none
	Label  LabelSource // who draws the parcel's label
}

// LabelSource says who draws the label of a parcel, and when.
type LabelSource int

// The sources.
const (
	LabelNone  LabelSource = iota // the partner draws none, Waybill does
	LabelReady                    // the partner drew it: Label returns it
	LabelLater                    // the partner has not drawn it yet
)

// ErrNotSubmitted is returned by Find, Cancel and Label when the partner has no order with the key.
var ErrNotSubmitted = errors.New("the partner has no order with this key")

// ErrLabelNotReady is returned by Label while the partner has not drawn the label.
var ErrLabelNotReady = errors.New("the partner has not drawn the label yet")

// RefusedError is a final refusal: asking again has no use.
type RefusedError struct {
	Message string          // shown to the shipper
	Coded   problem.Message // Message as a code, if there is one for it
	Field   string          // of the order, which the refusal is about; "" if it is about none, or several
	Item    int             // the place of the item from 1 if Field is one of an item, otherwise 0
	Missing bool            // it is a fact for customs that the order, or a setting, can still state
}

func (e *RefusedError) Error() string { return e.Message }

// Say is the message as its code, or else in the partner's words.
func (e *RefusedError) Say() problem.Message { return cmp.Or(e.Coded, problem.Own(e.Message)) }

// TemporaryError reports that the partner did not do what was asked, but may do it later.
type TemporaryError struct {
	Message string // shown to the shipper
	Cause   error  // for the operator, such as a refused connection; nil if the partner said no more
}

func (e *TemporaryError) Error() string { return e.Message }

// Unwrap returns the cause.
func (e *TemporaryError) Unwrap() error { return e.Cause }

// The classes of errors, in one word.
const (
	ClassAccepted     = "accepted" // no error
	ClassNotSubmitted = "not_submitted"
	ClassNotReady     = "not_ready"
	ClassRefused      = "refused"
	ClassTemporary    = "temporary"
	ClassUnknown      = "unknown" // any other
)

// Class is the class of an error of a Partner.
func Class(err error) string {
	_, refused := errors.AsType[*RefusedError](err)
	_, temporary := errors.AsType[*TemporaryError](err)
	switch {
	case err == nil:
		return ClassAccepted
	case errors.Is(err, ErrNotSubmitted):
		return ClassNotSubmitted
	case errors.Is(err, ErrLabelNotReady):
		return ClassNotReady
	case refused:
		return ClassRefused
	case temporary:
		return ClassTemporary
	}
	return ClassUnknown
}

// ForOperator is the text of an error with its cause, which the shipper does not see.
func ForOperator(err error) string {
	if temporary, ok := errors.AsType[*TemporaryError](err); ok && temporary.Cause != nil {
		return temporary.Message + " " + temporary.Cause.Error()
	}
	return err.Error()
}
