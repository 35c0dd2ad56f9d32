// Package load takes open orders of another system, with their tracking numbers, their history and the labels of
// partners. Nothing is submitted and no webhook is sent.
package load

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"waybill/internal/each"
	"waybill/internal/partnerlabel"
	"waybill/internal/shipment"
	"waybill/internal/store"
)

const (
	// maxLine is how many bytes a line may have.
	maxLine = 1 << 20
	// atOnce is how many orders are stored in a transaction, and held in memory.
	atOnce = 100
)

// Loader loads the orders of one account.
type Loader struct {
	Store     *store.Store
	Labels    *partnerlabel.Store
	Folder    *os.Root // of the files of labels
	AccountID int64
	DryRun    bool      // checks only
	Report    io.Writer // a line for each problem and each difference

	services map[int64]shipment.Service
	prefix   string
	counts   Counts
}

// Counts say what became of the lines of a file.
type Counts struct {
	Created   int // or would be
	Known     int // orders that are stored already, such as by an earlier run
	Different int // known ones that are not as the file says
	Refused   int // lines with a problem
}

// numbered is an order with its line, and the file of its label.
type numbered struct {
	store.LoadedOrder
	line  int
	label string
}

// Load loads the orders of a file, one JSON object a line. A line with a problem is reported and left out. A second run
// goes on where the first one ended, and reports where stored orders differ from the file.
func (l *Loader) Load(ctx context.Context, file io.Reader) (Counts, error) {
	account, err := l.Store.MasterData.Account(ctx, l.AccountID)
	if err != nil {
		return Counts{}, err
	}
	l.prefix = account.TrackingPrefix
	if l.services, err = l.Store.MasterData.LiveServices(ctx); err != nil {
		return Counts{}, err
	}
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, maxLine)
	var waiting []numbered
	for n := 1; lines.Scan(); n++ {
		if len(lines.Bytes()) == 0 {
			continue
		}
		loaded, label, err := l.read(ctx, lines.Bytes())
		if err != nil {
			l.refuse(n, err)
			continue
		}
		if waiting = append(waiting, numbered{loaded, n, label}); len(waiting) == atOnce {
			if err := l.store(ctx, waiting); err != nil {
				return l.counts, err
			}
			waiting = waiting[:0]
		}
	}
	if err := lines.Err(); err != nil {
		return l.counts, fmt.Errorf("read the file: a line may have %d bytes: %w", maxLine, err)
	}
	return l.counts, l.store(ctx, waiting)
}

func (l *Loader) refuse(line int, err error) {
	l.counts.Refused++
	fmt.Fprintf(l.Report, "line %d: %v\n", line, err)
}

// store creates the orders that are not stored, and completes all of them.
func (l *Loader) store(ctx context.Context, orders []numbered) error {
	taken, err := l.Store.TakenTrackingNumbers(ctx, each.Of(orders, func(o numbered) string { return o.Order.TrackingNo }))
	if err != nil {
		return err
	}
	batch := store.NewBatch{AccountID: l.AccountID, TrackingPrefix: l.prefix, Quiet: true}
	var complete []store.LoadedOrder
	for i := range orders {
		o := &orders[i]
		stored, err := l.Store.OrderByTrackingNo(ctx, o.Order.TrackingNo)
		isNew := errors.Is(err, store.ErrNotFound)
		if err != nil && !isNew {
			return err
		}
		if err := l.refusal(o, isNew, stored.AccountID, taken); err != nil {
			l.refuse(o.line, err)
			continue
		}
		if o.label != "" {
			refusal, err := l.saveLabel(ctx, &o.LoadedOrder, o.label)
			if err != nil {
				return err
			}
			if refusal != nil {
				l.refuse(o.line, refusal)
				continue
			}
		}
		complete = append(complete, o.LoadedOrder)
		if isNew {
			taken[o.Order.TrackingNo] = true
			batch.Orders = append(batch.Orders, o.Order)
			l.counts.Created++
			continue
		}
		l.counts.Known++
		if found := differences(&stored, &o.Order); len(found) > 0 {
			l.counts.Different++
			fmt.Fprintf(l.Report, "line %d: order %s: %s\n", o.line, stored.TrackingNo, strings.Join(found, "; "))
		}
	}
	if l.DryRun {
		return nil
	}
	if len(batch.Orders) > 0 {
		if _, err := l.Store.CreateBatch(ctx, batch); err != nil {
			return err
		}
	}
	return l.Store.LoadHistories(ctx, l.AccountID, complete)
}

// refusal returns why an order cannot be loaded.
func (l *Loader) refusal(o *numbered, isNew bool, account int64, taken map[string]bool) error {
	switch {
	case isNew && taken[o.Order.TrackingNo]:
		return fmt.Errorf("tracking_no %s cannot be used: another line has it, or it could be issued here", o.Order.TrackingNo)
	case !isNew && account != l.AccountID:
		return fmt.Errorf("tracking_no %s is of another account", o.Order.TrackingNo)
	default:
		return nil
	}
}
