package simulated

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"time"

	_ "modernc.org/sqlite" // the ledger's database

	"waybill/internal/partner"
	"waybill/internal/shipment"
)

// The scripts, each written somewhere in the consignee's name.
const (
	ScriptFail    = "[fail]"    // refuses the order
	ScriptSlow    = "[slow]"    // accepts after SlowAfter
	ScriptTimeout = "[timeout]" // accepts, but its answer never arrives
	ScriptFlaky   = "[flaky]"   // fails twice, then accepts; a cancellation likewise
	ScriptKeep    = "[keep]"    // accepts, and refuses to give the order back

	// The courier draws the label itself, else Waybill does.
	ScriptLabelPDF   = "[label pdf]"
	ScriptLabelPNG   = "[label png]"
	ScriptLabelZPL   = "[label zpl]"
	ScriptLabelLater = "[label later]" // as PDF, which is not ready when it is asked for twice
	ScriptLabelNever = "[label never]" // refuses to give it
)

// flakyFailures is how often ScriptFlaky fails before it does what it is asked.
const flakyFailures = 2

// SlowAfter is how long ScriptSlow takes to answer.
const SlowAfter = 2 * time.Second

// Courier is the simulated courier. Safe for concurrent use, also by several processes
// that share its ledger.
type Courier struct{ ledger *sql.DB }

// Open opens the courier whose ledger is the file at path, which it creates when there
// is none.
func Open(ctx context.Context, path string) (*Courier, error) {
	pragmas := url.Values{"_pragma": {"busy_timeout(10000)", "journal_mode(WAL)", "synchronous(FULL)"}, "_txlock": {"immediate"}}
	ledger, err := sql.Open("sqlite", "file:"+path+"?"+pragmas.Encode())
	if err != nil {
		return nil, fmt.Errorf("open the simulated courier's ledger %s: %w", path, err)
	}
	ledger.SetMaxOpenConns(1)
	if _, err := ledger.ExecContext(ctx, schema); err != nil {
		return nil, errors.Join(fmt.Errorf("create the simulated courier's ledger %s: %w", path, err), ledger.Close())
	}
	return &Courier{ledger}, nil
}

// A call is one row, duplicates included: a courier that forgave a second submission of
// an order would hide that we made one.
const schema = `
create table if not exists calls (
	idempotency_key text    not null,
	tracking_no     text    not null,
	accepted        integer not null
);
create index if not exists calls_by_key on calls (idempotency_key);
create table if not exists cancels (
	idempotency_key text    not null,
	tracking_no     text    not null,
	accepted        integer not null
);
create index if not exists cancels_by_key on cancels (idempotency_key);
create table if not exists labels (
	idempotency_key text    primary key,
	tracking_no     text    not null,
	script          text    not null,
	asked           integer not null default 0
)`

// Close closes the ledger.
func (c *Courier) Close() error {
	if err := c.ledger.Close(); err != nil {
		return fmt.Errorf("close the simulated courier's ledger: %w", err)
	}
	return nil
}

// Submit takes an order as its consignee's name scripts it.
func (c *Courier) Submit(ctx context.Context, key string, order shipment.Order) (partner.Acceptance, error) {
	partner.NoteRequest(ctx, "submit "+order.TrackingNo+" as "+key)
	if scripted(order, ScriptFail) {
		return partner.Acceptance{}, &partner.RefusedError{Message: "The courier refused the order: the consignee cannot be served."}
	}
	if scripted(order, ScriptSlow) {
		select {
		case <-time.After(SlowAfter):
		case <-ctx.Done():
			return partner.Acceptance{}, fmt.Errorf("submit to the simulated courier: %w", ctx.Err())
		}
	}
	acceptance, err := c.book(ctx, key, order)
	if err == nil && scripted(order, ScriptTimeout) {
		<-ctx.Done()
		return partner.Acceptance{}, fmt.Errorf("submit to the simulated courier: %w", ctx.Err())
	}
	return acceptance, err
}

func scripted(order shipment.Order, script string) bool {
	return strings.Contains(order.Consignee.Name, script)
}

// book writes the call to the ledger, as accepted unless the order is scripted to fail
// more often than it was tried.
func (c *Courier) book(ctx context.Context, key string, order shipment.Order) (partner.Acceptance, error) {
	source, err := c.scriptLabel(ctx, key, order)
	if err != nil {
		return partner.Acceptance{}, err
	}
	id, err := c.write(ctx, `insert into calls (idempotency_key, tracking_no, accepted)
		select $1, $2, count(*) >= $3 from calls where idempotency_key = $1
		returning rowid, accepted`, key, order)
	if err != nil {
		return partner.Acceptance{}, err
	}
	partner.NoteAnswer(ctx, "accepted as "+hawbNo(id))
	return partner.Acceptance{HAWBNo: hawbNo(id), Label: source}, nil
}

// write writes a row to the ledger and returns its id, or a TemporaryError if it says that
// nothing was accepted.
func (c *Courier) write(ctx context.Context, statement, key string, order shipment.Order) (id int64, err error) {
	failures := 0
	if scripted(order, ScriptFlaky) {
		failures = flakyFailures
	}
	var accepted bool
	if err := c.ledger.QueryRowContext(ctx, statement, key, order.TrackingNo, failures).Scan(&id, &accepted); err != nil {
		return 0, fmt.Errorf("write the simulated courier's ledger: %w", err)
	}
	if !accepted {
		return 0, &partner.TemporaryError{Message: "The courier is temporarily unavailable."}
	}
	return id, nil
}

// Cancel gives an order back as its consignee's name scripts it.
func (c *Courier) Cancel(ctx context.Context, key string, order shipment.Order) error {
	if _, err := c.Find(ctx, key); err != nil {
		return err
	}
	partner.NoteRequest(ctx, "cancel "+key)
	if scripted(order, ScriptKeep) {
		return &partner.RefusedError{Message: "The courier refused the cancellation: the parcel is on its way."}
	}
	_, err := c.write(ctx, `insert into cancels (idempotency_key, tracking_no, accepted)
		select $1, $2, count(*) >= $3 from cancels where idempotency_key = $1
		returning rowid, accepted`, key, order)
	return err
}

// Find returns the acceptance booked under a key, or partner.ErrNotSubmitted.
func (c *Courier) Find(ctx context.Context, key string) (partner.Acceptance, error) {
	partner.NoteRequest(ctx, "find "+key)
	var id int64
	err := c.ledger.QueryRowContext(ctx, `select rowid from calls where idempotency_key = $1 and accepted = 1
		order by rowid limit 1`, key).Scan(&id)
	if errors.Is(err, sql.ErrNoRows) {
		return partner.Acceptance{}, partner.ErrNotSubmitted
	}
	if err != nil {
		return partner.Acceptance{}, fmt.Errorf("read the simulated courier's ledger: %w", err)
	}
	drawn, err := c.labelOf(ctx, key)
	if err != nil {
		return partner.Acceptance{}, err
	}
	partner.NoteAnswer(ctx, "accepted as "+hawbNo(id))
	return partner.Acceptance{HAWBNo: hawbNo(id), Label: labelSources[drawn.script]}, nil
}

// Acceptances counts, by tracking number, how often each order was accepted: what must
// be 1 for every order, whatever crashed in between.
func (c *Courier) Acceptances(ctx context.Context) (map[string]int, error) {
	rows, err := c.ledger.QueryContext(ctx, `select tracking_no, count(*) from calls where accepted = 1 group by tracking_no`)
	if err != nil {
		return nil, fmt.Errorf("read the simulated courier's ledger: %w", err)
	}
	defer rows.Close()
	counts := map[string]int{}
	for rows.Next() {
		var trackingNo string
		var n int
		if err := rows.Scan(&trackingNo, &n); err != nil {
			return nil, fmt.Errorf("read the simulated courier's ledger: %w", err)
		}
		counts[trackingNo] = n
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("read the simulated courier's ledger: %w", err)
	}
	return counts, nil
}

func hawbNo(id int64) string { return fmt.Sprintf("SIM%010d", id) }
