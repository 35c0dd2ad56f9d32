package cli

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"waybill/internal/webhook"
)

const (
	// listenEvery is how often the server is asked for events.
	listenEvery = time.Second
	// listenBack is how far before the last event is looked again: another that happened
	// earlier may have come in later.
	listenBack = 10 * time.Second
	// forwardTimeout is how long the receiver may take to answer.
	forwardTimeout = 30 * time.Second
	// goodbyeTimeout bounds the last request, which is made when the command is stopped.
	goodbyeTimeout = 5 * time.Second
)

// listenFlags are what listen needs to know.
type listenFlags struct{ server, key, keyFile, forwardTo, secret string }

func newListen() *cobra.Command {
	var f listenFlags
	cmd := &cobra.Command{
		Use:   "listen --forward-to URL",
		Short: "Relay an account's events to this machine",
		Long: `Asks a server for the events of an account, and posts each of them to a URL that only this
machine reaches, signed as the server would sign it. It is for development: what the
receiver refuses is not sent again.`,
		Example: `  waybill listen --forward-to http://localhost:3000/waybill --key KEY
  waybill listen --forward-to http://localhost:3000/waybill --server https://dev.ship.example.com --key-file key`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			l, err := f.listener(cmd.OutOrStdout())
			if err != nil {
				return err
			}
			return l.run(cmd.Context())
		},
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.StringVar(&f.forwardTo, "forward-to", "", "`URL` that events are posted to")
	flags.StringVar(&f.server, "server", "http://127.0.0.1:8080", "`URL` of the server")
	flags.StringVar(&f.key, "key", "", "secret `KEY` of the account")
	flags.StringVar(&f.keyFile, "key-file", "", "`FILE` with the key, which other users of the machine cannot see")
	flags.StringVar(&f.secret, "secret", "", "`SECRET` to sign with, whsec_…; without it, a random one")
	return cmd
}

// listener relays the events of one account.
type listener struct {
	server remote
	sender *webhook.Sender
	target string
	secret string
	out    io.Writer
	seen   map[string]time.Time // when the events happened that were relayed, by id
}

func (f listenFlags) listener(out io.Writer) (*listener, error) {
	for name, value := range map[string]string{"--forward-to": f.forwardTo, "--server": f.server} {
		if u, err := url.Parse(value); err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
			return nil, usagef("%s is %q: want a URL such as http://localhost:3000/waybill", name, value)
		}
	}
	if f.keyFile != "" {
		content, err := os.ReadFile(f.keyFile)
		if err != nil {
			return nil, fmt.Errorf("--key-file: %w", err)
		}
		f.key = strings.TrimSpace(string(content))
	}
	if f.key == "" {
		return nil, usagef("--key is missing: the server shows the demo account's at its first start, `waybill key create` makes one")
	}
	if f.secret == "" {
		var key [32]byte
		_, _ = rand.Read(key[:]) // it never fails
		f.secret = webhook.SecretPrefix + base64.StdEncoding.EncodeToString(key[:])
	}
	if _, err := webhook.Sign([]string{f.secret}, "", time.Time{}, nil); err != nil {
		return nil, usagef("--secret: want %s and base64", webhook.SecretPrefix)
	}
	return &listener{
		server: remote{strings.TrimSuffix(f.server, "/"), f.key}, target: f.forwardTo, secret: f.secret, out: out, seen: make(map[string]time.Time),
		sender: webhook.NewSender(webhook.Options{AllowPrivate: true, Timeout: forwardTimeout, UserAgent: "Waybill/" + readBuild().Version, Now: time.Now}),
	}, nil
}

// run relays events until ctx ends. The server keeps events only if somebody wants them,
// so for as long as it runs there is an endpoint that is never sent any.
func (l *listener) run(ctx context.Context) (err error) {
	var endpoint struct {
		ID        int64     `json:"id"`
		CreatedOn time.Time `json:"created_on"`
	}
	if err := l.server.do(ctx, "POST", "/api/webhooks/endpoints/", `{"description": "waybill listen"}`, &endpoint); err != nil {
		return err
	}
	defer func() {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), goodbyeTimeout)
		defer cancel()
		err = errors.Join(err, l.server.do(ctx, "DELETE", fmt.Sprintf("/api/webhooks/endpoints/%d/", endpoint.ID), "", nil))
	}()
	fmt.Fprintf(l.out, "Events go to %s, signed with\n\n  %s\n\n", l.target, l.secret)
	poll := time.NewTicker(listenEvery)
	defer poll.Stop()
	for since := endpoint.CreatedOn; ; {
		if since, err = l.relay(ctx, since); err != nil && ctx.Err() == nil {
			fmt.Fprintf(l.out, "%s\n", oneLine(err)) // the server may be starting anew
		}
		select {
		case <-ctx.Done():
			return nil
		case <-poll.C:
		}
	}
}

// relay posts the events since a time that were not posted yet, and returns from when on
// to look the next time.
func (l *listener) relay(ctx context.Context, since time.Time) (next time.Time, err error) {
	next = since
	for cursor, more := "", true; more; {
		page, err := l.server.events(ctx, since, cursor)
		if err != nil {
			return next, err
		}
		for _, e := range page.Results {
			if at := e.at.Add(-listenBack); at.After(next) {
				next = at
			}
			if _, done := l.seen[e.id]; done {
				continue
			}
			if ctx.Err() != nil {
				return next, ctx.Err()
			}
			l.forward(ctx, e)
			l.seen[e.id] = e.at
		}
		cursor, more = page.NextCursor, page.NextCursor != ""
	}
	for id, at := range l.seen {
		if at.Before(next) {
			delete(l.seen, id)
		}
	}
	return next, nil
}

func (l *listener) forward(ctx context.Context, e remoteEvent) {
	result := l.sender.Send(ctx, webhook.Request{URL: l.target, Secrets: []string{l.secret}, ID: e.id, Body: e.body})
	answer := result.Detail
	if result.Verdict == webhook.Delivered {
		answer = fmt.Sprintf("answered %d", result.Status)
	}
	fmt.Fprintf(l.out, "%s  %-24s %s  %s\n", e.at.Format(time.TimeOnly), e.kind, orDash(e.trackingNo), answer)
}
