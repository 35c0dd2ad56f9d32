package request

import (
	"math"

	"waybill/internal/problem"
)

const (
	// MaxStops is how many stops a request for a run may have.
	MaxStops = 200
	// StopsField lists the stops of a run.
	StopsField = "stops"
)

// Run is a request for a pickup run.
type Run struct {
	Van, Driver, Place, Date string
	Stops                    []RunStop
}

// RunStop is a shipper of a run.
type RunStop struct {
	AccountID int64
	Place     string // "": that of the run
}

var runStopTable = newTable(
	bind(field(accountField, required, Type{Name: TypeInteger, Min: 1, Max: math.MaxInt64}, "Account of the shipper."), readInteger,
		func(s *RunStop) *int64 { return &s.AccountID }),
	text("place", optional, maxHandoverText, "Where its parcels are handed over. Default: the place of the run.",
		func(s *RunStop) *string { return &s.Place }),
)

// RunStopFields are the fields of a stop.
func RunStopFields() []Field { return runStopTable.fields() }

// OpenRun is the body of a request that opens a pickup run.
var OpenRun = func() Body[Run] {
	b := newBody(
		text("van", required, maxHandoverText, "The van, such as its registration.", func(r *Run) *string { return &r.Van }),
		text("driver", required, maxHandoverText, "Name of the driver.", func(r *Run) *string { return &r.Driver }),
		text("place", required, maxHandoverText, "Where parcels are handed over, such as the depot.", func(r *Run) *string { return &r.Place }),
		bind(field("date", required, Type{Name: TypeDate}, "Day of the run."), readDate, func(r *Run) *string { return &r.Date }),
	)
	b.shape.withList(StopsField, MaxStops, runStopTable.shape())
	return b.also(readRunStops)
}()

func readRunStops(f *Form, sent *Run, problems Problems) Problems {
	if f.list().Kind == Absent || f.list().Kind == Null {
		return problems
	}
	has := map[int64]bool{}
	stops, wrong := readElements(f, func(e entry, s *RunStop) Node {
		if node := elementProblem(e.value()); node != nil {
			return node
		}
		problems := append(e.form.unknownOf(e.level, e.index), runStopTable.read(e, s)...)
		if problems == nil && has[s.AccountID] {
			problems = Problems{{accountField, Messages{problem.RunStopTwice}}}
		}
		has[s.AccountID] = true
		return asNode(problems)
	})
	sent.Stops = stops
	return problems.with(StopsField, wrong)
}
