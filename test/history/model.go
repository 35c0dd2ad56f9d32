package main

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/anishathalye/porcupine"

	"waybill/internal/partner/simulated"
)

// values are the fields of an order that clients change, each in another place of the database. A change has "" for the others.
type values struct{ reference, city, name, notes string }

// with is the values after a change.
func (v values) with(change values) values {
	return values{
		cmp.Or(change.reference, v.reference), cmp.Or(change.city, v.city), cmp.Or(change.name, v.name), cmp.Or(change.notes, v.notes),
	}
}

// stage is how far an order is at its partner, in the words of the API.
type stage string

// The stages.
const (
	inHouse   stage = "" // there is no partner
	pending   stage = "pending"
	underWay  stage = "submitted" // the partner is called, or the outcome of a call is unknown
	confirmed stage = "confirmed"
	failed    stage = "failed"
	ended     stage = "cancelled" // and the partner never had it
)

// The states of a request to the partner to cancel an order.
const (
	cancelNone      = ""
	cancelWaiting   = "waiting" // until it is known whether the partner has the order
	cancelPending   = "pending"
	cancelConfirmed = "confirmed"
	cancelRefused   = "refused"
)

// state is an order.
type state struct {
	exists bool
	key    string // of the request that created it
	values
	version   int64
	cancelled bool
	stage     stage
	cancel    string

	accepted bool // by the partner
	refused  bool // by the partner, as it is now
	back     bool // the partner cancelled it
	kept     bool // the partner refused to cancel it
}

// act is what is done with an order.
type act string

// The acts: of clients, and of servers at the partner.
const (
	actCreate     act = "create"
	actEdit       act = "edit"
	actCancel     act = "cancel"
	actView       act = "view"         // its row: by number, by numbers, or on a page
	actSubmission act = "view ledger"  // the submission in a view by number
	actCancelling act = "view request" // the cancellation in a view by number
	actSubmit     act = "partner submit"
	actFind       act = "partner find"
	actTakeBack   act = "partner cancel"
)

// input is a call.
type input struct {
	act     act
	key     string // of a create
	partner bool   // of a create: a partner fulfils it
	values         // of a create and a submission: all; of an edit: those that it changes
	version int64  // of an edit: that it names, anyVersion for none
}

const anyVersion = -1

// The outcomes of calls. lost: there was no response, so the call was done, or will be, or never is.
const (
	lost      = "lost"
	done      = "done"
	replayed  = "replayed"
	taken     = "taken" // the tracking number exists
	notFound  = "not found"
	changed   = "changed" // since the version that the edit named
	isOver    = "cancelled"
	atPartner = "partner has it"
	unclear   = "under way"
	asked     = "cancelling"
	refused   = "refused"
	temporary = "temporary" // the partner did nothing
)

// output is a response.
type output struct {
	outcome string
	row     row    // of a view that found the order
	word    string // the state of the submission or the cancellation
}

// row is what a view shows.
type row struct {
	values
	version int64 // -1: not shown
	status  string
	tracker string
}

// shows reports whether the order is shown so.
func (s *state) shows(r row) bool {
	status := map[stage]string{inHouse: "SUBMITTED", confirmed: "SUBMITTED", failed: "SUBMISSION_FAILED"}[s.stage]
	if s.cancelled {
		status = "CANCELLED"
	}
	return s.values == s.with(r.values) && (r.version < 0 || r.version == s.version) && r.status == status &&
		(r.tracker == "CANCELLED") == s.cancelled
}

// create, edit and cancel do what a client asks, and return the outcome.
func (s *state) create(in input) string {
	switch {
	case s.exists && s.key == in.key:
		return replayed
	case s.exists:
		return taken
	}
	*s = state{exists: true, key: in.key, values: in.values}
	if in.partner {
		s.stage = pending
	}
	return done
}

func (s *state) edit(in input) string {
	switch {
	case !s.exists:
		return notFound
	case in.version != anyVersion && in.version != s.version:
		return changed
	case s.cancelled || s.stage == ended:
		return isOver
	case s.stage == confirmed:
		return atPartner
	case s.stage == underWay:
		return unclear
	}
	s.version++
	s.values = s.with(in.values)
	s.refused = false
	if s.stage == failed {
		s.stage = underWay // the partner is asked first
	}
	return done
}

func (s *state) cancelOrder(input) string {
	switch {
	case !s.exists:
		return notFound
	case s.cancelled:
		return isOver
	case s.cancel == cancelRefused:
		return refused
	case s.cancel != cancelNone:
		return asked
	case s.stage == confirmed:
		s.cancel = cancelPending
		return asked
	case s.stage == underWay:
		s.cancel = cancelWaiting
		return asked
	}
	s.endOrder()
	return isOver
}

// endOrder cancels an order that the partner does not have.
func (s *state) endOrder() {
	if s.cancelled = true; s.stage != inHouse {
		s.stage = ended
	}
	if s.cancel != cancelNone {
		s.cancel = cancelConfirmed
	}
}

// submit is the partner's view of a submission: what it may receive, and what it does then.
func (s *state) submit(in input, outcome string) bool {
	if s.stage != underWay || s.cancelled || s.accepted || s.values != in.values {
		return false
	}
	refuses := strings.Contains(s.name, simulated.ScriptFail)
	switch outcome {
	case done:
		s.accepted = true
		return !refuses
	case refused:
		s.refused = true
		return refuses
	}
	return outcome == temporary
}

// takeBack is the partner's view of a cancellation.
func (s *state) takeBack(outcome string) bool {
	if !s.accepted || s.cancel != cancelPending {
		return false
	}
	keeps := strings.Contains(s.name, simulated.ScriptKeep)
	switch outcome {
	case done:
		s.back = true
		return !keeps
	case refused:
		s.kept = true
		return keeps
	}
	return outcome == temporary
}

// step returns the order after a call with a response. It reports whether the response is right.
func (s state) step(in input, out output) (state, bool) {
	ask := map[act]func(input) string{actCreate: s.create, actEdit: s.edit, actCancel: s.cancelOrder}[in.act]
	switch {
	case ask != nil:
		outcome := ask(in)
		return s, outcome == out.outcome || out.outcome == lost
	case in.act == actSubmit:
		right := s.submit(in, out.outcome)
		return s, right
	case in.act == actTakeBack:
		right := s.takeBack(out.outcome)
		return s, right
	case in.act == actFind:
		return s, s.accepted == (out.outcome == done)
	case out.outcome == notFound:
		return s, !s.exists
	case in.act == actView:
		return s, s.exists && s.shows(out.row)
	case in.act == actSubmission:
		return s, s.exists && (string(s.stage) == out.word || s.stage == underWay && out.word == "unknown")
	}
	return s, s.exists && s.cancel == out.word
}

// moves are what servers do by themselves: each returns the order after it, and whether it can be done.
var moves = []func(state) (state, bool){
	func(s state) (state, bool) { // the partner is called
		possible := s.stage == pending && !s.cancelled
		s.stage = underWay
		return s, possible
	},
	func(s state) (state, bool) { // the partner has it
		possible := s.stage == underWay && s.accepted
		if s.stage = confirmed; s.cancel == cancelWaiting {
			s.cancel = cancelPending
		}
		return s, possible
	},
	func(s state) (state, bool) { // the partner does not have it, and gets it again
		possible := s.stage == underWay && !s.accepted
		if s.stage = pending; s.cancel == cancelWaiting {
			s.endOrder()
		}
		return s, possible
	},
	func(s state) (state, bool) { // the partner refused it
		possible := s.stage == underWay && s.refused
		if s.stage = failed; s.cancel == cancelWaiting {
			s.endOrder()
		}
		return s, possible
	},
	func(s state) (state, bool) { // the partner cancelled it
		possible := s.cancel == cancelPending && s.back
		s.cancel, s.cancelled = cancelConfirmed, true
		return s, possible
	},
	func(s state) (state, bool) { // the partner goes on with it
		possible := s.cancel == cancelPending && s.kept
		s.cancel = cancelRefused
		return s, possible
	},
}

// reachable are the states in which an order may be when nobody has called.
func (s state) reachable() []state {
	all := []state{s}
	for i := 0; i < len(all); i++ {
		for _, move := range moves {
			if next, possible := move(all[i]); possible && !slices.Contains(all, next) {
				all = append(all, next)
			}
		}
	}
	return all
}

// model is an order whose servers work at times that nobody sees.
func model() porcupine.Model {
	nondeterministic := porcupine.NondeterministicModel{
		Init: func() []any { return []any{state{}} },
		Step: func(s, in, out any) (next []any) {
			for _, before := range s.(state).reachable() {
				if after, right := before.step(in.(input), out.(output)); right {
					next = append(next, after)
				}
			}
			return next
		},
		Equal:             func(a, b any) bool { return a.(state) == b.(state) },
		DescribeOperation: func(in, out any) string { return describe(in.(input), out.(output)) },
		DescribeState:     func(s any) string { return fmt.Sprintf("%+v", s) },
	}
	return nondeterministic.ToModel()
}

// describe writes a call and its response in a line.
func describe(in input, out output) string {
	text := string(in.act)
	if in.values != (values{}) {
		text += fmt.Sprintf(" %+v", in.values)
	}
	if in.act == actEdit && in.version != anyVersion {
		text += fmt.Sprintf(" of version %d", in.version)
	}
	if in.key != "" {
		text += " by " + in.key
	}
	text += " -> " + out.outcome
	switch {
	case out.outcome != done:
	case in.act == actView:
		text += fmt.Sprintf(" %+v", out.row)
	case in.act == actSubmission, in.act == actCancelling:
		text += " " + cmp.Or(out.word, "none")
	}
	return text
}
