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
// would take more of the machine than the server does.
type conn struct {
	net.Conn
	reader *bufio.Reader
}

func dial(ctx context.Context, address string) (*conn, error) {
	c, err := new(net.Dialer).DialContext(ctx, "tcp", address)
	if err != nil {
		return nil, fmt.Errorf("connect to the server: %w", err)
	}
	return &conn{c, bufio.NewReaderSize(c, 64<<10)}, nil
}

// dialAll opens n connections.
func dialAll(ctx context.Context, address string, n int) ([]*conn, error) {
	conns := make([]*conn, n)
	for i := range conns {
		var err error
		if conns[i], err = dial(ctx, address); err != nil {
			hangUp(conns[:i])
			return nil, err
		}
	}
	return conns, nil
}

func hangUp(conns []*conn) {
	for _, c := range conns {
		_ = c.Close() // nothing is under way
	}
}

// send sends a request and reads the answer to its end, which must have the status. Only
// an answer that has another is kept, for the error.
func (c *conn) send(request []byte, status int) error {
	response, err := c.exchange(request)
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
func (c *conn) fetch(request []byte) ([]byte, error) {
	response, err := c.exchange(request)
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

func (c *conn) exchange(request []byte) (*http.Response, error) {
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
