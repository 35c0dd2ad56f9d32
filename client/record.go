package client

import (
	"encoding/json"
	"fmt"
)

// UnmarshalJSON decodes a record. Its consignee_postal may be a number or a string.
func (o *Order) UnmarshalJSON(b []byte) error {
	type plain Order // without this method
	record := struct {
		*plain
		ConsigneePostal json.RawMessage `json:"consignee_postal"`
	}{plain: (*plain)(o)}
	if err := json.Unmarshal(b, &record); err != nil {
		return err
	}
	if record.ConsigneePostal == nil {
		return nil
	}
	postal, err := numberOrString(record.ConsigneePostal)
	if err != nil {
		return fmt.Errorf("consignee_postal: %w", err)
	}
	o.ConsigneePostal = postal
	return nil
}
