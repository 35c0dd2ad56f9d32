package server

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"waybill/internal/admission"
	"waybill/internal/config"
	"waybill/internal/sandbox"
	"waybill/internal/shipment"
	"waybill/internal/store"
)

// TestTheThreatModelHasTheLimits: who reads the page must not rely on a limit that has
// changed.
func TestTheThreatModelHasTheLimits(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile("../../docs/threat-model.md")
	if err != nil {
		t.Fatal(err)
	}
	production, _, err := config.Load(nil, []string{"WAYBILL_ENV=production"})
	if err != nil {
		t.Fatal(err)
	}
	tracking, failed := trackingLimit(production), failedKeyLimit(production)
	for _, row := range []string{
		fmt.Sprintf("| tracking numbers that an address asks for | %d a second, %d at once;", tracking.PerSecond, tracking.Burst),
		fmt.Sprintf("| keys that are not live, of an address | %d a second, %d at once |", failed.PerSecond, failed.Burst),
		fmt.Sprintf("| requests of a key | %d a second, %d at once,", production.RateLimit, production.RateBurst),
		fmt.Sprintf("| headers | %.0f s, %d KiB,", headerTimeout.Seconds(), maxHeaderBytes>>10),
		fmt.Sprintf("| body | %.0f minute, 16 MiB;", bodyTimeout.Minutes()),
		fmt.Sprintf("| reading a file | a process of its own: %d MiB, %.0f s of processor, %.0f s by the clock;",
			sandbox.DefaultLimits.Memory>>20, sandbox.DefaultLimits.CPU.Seconds(), sandbox.DefaultLimits.Wall.Seconds()),
		fmt.Sprintf("| endpoints of an account; URL | %d; %d characters |", store.MaxEndpoints, shipment.MaxURL),
	} {
		if !strings.Contains(string(page), row) {
			t.Errorf("docs/threat-model.md does not have %q", row)
		}
	}
	const memory = 384 << 20 // 1024 connections, as the page has them
	plan := admission.NewPlan(memory, 1<<20)
	if plan.Strangers != memory/32*3 || plan.Callers != memory/32*9 || plan.Connections != 1024 || plan.Address != 1024/8 || admission.SpoolSize != 512<<20 {
		t.Errorf("docs/threat-model.md divides memory in another way: %+v", plan)
	}
}
