// Package feature says what a part of the product that has a folder of its own adds to the core. The folders are below this one, and
// package all lists them. The core imports none of them, and they do not import each other.
package feature

import (
	"context"
	"io/fs"
	"log/slog"
	"net/http"
	"time"

	"github.com/spf13/cobra"

	"waybill/internal/admission"
	"waybill/internal/api/openapi"
	"waybill/internal/api/shell"
	"waybill/internal/cli/command"
	"waybill/internal/console/web"
	"waybill/internal/orders"
	"waybill/internal/printing"
	"waybill/internal/sandbox"
	"waybill/internal/store"
)

// Core is what the routes and pages of features are made of.
type Core struct {
	*shell.Shell
	Orders   *orders.Service
	Printing *printing.Service
	Base     func(*http.Request) string // the scheme and host that links in a response start with
}

// Process is what the workers of features need of the process that runs them.
type Process struct {
	Store  *store.Store
	Orders *orders.Service
	Runner *sandbox.Runner // reads untrusted files
	Memory *admission.Pool // that the check of files is charged to, by account
	Owner  string          // names this process in leases; no two processes share one
	Log    *slog.Logger
	// Submit is called with a partner that has orders to submit.
	Submit func(partner string)
	// Created is called with the number of orders of each group that was created, and from where they come, such as "import".
	Created   func(from string, orders int)
	PollEvery time.Duration // between two looks for work without a signal; 0: a worker's own
}

// Commands makes commands, by the command that they are below; that of "" is the program.
type Commands func(command.Process) map[string][]*cobra.Command

// Feature is a part of the product. What is nil, it does not have.
type Feature struct {
	Name      string
	Part      store.Part                   // of the store
	Routes    func(Core) []shell.Route     // of the JSON API
	Responses openapi.Responses            // of its routes, by the names that the OpenAPI document gives them
	Pages     func(Core) []web.Route       // of the console
	Adds      func(Core) web.Additions     // to pages of the core
	Files     fs.FS                        // of its pages: templates/*.html, and texts/*.json in all languages
	States    map[string]map[string]string // words of the values in audit entries, by the kind and name of the value
	Commands  Commands                     // of the program
	Work      func(context.Context)        // is done in the background until the context ends
}

// Work is the work of features.
func Work(features []Feature) (all []func(context.Context)) {
	for _, f := range features {
		if f.Work != nil {
			all = append(all, f.Work)
		}
	}
	return all
}
