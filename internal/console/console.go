package console

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"time"

	"waybill/internal/store"
)

// Config is what a Console needs.
type Config struct {
	Store *store.Store
	// As serves requests as those of an account, see api.API.As.
	As func(caller store.Caller, actor store.Actor) http.Handler
	// Admit charges a request to an account, see api.API.Admit.
	Admit       func(ctx context.Context, caller store.Caller) (context.Context, error)
	RequestID   func(ctx context.Context) string // shown on pages of errors
	Now         func() time.Time
	Log         *slog.Logger
	Version     string // of this program
	PublicURL   string // http(s)://host that people use; "": that of the request
	Development bool   // shows the style guide
}

// Console serves the pages. Safe for concurrent use.
type Console struct {
	Config
	pages  map[string]*page // by the file name of their template
	assets assets
	routes []route
	linked map[string]permission // of the pages without parameters of their own, for the navigation
}

// New makes a console. Returns an error if its own files do not fit together.
func New(c Config) (*Console, error) {
	if err := checkTexts(); err != nil {
		return nil, err
	}
	console := &Console{Config: c, assets: newAssets(), linked: map[string]permission{}}
	pages, err := parsePages(console)
	if err != nil {
		return nil, fmt.Errorf("parse the pages of the console: %w", err)
	}
	console.pages = pages
	console.routes = console.allRoutes()
	for _, r := range console.routes {
		if r.method == http.MethodGet {
			console.linked[r.path] = r.allow
		}
	}
	return console, nil
}

// allRoutes are the routes of all areas.
func (c *Console) allRoutes() []route {
	var all []route
	for _, area := range []func() []route{
		c.frameRoutes,
	} {
		all = append(all, area()...)
	}
	return all
}
