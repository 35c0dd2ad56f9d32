package masterdata

import (
	"context"

	"waybill/internal/store/audit"
	"waybill/internal/store/engine"
)

// Rates returns the exchange rates that the operator loaded, as JSON, "" if there are none.
func (s *Store) Rates(ctx context.Context) (rates string, err error) {
	_, _, err = readRates(ctx, s.DB.Reads, "", &rates)
	return rates, s.DB.Explain("read the exchange rates", err)
}

// SetRates stores exchange rates, which are JSON. RulesVersion changes, as the audit log has the change.
func (s *Store) SetRates(ctx context.Context, rates string) error {
	err := s.DB.Write(ctx, func(ctx context.Context, q engine.Querier) error {
		var stored string
		return s.Audit.Update(ctx, q, "load", audit.Subject{
			Kind: audit.SubjectRates, Name: "ECB", Read: func(ctx context.Context, q engine.Querier) (int64, any, error) {
				return readRates(ctx, q, s.DB.Dialect.ForUpdate, &stored)
			},
		}, func() error {
			_, err := q.Exec(ctx, `UPDATE deployment SET rates = $1 WHERE id = 1`, rates)
			return err
		})
	})
	s.rulesVersion.Clear()
	return s.DB.Explain("store the exchange rates", err)
}

func readRates(ctx context.Context, q engine.Querier, lock string, rates *string) (accountID int64, audited any, err error) {
	err = engine.QueryRow(ctx, q, `SELECT rates FROM deployment WHERE id = 1`+lock).Scan(rates)
	return 0, rawJSON(*rates), err
}
