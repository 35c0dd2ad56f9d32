// Package mail sends short messages in plain text by SMTP. It knows nothing of what they say.
package mail

import (
	"context"
	"errors"
	"fmt"
	"net/netip"
	"net/url"
	"strconv"
	"time"

	gomail "github.com/wneessen/go-mail"
)

// timeout is how long sending a message may take.
const timeout = 15 * time.Second

// Sender sends messages. Safe for concurrent use.
type Sender struct {
	from    string
	host    string
	options []gomail.Option
}

// New makes a Sender from the URL of a server, smtp:// or smtps://, with a user and a password if it wants them, and
// the address that messages are from. By smtp:// the server must offer STARTTLS, unless it is on this machine.
func New(serverURL, from string) (*Sender, error) {
	u, err := url.Parse(serverURL)
	if err != nil || u.Hostname() == "" || u.Scheme != "smtp" && u.Scheme != "smtps" {
		return nil, errors.New("the URL of the mail server is not smtp://HOST or smtps://HOST") // without the password
	}
	s := &Sender{from: from, host: u.Hostname()}
	s.options = []gomail.Option{gomail.WithTimeout(timeout)}
	// Without a port 587 is tried, then 25; with one, only that.
	withTLS := gomail.WithTLSPortPolicy
	if u.Port() != "" {
		withTLS = gomail.WithTLSPolicy
	}
	auth := gomail.SMTPAuthAutoDiscover // none that shows the password to the network
	switch {
	case u.Scheme == "smtps":
		s.options = append(s.options, gomail.WithSSLPort(false))
	case isLocal(u.Hostname()):
		auth = gomail.SMTPAuthPlainNoEnc
		s.options = append(s.options, withTLS(gomail.TLSOpportunistic))
	default:
		s.options = append(s.options, withTLS(gomail.TLSMandatory))
	}
	if port, err := strconv.Atoi(u.Port()); err == nil {
		s.options = append(s.options, gomail.WithPort(port))
	}
	if password, has := u.User.Password(); has {
		s.options = append(s.options, gomail.WithSMTPAuth(auth),
			gomail.WithUsername(u.User.Username()), gomail.WithPassword(password))
	}
	if _, err := gomail.NewClient(s.host, s.options...); err != nil {
		return nil, fmt.Errorf("set up mail: %w", err)
	}
	return s, nil
}

// isLocal reports whether a host is this machine.
func isLocal(host string) bool {
	address, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && address.IsLoopback()
}

// Check connects to the server, signs in if there is a password, and sends nothing.
func (s *Sender) Check(ctx context.Context) error {
	client, err := gomail.NewClient(s.host, s.options...)
	if err != nil {
		return fmt.Errorf("set up mail: %w", err)
	}
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	if err := client.DialWithContext(ctx); err != nil {
		return fmt.Errorf("connect to the mail server: %w", err)
	}
	_ = client.Close() // it has answered
	return nil
}

// Send sends a message and returns when the server has accepted it.
func (s *Sender) Send(ctx context.Context, to, subject, text string) error {
	message := gomail.NewMsg()
	if err := errors.Join(message.From(s.from), message.To(to)); err != nil {
		return fmt.Errorf("address a message: %w", err)
	}
	message.Subject(subject)
	message.SetBodyString(gomail.TypeTextPlain, text)
	client, err := gomail.NewClient(s.host, s.options...)
	if err != nil {
		return fmt.Errorf("set up mail: %w", err)
	}
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	if err := client.DialAndSendWithContext(ctx, message); err != nil {
		return fmt.Errorf("send a message: %w", err)
	}
	return nil
}
