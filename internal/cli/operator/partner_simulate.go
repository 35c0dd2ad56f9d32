package operator

import (
	"crypto/rand"
	"errors"
	"fmt"
	mathrand "math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"waybill/internal/cli/command"
	"waybill/internal/config"
	"waybill/internal/data"
	"waybill/internal/server"
	"waybill/internal/shipment"
	"waybill/internal/signature"
)

// simulation are the flags of partner simulate.
type simulation struct {
	server.SimulatedPartner

	secretFile, journey string
	seed                uint64
}

func newPartnerSimulate(p command.Process) *cobra.Command {
	var sim simulation
	cmd := commands.New("partner simulate --secret-file FILE",
		command.OnSettings(p, func(cmd *cobra.Command, c config.Config, _ []string) error { return simulate(cmd, p, c, sim) }))
	return command.Flags(cmd, "listen", &sim.Listen, "secret-file", &sim.secretFile, "ledger", &sim.Ledger,
		"callback", &sim.Standin.CallbackURL, "journey", &sim.journey, "pause", &sim.Standin.Pause, "faults", &sim.Standin.Faults.Rate,
		"latency", &sim.Standin.Faults.Latency, "needs", &sim.Standin.Needs, "seed", &sim.seed)
}

func simulate(cmd *cobra.Command, p command.Process, c config.Config, sim simulation) error {
	if c.Environment == config.Production {
		return errors.New("a simulated partner does not run in production: set WAYBILL_ENV=development")
	}
	if err := sim.complete(); err != nil {
		return err
	}
	if sim.Ledger == "" {
		if err := data.MakeFolder(c); err != nil {
			return err
		}
		sim.Ledger = filepath.Join(c.Data, "simulated-partner.db")
	}
	sim.Config, sim.Greeting, sim.Log = c, cmd.OutOrStdout(), server.NewLog(p.Stderr, c, c.LogLevel)
	return sim.Run(cmd.Context())
}

// complete checks the flags, and sets what follows from them.
func (sim *simulation) complete() error {
	s := &sim.Standin
	if s.Faults.Rate < 0 || s.Faults.Rate > 1 {
		return command.Usagef("--faults is %v: want 0 to 1", s.Faults.Rate)
	}
	var known bool
	if s.Journey, known = shipment.JourneyByName(sim.journey); sim.journey != "" && !known {
		return command.Usagef("--journey is %q: want one of %s", sim.journey, strings.Join(shipment.JourneyNames(), ", "))
	}
	s.Random, s.Nonce, s.Now = lockedRandom(sim.seed), rand.Text, time.Now
	var err error
	s.Keys, err = readSecret(sim.secretFile)
	return err
}

func readSecret(file string) (signature.Keys, error) {
	if file == "" {
		return nil, command.Usagef("--secret-file is missing: it holds what `waybill partner create` showed")
	}
	secret, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("read the secret: %w", err)
	}
	return signature.Keys{signature.Key(strings.TrimSpace(string(secret)))}, nil
}

// lockedRandom is a source of numbers in [0, 1) that follow from a seed.
func lockedRandom(seed uint64) func() float64 {
	if seed == 0 {
		return mathrand.Float64
	}
	var mu sync.Mutex
	source := mathrand.New(mathrand.NewPCG(seed, seed)) //nolint:gosec // faults, not secrets
	return func() float64 {
		mu.Lock()
		defer mu.Unlock()
		return source.Float64()
	}
}
