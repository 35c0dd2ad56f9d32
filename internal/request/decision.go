package request

import (
	"math"
	"time"

	"waybill/internal/problem"
	"waybill/internal/shipment"
)

// LedgerFilter selects submissions to partners, or cancellations at partners. Zero fields select all.
type LedgerFilter struct {
	State         string // "": all but confirmed ones
	Partner       string
	AccountID     int64
	CreatedBefore time.Time
	LabelMissing  bool // of submissions: the partner has confirmed, and its label is missing
}

// ledgerFilters are the filters of a list with states.
func ledgerFilters(states ...string) []column[LedgerFilter] {
	return []column[LedgerFilter]{
		choice("state", optional, states, "In this state. Left out: those that are not confirmed.",
			func(f *LedgerFilter) *string { return &f.State }),
		text("partner", optional, textMax, "Of this partner.", func(f *LedgerFilter) *string { return &f.Partner }),
		bind(field("account_id", optional, Type{Name: TypeInteger, Min: 1, Max: math.MaxInt64}, "Of this account."), readInteger,
			func(f *LedgerFilter) *int64 { return &f.AccountID }),
		bind(field("created_before", optional, Type{Name: TypeMoment}, "Created before this time; UTC when no zone is given."),
			readMomentFrom, func(f *LedgerFilter) *time.Time { return &f.CreatedBefore }),
	}
}

var (
	// SubmissionQuery has the filters of the list of submissions.
	SubmissionQuery = Query[LedgerFilter]{table: newTable(append(
		ledgerFilters("pending", "submitted", "unknown", "confirmed", "failed", "held", "cancelled"),
		boolean("label_missing", "Only submissions that the partner has confirmed, and whose label it has not given. The state does not count.",
			func(f *LedgerFilter) *bool { return &f.LabelMissing }))...)}
	// CancellationQuery has the filters of the list of cancellations.
	CancellationQuery = Query[LedgerFilter]{table: newTable(ledgerFilters("waiting", "pending", "confirmed", "refused", "failed")...)}
)

// Decision is what an operator decides about a submission or a cancellation.
type Decision struct {
	State        string // confirmed or failed
	HAWBNo       string
	PartnerLabel bool
	Message      string // for the shipper
	Note         string // for the history and the audit log
}

var (
	decisionNote = text("note", optional, shipment.MaxNote, "Why, for the history and the audit log.",
		func(d *Decision) *string { return &d.Note })
	// RetryEntry is the body of a request that makes a submission or a cancellation due.
	RetryEntry = newBody(decisionNote)
	// ResolveSubmission is the body of a request that ends a submission.
	ResolveSubmission = newBody(
		choice("state", required, []string{"confirmed", "failed"},
			"`confirmed`: the partner has the order. `failed`: it does not have it, and will not take it.",
			func(d *Decision) *string { return &d.State }),
		text(hawbField, optional, shipment.MaxHAWBNo, "Number that the partner gave the order. Only if confirmed.",
			func(d *Decision) *string { return &d.HAWBNo }),
		boolean("partner_label", "Whether the partner draws the label. Only if confirmed.",
			func(d *Decision) *bool { return &d.PartnerLabel }),
		text("message", optional, shipment.MaxNote, "For the shipper. Required if failed.", func(d *Decision) *string { return &d.Message }),
		decisionNote,
	).also(checkDecision)
)

// checkDecision refuses what belongs to the other state.
func checkDecision(_ *Form, d *Decision, problems Problems) Problems {
	if problems != nil || d.State != "failed" {
		return problems
	}
	if d.HAWBNo != "" {
		problems = append(problems, Problem{hawbField, Messages{problem.OnlyConfirmed}})
	}
	if d.PartnerLabel {
		problems = append(problems, Problem{"partner_label", Messages{problem.OnlyConfirmed}})
	}
	return problems
}
