// Package stored stores bags and consignments. What belongs to a parcel is a row of its account: that it is in a bag, what customs say of
// it, and how far an event of its flight is carried. Bags, consignments and legs are reference tables, written seldom and never at a scan.
// Nothing changes two accounts in one transaction: closing a bag and an event of a consignment are rows with a state, which is carried to
// the accounts one after the other, and goes on after a process died.
package stored

import (
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"waybill/internal/orders"
	"waybill/internal/problem"
	"waybill/internal/shipment"
	"waybill/internal/store"
	"waybill/internal/store/engine"
)

// Store stores bags and consignments. Safe for concurrent use.
type Store struct {
	*store.Store
	// Moved writes the data of the event that a leg of a consignment has departed, or arrived; nil: there is none.
	Moved func(*Consignment, *Leg) func() ([]byte, error)
}

//go:embed tables.txt
var tables string

// Part is what bags and consignments add to a store.
func Part() store.Part {
	return store.Part{Tables: store.ParseTables(tables), Erase: forget, Waits: []store.Queue{
		{Kind: "consignment_events", Columns: "1 AS n, recorded_on AS due_on", Table: "consignment_events", Open: "state = 'carrying'"},
	}, Placed: func(ctx context.Context, s *store.Store, f shipment.Placed, before int64, limit int) ([]int64, error) {
		return (&Store{Store: s}).placed(ctx, f, before, limit)
	}}
}

// The prefixes of numbers on paper and for scanners.
const (
	bagPrefix         = "BG"
	consignmentPrefix = "CN"
)

// BagNumber is the number of a bag.
func BagNumber(id int64) string { return fmt.Sprintf("%s-%05d", bagPrefix, id) }

// ParseBagNumber is the inverse of BagNumber, in any letter case and with or without its punctuation and zeros.
func ParseBagNumber(number string) (id int64, ok bool) { return parseNumber(bagPrefix, number) }

func parseNumber(prefix, number string) (id int64, ok bool) {
	digits, found := strings.CutPrefix(strings.ToUpper(number), prefix)
	id, err := strconv.ParseInt(strings.TrimPrefix(digits, "-"), 10, 64)
	return id, found && err == nil && id > 0
}

// ConsignmentNumber is the number of a consignment.
func ConsignmentNumber(id int64) string { return fmt.Sprintf("%s-%05d", consignmentPrefix, id) }

// mostNamed is how many of many numbers a message names.
const mostNamed = 20

// named are numbers as a message names them.
func named(numbers []string) string {
	text := strings.Join(numbers[:min(len(numbers), mostNamed)], ", ")
	if more := len(numbers) - mostNamed; more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	return text
}

// conflict says why what is stored does not allow a change.
func conflict(m problem.Message) error { return &orders.ConflictError{Message: m} }

// refuse returns a conflict that names numbers, unless there are none.
func refuse(m problem.Message, numbers []string) error {
	if len(numbers) == 0 {
		return nil
	}
	return conflict(m.With(named(numbers)))
}

// in is the test for membership in a list of ids, which the parameter holds.
func (s *Store) in(param string) string { return s.DB.Dialect.In(param) }

func (s *Store) list(ids []int64) any { return s.DB.Dialect.List(append([]int64{}, ids...)) }

// scanDocument scans columns, and the last one, which is JSON, into a value.
func scanDocument(row engine.Scanner, to any, columns ...any) error {
	var text string
	if err := row.Scan(append(columns, &text)...); err != nil {
		return err
	}
	return json.Unmarshal([]byte(text), to)
}
