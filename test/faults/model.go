package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/anishathalye/porcupine"

	"waybill/client"
	"waybill/internal/partner/simulated"
)

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
	unready   bool   // it was held when it was created in house, and has not been released
	reported  int    // the last of the statuses that was reported
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
	actTrack      act = "track"
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
	partner bool   // of a create, or of an edit with a service: a partner fulfils it
	values         // of a create and a submission: all; of an edit: those that it changes
	version int64  // of an edit: that it names, anyVersion for none
	reason  string // of a hold
	status  string // of a report
	server  int    // that is called
}

const anyVersion = client.AnyVersion

// cancelled is the status of a cancelled order.
const cancelled = "CANCELLED"

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
	pickedUp  = "picked up"
	invalid   = "invalid"
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
	tracker := statuses[s.reported]
	switch {
	case s.cancelled:
		status, tracker = cancelled, cancelled
	case s.unready:
		status = ""
	}
	return s.values == s.with(r.values) && (r.version < 0 || r.version == s.version) && r.status == status && r.tracker == tracker
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
	if strings.Contains(in.Name, ruleWord) {
		s.hold, s.unready = ruleReason, !in.partner
	}
	switch {
	case in.partner && s.hold != "":
		s.stage = held
	case in.partner:
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
	case in.Service != "" && in.Service != s.Service && in.partner != (s.stage != inHouse):
		return invalid
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
	case s.reported > 0:
		return pickedUp
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
	s.unready = false
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

// track is a report of an operator. A late one changes nothing.
func (s *state) track(in input) string {
	if !s.exists {
		return notFound
	}
	if !s.cancelled {
		s.reported = max(s.reported, slices.Index(statuses, in.status))
	}
	return done
}

// asks are the acts of clients: each does what is asked, and returns the outcome.
var asks = map[act]func(*state, input) string{
	actCreate: (*state).create, actEdit: (*state).edit, actCancel: (*state).cancelOrder, actHold: (*state).holdOrder,
	actRelease: (*state).release, actTrack: (*state).track,
}

// visits are the acts of servers at the partner: each does what the partner does with an outcome, and reports whether the call may
// have come and got it.
var visits = map[act]func(s *state, in input, outcome string) bool{
	actSubmit: (*state).submit, actTakeBack: (*state).takeBack,
	actFind: func(s *state, _ input, outcome string) bool { return s.accepted == (outcome == done) },
}

func (s *state) submit(in input, outcome string) bool {
	if s.stage != underWay || s.hold != "" || s.cancelled || s.accepted || s.values != in.values {
		return false
	}
	refuses := strings.Contains(s.Name, simulated.ScriptFail)
	s.accepted, s.refused = s.accepted || outcome == done, s.refused || outcome == refused
	return outcome == temporary || outcome == done && !refuses || outcome == refused && refuses
}

func (s *state) takeBack(_ input, outcome string) bool {
	if !s.accepted || s.cancel != cancelPending {
		return false
	}
	keeps := strings.Contains(s.Name, simulated.ScriptKeep)
	s.back, s.kept = s.back || outcome == done, s.kept || outcome == refused
	return outcome == temporary || outcome == done || outcome == refused && keeps // one that was killed forgets the names
}

// step returns the states in which an order may be after a call with a response, none if the response is wrong. A call at the
// partner without a response was done with some outcome, or not at all.
func (s state) step(in input, out output) (after []state) {
	ask, visit, outcomes := asks[in.act], visits[in.act], []string{out.outcome}
	if visit != nil && out.outcome == lost {
		outcomes, after = []string{done, refused}, append(after, s)
	}
	for _, outcome := range outcomes {
		next, right := s, s.exists && s.isSeen(in.act, out)
		switch {
		case ask != nil:
			is := ask(&next, in)
			right = is == outcome || outcome == lost
		case visit != nil:
			right = visit(&next, in, outcome)
		case outcome == notFound:
			right = !s.exists
		}
		if right {
			after = append(after, next)
		}
	}
	return after
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
func withPart(calls []call, part act) []call {
	calls = slices.Clone(calls)
	for i := range calls {
		if calls[i].in.act == actDetail {
			calls[i].in.act = part
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
				for _, after := range before.step(in.(input), out.(output)) {
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
	text := fmt.Sprint(in.act, " ", in.patch(), " ", in.key, in.reason, in.status)
	if in.version != anyVersion {
		text += fmt.Sprintf(" of version %d", in.version)
	}
	if text += " -> " + out.outcome; out != (output{outcome: out.outcome}) {
		text += fmt.Sprintf(" %+v %+v", out.row, out.detail)
	}
	return text
}
