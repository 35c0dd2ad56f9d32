package request

import (
	"time"

	"waybill/internal/problem"
)

// LedgerFilter selects submissions to partners, or cancellations at partners. Zero fields select all.
type LedgerFilter struct {
	State        string // "": all but confirmed ones
	Partner      string
	AccountID    int64
	CreatedTo    time.Time // inclusive
	LabelMissing bool      // of submissions: the partner has confirmed, and its label is missing
}

var (
	// SubmissionQuery has the filters of the list of submissions.
	SubmissionQuery = Query[LedgerFilter]{table: tableOf[LedgerFilter]("list_submissions")}
	// CancellationQuery has the filters of the list of cancellations.
	CancellationQuery = Query[LedgerFilter]{table: tableOf[LedgerFilter]("list_cancellations")}
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
	// RetryEntry is the body of a request that makes a submission or a cancellation due.
	RetryEntry = bodyOf[Decision]("retry_entry")
	// ResolveSubmission is the body of a request that ends a submission.
	ResolveSubmission = bodyOf[Decision]("resolve_submission").also(checkDecision)
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
