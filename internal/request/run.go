package request

import (
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

var runStopTable = tableOf[RunStop]("run_stop")

// RunStopFields are the fields of a stop.
func RunStopFields() []Field { return runStopTable.fields() }

// OpenRun is the body of a request that opens a pickup run.
var OpenRun = func() Body[Run] {
	b := bodyOf[Run]("open_run")
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
