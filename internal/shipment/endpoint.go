package shipment

import "log/slog"

// Secret is a text that logs and fmt do not show. Convert it to string to use it.
type Secret string

// String hides the secret.
func (Secret) String() string { return "[redacted]" }

// GoString hides the secret from %#v.
func (s Secret) GoString() string { return s.String() }

// LogValue hides the secret from slog.
func (s Secret) LogValue() slog.Value { return slog.StringValue(s.String()) }

// EndpointSettings are the settings of an endpoint, to which an account's events are sent.
type EndpointSettings struct {
	URL         string // "": nothing is sent, but events are stored and can be read
	Description string
	EventTypes  []EventType // that it subscribes to; none: all
	LabelPDF    bool        // order.label_ready carries the label itself
	// LabelWebhook: it gets order.label_ready alone, in the form of Event.LabelWebhookJSON.
	LabelWebhook bool
	Username     string // Basic credentials; "" and "" for none
	Password     Secret
	Disabled     bool
}
