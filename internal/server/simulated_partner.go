package server

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"

	"waybill/internal/config"
	"waybill/internal/partner/simulated"
	"waybill/internal/partner/standin"
)

// SimulatedPartner is an adapter of the partner protocol with a simulated partner.
type SimulatedPartner struct {
	Config   config.Config
	Listen   string         // host:port
	Ledger   string         // SQLite file of the orders it took
	Standin  standin.Config // Run sets Partner and Log
	Greeting io.Writer
	Log      *slog.Logger
}

// Run serves the partner protocol until ctx ends.
func (s SimulatedPartner) Run(ctx context.Context) (err error) {
	partner, err := simulated.Open(s.Ledger)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, partner.Close()) }()
	s.Standin.Partner, s.Standin.Log = partner, s.Log
	standIn := standin.New(s.Standin)
	listener, err := listenOn(ctx, s.Listen, "listen")
	if err != nil {
		return err
	}
	fmt.Fprintf(s.Greeting, "Simulated partner serves http://%s\n", listener.Addr())
	serving := &httpServer{"simulated partner", listener, newHTTPServer(s.Config, standIn.Handler(), s.Log), standIn.End}
	return serve(ctx, stopTimes{finish: s.Config.ShutdownTimeout}, s.Log, []*httpServer{serving})
}
