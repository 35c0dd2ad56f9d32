package request

import (
	"sync"
	"testing"
)

// TestPartnerReportShapeIsMadeAnew is for the race detector: each message asks for one.
func TestPartnerReportShapeIsMadeAnew(t *testing.T) {
	var messages sync.WaitGroup
	for range 8 {
		messages.Go(func() {
			for _, key := range []string{"type", "label", "occurred_on", "content"} {
				if !PartnerReportShape().ElementKeys[key] {
					t.Errorf("%s is no field", key)
				}
			}
		})
	}
	messages.Wait()
}
