package shipment

import "time"

// MaxHoldReason is the most code points of the reason of a hold.
const MaxHoldReason = 500

// HeldByRule is the kind of actor of a hold that a rule made when the order was created.
const HeldByRule = "rule"

// SanctionsRule is the id of the rule whose holds nobody releases without a reason.
const SanctionsRule = "sanctions"

// The fields of a Change when an order is held or released, and when somebody said why it was released.
const (
	HoldField    = "hold"
	ReleaseField = "release_reason"
)

// Hold is why an order is held: it is not submitted to its partner and not handed over until it is released.
type Hold struct {
	Reason    string
	RuleID    string // "": a person holds the order
	HeldOn    time.Time
	ActorKind string // rule, key, user, command or server
	Actor     string // as of a Change; of a rule its id
}

// HeldBecause is why the order is held, "" if it is not.
func (o *Order) HeldBecause() string {
	if o.Hold == nil {
		return ""
	}
	return o.Hold.Reason
}

// Details are the additional fields of the events of the hold.
func (h *Hold) Details() []EventDetail {
	return []EventDetail{{Name: "reason", Value: h.Reason}, {Name: "rule_id", Value: h.RuleID}}
}
