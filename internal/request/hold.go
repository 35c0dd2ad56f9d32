package request

// MaxHeld is how many orders a request may hold, or release.
const MaxHeld = 200

// HoldRequest is a request to hold orders, to release them, or to cancel them.
type HoldRequest struct {
	TrackingNos []string // as they were sent
	Reason      string   // why they are held, or released
	DryRun      bool     // nothing is changed
}

var (
	// HoldOrders is the body of a request to hold orders.
	HoldOrders = bodyOf[HoldRequest]("hold").withNumbers(MaxHeld, heldNumbers)
	// ReleaseOrders is the body of a request to release orders.
	ReleaseOrders = bodyOf[HoldRequest]("release").withNumbers(MaxHeld, heldNumbers)
)

func heldNumbers(r *HoldRequest) *[]string { return &r.TrackingNos }

// MaxCancelled is how many orders a request may cancel.
const MaxCancelled = 200

var (
	// CancelOrders is the body of a request to cancel orders.
	CancelOrders = bodyOf[HoldRequest]("cancel").withNumbers(MaxCancelled, heldNumbers)
	// MarkPrinted is the body of a request to mark labels as printed: tracking numbers, as they were sent.
	MarkPrinted = newBody[[]string]().withNumbers(MaxCancelled, func(numbers *[]string) *[]string { return numbers })
)
