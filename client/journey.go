package client

// Journey is a journey that was started.
type Journey struct {
	TrackingNo string   `json:"tracking_no"`
	Journey    string   `json:"journey"`
	Pause      Decimal  `json:"pause"` // seconds
	Statuses   []string `json:"statuses"`
}
