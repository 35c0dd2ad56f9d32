package shipment

import "log/slog"

// Secret is a text that logs and print verbs do not show. Convert it to use it.
type Secret string

// String hides the secret.
func (Secret) String() string { return "[redacted]" }

// GoString hides the secret from %#v.
func (s Secret) GoString() string { return s.String() }

// LogValue hides the secret from slog.
func (s Secret) LogValue() slog.Value { return slog.StringValue(s.String()) }

// EndpointSettings are what an account decides about an endpoint, which is where it wants
// to hear of events.
type EndpointSettings struct {
	URL         string // "": nothing is sent, but the events are kept to be read
	Description string
	EventTypes  []EventType // that it is told of; none: all
	LabelPDF    bool        // order.label_ready carries the label itself
	Username    string      // Basic credentials; "" and "" for none
	Password    Secret
	Disabled    bool
}
