package admission_test

import (
	"math"
	"runtime/debug"
	"testing"

	"waybill/internal/admission"
)

const cores = 2

// needs are like those of a server.
var needs = admission.Needs{Shared: 34 << 20, Label: 16 << 20, Document: 36 << 20, Cores: cores}

// TestPlan checks what must hold at any size: that the parts fit together.
func TestPlan(t *testing.T) {
	t.Parallel()
	const connection = 80 << 10 // the most that one takes
	for _, memory := range []int64{192_000_000, admission.DefaultMemory, 1 << 30, 64 << 30} {
		p := admission.NewPlan(memory, 1<<30, needs)
		used := p.Callers + p.Anonymous + int64(p.Connections)*connection
		used += needs.Shared + int64(p.Labels)*needs.Label + int64(p.Documents)*needs.Document
		if used > p.GoLimit*19/20 {
			t.Errorf("%d: all parts take %d of the %d of Go", memory, used, p.GoLimit)
		}
		if p.GoLimit >= memory || p.FewFiles || p.Address < 16 || p.Anonymous > p.Callers/2 || p.Callers < memory/16 {
			t.Errorf("%d: %+v", memory, p)
		}
		if all := p.Request * int64(p.Connections); all > p.Callers || all < p.Callers/10*9 {
			t.Errorf("%d: requests on all connections take %d of %d", memory, all, p.Callers)
		}
		if p.Labels < 1 || p.Labels > cores || p.Documents != 1 {
			t.Errorf("%d: %d labels and %d documents are drawn at once", memory, p.Labels, p.Documents)
		}
	}
}

func TestPlanWithFewFiles(t *testing.T) {
	t.Parallel()
	want := admission.NewPlan(admission.DefaultMemory, 1<<30, needs)
	p := admission.NewPlan(admission.DefaultMemory, 1024, needs)
	if !p.FewFiles || p.OpenFiles != want.OpenFiles || p.Connections != 448 {
		t.Errorf("%+v", p)
	}
	if p := admission.NewPlan(admission.DefaultMemory, 20, needs); p.Connections != 16 {
		t.Errorf("%+v", p)
	}
	if p := admission.NewPlan(admission.DefaultMemory, uint64(want.OpenFiles), needs); p.FewFiles || p.Connections != want.Connections {
		t.Errorf("%+v", p)
	}
}

// TestLimitGo changes the settings of the process: it does not run beside other tests.
func TestLimitGo(t *testing.T) { //nolint:paralleltest // see above
	percent, limit := debug.SetGCPercent(100), debug.SetMemoryLimit(math.MaxInt64)
	t.Cleanup(func() {
		debug.SetGCPercent(percent)
		debug.SetMemoryLimit(limit)
	})
	plan := admission.NewPlan(admission.DefaultMemory, 1<<30, needs)
	for _, c := range []struct{ set, want int }{{100, 400}, {50, 50}, {-1, -1}} {
		debug.SetGCPercent(c.set)
		plan.LimitGo()
		if got := debug.SetGCPercent(c.set); got != c.want {
			t.Errorf("GOGC=%d: garbage of %d %%, want %d", c.set, got, c.want)
		}
	}
	if got := debug.SetMemoryLimit(-1); got != plan.GoLimit {
		t.Errorf("the limit is %d, want %d", got, plan.GoLimit)
	}
	for files, want := range map[int64]int64{120_000_000: 180_000_000, plan.Files: 100_000_000, 0: plan.GoLimit} {
		plan.LimitRuntime(files)
		if got := debug.SetMemoryLimit(-1); got != want {
			t.Errorf("beside %d bytes of processes the limit is %d, want %d", files, got, want)
		}
	}
}

func TestFindMemory(t *testing.T) {
	t.Parallel()
	memory, source := admission.FindMemory()
	if memory <= 0 || source == "" {
		t.Errorf("%d from %q", memory, source)
	}
}
