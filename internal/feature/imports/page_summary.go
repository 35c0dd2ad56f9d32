package imports

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"waybill/internal/console/web"
	"waybill/internal/each"
	"waybill/internal/feature/imports/job"
	"waybill/internal/importer"
	"waybill/internal/problem"
)

// reasons are why orders are left out, as the vocabulary and the presets of the importer say it.
var reasons = []string{
	web.Key("cancelled"), web.Key("refunded"), web.Key("returned"), web.Key("failed"), web.Key("not paid"), web.Key("on hold"),
	web.Key("shipped"), web.Key("delivered"), web.Key("completed"), web.Key("not to be shipped"), web.Key("a sum of the order"), leftOut,
	web.Key("voided"), web.Key("fulfilled"), web.Key("lost"), web.Key("damaged"), web.Key("scrapped"), web.Key("a draft"),
	web.Key("to be cancelled for the buyer"), web.Key("partly sent"), web.Key("a description of the headings"),
}

// leftOut is the reason of values that a person leaves out.
var leftOut = web.Key("left out by you")

// reason is why orders are left out, in the words of the user if it is a known reason.
func reason(v *web.Visit, text string) string {
	if slices.Contains(reasons, text) {
		return v.T(text)
	}
	return text
}

// summary shows a person what the import will create.
type summary struct {
	Orders  []job.FirstOrder
	Ranges  []valueRange
	LeftOut []job.LeftOutWhy
}

// valueRange is how far values reach, in words.
type valueRange struct {
	What, Smallest, Largest, Sum string
	Alarm                        string // "": none is outside of the recent ones
}

func newSummary(v *web.Visit, r *job.Report) summary {
	return summary{
		Orders: each.Of(r.FirstOrders, func(o job.FirstOrder) job.FirstOrder {
			return job.FirstOrder{Row: o.Row, Words: problem.Own(v.Words().Say("", o.Words))}
		}),
		Ranges: each.Of(r.Ranges, func(values job.Range) valueRange { return rangeInWords(v, &values) }),
		LeftOut: each.Of(r.LeftOutWhy, func(why job.LeftOutWhy) job.LeftOutWhy {
			return job.LeftOutWhy{Heading: why.Heading, Reason: reason(v, why.Reason), Orders: why.Orders}
		}),
	}
}

func rangeInWords(v *web.Visit, r *job.Range) valueRange {
	unit := r.Currency
	what := map[string]string{
		job.RangeWeight: v.T("Weight"), job.RangePieces: v.T("Pieces of an order"), job.RangePrice: v.T("Price of an item"),
		job.RangeCOD: v.T("Cash on delivery"),
	}[r.What]
	if r.What == job.RangeWeight {
		unit = "kg"
	}
	text := valueRange{What: what, Smallest: v.Money(r.Smallest, unit), Largest: v.Money(r.Largest, unit), Sum: v.Money(r.Sum, unit)}
	if r.Outside > 0 {
		text.Alarm = v.T("%[1]d outside the %[2]s to %[3]s of your last orders, the first in row %[4]d",
			r.Outside, v.Money(r.Recent.Smallest, unit), v.Money(r.Recent.Largest, unit), r.Row)
	}
	return text
}

// filterInput is the name of the inputs of a column that says which orders are left out.
func filterInput(i int) string { return "leave." + strconv.Itoa(i) }

// sentLeaveOut are the columns that say which orders are left out, with the changes of the form.
func sentLeaveOut(v *web.Visit, r *job.Report) []importer.ColumnMapping {
	all := slices.Clone(r.Mapping.LeaveOut)
	if v.Request.PostForm["leaves"] == nil {
		return all
	}
	for i, f := range r.Filters {
		at := slices.IndexFunc(all, func(c importer.ColumnMapping) bool {
			return importer.ColumnName(headingIndex(r.Headings, c)) == f.Column
		})
		if at < 0 {
			continue
		}
		values := make(map[string]string)
		maps.Copy(values, all[at].Values)
		for _, value := range f.Values {
			isOut := slices.Contains(v.Request.PostForm[filterInput(i)], value.Value)
			if isOut == (value.Reason != "") {
				continue
			}
			maps.DeleteFunc(values, func(known, _ string) bool { return strings.EqualFold(known, value.Value) })
			values[value.Value] = ""
			if isOut {
				values[value.Value] = leftOut
			}
		}
		all[at].Values = values
	}
	return all
}
