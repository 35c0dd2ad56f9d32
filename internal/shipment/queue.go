package shipment

import "slices"

// Queue is the work that an order waits for. An order is in one queue at a time.
type Queue string

// The queues.
const (
	QueuePrint    Queue = "print"      // its label was not printed, or has changed since
	QueuePack     Queue = "pack"       // its label is printed. Only programs that know which parcels are packed have this queue
	QueueHandOver Queue = "hand-over"  // its parcel was not picked up
	QueuePartner  Queue = "partner"    // the partner has to accept it, to send its label or to cancel it
	QueueProblem  Queue = "problem"    // a person has to look at it
	QueueOnTheWay Queue = "on-the-way" // others have its parcel. A return with a label is on the way, too: the consignee sends it
	QueueDone     Queue = "done"       // delivered, returned, cancelled or lost
)

// Queues are all queues, in the order of the work, then those without any.
func Queues() []Queue {
	return []Queue{QueuePrint, QueuePack, QueueHandOver, QueuePartner, QueueProblem, QueueOnTheWay, QueueDone}
}

// IsWork reports whether people of the account, or the partner, have to do something for the orders of the queue.
func (q Queue) IsWork() bool { return q != "" && q != QueueOnTheWay && q != QueueDone }

// QueueFacts decide the queue of an order beside the order itself.
type QueueFacts struct {
	NoFacts      bool // the order waits for facts for customs
	Cancelling   bool // its partner was asked to cancel it
	LabelRefused bool // its partner will not give the label
	Printed      bool // the label was printed, and has not changed since
	Packs        bool // the program knows which parcels are packed
	Packed       bool
	// Unscanned: the parcel was handed over, and nobody scanned it for the hours that the account has set.
	Unscanned bool
}

// Queue is the queue of the order. Its Hold must have been read. The store has the same in SQL.
func (o *Order) Queue(f QueueFacts) Queue {
	switch s := o.TrackerStatus; {
	case s.Final(), s == Exception && !o.LostOn.IsZero():
		return QueueDone
	case s == FailedPickup, s == FailedDelivery, s == Exception, s == PickedUp && f.Unscanned:
		return QueueProblem
	case s.PickedUp():
		return QueueOnTheWay
	case o.StatusCode == StatusSubmissionFailed, o.Hold != nil, o.StatusCode == StatusNone && f.NoFacts, !o.HasLabel && f.LabelRefused:
		return QueueProblem
	case !o.HasLabel, f.Cancelling:
		return QueuePartner
	case o.Return:
		return QueueOnTheWay
	case !f.Printed:
		return QueuePrint
	case f.Packs && !f.Packed:
		return QueuePack
	}
	return QueueHandOver
}

// Queues are the queues that orders with the status may be in.
func (s TrackerStatus) Queues() []Queue {
	switch {
	case s == Exception:
		return []Queue{QueueProblem, QueueDone}
	case s.Final():
		return []Queue{QueueDone}
	case s == FailedPickup, s == FailedDelivery:
		return []Queue{QueueProblem}
	case s == PickedUp:
		return []Queue{QueueProblem, QueueOnTheWay}
	case s.PickedUp():
		return []Queue{QueueOnTheWay}
	}
	return slices.DeleteFunc(Queues(), func(q Queue) bool { return q == QueueDone })
}
