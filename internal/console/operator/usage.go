package operator

import (
	"net/http"
	"time"

	"waybill/internal/console/web"
	"waybill/internal/each"
	"waybill/internal/store/report"
)

// shownMonths is how many months the page of usage shows.
const shownMonths = 12

// usageRow is an account with its orders by month.
type usageRow struct {
	AccountID int64
	Name      string
	Orders    []int64
	All       int64
}

// usage shows how many orders each account created in each of the last months.
func usage(v *web.Visit) error {
	months := report.Months(v.Console.Now().In(v.Zone), shownMonths)
	used, err := v.Console.Reports.Use(v.Context(), months)
	var rows []usageRow
	for i := 0; i < len(used); i += len(months) {
		row := usageRow{AccountID: used[i].AccountID, Name: used[i].Account}
		for _, u := range used[i : i+len(months)] {
			row.Orders = append(row.Orders, u.Orders)
			row.All += u.Orders
		}
		rows = append(rows, row)
	}
	names := each.Of(months, func(month time.Time) string { return month.Format(report.MonthFormat) })
	return v.Show(err, http.StatusOK, "operator_usage.html", map[string]any{"Rows": rows, "Months": names})
}
