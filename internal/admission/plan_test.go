package admission_test

import (
	"testing"

	"waybill/internal/admission"
)

// TestPlan checks what must hold at any size: that the parts fit together.
func TestPlan(t *testing.T) {
	t.Parallel()
	const connection = 100 << 10 // the most that one takes
	for _, memory := range []int64{128_000_000, admission.DefaultMemory, 1 << 30, 64 << 30} {
		p := admission.NewPlan(memory, 1<<30)
		if used := p.Callers + p.Strangers + int64(p.Connections)*connection; used > p.GoLimit*19/20 {
			t.Errorf("%d: requests and connections take %d of the %d of Go", memory, used, p.GoLimit)
		}
		if p.GoLimit >= memory || p.FewFiles || p.Address < 16 || p.Strangers > p.Callers/2 {
			t.Errorf("%d: %+v", memory, p)
		}
		if all := p.Request * int64(p.Connections); all > p.Callers || all < p.Callers/10*9 {
			t.Errorf("%d: requests on all connections take %d of %d", memory, all, p.Callers)
		}
	}
}

func TestPlanWithFewFiles(t *testing.T) {
	t.Parallel()
	want := admission.NewPlan(admission.DefaultMemory, 1<<30)
	p := admission.NewPlan(admission.DefaultMemory, 1024)
	if !p.FewFiles || p.OpenFiles != want.OpenFiles || p.Connections != 448 {
		t.Errorf("%+v", p)
	}
	if p := admission.NewPlan(admission.DefaultMemory, 20); p.Connections != 16 {
		t.Errorf("%+v", p)
	}
	if p := admission.NewPlan(admission.DefaultMemory, uint64(want.OpenFiles)); p.FewFiles || p.Connections != want.Connections {
		t.Errorf("%+v", p)
	}
}

func TestFindMemory(t *testing.T) {
	t.Parallel()
	memory, source := admission.FindMemory()
	if memory <= 0 || source == "" {
		t.Errorf("%d from %q", memory, source)
	}
}
