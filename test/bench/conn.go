package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"time"
)

// requestTimeout bounds a request without a response.
const requestTimeout = 30 * time.Second

// conn is a kept-alive connection that sends requests made beforehand. net/http's client
// would take more of the machine than the server does. It connects with its first request: a server
// closes a connection that has sent nothing for ten seconds, and a benchmark may prepare for longer.
type conn struct {
	net.Conn
	address string
	reader  *bufio.Reader
}

// newConns makes n connections.
func newConns(address string, n int) []*conn {
	conns := make([]*conn, n)
	for i := range conns {
		conns[i] = &conn{address: address}
	}
	return conns
}

func hangUp(conns []*conn) {
	for _, c := range conns {
		if c.Conn != nil {
			_ = c.Close() // nothing is under way
		}
	}
}

// connect opens the connection, once.
func (c *conn) connect(ctx context.Context) (err error) {
	if c.Conn != nil {
		return nil
	}
	if c.Conn, err = new(net.Dialer).DialContext(ctx, "tcp", c.address); err != nil {
		return fmt.Errorf("connect to the server: %w", err)
	}
	c.reader = bufio.NewReaderSize(c, 64<<10)
	return nil
}

// send sends a request and reads the answer to its end, which must have the status. Only
// an answer that has another is kept, for the error.
func (c *conn) send(ctx context.Context, request []byte, status int) error {
	response, err := c.exchange(ctx, request)
	if err != nil {
		return err
	}
	defer func() { _ = response.Body.Close() }() // it has been read
	if response.StatusCode != status {
		text, _ := io.ReadAll(io.LimitReader(response.Body, 2000)) // as much of it as there is
		return fmt.Errorf("answer %s, want %d: %s", response.Status, status, text)
	}
	if _, err := io.Copy(io.Discard, response.Body); err != nil {
		return fmt.Errorf("read the answer: %w", err)
	}
	return nil
}

// fetch is send that returns the answer's body.
func (c *conn) fetch(ctx context.Context, request []byte) ([]byte, error) {
	response, err := c.exchange(ctx, request)
	if err != nil {
		return nil, err
	}
	defer func() { _ = response.Body.Close() }() // it has been read
	text, err := io.ReadAll(response.Body)
	if err == nil && response.StatusCode != http.StatusOK {
		err = fmt.Errorf("answer %s: %s", response.Status, text)
	}
	return text, err
}

func (c *conn) exchange(ctx context.Context, request []byte) (*http.Response, error) {
	if err := c.connect(ctx); err != nil {
		return nil, err
	}
	if err := c.SetDeadline(time.Now().Add(requestTimeout)); err != nil {
		return nil, err
	}
	if _, err := c.Write(request); err != nil {
		return nil, fmt.Errorf("send a request: %w", err)
	}
	response, err := http.ReadResponse(c.reader, nil)
	if err != nil {
		return nil, fmt.Errorf("read an answer: %w", err)
	}
	return response, nil
}
