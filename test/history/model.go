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
	held      stage = "held"
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
	hold      string // why it is held; "": it is not
	cancelled bool
	stage     stage
	asksFirst bool // it is held, and its partner had refused it
	cancel    string

	accepted bool // by the partner
	refused  bool // by the partner, as it is now
	back     bool // the partner cancelled it
	kept     bool // the partner refused to cancel it
}

// act is an action on an order.
type act string

// The acts: of clients, and of servers at the partner.
const (
	actCreate     act = "create"
	actEdit       act = "edit"
	actCancel     act = "cancel"
	actHold       act = "hold"
	actRelease    act = "release"
	actView       act = "view"           // by numbers, or on a page: the row of an order
	actDetail     act = "view by number" // its parts are the next ones, and its row
	actHeld       act = "view hold"      // why it is held
	actSubmission act = "view submission"
	actCancelling act = "view cancellation"
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
	reason  string // of a hold
	server  int    // that is called
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
	unchanged = "unchanged"
	temporary = "temporary" // the partner did nothing
)

// output is a response.
type output struct {
	outcome string
	row     row // of a view that found the order
	detail      // of a view by number, or of a part of it
}

// detail has the fields that only a view by number shows: why the order is held, and the states of submission and cancellation.
type detail struct{ hold, submission, cancellation string }

// row is an order as a view shows it.
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
	switch why := s.fixed(); {
	case !s.exists:
		return notFound
	case in.version != anyVersion && in.version != s.version:
		return changed
	case why != "":
		return why
	case s.stage == confirmed:
		return atPartner
	}
	s.version++
	s.values = s.with(in.values)
	s.refused = false
	switch {
	case s.stage == failed && s.hold != "":
		s.stage, s.asksFirst = held, true
	case s.stage == failed:
		s.stage = underWay // the partner is asked first
	}
	return done
}

// fixed is why an order can neither be changed nor held, "" if it can.
func (s *state) fixed() string {
	switch {
	case s.cancelled || s.stage == ended:
		return isOver
	case s.stage == underWay:
		return unclear
	}
	return ""
}

func (s *state) holdOrder(in input) string {
	switch {
	case !s.exists:
		return notFound
	case s.hold == in.reason:
		return unchanged
	case s.fixed() != "":
		return refused
	}
	s.version++
	if s.hold = in.reason; s.stage == pending {
		s.stage = held
	}
	return done
}

func (s *state) release(input) string {
	switch {
	case !s.exists:
		return notFound
	case s.hold == "":
		return unchanged
	}
	s.version++
	if s.hold = ""; s.stage == held {
		s.stage = pending
		if s.asksFirst {
			s.stage = underWay
		}
	}
	s.asksFirst = false
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
	if s.cancelled, s.hold = true, ""; s.stage != inHouse {
		s.stage = ended
	}
	if s.cancel != cancelNone {
		s.cancel = cancelConfirmed
	}
}

// submit is the partner's view of a submission: what it may receive, and what it does then.
func (s *state) submit(in input, outcome string) bool {
	if s.stage != underWay || s.hold != "" || s.cancelled || s.accepted || s.values != in.values {
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
	ask := map[act]func(input) string{
		actCreate: s.create, actEdit: s.edit, actCancel: s.cancelOrder, actHold: s.holdOrder, actRelease: s.release,
	}[in.act]
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
	}
	return s, s.exists && s.isSeen(in.act, out)
}

// isSeen reports whether the order is shown so by a view, or a part of it.
func (s *state) isSeen(of act, out output) bool {
	submission := string(s.stage) == out.submission || s.stage == underWay && out.submission == "unknown"
	switch of {
	case actHeld:
		return s.hold == out.hold
	case actSubmission:
		return submission
	case actCancelling:
		return s.cancel == out.cancellation
	case actDetail:
		return s.shows(out.row) && s.hold == out.hold && submission && s.cancel == out.cancellation
	}
	return s.shows(out.row)
}

// partsOfDetail are the parts that a server reads one after another for a view by number.
var partsOfDetail = []act{actView, actHeld, actSubmission, actCancelling}

// withPart is the calls with one part of the views by number.
func withPart(calls []porcupine.Operation, part act) []porcupine.Operation {
	calls = slices.Clone(calls)
	for i := range calls {
		if in := calls[i].Input.(input); in.act == actDetail {
			in.act = part
			calls[i].Input = in
		}
	}
	return calls
}

// moves are the actions of servers on their own: each returns the changed order, and whether the action is possible.
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
		s.cancel, s.cancelled, s.hold = cancelConfirmed, true, ""
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
	if in.reason != "" {
		text += " for " + in.reason
	}
	if in.key != "" {
		text += " by " + in.key
	}
	text += " -> " + out.outcome
	if isView := in.act == actView || in.act == actDetail; isView && out.outcome == done {
		text += fmt.Sprintf(" %+v", out.row)
	}
	if out.detail != (detail{}) {
		text += fmt.Sprintf(" %+v", out.detail)
	}
	return text
}
