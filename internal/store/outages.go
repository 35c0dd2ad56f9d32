package store

import (
	"context"
	"strconv"
	"strings"
	"time"

	"waybill/internal/store/engine"
)

// outageKept is how long an outage counts after the last call that failed: the server that saw it may have ended meanwhile. While orders
// wait, a partner is called more often than that.
const outageKept = 10 * time.Minute

// RecordOutage records that a partner has taken nothing since a time, and does not now. The zero time ends that.
func (s *Ledger) RecordOutage(ctx context.Context, partner string, since time.Time) error {
	if since.IsZero() {
		return s.store.DB.Execute(ctx, "end an outage", `DELETE FROM partner_outages WHERE partner = $1`, partner)
	}
	now := s.store.DB.Now()
	return s.store.DB.Execute(ctx, "record an outage", `INSERT INTO partner_outages (partner, since, seen_on) VALUES ($1, $2, $3)
		ON CONFLICT (partner) DO UPDATE SET seen_on = excluded.seen_on,
			since = CASE WHEN partner_outages.seen_on >= $4 AND partner_outages.since < excluded.since
				THEN partner_outages.since ELSE excluded.since END`,
		partner, engine.Micros(since), engine.Micros(now), engine.Micros(now.Add(-outageKept)))
}

// mostWaiting is how many open submissions of a partner Outage looks at.
const mostWaiting = 10_000

// Outage returns since when a partner has taken nothing, the zero time if it answers as far as a server knows, and how many orders of an
// account wait for it, if they are several: a number, with a + if there may be more.
func (s *Ledger) Outage(ctx context.Context, accountID int64, partner string) (since time.Time, waiting string, err error) {
	var all, orders int64
	err = engine.QueryRow(ctx, s.store.DB.Reads, `SELECT opened, of_account, since FROM (
			SELECT count(*) AS opened, coalesce(sum(CASE WHEN account_id = $1 THEN 1 ELSE 0 END), 0) AS of_account FROM (
				SELECT account_id FROM submissions WHERE partner = $2 AND `+openSubmission+` LIMIT CAST($3 AS BIGINT)) AS waiting) AS counts
		CROSS JOIN (SELECT coalesce(max(since), 0) AS since FROM partner_outages WHERE partner = $2 AND seen_on >= $4) AS outage`,
		accountID, partner, mostWaiting, engine.Micros(s.store.DB.Now().Add(-outageKept))).Scan(&all, &orders, engine.At(&since))
	if orders > 1 {
		waiting = strconv.FormatInt(orders, 10) + strings.Repeat("+", int(all/mostWaiting))
	}
	return since, waiting, s.store.DB.Explain("read an outage", err)
}
