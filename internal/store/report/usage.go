package report

import (
	"context"
	"fmt"
	"strings"
	"time"

	"waybill/internal/store/engine"
)

// Use is how many orders an account created in a month. Deleted orders are not counted.
type Use struct {
	AccountID int64
	Account   string
	Month     time.Time // its begin
	Orders    int64
}

// MonthFormat is how a month is written.
const MonthFormat = "2006-01"

// Months are the begins of the last n months until now in its zone, the newest first.
func Months(now time.Time, n int) []time.Time {
	months := make([]time.Time, n)
	for i := range months {
		months[i] = time.Date(now.Year(), now.Month()-time.Month(i), 1, 0, 0, 0, 0, now.Location())
	}
	return months
}

// UseOf counts the orders of an account by months, which are Months. It reads an index entry of each order.
func (r Reader) UseOf(ctx context.Context, accountID int64, months []time.Time) ([]Use, error) {
	var spans []string
	for i, month := range months {
		spans = append(spans, fmt.Sprintf("(%d, CAST(%d AS BIGINT), CAST(%d AS BIGINT))",
			i, engine.Micros(month), engine.Micros(month.AddDate(0, 1, 0))))
	}
	return engine.List(ctx, r.Store.DB, "count the orders of an account by month", func(row engine.Scanner, u *Use) error {
		var month int
		err := row.Scan(&month, &u.Orders)
		u.AccountID, u.Month = accountID, months[month]
		return err
	}, `WITH months (month, since, until) AS (VALUES `+strings.Join(spans, ", ")+`)
		SELECT month, (SELECT count(*) FROM orders WHERE account_id = $1 AND created_on >= since AND created_on < until) FROM months
		ORDER BY month`, accountID)
}

// Use is UseOf for all accounts, by id.
func (r Reader) Use(ctx context.Context, months []time.Time) (all []Use, err error) {
	accounts, err := r.Store.MasterData.Accounts(ctx)
	for _, a := range accounts {
		used, err := r.UseOf(ctx, a.AccountID, months)
		if err != nil {
			return nil, err
		}
		for i := range used {
			used[i].Account = a.Name
		}
		all = append(all, used...)
	}
	return all, err
}
