package server

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"waybill/internal/admission"
	"waybill/internal/api"
	"waybill/internal/config"
	"waybill/internal/importer"
	"waybill/internal/request"
	"waybill/internal/sandbox"
	"waybill/internal/store"
)

// TestTheThreatModelHasTheLimits keeps the page's table of limits equal to the code.
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
	tracking, failed, documents := trackingLimit(production), failedKeyLimit(production), documentLimit(production)
	partner := partnerLimit(production)
	for _, row := range []string{
		fmt.Sprintf("| tracking events and other reports of a partner | %d a second, %d at once;", partner.PerSecond, partner.Burst),
		fmt.Sprintf("| tracking numbers that an address asks for | %d a second, %d at once;", tracking.PerSecond, tracking.Burst),
		fmt.Sprintf("| documents that an address fetches | %d a second, %d at once;", documents.PerSecond, documents.Burst),
		fmt.Sprintf("| keys that are not live, of an address | %d a second, %d at once |", failed.PerSecond, failed.Burst),
		fmt.Sprintf("| requests of a key | %d a second, %d at once,", production.RateLimit, production.RateBurst),
		fmt.Sprintf("| headers | %.0f s, %d KiB,", headerTimeout.Seconds(), maxHeaderBytes>>10),
		fmt.Sprintf("| body | %.0f minute, 16 MiB;", bodyTimeout.Minutes()),
		fmt.Sprintf("| reading a file | a process of its own: %d MiB, %.0f s of processor, %.0f s by the clock;",
			sandbox.DefaultLimits.Memory>>20, sandbox.DefaultLimits.CPU.Seconds(), sandbox.DefaultLimits.Wall.Seconds()),
		fmt.Sprintf("| reading a spreadsheet | a process of its own: %d MiB, %.0f s of processor, %.0f s by the clock; "+
			"two at a time, one file of an account; a text of 1 MiB; %d MiB,",
			importer.Limits.Memory>>20, importer.Limits.CPU.Seconds(), importer.Limits.Wall.Seconds(), importer.MaxFile>>20),
		fmt.Sprintf("| drawing the pages of a PDF | a process of its own: %d MiB, %.0f s of processor, %.0f s by the clock for a file;",
			sandbox.DrawingLimits.Memory>>20, sandbox.DrawingLimits.CPU.Seconds(), sandbox.DrawingLimits.Wall.Seconds()),
		fmt.Sprintf("| endpoints of an account; URL | %d; %d characters |", store.MaxEndpoints, request.MaxURL),
	} {
		if !strings.Contains(string(page), row) {
			t.Errorf("docs/threat-model.md does not have %q", row)
		}
	}
	plan := admission.NewPlan(admission.DefaultMemory, 1<<20, api.DrawingNeeds(2)) // as the page has it
	if plan.Connections/10 != 66 || plan.Address != plan.Connections/8 || plan.Callers>>20 != 77 || plan.Anonymous>>20 != 25 ||
		admission.SpoolSize != 512<<20 {
		t.Errorf("docs/threat-model.md divides memory in another way: %+v", plan)
	}
}
