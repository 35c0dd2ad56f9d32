package imports

import (
	"fmt"
	"io"
	"strings"

	"waybill/client"
)

// printSummary prints what is left out and, of a file that was only checked, what its orders will be.
func printSummary(out io.Writer, i client.Import) {
	for _, why := range i.LeftOutWhy {
		fmt.Fprintf(out, "  left out: %d %s (%s)\n", why.Orders, why.Reason, why.Heading)
	}
	if i.State != client.ImportChecked {
		return
	}
	for _, row := range i.Letters {
		fmt.Fprintf(out, "  letters in row %d: %s\n", row.Row, strings.Join(row.Cells, "; "))
	}
	for _, o := range i.FirstOrders {
		fmt.Fprintf(out, "  row %d: %s\n", o.Row, o.Words)
	}
	for _, r := range i.Ranges {
		unit := r.Currency
		if r.What == "weight" {
			unit = "kg"
		}
		fmt.Fprintf(out, "  %s: %s to %s, in all %s\n",
			r.What, quantity(r.Smallest, unit), quantity(r.Largest, unit), quantity(r.Sum, unit))
		if r.Outside > 0 {
			fmt.Fprintf(out, "    %d are outside of the %s to %s of the last %d orders, the first in row %d\n",
				r.Outside, quantity(r.Recent.Smallest, unit), quantity(r.Recent.Largest, unit), r.Recent.Orders, r.Row)
		}
	}
}

// quantity is a number with its unit: 0.5 kg, or IDR 250,000.
func quantity(number, unit string) string {
	whole, fraction, isDecimal := strings.Cut(number, ".")
	for i := len(whole) - 3; i > 0; i -= 3 {
		whole = whole[:i] + "," + whole[i:]
	}
	if isDecimal {
		whole += "." + fraction
	}
	if unit == "" || unit == "kg" {
		return strings.TrimSpace(whole + " " + unit)
	}
	return unit + " " + whole
}
