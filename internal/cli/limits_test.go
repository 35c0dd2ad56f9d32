package cli

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"waybill/internal/config"
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
		fmt.Sprintf("| headers | %.0f s, %d KiB |", headerTimeout.Seconds(), maxHeaderBytes>>10),
		fmt.Sprintf("| body | %.0f minute, 16 MiB;", bodyTimeout.Minutes()),
		fmt.Sprintf("| endpoints of an account; URL | %d; %d characters |", store.MaxEndpoints, shipment.MaxURL),
	} {
		if !strings.Contains(string(page), row) {
			t.Errorf("docs/threat-model.md does not have %q", row)
		}
	}
}
