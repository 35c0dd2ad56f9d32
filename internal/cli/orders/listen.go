package orders

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/spf13/cobra"

	"waybill/client"
	"waybill/internal/cli/command"
	"waybill/internal/throttle"
	"waybill/internal/webhook"
)

const (
	// listenEvery is the time between two requests for events.
	listenEvery = time.Second
	// forwardTimeout bounds a request to the receiver.
	forwardTimeout = 30 * time.Second
)

// listenFlags are the flags of listen.
type listenFlags struct {
	command.ServerFlags

	forwardTo, secret string
}

func newListen(p command.Process) *cobra.Command {
	var f listenFlags
	cmd := commands.New("listen --forward-to URL", func(cmd *cobra.Command, _ []string) error {
		if err := f.Complete(p.Environ); err != nil {
			return err
		}
		l, err := f.listener(cmd.OutOrStdout())
		if err != nil {
			return err
		}
		return l.run(cmd.Context())
	})
	command.Flags(cmd, "forward-to", &f.forwardTo)
	f.Bind(cmd)
	return command.Flags(cmd, "secret", &f.secret)
}

// listener relays the events of one account.
type listener struct {
	events *client.Client
	sender *webhook.Sender
	target string
	secret string
	out    io.Writer
	recent recent // events that were relayed
}

func (f listenFlags) listener(out io.Writer) (*listener, error) {
	if err := command.CheckWebAddress("--forward-to", f.forwardTo); err != nil {
		return nil, err
	}
	if f.secret == "" {
		var key [32]byte
		_, _ = rand.Read(key[:]) // it never fails
		f.secret = webhook.SecretPrefix + base64.StdEncoding.EncodeToString(key[:])
	}
	if _, err := webhook.Sign([]string{f.secret}, "", time.Time{}, nil); err != nil {
		return nil, command.Usagef("--secret: want %s and base64", webhook.SecretPrefix)
	}
	events, err := f.Connect()
	if err != nil {
		return nil, err
	}
	return &listener{
		events: events, target: f.forwardTo, secret: f.secret, out: out, recent: recent{seen: make(map[string]time.Time)},
		sender: webhook.NewSender(webhook.Options{
			AllowPrivate: true, Timeout: forwardTimeout,
			UserAgent: "Waybill/" + command.ReadBuild().Version, Now: time.Now,
		}),
	}, nil
}

// run relays events until ctx ends. The server keeps events only if an endpoint subscribes to them, so
// meanwhile there is an endpoint without a URL, which is never sent any.
func (l *listener) run(ctx context.Context) (err error) {
	description := "waybill listen"
	endpoint, err := l.events.CreateEndpoint(ctx, client.EndpointChange{Description: &description})
	if err != nil {
		return fmt.Errorf("%w: check --server and --key", err)
	}
	defer func() {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), command.GoodbyeTimeout)
		defer cancel()
		err = errors.Join(err, l.events.DeleteEndpoint(ctx, endpoint.ID))
	}()
	fmt.Fprintf(l.out, "Events go to %s, signed with\n\n  %s\n\n", l.target, l.secret)
	l.recent.since = endpoint.CreatedOn
	throttle.Repeat(ctx, listenEvery, nil, func() (more bool) {
		if err := l.relay(ctx); err != nil && ctx.Err() == nil {
			fmt.Fprintf(l.out, "%s\n", command.OneLine(err)) // the server may be restarting
		}
		return false
	})
	return nil
}

// relay posts the events that were not posted yet.
func (l *listener) relay(ctx context.Context) error {
	for e, err := range l.events.Events(ctx, client.EventRange{From: l.recent.since}) {
		if err := cmp.Or(err, ctx.Err()); err != nil {
			return err
		}
		if l.recent.isNew(e.Data.ID) {
			l.forward(ctx, e)
			l.recent.add(e.Data.ID, e.Timestamp)
		}
	}
	l.recent.forget()
	return nil
}

func (l *listener) forward(ctx context.Context, e client.Event) {
	result := l.sender.Send(ctx, webhook.Request{URL: l.target, Secrets: []string{l.secret}, ID: e.Data.ID, Body: e.Raw})
	response := result.Detail
	if result.Verdict == webhook.Delivered {
		response = fmt.Sprintf("responded with %d", result.Status)
	}
	fmt.Fprintf(l.out, "%s  %-24s %s  %s\n", e.Timestamp.Format(time.TimeOnly), e.Type, command.OrDash(e.Data.TrackingNo), response)
}
