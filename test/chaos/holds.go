package main

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"time"

	"waybill/client"
	"waybill/test/harness"
)

// The holds: all orders of a request are held at the same time, by a rule at their creation or by a person after it.
const (
	ruledShare  = 0.08 // of the requests
	personShare = 0.08 // of the requests
	heldFor     = 2 * time.Second
	ruledName   = "Check" // in the name of consignees: the rule holds the order
	rule        = `{"id":"check","severity":"hold","kind":"forbidden_words","field":"consignee_name","words":["` + ruledName + `"]}`
)

// holder is who holds the orders of a request.
type holder int

// The holders.
const (
	nobody holder = iota
	byRule
	byPerson
)

// heldOrder is an order whose hold was acknowledged.
type heldOrder struct {
	trackingNo     string
	ruled          bool
	before, during int // messages that the partner had when it was held, and before it was released
}

// planHold chooses who holds the orders of a request. It follows from the seed.
func (c *cluster) planHold(number int, r *request) {
	rng := rand.New(rand.NewPCG(c.seed, 1<<32+uint64(number))) //nolint:gosec // a load, no secret
	switch p := rng.Float64(); {
	case p < ruledShare:
		r.holder = byRule
		for i := range r.Orders {
			r.Orders[i].ConsigneeName += " " + ruledName
		}
	case p < ruledShare+personShare:
		r.holder = byPerson
	}
}

// makeRule makes the rule that holds orders.
func (c *cluster) makeRule(ctx context.Context) error {
	file := filepath.Join(c.folder, "rule.json")
	if err := os.WriteFile(file, []byte(rule), 0o600); err != nil {
		return err
	}
	return c.installation().Run(ctx, nil, "rules", "set", file)
}

// startHold holds and releases the orders of a request. wait waits for it.
func (l *load) startHold(ctx context.Context, n int, r *request) (wait func() error) {
	done := make(chan error, 1)
	go func() { done <- l.hold(ctx, n, r) }()
	return func() error { return <-done }
}

func (l *load) hold(ctx context.Context, n int, r *request) (err error) {
	if r.holder == nobody {
		return nil
	}
	var numbers []string
	for _, o := range r.response.Orders {
		numbers = append(numbers, o.TrackingNo)
	}
	results := make([]client.HeldOrder, len(numbers))
	if r.holder == byPerson {
		err := l.repeat(ctx, n, func(server int) (err error) {
			results, err = l.shipper[server].HoldOrders(ctx, numbers, "Look at it", false)
			return err
		})
		if err != nil {
			return err
		}
	}
	db, err := sql.Open("sqlite", "file:"+l.ledger()+"?_pragma=busy_timeout(10000)")
	if err != nil {
		return fmt.Errorf("open the partner's ledger: %w", err)
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	for i, no := range numbers {
		if results[i].Result == client.HoldRefused {
			continue
		}
		h := &heldOrder{trackingNo: no, ruled: r.holder == byRule}
		if !h.ruled {
			if h.before, err = messagesAbout(ctx, db, no); err != nil {
				return err
			}
		}
		r.held = append(r.held, h)
	}
	if err := pause(ctx, heldFor); err != nil {
		return err
	}
	for _, h := range r.held {
		if h.during, err = messagesAbout(ctx, db, h.trackingNo); err != nil {
			return err
		}
	}
	return l.repeat(ctx, n+1, func(server int) error {
		_, err := l.shipper[server].ReleaseOrders(ctx, numbers, false)
		return err
	})
}

// messagesAbout counts what the partner received about an order.
func messagesAbout(ctx context.Context, ledger *sql.DB, trackingNo string) (int, error) {
	return database{DB: ledger}.count(ctx, `SELECT (SELECT count(*) FROM calls WHERE tracking_no = '`+trackingNo+`')
		+ (SELECT count(*) FROM contents WHERE tracking_no = '`+trackingNo+`')`)
}

// ruled reports whether the rule held the order when it was created.
func (o *order) ruled() bool { return strings.Contains(o.consignee, ruledName) }

// holds counts the holds and the releases in the history of the order.
func (o *order) holds() (held, released int) {
	for _, c := range o.changes {
		switch {
		case !isHold(c):
		case string(c.Fields[0].To) == "null":
			released++
		default:
			held++
		}
	}
	return held, released
}

// isHold reports whether a change is a hold or a release.
func isHold(c client.OrderChange) bool {
	return len(c.Fields) == 1 && c.Fields[0].Field == "hold"
}

// ofHolds: a partner receives nothing about a held order, and a released order once.
func (a *audit) ofHolds() []*promise {
	quiet := &promise{text: "the partner received nothing about an order while it was held"}
	once := &promise{text: "an acknowledged hold is in the history once, and so is its end"}
	released := &promise{text: "the partner accepted a released order once"}
	none := &promise{text: "no order stays held"}
	for _, r := range a.requests {
		for _, h := range r.held {
			quiet.check(h.before == h.during, "%s: %d messages, then %d", h.trackingNo, h.before, h.during)
			o := a.byNumber[h.trackingNo]
			if o == nil {
				continue
			}
			held, ends := o.holds()
			cancelled := o.status == "CANCELLED"
			once.check((held == 1) != h.ruled && held < 2 && (ends == 1 || cancelled && ends == 0), "%s: %d, %d", h.trackingNo, held, ends)
			if o.submission != "" && !cancelled {
				released.check(a.accepted[h.trackingNo] == 1, "%s: %d times", h.trackingNo, a.accepted[h.trackingNo])
			}
		}
	}
	for _, o := range a.orders {
		none.check(!o.held, "%s", o.trackingNo)
	}
	return []*promise{quiet, once, released, none}
}

// holdFigures counts the orders that were held.
func (a *audit) holdFigures() []figure {
	all, ruled, unsent := 0, 0, 0
	for _, r := range a.requests {
		for _, h := range r.held {
			all++
			if h.ruled {
				ruled++
			} else if o := a.byNumber[h.trackingNo]; h.before == 0 && o != nil && o.submission != "" {
				unsent++
			}
		}
	}
	return []figure{{
		"orders held, of them by a rule, by a person before the partner had them",
		harness.Thousands(all) + ", " + harness.Thousands(ruled) + ", " + harness.Thousands(unsent),
	}}
}
