package client

import (
	"context"
	"iter"
	"net/http"
	"net/url"
	"time"
)

// The states of a Submission, and of the cancellation of an order at its partner.
const (
	SubmissionPending   = "pending"   // it is due, or will be
	SubmissionSubmitted = "submitted" // the partner was called, and has not answered
	SubmissionUnknown   = "unknown"   // the partner is asked whether it has the order
	SubmissionConfirmed = "confirmed"
	SubmissionFailed    = "failed"
	SubmissionHeld      = "held"      // the order is held
	SubmissionCancelled = "cancelled" // of a submission
	SubmissionWaiting   = "waiting"   // of a cancellation: for the submission
	SubmissionRefused   = "refused"   // of a cancellation
)

// SubmissionFilter selects submissions or cancellations of all accounts. Zero fields select all.
type SubmissionFilter struct {
	State         string // "": all but confirmed ones
	Partner       string
	AccountID     int64
	CreatedBefore time.Time
	LabelMissing  bool // of submissions: only confirmed ones whose label the partner has not given
}

// SubmissionDecision ends a submission by hand.
type SubmissionDecision struct {
	State        string `json:"state"`                   // SubmissionConfirmed or SubmissionFailed
	HAWBNo       string `json:"hawb_no,omitempty"`       // of the partner, if confirmed
	PartnerLabel bool   `json:"partner_label,omitempty"` // the partner draws the label, if confirmed
	Message      string `json:"message,omitempty"`       // for the shipper; needed if failed. At most 255 characters.
	Note         string `json:"note,omitempty"`          // for the history and the audit log. At most 255 characters.
}

const (
	submissionsPath   = "/operator/submissions/"
	cancellationsPath = "/operator/cancellations/"
)

func (f *SubmissionFilter) query() url.Values {
	return parameters(map[string]any{
		"state": f.State, "partner": f.Partner, "account_id": f.AccountID, "created_before": f.CreatedBefore, "label_missing": f.LabelMissing,
	})
}

// Submissions yields submissions of orders to partners, the oldest first, without their attempts.
func (a Administration) Submissions(ctx context.Context, f SubmissionFilter) iter.Seq2[Submission, error] {
	return elements[Submission](ctx, a.client, submissionsPath, f.query(), "listing submissions")
}

// Submission returns the submission of an order with its attempts. It returns ErrNotFound also when no partner has the order.
func (a Administration) Submission(ctx context.Context, trackingNo string) (Submission, error) {
	return get[Submission](ctx, a.client, "viewing a submission", submissionsPath+url.PathEscape(trackingNo)+"/", nil)
}

// RetrySubmission makes a failed or waiting submission due now, or the label of a confirmed one. It returns an *Error of status 409 when
// there is nothing to decide, the order is held or cancelled, or an attempt is under way. The note may be "".
func (a Administration) RetrySubmission(ctx context.Context, trackingNo, note string) (Submission, error) {
	return a.decide(ctx, "retrying a submission", submissionsPath, trackingNo, "retry", SubmissionDecision{Note: note})
}

// ResolveSubmission ends a submission by hand. It returns a *ValidationError, and an *Error of status 409 as RetrySubmission does.
func (a Administration) ResolveSubmission(ctx context.Context, trackingNo string, d SubmissionDecision) (Submission, error) {
	return a.decide(ctx, "resolving a submission", submissionsPath, trackingNo, "resolve", d)
}

// Cancellations yields cancellations of orders that partners have, the oldest first, without their attempts.
func (a Administration) Cancellations(ctx context.Context, f SubmissionFilter) iter.Seq2[Submission, error] {
	return elements[Submission](ctx, a.client, cancellationsPath, f.query(), "listing cancellations")
}

// Cancellation returns the cancellation of an order with the attempts at it and at its submission.
func (a Administration) Cancellation(ctx context.Context, trackingNo string) (Submission, error) {
	return get[Submission](ctx, a.client, "viewing a cancellation", cancellationsPath+url.PathEscape(trackingNo)+"/", nil)
}

// RetryCancellation makes a cancellation due now, also one that the partner refused. It returns an *Error of status 409 when the order is
// cancelled, its parcel was picked up, or an attempt is under way. The note may be "".
func (a Administration) RetryCancellation(ctx context.Context, trackingNo, note string) (Submission, error) {
	return a.decide(ctx, "retrying a cancellation", cancellationsPath, trackingNo, "retry", SubmissionDecision{Note: note})
}

// decide sends a decision.
func (a Administration) decide(ctx context.Context, doing, path, trackingNo, what string, d SubmissionDecision) (Submission, error) {
	var request any = d
	if what == "retry" {
		request = map[string]string{"note": d.Note}
	}
	return ask[Submission](ctx, a.client, doing, call{
		method: http.MethodPost, path: path + url.PathEscape(trackingNo) + "/" + what + "/",
	}, request)
}
