package cli

import (
	"context"
	_ "embed"
	"fmt"
	"io"
	"strings"

	"waybill/internal/config"
	"waybill/internal/store"
)

// exampleOrder is the request of the interface document's example, in blocking mode, with
// SECRET_KEY where the key belongs. It holds no single quote, so that a shell takes it
// between two.
//
//go:embed example_order.json
var exampleOrder string

// prepareEnvironment gives development its demo data, and keeps production away from
// data that has any.
func prepareEnvironment(ctx context.Context, s *store.Store, c config.Config) (demo demoKey, err error) {
	if c.Environment == config.Production {
		found, err := s.HasDemoAccount(ctx)
		if err == nil && found {
			err = fmt.Errorf("%s has a demo account, whose key may be known, so it does not serve production: name other data with WAYBILL_DATA or WAYBILL_DATABASE_URL, or set WAYBILL_ENV=development", c.Database())
		}
		return demoKey{}, err
	}
	demo.secret, demo.created, err = s.SeedDemo(ctx, c.DemoKey)
	return demo, err
}

// demoKey is what a development environment starts with.
type demoKey struct {
	secret  string // "" if it is of an earlier start and not known any more
	created bool
}

// greet tells a developer where the server is and how to try it.
func greet(w io.Writer, c config.Config, base string, demo demoKey) {
	fmt.Fprintf(w, "Waybill serves %s on %s\n", c.Environment, base)
	if c.Environment != config.Development {
		return
	}
	if demo.secret == "" {
		fmt.Fprintln(w, "The demo account's secret key was shown at the first start. `waybill key create` makes another; WAYBILL_DEMO_KEY fixes one.")
		return
	}
	fmt.Fprintf(w, "\nDemo secret key: %s\n", demo.secret)
	if demo.created {
		fmt.Fprintln(w, "Keep it: only its hash is stored, and it is not shown again.")
	}
	body := strings.TrimSpace(strings.Replace(exampleOrder, "SECRET_KEY", demo.secret, 1))
	fmt.Fprintf(w, "\nCreate an order and its label:\n\ncurl -s %s/api/order/orders/ -H 'Content-Type: application/json' -d '%s'\n", base, body)
}
