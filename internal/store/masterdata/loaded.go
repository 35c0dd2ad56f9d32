package masterdata

import (
	"context"
	"strings"

	"waybill/internal/store/audit"
	"waybill/internal/store/engine"
)

// Loaded is a file that the operator loads for the rules.
type Loaded struct{ table, row, column, subject, name string }

// The files: exchange rates, which are JSON, and the codes of the Harmonized System, whose first line is JSON.
var (
	LoadedRates   = Loaded{"deployment", "id = 1", "rates", audit.SubjectRates, "ECB"}
	LoadedHSCodes = Loaded{"deployment", "id = 1", "hs_codes", audit.SubjectHSCodes, "HS"}
)

// LoadedSanctions is a list of sanctions, un, ofac or eu, whose first line is JSON. It has a row of its own, because the row of the
// deployment is written often.
func LoadedSanctions(list string) Loaded {
	return Loaded{"sanctions_lists", "list = '" + list + "'", "names", audit.SubjectSanctions, list}
}

// Loaded returns a file as SetLoaded stored it, "" if there is none.
func (s *Store) Loaded(ctx context.Context, of Loaded) (text string, err error) {
	_, _, err = of.read(ctx, s.DB.Reads, "", &text)
	return text, s.DB.Explain("read a file for the rules", err)
}

// SetLoaded stores a file; "" removes it. RulesVersion changes, as the audit log has the first line of the change.
func (s *Store) SetLoaded(ctx context.Context, of Loaded, text string) error {
	err := s.DB.Write(ctx, func(ctx context.Context, q engine.Querier) error {
		var stored string
		return s.Audit.Update(ctx, q, "load", audit.Subject{
			Kind: of.subject, Name: of.name, Read: func(ctx context.Context, q engine.Querier) (int64, any, error) {
				return of.read(ctx, q, s.DB.Dialect.ForUpdate, &stored)
			},
		}, func() error {
			return engine.Exec(ctx, q, `UPDATE `+of.table+` SET `+of.column+` = $1 WHERE `+of.row, text)
		})
	})
	s.rulesVersion.Clear()
	return s.DB.Explain("store a file for the rules", err)
}

func (of Loaded) read(ctx context.Context, q engine.Querier, lock string, text *string) (accountID int64, audited any, err error) {
	err = engine.QueryRow(ctx, q, `SELECT `+of.column+` FROM `+of.table+` WHERE `+of.row+lock).Scan(text)
	head, _, _ := strings.Cut(*text, "\n")
	return 0, rawJSON(head), err
}
