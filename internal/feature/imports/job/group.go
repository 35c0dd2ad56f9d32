package job

import (
	"bytes"
	"encoding/gob"
	"fmt"

	"waybill/internal/shipment"
)

// groupSize is how many orders a transaction creates.
const groupSize = 100

// checkedOrder is an order that passed the check, and its rows in the file.
type checkedOrder struct {
	Rows  []int64
	Order shipment.Order
}

// encodeGroup is a group as the store keeps it: gob leaves out what is absent, and later versions may add fields.
func encodeGroup(orders []checkedOrder) ([]byte, error) {
	var b bytes.Buffer
	if err := gob.NewEncoder(&b).Encode(orders); err != nil {
		return nil, fmt.Errorf("encode checked orders: %w", err)
	}
	return b.Bytes(), nil
}

func decodeGroup(content []byte) (orders []checkedOrder, err error) {
	if err := gob.NewDecoder(bytes.NewReader(content)).Decode(&orders); err != nil {
		return nil, fmt.Errorf("decode checked orders: %w", err)
	}
	return orders, nil
}
