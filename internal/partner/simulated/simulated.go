package simulated

import (
	"context"
	_ "embed"
	"fmt"
	"strings"
	"time"

	"zombiezen.com/go/sqlite"

	"waybill/internal/partner"
	"waybill/internal/shipment"
)

// The scripts. Each works anywhere in the consignee's name.
const (
	ScriptFail    = "[fail]"    // refuses the order
	ScriptSlow    = "[slow]"    // accepts after SlowAfter
	ScriptTimeout = "[timeout]" // accepts, but its response never arrives
	ScriptFlaky   = "[flaky]"   // fails twice, then accepts; a cancellation likewise
	ScriptKeep    = "[keep]"    // accepts, and refuses the cancellation

	// The partner draws the label itself; without one of these Waybill does.
	ScriptLabelPDF   = "[label pdf]"
	ScriptLabelPNG   = "[label png]"
	ScriptLabelZPL   = "[label zpl]"
	ScriptLabelLater = "[label later]" // a PDF that is not ready at the first two requests
	ScriptLabelNever = "[label never]" // says that a label is ready, and refuses to give it
)

// flakyFailures is how often ScriptFlaky fails before it succeeds.
const flakyFailures = 2

// SlowAfter is how long ScriptSlow takes to respond.
const SlowAfter = 2 * time.Second

// Partner is the simulated partner. It is safe for concurrent use, also by several processes that share its
// ledger.
type Partner struct {
	// Wait is called by ScriptSlow before the partner takes the order, and by ScriptTimeout after that. Tests replace it before the
	// first call, so that what they see does not depend on the speed of the machine.
	Wait func(ctx context.Context, script string) error

	ledger *ledger
}

// Open opens the partner whose ledger is the file at path. It creates the file if there is none.
func Open(path string) (*Partner, error) {
	ledger, err := openLedger(path)
	if err != nil {
		return nil, err
	}
	return &Partner{Wait: wait, ledger: ledger}, nil
}

// wait takes SlowAfter for ScriptSlow, and all the time of the caller for ScriptTimeout.
func wait(ctx context.Context, script string) error {
	slow := make(<-chan time.Time)
	if script == ScriptSlow {
		slow = time.After(SlowAfter)
	}
	select {
	case <-slow:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Each call is a row, duplicates included, so that a second submission of an order shows.
//
//go:embed schema.sql
var schema string

// Close closes the ledger.
func (p *Partner) Close() error { return p.ledger.close() }

// Submit takes an order as its consignee's name scripts it.
func (p *Partner) Submit(ctx context.Context, key string, order shipment.Order) (partner.Acceptance, error) {
	partner.NoteRequest(ctx, "submit "+order.TrackingNo+" as "+key)
	if scripted(order, ScriptFail) {
		return partner.Acceptance{}, &partner.RefusedError{Message: "The partner refused the order: the consignee cannot be served."}
	}
	if scripted(order, ScriptSlow) {
		if err := p.Wait(ctx, ScriptSlow); err != nil {
			return partner.Acceptance{}, fmt.Errorf("submit to the simulated partner: %w", err)
		}
	}
	acceptance, err := p.book(ctx, key, order)
	if err == nil && scripted(order, ScriptTimeout) {
		return partner.Acceptance{}, fmt.Errorf("submit to the simulated partner: %w", p.Wait(ctx, ScriptTimeout))
	}
	return acceptance, err
}

// Keep records the message that submits an order, as it was received. Of several under a key it keeps the last one.
func (p *Partner) Keep(ctx context.Context, key, trackingNo string, message []byte) error {
	return p.ledger.run(ctx, nil, `insert into contents (idempotency_key, tracking_no, message) values ($1, $2, $3)
		on conflict (idempotency_key) do update set message = excluded.message`, key, trackingNo, string(message))
}

func scripted(order shipment.Order, script string) bool {
	return strings.Contains(order.Consignee.Name, script)
}

// book records the call in the ledger, as accepted unless the script still has failures left. A repeated call has the first response.
func (p *Partner) book(ctx context.Context, key string, order shipment.Order) (partner.Acceptance, error) {
	if err := p.scriptLabel(ctx, key, order); err != nil {
		return partner.Acceptance{}, err
	}
	if err := p.write(ctx, "calls", key, order); err != nil {
		return partner.Acceptance{}, err
	}
	return p.accepted(ctx, key)
}

// write adds a row to a table of the ledger. It returns a *partner.TemporaryError if the row says that the call was not accepted.
func (p *Partner) write(ctx context.Context, table, key string, order shipment.Order) error {
	failures := 0
	if scripted(order, ScriptFlaky) {
		failures = flakyFailures
	}
	var accepted bool
	err := p.ledger.run(ctx, func(row *sqlite.Stmt) { accepted = row.ColumnBool(0) }, `insert into `+table+`
		(idempotency_key, tracking_no, accepted) select $1, $2, count(*) >= $3 from `+table+` where idempotency_key = $1
		returning accepted`, key, order.TrackingNo, failures)
	if err == nil && !accepted {
		err = &partner.TemporaryError{Message: "The partner is temporarily unavailable."}
	}
	return err
}

// Cancel takes an order back as its consignee's name scripts it.
func (p *Partner) Cancel(ctx context.Context, key string, order shipment.Order) error {
	if _, err := p.Find(ctx, key); err != nil {
		return err
	}
	partner.NoteRequest(ctx, "cancel "+key)
	if scripted(order, ScriptKeep) {
		return &partner.RefusedError{Message: "The partner refused the cancellation: the parcel is on its way."}
	}
	return p.write(ctx, "cancels", key, order)
}

// Find returns the acceptance recorded under a key, or partner.ErrNotSubmitted.
func (p *Partner) Find(ctx context.Context, key string) (partner.Acceptance, error) {
	partner.NoteRequest(ctx, "find "+key)
	return p.accepted(ctx, key)
}

func (p *Partner) accepted(ctx context.Context, key string) (partner.Acceptance, error) {
	var id int64
	err := p.ledger.run(ctx, func(row *sqlite.Stmt) { id = row.ColumnInt64(0) },
		`select rowid from calls where idempotency_key = $1 and accepted = 1 order by rowid limit 1`, key)
	if err != nil {
		return partner.Acceptance{}, err
	}
	if id == 0 {
		return partner.Acceptance{}, partner.ErrNotSubmitted
	}
	drawn, err := p.labelOf(ctx, key)
	if err != nil {
		return partner.Acceptance{}, err
	}
	partner.NoteResponse(ctx, "accepted as "+hawbNo(id))
	return partner.Acceptance{HAWBNo: hawbNo(id), Label: labelSources[drawn.script]}, nil
}

func hawbNo(id int64) string { return fmt.Sprintf("SIM%010d", id) }
