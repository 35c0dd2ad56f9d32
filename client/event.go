package client

import (
	"bytes"
	"encoding/json"
	"time"
)

// Event is an event of an order, an import or an endpoint of the account. It may arrive more than once, always with the
// same Data.ID.
type Event struct {
	Type      EventType `json:"type"`
	Timestamp time.Time `json:"timestamp"` // when it happened
	Data      EventData `json:"data"`
	// Raw is the JSON that the service sent, including fields that this SDK does not know.
	Raw json.RawMessage `json:"-"`
}

// UnmarshalJSON implements json.Unmarshaler.
func (e *Event) UnmarshalJSON(body []byte) error {
	type known Event
	if err := json.Unmarshal(body, (*known)(e)); err != nil {
		return err
	}
	e.Raw = bytes.Clone(body)
	return nil
}
