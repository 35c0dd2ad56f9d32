package api

import (
	"context"
	"net/http"
	"time"

	"github.com/go-faster/jx"

	"waybill/internal/api/shell"
	"waybill/internal/problem"
)

var errDraining = shell.Later(http.StatusServiceUnavailable, problem.ShuttingDown, 5*time.Second)

// readyTimeout is how long the database may take to respond.
const readyTimeout = 2 * time.Second

// healthz reports that the process runs. It does not ask the database, so that a database that is
// down does not get the process restarted.
func (a *API) healthz(context.Context, *http.Request) (shell.Response, error) {
	return shell.Response{Status: http.StatusOK, Body: []byte(`{"status":"ok"}`)}, nil
}

// readyz reports whether requests can be served: the database responds and no shutdown has begun. A server whose clock is behind stored
// times serves: the times of another one may be wrong.
func (a *API) readyz(ctx context.Context, _ *http.Request) (shell.Response, error) {
	if a.Draining() {
		return shell.Response{}, errDraining
	}
	ctx, cancel := context.WithTimeout(ctx, readyTimeout)
	defer cancel()
	if err := a.Store.DB.Ping(ctx); err != nil {
		return shell.Response{}, err
	}
	behind, err := a.Store.ClockBehind(ctx)
	if err != nil || behind == 0 {
		return shell.Response{Status: http.StatusOK, Body: []byte(`{"status":"ready"}`)}, err
	}
	return objectOf(http.StatusOK, func(e *jx.Encoder) {
		text(e, "status", "ready")
		text(e, "warning", "the clock of this server is "+behind.Round(time.Second).String()+" behind stored times")
	}), nil
}
