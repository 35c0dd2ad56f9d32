// Command waybill takes cross-border shipment orders; see waybill --help.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"

	"waybill/internal/cli"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code := cli.Run(ctx, cli.Process{
		Args: os.Args[1:], Environ: os.Environ(), Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr,
	})
	stop()
	os.Exit(code)
}
