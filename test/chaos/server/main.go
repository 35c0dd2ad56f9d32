// Command server is Waybill with the waits between attempts cut to a hundredth, for the
// harness: five seconds to 50 ms, an hour to 36 s. Leases and timeouts are those of the
// product.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"

	"waybill/internal/cli"
)

const hurry = 100

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code := cli.Run(ctx, cli.Process{
		Args: os.Args[1:], Environ: os.Environ(), Stdout: os.Stdout, Stderr: os.Stderr, Hurry: hurry,
	})
	stop()
	os.Exit(code)
}
