package client

import "time"

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
