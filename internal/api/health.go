package api

import (
	"context"
	"net/http"
	"time"
)

// readyTimeout is how long the database may take to respond.
const readyTimeout = 2 * time.Second

// healthz reports that the process runs. It does not ask the database, so that a database that is
// down does not get the process restarted.
func (a *API) healthz(context.Context, *http.Request) (response, error) {
	return response{status: http.StatusOK, body: []byte(`{"status":"ok"}`)}, nil
}

// readyz reports whether requests can be served: the database responds and no shutdown has begun.
func (a *API) readyz(ctx context.Context, _ *http.Request) (response, error) {
	if a.draining.Load() {
		return response{}, errDraining
	}
	ctx, cancel := context.WithTimeout(ctx, readyTimeout)
	defer cancel()
	if err := a.Store.DB.Ping(ctx); err != nil {
		return response{}, err
	}
	return response{status: http.StatusOK, body: []byte(`{"status":"ready"}`)}, nil
}
