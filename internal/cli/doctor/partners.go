package doctor

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"

	"waybill/internal/cli/command"
	"waybill/internal/partner"
	"waybill/internal/server"
	"waybill/internal/store"
)

// partnerKey is the key that partners are asked for. No submission has it.
const partnerKey = "waybill-doctor"

// checkPartners asks each partner with an adapter for an order that it cannot have. A partner that says so is reached,
// and knows the secret. Nothing is asked while outgoing calls are paused.
func checkPartners(ctx context.Context, p target) finding {
	if p.config.NoOutgoing {
		return finding{}
	}
	if o, err := p.store.Outgoing(ctx); err != nil || o.Moved || o.Pause != store.NotPaused {
		return finding{} // the check of outgoing calls says why
	}
	adapters, err := server.OpenAdapters(ctx, p.store)
	if err != nil {
		return failed("check the database's log", "%s", command.OneLine(err))
	}
	if len(adapters) == 0 {
		return finding{}
	}
	var mu sync.Mutex
	var wrong []string
	var asked sync.WaitGroup
	for name, adapter := range adapters {
		asked.Go(func() {
			if _, err := adapter.Find(ctx, partnerKey); err != nil && !errors.Is(err, partner.ErrNotSubmitted) {
				mu.Lock()
				defer mu.Unlock()
				wrong = append(wrong, fmt.Sprintf("%s: %s", name, command.OneLine(err)))
			}
		})
	}
	asked.Wait()
	if wrong != nil {
		return failed("look at the address, the certificate and the secret of the partner with `waybill partner list`, or ask its operator",
			"%s", strings.Join(wrong, "; "))
	}
	return ok("%d answer", len(adapters))
}
