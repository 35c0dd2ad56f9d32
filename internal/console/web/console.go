package web

import (
	"context"
	"fmt"
	"io/fs"
	"log/slog"
	"net/http"
	"net/netip"
	"time"

	"waybill/internal/admission"
	"waybill/internal/erasure"
	"waybill/internal/fulfil"
	"waybill/internal/jobs"
	"waybill/internal/openid"
	"waybill/internal/orders"
	"waybill/internal/printing"
	"waybill/internal/shipment"
	"waybill/internal/store"
	"waybill/internal/store/masterdata"
	"waybill/internal/store/report"
	"waybill/internal/users"
)

// Config is what a Console needs.
type Config struct {
	Store  *store.Store
	Orders *orders.Service
	// Admit charges a request to an account, see api.API.Admit.
	Admit func(ctx context.Context, caller masterdata.Caller) (context.Context, error)
	// Charge charges a request for n more bytes of memory, see api.API.Charge.
	Charge func(ctx context.Context, n int64) error
	// Hold is the memory that a request is charged for, see api.API.Hold.
	Hold     func(ctx context.Context) *admission.Hold
	Printing *printing.Service
	// SendDocument sends a document as the response to a request, see api.API.SendDocument.
	SendDocument func(w http.ResponseWriter, r *http.Request, d orders.Document)
	// EventBody is an event of a webhook as receivers get it, see api.API.EventBody.
	EventBody func(base string, e *shipment.Event, labelWebhook bool) []byte
	// Endpoints creates, changes and tests the endpoints of webhooks.
	Endpoints *fulfil.Endpoints
	// ReadLogo makes a logo of a PNG file, see partnerlabel.Store.ReadLogo.
	ReadLogo func(ctx context.Context, file []byte) (*shipment.Logo, error)
	// Share keeps what a request holds for its work in the background, see api.API.Share.
	Share func(ctx context.Context) (release func())
	// Client returns the address of the client, and the one that limits count it by, see api.API.Client.
	Client func(ctx context.Context) (address, limited netip.Addr)
	// Mail sends a message in plain text; nil: links are shown to pass on.
	Mail   func(ctx context.Context, to, subject, text string) error
	Eraser *erasure.Eraser
	// Outgoing says whether mail is sent, see fulfil.Outgoing.
	Outgoing *fulfil.Outgoing
	// Provider is the identity provider by which people may sign in; nil: there is none.
	Provider *openid.Provider
	// SignInFailed counts a sign-in that failed, by the status of its response; nil: they are not counted.
	SignInFailed func(status int)
	// PartnerState is the state of a partner in this process, see fulfil.Fulfiller.PartnerState.
	PartnerState func(name string) fulfil.PartnerState
	System       System
	RequestID    func(ctx context.Context) string // shown on pages of errors
	Now          func() time.Time
	Log          *slog.Logger
	Version      string // of this program
	Secret       []byte // of the database: all its servers have it
	PublicURL    string // http(s)://host that people use; "": that of the request
	Development  bool   // shows the style guide
	// OperatorPasswords lets operators sign in by password who have a passkey or an identity at the provider.
	OperatorPasswords bool
	// States are words of the values in audit entries, by the kind and name of the value.
	States map[string]map[string]string
	Additions
}

// System describes this process to the operator.
type System struct {
	Started  time.Time
	Database string // its file or URL, without a password
	Folder   string // of the data
}

// Console serves the pages. Safe for concurrent use.
type Console struct {
	Config
	Store   Store // in the place of that of Config
	Reports report.Reader
	Jobs    *jobs.Service
	pages   map[string]map[string]*page // by the language and the file name of their template
	Assets  assets
	Routes  []Route
	linked  map[string]shipment.Permission // of the pages without parameters of their own, for the navigation
	Glances *Glances
	// Languages are those of LanguageTags, in the same order.
	Languages []*Language

	Hasher   *users.Hasher
	Passkeys *users.Passkeys
	SignIns  *users.SignIn
}

// New makes a console of routes, whose templates and texts are in files beside those of this package. Returns an error if the files do not
// fit together.
func New(c Config, routes []Route, files ...fs.FS) (*Console, error) {
	languages, err := LanguagesOf(files...)
	if err != nil {
		return nil, err
	}
	whole := c.Store
	c.Store = nil // pages have newStore's
	console := &Console{
		Config: c, Store: newStore(whole), Reports: report.Reader{Store: whole},
		Jobs: jobs.NewService(whole, c.Orders, c.Log), Assets: newAssets(), Routes: routes, Languages: languages,
		pages: map[string]map[string]*page{}, linked: map[string]shipment.Permission{}, Hasher: users.NewHasher(),
		Glances: NewGlances(whole, c.Now),
	}
	console.Passkeys = users.NewPasskeys(c.Secret, c.Now)
	console.SignIns = users.NewSignIn(whole, console.Hasher, c.Secret, c.Log, c.Now)
	for _, l := range languages {
		if console.pages[l.Tag], err = newPages(l, console.Assets, append(files, templateFiles)...); err != nil {
			return nil, fmt.Errorf("parse the pages of the console: %w", err)
		}
	}
	for _, r := range routes {
		if r.Method == http.MethodGet {
			console.linked[r.Path] = r.Allow
		}
	}
	return console, nil
}
