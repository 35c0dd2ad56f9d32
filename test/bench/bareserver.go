package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
)

// bareServer answers 201 to every request once it has read it. It bounds what any server
// on net/http can reach with the same load generator.
type bareServer struct {
	address string
	server  *http.Server
	ended   chan error
}

func startBare(ctx context.Context) (*bareServer, error) {
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return nil, fmt.Errorf("listen for the bare handler: %w", err)
	}
	answer := []byte(`{"upload_batch_no":"B26010100000000","tracking_nos":[]}`)
	b := &bareServer{address: listener.Addr().String(), ended: make(chan error, 1)}
	b.server = &http.Server{
		ReadHeaderTimeout: requestTimeout,
		Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if _, err := io.Copy(io.Discard, r.Body); err != nil {
				return // the sender has gone
			}
			w.Header().Set("Content-Type", "application/json")
			w.WriteHeader(http.StatusCreated)
			_, _ = w.Write(answer) // the same
		}),
	}
	go func() { b.ended <- b.server.Serve(listener) }()
	return b, nil
}

func (b *bareServer) stop() error {
	err := b.server.Close()
	if ended := <-b.ended; !errors.Is(ended, http.ErrServerClosed) {
		err = errors.Join(err, ended)
	}
	return err
}
