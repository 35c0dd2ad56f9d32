package mail_test

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"io"
	"math/big"
	"mime"
	"net"
	netmail "net/mail"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/emersion/go-sasl"
	"github.com/emersion/go-smtp"

	"waybill/internal/mail"
)

// inbox is a mail server that keeps what it accepts.
type inbox struct {
	mu       sync.Mutex
	messages []received
	sessions int
	password string // that a client must give; "": none
}

type received struct {
	from, to string
	data     []byte
}

func (b *inbox) NewSession(*smtp.Conn) (smtp.Session, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.sessions++
	return &session{inbox: b}, nil
}

type session struct {
	*inbox
	received
	known bool
}

func (s *session) AuthMechanisms() []string { return []string{sasl.Plain} }

func (s *session) Auth(string) (sasl.Server, error) {
	return sasl.NewPlainServer(func(_, user, password string) error {
		if s.known = user == "waybill" && password == s.password; !s.known {
			return errors.New("wrong password")
		}
		return nil
	}), nil
}

func (s *session) Mail(from string, _ *smtp.MailOptions) error {
	if s.password != "" && !s.known {
		return smtp.ErrAuthRequired
	}
	s.from = from
	return nil
}

func (s *session) Rcpt(to string, _ *smtp.RcptOptions) error { s.to = to; return nil }
func (s *session) Reset()                                    {}
func (s *session) Logout() error                             { return nil }

func (s *session) Data(r io.Reader) (err error) {
	if s.data, err = io.ReadAll(r); err == nil {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.messages = append(s.messages, s.received)
	}
	return err
}

// serve runs a mail server until the test ends, and returns its HOST:PORT.
func serve(t *testing.T, b *inbox) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	serveAt(t, b, listener)
	return listener.Addr().String()
}

func serveAt(t *testing.T, b *inbox, listener net.Listener) {
	t.Helper()
	server := smtp.NewServer(b)
	server.AllowInsecureAuth = true
	done := make(chan struct{})
	go func() {
		defer close(done)
		_ = server.Serve(listener)
	}()
	t.Cleanup(func() {
		_ = server.Close()
		<-done
	})
}

// TestOnlyThePortOfTheURLIsTried: nothing listens at the port, but a server does at port 25 of the address, if the system
// lets the test listen there.
func TestOnlyThePortOfTheURLIsTried(t *testing.T) {
	t.Parallel()
	const host = "127.0.0.25"
	closed, err := net.Listen("tcp", host+":0")
	if err != nil {
		t.Skipf("the system has no address %s: %v", host, err)
	}
	address := closed.Addr().String()
	_ = closed.Close()
	b := new(inbox)
	if other, err := net.Listen("tcp", host+":25"); err == nil {
		serveAt(t, b, other)
	}
	sender, err := mail.New("smtp://"+address, "waybill@example.com")
	if err != nil {
		t.Fatal(err)
	}
	for name, err := range map[string]error{
		"send": sender.Send(t.Context(), "ann@example.com", "Hello", "Hello"), "check": sender.Check(t.Context()),
	} {
		if err == nil || !strings.Contains(err.Error(), address) || strings.Contains(err.Error(), host+":25:") {
			t.Errorf("%s: %v", name, err)
		}
	}
	if b.mu.Lock(); b.sessions != 0 || len(b.messages) != 0 {
		t.Errorf("port 25 had %d connections and %d messages", b.sessions, len(b.messages))
	}
}

func TestSend(t *testing.T) {
	t.Parallel()
	b := new(inbox)
	sender, err := mail.New("smtp://"+serve(t, b), "waybill@example.com")
	if err != nil {
		t.Fatal(err)
	}
	text := "Pilih kata sandi 密码:\n\nhttps://ship.example.com/console/link/wbl_" + strings.Repeat("0123456789ABC", 4) + "\n"
	if err := sender.Send(t.Context(), "ann@example.com", "Undangan 邀请", text); err != nil {
		t.Fatal(err)
	}
	if len(b.messages) != 1 || b.messages[0].from != "waybill@example.com" || b.messages[0].to != "ann@example.com" {
		t.Fatalf("%+v", b.messages)
	}
	message, err := netmail.ReadMessage(bytes.NewReader(b.messages[0].data))
	if err != nil {
		t.Fatal(err)
	}
	subject, err := new(mime.WordDecoder).DecodeHeader(message.Header.Get("Subject"))
	if err != nil || subject != "Undangan 邀请" || message.Header.Get("Date") == "" || message.Header.Get("Message-Id") == "" {
		t.Errorf("%v %v", message.Header, err)
	}
}

// TestSendRefusesHeaders: an address or a subject adds no header and no recipient.
func TestSendRefusesHeaders(t *testing.T) {
	t.Parallel()
	b := new(inbox)
	sender, err := mail.New("smtp://"+serve(t, b), "waybill@example.com")
	if err != nil {
		t.Fatal(err)
	}
	if err := sender.Send(t.Context(), "ann@example.com\r\nBcc: eve@example.com", "x", "x"); err == nil {
		t.Error("an address with a header was accepted")
	}
	if err := sender.Send(t.Context(), "ann@example.com", "x\r\nBcc: eve@example.com", "x"); err == nil {
		message, err := netmail.ReadMessage(bytes.NewReader(b.messages[0].data))
		if err != nil || message.Header.Get("Bcc") != "" {
			t.Errorf("the message has %v, %v", message.Header, err)
		}
	}
}

func TestSendSignsIn(t *testing.T) {
	t.Parallel()
	b := &inbox{password: "hunter2"}
	address := serve(t, b)
	for user, works := range map[string]bool{"": false, "waybill:hunter2@": true, "waybill:wrong@": false} {
		sender, err := mail.New("smtp://"+user+address, "waybill@example.com")
		if err != nil {
			t.Fatal(err)
		}
		err = sender.Send(t.Context(), "ann@example.com", "x", "x")
		if (err == nil) != works || err != nil && strings.Contains(err.Error(), "hunter2") {
			t.Errorf("%q: %v", user, err)
		}
	}
}

func TestSendByTLSWantsAValidCertificate(t *testing.T) {
	t.Parallel()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{SerialNumber: big.NewInt(1), NotAfter: time.Now().Add(time.Hour), DNSNames: []string{"localhost"}}
	certificate, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	listener, err := tls.Listen("tcp", "127.0.0.1:0", &tls.Config{
		Certificates: []tls.Certificate{{Certificate: [][]byte{certificate}, PrivateKey: key}},
	})
	if err != nil {
		t.Fatal(err)
	}
	server := smtp.NewServer(new(inbox))
	go func() { _ = server.Serve(listener) }()
	t.Cleanup(func() { _ = server.Close() })
	sender, err := mail.New("smtps://"+listener.Addr().String(), "waybill@example.com")
	if err != nil {
		t.Fatal(err)
	}
	if err := sender.Send(t.Context(), "ann@example.com", "x", "x"); err == nil || !strings.Contains(err.Error(), "certificate") {
		t.Error(err)
	}
}

func TestNewRefusesOtherURLs(t *testing.T) {
	t.Parallel()
	for _, wrong := range []string{"", "mail.example.com", "http://mail.example.com", "smtp://", "smtp://u:hunter2@%zz"} {
		if _, err := mail.New(wrong, "waybill@example.com"); err == nil || strings.Contains(err.Error(), "hunter2") {
			t.Errorf("%q: %v", wrong, err)
		}
	}
}

func TestCheck(t *testing.T) {
	t.Parallel()
	b := &inbox{password: "right"}
	address := serve(t, b)
	for user, works := range map[string]bool{"waybill:right@": true, "waybill:wrong@": false} {
		sender, err := mail.New("smtp://"+user+address, "waybill@example.com")
		if err != nil {
			t.Fatal(err)
		}
		if err := sender.Check(t.Context()); (err == nil) != works {
			t.Errorf("%s: %v", user, err)
		}
	}
	if len(b.messages) > 0 {
		t.Errorf("it sent %+v", b.messages)
	}
}
