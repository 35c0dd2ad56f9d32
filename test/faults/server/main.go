package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"

	"waybill/internal/config"
	"waybill/internal/partnerlabel"
	"waybill/internal/sandbox"
	"waybill/internal/server"
	"waybill/internal/telemetry"
)

const speedUp = 100

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := run(ctx, os.Args[1:], os.Environ())
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "server:", err)
		os.Exit(1)
	}
}

// run serves until ctx ends, or is a process that the server started to inspect labels.
func run(ctx context.Context, args, environ []string) error {
	if sandbox.IsProcess(args) {
		return sandbox.Main(args, partnerlabel.Tasks)
	}
	c, _, err := config.Load(nil, environ)
	if err != nil {
		return err
	}
	return server.Run(ctx, server.Options{
		Config: c, Build: telemetry.Build{Version: "faults"}, Greeting: io.Discard,
		Log: server.NewLog(os.Stderr, c, c.LogLevel), SpeedUpRetries: speedUp,
	})
}
