package server

import (
	"context"
	"fmt"
	"io"
	"log/slog"

	"waybill/internal/config"
	"waybill/internal/store"
)

// prepareEnvironment marks the data with its environment at the first start, and makes the demo data of
// development.
func prepareEnvironment(ctx context.Context, s *store.Store, c config.Config, log *slog.Logger) (demo demoKey, err error) {
	marked, err := s.MarkEnvironment(ctx, string(c.Environment))
	if err != nil {
		return demoKey{}, explainOpen(c, err)
	}
	if marked {
		log.InfoContext(ctx, "marked the data with its environment, which is the only one that may use it from now on", "environment",
			c.Environment)
	}
	if c.Environment == config.Production {
		return demoKey{}, nil
	}
	demo.secret, demo.created, err = s.SeedDemo(ctx, c.DemoKey)
	return demo, err
}

// demoKey is the secret key of the demo account.
type demoKey struct {
	secret  string // "" if an earlier start made it: only its hash is stored
	created bool
}

// greet prints the server's address, and how to try it in development, or what to create next in production.
func greet(w io.Writer, c config.Config, base string, demo demoKey, next string) {
	fmt.Fprintf(w, "Waybill serves %s on %s\n%s", c.Environment, base, next)
	if c.Environment != config.Development {
		return
	}
	if demo.secret == "" {
		fmt.Fprintln(w, "The demo account's secret key was shown at the first start. `waybill key create` makes another; WAYBILL_DEMO_KEY "+
			"fixes one.")
		return
	}
	fmt.Fprintf(w, "\nDemo secret key: %s\n", demo.secret)
	if demo.created {
		fmt.Fprintln(w, "Keep it: only its hash is stored, and it is not shown again.")
	}
	fmt.Fprintf(w, "\nCreate an order and its label, in the folder of the source code:\n\n"+
		"curl -s %s/api/order/orders/ -H 'Authorization: Bearer %s' --json @docs/examples/order.json\n", base, demo.secret)
}
