package cli

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"waybill/internal/api"
	"waybill/internal/config"
	"waybill/internal/fulfil"
	"waybill/internal/partner/protocol"
	"waybill/internal/partner/simulated"
	"waybill/internal/shipment"
	"waybill/internal/signature"
	"waybill/internal/store"
)

// reloadEvery is how often a server looks for partners that were created, disabled or
// changed.
const reloadEvery = 5 * time.Second

// couriers are the partners of an environment.
type couriers struct {
	store     *store.Store
	fixed     map[string]fulfil.Courier // by name: those that the database does not name
	named     map[string]adapter        // by name: those that it did when it was read
	receivers map[string]api.Receiver   // by name: of those that call back in a way of their own
	close     func() error
}

// adapter is a partner of the database, and how it is called.
type adapter struct {
	store.Partner
	secret  string
	courier fulfil.Courier
}

// simulatedCalls is how many calls the simulated courier takes at once.
const simulatedCalls = 32

// openCouriers opens the partners that the database names, and EasyPost if there is an
// account. Development also has a simulated one, whose ledger is in the data folder.
func openCouriers(ctx context.Context, c config.Config, s *store.Store, log *slog.Logger) (*couriers, error) {
	opened := &couriers{
		store: s, fixed: map[string]fulfil.Courier{}, receivers: map[string]api.Receiver{}, close: func() error { return nil },
	}
	if _, err := opened.reload(ctx); err != nil {
		return nil, err
	}
	if err := opened.addEasyPost(ctx, c, log); err != nil {
		return nil, err
	}
	if c.Environment != config.Development {
		return opened, nil
	}
	courier, err := simulated.Open(ctx, filepath.Join(c.Data, "simulated-courier.db"))
	if err != nil {
		return nil, err
	}
	opened.fixed[shipment.PartnerSimulated] = fulfil.Courier{Partner: courier, Concurrency: simulatedCalls, CallTimeout: c.PartnerTimeout}
	opened.close = courier.Close
	return opened, nil
}

// partners are all there are, by the name that services give them.
func (c *couriers) partners() map[string]fulfil.Courier {
	all := make(map[string]fulfil.Courier, len(c.fixed)+len(c.named))
	for name, a := range c.named {
		all[name] = a.courier
	}
	maps.Copy(all, c.fixed)
	return all
}

// longestCall is the longest time that a call to one of them may take.
func (c *couriers) longestCall() time.Duration {
	var longest time.Duration
	for _, courier := range c.partners() {
		longest = max(longest, courier.CallTimeout)
	}
	return longest
}

// follow lets a Fulfiller's partners follow the database until ctx ends. While that cannot
// be read they stay.
func (c *couriers) follow(work *fulfil.Fulfiller, log *slog.Logger) func(context.Context) {
	return func(ctx context.Context) {
		tick := time.NewTicker(reloadEvery)
		defer tick.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-tick.C:
			}
			changed, err := c.reload(ctx)
			if err != nil && ctx.Err() == nil {
				log.ErrorContext(ctx, "look for changed partners", "error", err)
			}
			if changed {
				work.SetPartners(c.partners())
				log.InfoContext(ctx, "partners changed", "live", strings.Join(work.PartnerNames(), " "))
			}
		}
	}
}

// reload reads the live partners, and reports whether any is new, gone or changed. Those
// that are not keep their connections.
func (c *couriers) reload(ctx context.Context) (changed bool, err error) {
	live, err := livePartners(ctx, c.store)
	if err != nil {
		return false, err
	}
	for name, a := range live {
		if known, ok := c.named[name]; ok && known.Partner == a.Partner && known.secret == a.secret {
			live[name] = known
			continue
		}
		a.courier = openAdapter(a)
		live[name], changed = a, true
	}
	changed = changed || len(live) != len(c.named)
	c.named = live
	return changed, nil
}

// livePartners reads the partners that are not disabled, by name.
func livePartners(ctx context.Context, s *store.Store) (map[string]adapter, error) {
	all, err := s.Partners(ctx)
	if err != nil {
		return nil, err
	}
	all = slices.DeleteFunc(all, func(p store.Partner) bool { return !p.DisabledOn.IsZero() })
	live := make(map[string]adapter, len(all))
	for _, p := range all {
		secret, err := s.PartnerSecret(ctx, p.Name)
		if errors.Is(err, store.ErrNotFound) {
			continue // it was disabled in between
		}
		if err != nil {
			return nil, fmt.Errorf("partner %s: %w", p.Name, err)
		}
		live[p.Name] = adapter{Partner: p, secret: secret}
	}
	return live, nil
}

func openAdapter(a adapter) fulfil.Courier {
	return fulfil.Courier{
		Partner: protocol.New(protocol.Config{
			BaseURL: a.BaseURL, Secret: signature.Key(a.secret), PrivateNetwork: a.PrivateNetwork, Now: time.Now, Nonce: rand.Text,
		}),
		Concurrency: a.Concurrency, CallTimeout: a.CallTimeout,
	}
}
