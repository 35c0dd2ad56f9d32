package store

import (
	"context"
	"crypto/aes"
	"crypto/cipher"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"waybill/internal/shipment"
	"waybill/internal/store/engine"
)

// idBlock is how many order ids a process reserves at a time. Those that are left when the process
// stops are never used.
const idBlock = 10_000

// idSource issues order ids and times of creation that rise within the process. Each process on a
// database reserves its own blocks of ids.
type idSource struct {
	mu        sync.Mutex
	next, end int64 // next up to end-1 are reserved
	last      time.Time
	// moved: another server took over. It may not have the reservation, and make it again for
	// another process.
	moved atomic.Bool
}

// assign gives each batch consecutive ids and the time. It reserves missing ids by q, which must not
// be a transaction: a reservation that is rolled back would be made again.
func (ids *idSource) assign(ctx context.Context, q engine.Querier, now func() time.Time, batches []engine.Batch) error {
	ids.mu.Lock()
	defer ids.mu.Unlock()
	need := int64(0)
	for _, b := range batches {
		need += int64(b.Len())
	}
	err := ids.reserve(need, idBlock, func(block int64) (int64, error) { return moveCounter(ctx, q, "order_id", block) })
	if err != nil {
		return fmt.Errorf("reserve order ids: %w", err)
	}
	at := now()
	if at.After(ids.last) {
		ids.last = at
	}
	for _, b := range batches {
		c := b.(*creation)
		c.firstID, c.createdOn, c.now = ids.next, ids.last, at
		ids.next += int64(len(c.Orders))
	}
	return nil
}

// reserve sees to it that a number of ids is reserved. move moves the counter by a block, and returns the end of it.
func (ids *idSource) reserve(need, block int64, move func(block int64) (end int64, err error)) error {
	if ids.moved.Swap(false) {
		ids.next = ids.end
	}
	if ids.end-ids.next >= need {
		return nil
	}
	block = max(need, block)
	end, err := move(block)
	if err != nil {
		ids.end = ids.next
		return err
	}
	ids.next, ids.end = end-block, end
	return nil
}

func moveCounter(ctx context.Context, q engine.Querier, counter string, block int64) (end int64, err error) {
	return engine.Value[int64](ctx, q, `UPDATE counters SET next_value = next_value + $1 WHERE name = $2 RETURNING next_value`, block, counter)
}

// Counter counts numbers that people read, each of which is used once in the deployment.
type Counter int

// The counters.
const (
	HandoverNumbers Counter = iota
	RunNumbers
	BagNumbers
	ConsignmentNumbers
	numCounters
)

// numberBlock is how many numbers a process reserves at a time.
const numberBlock = 20

// Draw returns a number of a counter that is not returned again, by any process. It must not be called in a transaction.
func (s *Store) Draw(ctx context.Context, c Counter) (number int64, err error) {
	ids := &s.numbers[c]
	ids.mu.Lock()
	defer ids.mu.Unlock()
	err = ids.reserve(1, numberBlock, func(block int64) (int64, error) {
		return engine.Changed(ctx, s.DB, "reserve numbers", func(ctx context.Context, q engine.Querier) (int64, error) {
			return moveCounter(ctx, q, [numCounters]string{"handover_id", "run_id", "bag_id", "consignment_id"}[c], block)
		})
	})
	if err == nil {
		number = ids.next
		ids.next++
	}
	return number, err
}

// issuers make the names that depend on the database's secrets.
type issuers struct {
	tracking shipment.TrackingNumbers
	batches  shipment.BatchNumbers
	events   eventIDs
}

// issue returns the issuers. Their keys never change.
func (s *Store) issue(ctx context.Context) (*issuers, error) {
	s.issuers.Lock()
	defer s.issuers.Unlock()
	if s.issuers.issuers == nil {
		secrets, err := s.Secrets(ctx)
		if err != nil {
			return nil, err
		}
		s.issuers.issuers = &issuers{
			shipment.NewTrackingNumbers(secrets.TrackingKey), shipment.NewBatchNumbers(secrets.TrackingKey), newEventIDs(secrets.TrackingKey),
		}
	}
	return s.issuers.issuers, nil
}

// eventPrefix starts the id of an event.
const eventPrefix = "evt_"

// eventIDs make ids of events: the order id and the sequence number, encrypted as one block. Such an
// id is unique without a lookup and reveals nothing. Databases of several environments have different
// keys, and so different ids. An event that belongs to no order has the negative account id in the
// place of the order id: its sequence number is the account's.
type eventIDs struct{ block cipher.Block }

func newEventIDs(trackingKey [16]byte) eventIDs {
	key := sha256.Sum256(append([]byte("event ids"), trackingKey[:]...))
	block, err := aes.NewCipher(key[:])
	if err != nil {
		panic("aes refuses a key of 32 bytes: " + err.Error())
	}
	return eventIDs{block}
}

func (ids eventIDs) id(e *shipment.Event) string {
	line := e.OrderID
	if line == 0 {
		line = -e.AccountID
	}
	var b [aes.BlockSize]byte
	binary.BigEndian.PutUint64(b[:8], uint64(line))
	binary.BigEndian.PutUint64(b[8:], uint64(e.Sequence))
	ids.block.Encrypt(b[:], b[:])
	return eventPrefix + engine.Crockford.EncodeToString(b[:])
}

// parse decodes the id of an event of an account. An invalid id decodes to an event that does not
// exist: sequence numbers begin at 1.
func (ids eventIDs) parse(accountID int64, id string) (orderID, sequence int64) {
	b, err := engine.Crockford.DecodeString(strings.TrimPrefix(id, eventPrefix))
	if err != nil || len(b) != aes.BlockSize {
		return 0, 0
	}
	ids.block.Decrypt(b, b)
	orderID, sequence = int64(binary.BigEndian.Uint64(b)), int64(binary.BigEndian.Uint64(b[8:]))
	if orderID == -accountID {
		orderID = 0
	}
	return orderID, sequence
}

// maxSkip bounds one skip of order ids: ids have 18 digits.
const maxSkip = 1_000_000_000_000

// SkipOrderIDs moves the counter of order ids past all ids in use, and by n, from 1 to 10^12. It
// returns the first id that the next server issues. A restored database needs it: the ids of orders
// that were created after the backup were used for tracking numbers. No server may run: it would issue
// the ids that it reserved before.
func (s *Store) SkipOrderIDs(ctx context.Context, n int64) (next int64, err error) {
	if n < 1 || n > maxSkip {
		return 0, fmt.Errorf("skip order ids: %d is not from 1 to %d", n, int64(maxSkip))
	}
	return engine.Changed(ctx, s.DB, "skip order ids", func(ctx context.Context, q engine.Querier) (int64, error) {
		return skipOrderIDs(ctx, q, n)
	})
}

func skipOrderIDs(ctx context.Context, q engine.Querier, n int64) (next int64, err error) {
	last, err := engine.Value[int64](ctx, q, `SELECT coalesce(max(order_id), 0) FROM orders`)
	if err != nil {
		return 0, err
	}
	return engine.Value[int64](ctx, q, `UPDATE counters SET next_value = CASE WHEN next_value > $1 THEN next_value ELSE $1 END + $2
		WHERE name = 'order_id' RETURNING next_value`, last+1, n)
}

// CountOrders returns the number of all orders. It reads an index of all of them: about 100 ms for a
// million.
func (s *Store) CountOrders(ctx context.Context) (n int64, err error) {
	err = engine.QueryRow(ctx, s.DB.Reads, `SELECT count(*) FROM orders`).Scan(&n)
	return n, s.DB.Explain("count orders", err)
}
