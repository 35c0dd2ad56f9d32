package masterdata

import (
	"context"
	"fmt"

	"waybill/internal/problem"
	"waybill/internal/shipment"
	"waybill/internal/store/audit"
	"waybill/internal/store/engine"
)

// The shortest and the longest time in days after which orders are erased or deleted. Before the shortest the contents of
// imports and the responses to repeated requests are kept.
const (
	MinRetention = 8
	MaxRetention = 36_500
)

func isRetention(days int) bool { return days == 0 || days >= MinRetention && days <= MaxRetention }

// CustomsRetention is how many days orders from and to countries are kept with all their data, for their customs.
type CustomsRetention map[shipment.Country]int

// CustomsRetention returns what the operator set; a country that is not in it keeps nothing longer.
func (s *Store) CustomsRetention(ctx context.Context) (CustomsRetention, error) {
	keep, err := engine.Map(ctx, s.DB.Reads, func(row engine.Scanner, country *shipment.Country, days *int) error {
		return row.Scan((*string)(country), days)
	}, `SELECT country, days FROM customs_retention`)
	return keep, s.DB.Explain("read how long customs data are kept", err)
}

// SetCustomsRetention sets how many days orders from and to a country are kept; 0 keeps them no longer than others. The
// audit log has the change. Returns a *problem.FieldError.
func (s *Store) SetCustomsRetention(ctx context.Context, country shipment.Country, days int) error {
	if days < 0 || days > MaxRetention {
		return problem.Wrong("days", problem.NotKeepDays.With(MaxRetention))
	}
	doing := fmt.Sprintf("set how long customs data of %s are kept", country)
	return s.DB.Change(ctx, doing, func(ctx context.Context, q engine.Querier) error {
		var before any
		var was int
		err := engine.OrNothing(engine.QueryRow(ctx, q, `SELECT days FROM customs_retention WHERE country = $1`, string(country)).Scan(&was))
		if err != nil {
			return err
		}
		if was != 0 {
			before = was
		}
		change := audit.Change{Action: "retention", SubjectKind: "customs", Subject: string(country), Old: before}
		if days == 0 {
			_, err = q.Exec(ctx, `DELETE FROM customs_retention WHERE country = $1`, string(country))
		} else {
			change.New = days
			_, err = q.Exec(ctx, `INSERT INTO customs_retention (country, days) VALUES ($1, $2)
				ON CONFLICT (country) DO UPDATE SET days = excluded.days`, string(country), days)
		}
		if err != nil {
			return err
		}
		return s.Audit.Record(ctx, q, change)
	})
}
