package server

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
	"waybill/internal/store/masterdata"
)

// reloadEvery is the time between two looks for partners that were created, disabled or changed.
const reloadEvery = 5 * time.Second

// partners are the partners of an environment, by the name that services give them.
type partners struct {
	store     *store.Store
	builtin   map[string]fulfil.Partner // the simulated partner and EasyPost
	adapters  map[string]adapter        // of the database, as last read
	receivers map[string]api.Receiver   // of the callbacks that do not follow the partner protocol
	outgoing  *fulfil.Outgoing
	log       *slog.Logger
	close     func() error
}

// adapter is a partner of the database, and how it is called.
type adapter struct {
	masterdata.Partner
	secrets []string // the new one first
	client  fulfil.Partner
}

// simulatedCalls is how many calls the simulated partner takes at once.
const simulatedCalls = 32

// openPartners opens the partners of the database, and EasyPost if there is an account. Development also
// has a simulated partner, whose ledger is in the data folder.
func openPartners(
	ctx context.Context, c config.Config, s *store.Store, outgoing *fulfil.Outgoing, log *slog.Logger,
) (*partners, error) {
	opened := &partners{
		store: s, builtin: map[string]fulfil.Partner{}, receivers: map[string]api.Receiver{}, outgoing: outgoing, log: log,
		close: func() error { return nil },
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
	simulator, err := simulated.Open(filepath.Join(c.Data, "simulated-courier.db"))
	if err != nil {
		return nil, err
	}
	opened.builtin[shipment.PartnerSimulated] = fulfil.Partner{Partner: simulator, Concurrency: simulatedCalls, CallTimeout: c.PartnerTimeout}
	opened.close = simulator.Close
	return opened, nil
}

// all are the partners of the database and the built-in ones.
func (p *partners) all() map[string]fulfil.Partner {
	all := make(map[string]fulfil.Partner, len(p.builtin)+len(p.adapters))
	for name, a := range p.adapters {
		all[name] = a.client
	}
	maps.Copy(all, p.builtin)
	return all
}

// longestCall is the longest time that a call to one of them may take.
func (p *partners) longestCall() time.Duration {
	var longest time.Duration
	for _, partner := range p.all() {
		longest = max(longest, partner.CallTimeout)
	}
	return longest
}

// follow gives a Fulfiller the partners of the database until ctx ends. While the database cannot be read
// the partners stay as they are.
func (p *partners) follow(fulfiller *fulfil.Fulfiller, log *slog.Logger) func(context.Context) {
	return every(reloadEvery, func(ctx context.Context) {
		changed, err := p.reload(ctx)
		if err != nil && ctx.Err() == nil {
			log.ErrorContext(ctx, "look for changed partners", "error", err)
		}
		if changed {
			fulfiller.SetPartners(p.all())
			log.InfoContext(ctx, "partners changed", "live", strings.Join(fulfiller.PartnerNames(), " "))
		}
	})
}

// reload reads the live partners, and reports whether one is new, gone or changed. The others keep their
// connections.
func (p *partners) reload(ctx context.Context) (changed bool, err error) {
	live, err := livePartners(ctx, p.store)
	if err != nil {
		return false, err
	}
	for name, a := range live {
		if known, ok := p.adapters[name]; ok && known.Partner == a.Partner && slices.Equal(known.secrets, a.secrets) {
			live[name] = known
			continue
		}
		a.client = openAdapter(a, func(c *protocol.Config) { c.Customs, c.Paused, c.Log = p.customs, p.outgoing.Paused, p.log })
		live[name], changed = a, true
	}
	changed = changed || len(live) != len(p.adapters)
	p.adapters = live
	return changed, nil
}

// livePartners reads the partners that are not disabled, by name.
func livePartners(ctx context.Context, s *store.Store) (map[string]adapter, error) {
	all, err := s.MasterData.Partners(ctx)
	if err != nil {
		return nil, err
	}
	all = slices.DeleteFunc(all, func(p masterdata.Partner) bool { return !p.DisabledOn.IsZero() })
	live := make(map[string]adapter, len(all))
	for _, p := range all {
		secrets, err := s.MasterData.PartnerSecrets(ctx, p.Name)
		if errors.Is(err, store.ErrNotFound) {
			continue // it was disabled in between
		}
		if err != nil {
			return nil, fmt.Errorf("partner %s: %w", p.Name, err)
		}
		live[p.Name] = adapter{Partner: p, secrets: secrets}
	}
	return live, nil
}

// OpenAdapters opens the partners of the database that are not disabled, by name.
func OpenAdapters(ctx context.Context, s *store.Store) (map[string]fulfil.Partner, error) {
	live, err := livePartners(ctx, s)
	opened := make(map[string]fulfil.Partner, len(live))
	for name, a := range live {
		opened[name] = openAdapter(a, func(*protocol.Config) {})
	}
	return opened, err
}

func openAdapter(a adapter, change func(*protocol.Config)) fulfil.Partner {
	c := protocol.Config{
		BaseURL: a.BaseURL, Secrets: signature.KeysOf(a.secrets), PrivateNetwork: a.PrivateNetwork, Now: time.Now, Nonce: rand.Text,
	}
	change(&c)
	return fulfil.Partner{Partner: protocol.New(c), Concurrency: a.Concurrency, CallTimeout: a.CallTimeout}
}
