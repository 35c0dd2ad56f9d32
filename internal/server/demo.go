package server

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/netip"
	"net/url"

	"waybill/internal/config"
	"waybill/internal/data"
	"waybill/internal/store"
	"waybill/internal/store/people"
	"waybill/internal/users"
)

// prepareEnvironment marks the data with its environment at the first start, and makes the demo data of
// development.
func prepareEnvironment(ctx context.Context, s *store.Store, c config.Config, log *slog.Logger) (demo demoKey, err error) {
	marked, err := s.DB.MarkEnvironment(ctx, string(c.Environment))
	if err != nil {
		return demoKey{}, data.Explain(c, err)
	}
	if marked {
		log.InfoContext(ctx, "marked the data with its environment, which is the only one that may use it from now on", "environment",
			c.Environment)
	}
	if c.Environment == config.Production {
		return demoKey{}, nil
	}
	if demo.secret, demo.created, err = s.MasterData.SeedDemo(ctx, c.DemoKey); err == nil {
		demo.link, err = demoLink(ctx, s)
	}
	if errors.Is(err, store.ErrUnavailable) && !marked { // the disk is full, and an earlier start has made the demo account
		log.ErrorContext(ctx, "the demo key and a link for the demo operator cannot be stored", "error", err)
		err = nil
	}
	return demo, err
}

// demoLink makes a link that signs in the demo operator, and returns its path, "" if the user is disabled.
func demoLink(ctx context.Context, s *store.Store) (path string, err error) {
	u, err := s.People.SeedDemoOperator(ctx)
	if err != nil {
		return "", err
	}
	_, token, err := s.People.CreateLink(ctx, u.UserID, people.LinkSignIn, users.ValidFor(people.LinkSignIn))
	if errors.Is(err, store.ErrNotFound) {
		return "", nil
	}
	return users.LinkPath + token, err
}

// demoKey is the secret key of the demo account.
type demoKey struct {
	secret  string // "" if an earlier start made it: only its hash is stored
	created bool
	link    string // path of a page that signs in the demo operator; "": there is none
}

// greet prints the server's address, and how to try it in development, or what to create next in production.
func greet(w io.Writer, c config.Config, base string, demo demoKey, next string) {
	fmt.Fprintf(w, "Waybill serves %s on %s\n%s", c.Environment, base, next)
	if c.Environment != config.Development {
		return
	}
	if demo.link != "" {
		fmt.Fprintf(w, "\nOpen the console as the demo operator, once:\n\n%s%s\n\n", onLocalhost(base), demo.link)
	}
	if demo.secret == "" {
		fmt.Fprintln(w, "The demo account's secret key was shown at the first start. `waybill key create` makes another; WAYBILL_DEMO_KEY "+
			"fixes one.")
		return
	}
	fmt.Fprintf(w, "Demo secret key: %s\n", demo.secret)
	if demo.created {
		fmt.Fprintln(w, "Keep it: only its hash is stored, and it is not shown again.")
	}
	fmt.Fprintf(w, "\nCreate an order and its label, in the folder of the source code:\n\n"+
		"curl -s %s/api/order/orders/ -H 'Authorization: Bearer %s' --json @docs/examples/order.json\n", base, demo.secret)
}

// onLocalhost is a URL with localhost in the place of a loopback address: browsers allow passkeys only for names.
func onLocalhost(base string) string {
	u, err := url.Parse(base)
	if err != nil {
		return base
	}
	if address, err := netip.ParseAddr(u.Hostname()); err != nil || !address.IsLoopback() {
		return base
	}
	u.Host = net.JoinHostPort("localhost", u.Port())
	return u.String()
}
