package openid

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"

	"waybill/internal/kept"
)

// discoverEvery is how long a discovery document is used. It is short, so that people learn here that the provider is
// down, and not by an error of their browser.
const discoverEvery = time.Minute

// ErrNoAnswer means that the provider does not answer, or that its answer cannot be used.
var ErrNoAnswer = errors.New("the identity provider does not answer")

// Config has the settings that the operator and the provider agreed on.
type Config struct {
	Issuer                 string // URL, exactly as the provider writes it
	ClientID, ClientSecret string
	Name                   string // of the provider, for people
	Now                    func() time.Time
}

// Provider is an identity provider. It is asked at the first use, so that a provider that is down keeps no server from
// starting. Safe for concurrent use.
type Provider struct {
	config   Config
	client   *http.Client
	document func(context.Context) (*discovered, error) // as it was a moment ago
}

// discovered is the provider's metadata.
type discovered struct {
	provider *oidc.Provider
	verifier *oidc.IDTokenVerifier
	oauth    oauth2.Config // without the RedirectURL
}

// New makes a Provider, and asks it nothing.
func New(c Config) *Provider {
	p := &Provider{config: c, client: newClient()}
	p.document = kept.For(discoverEvery, callTimeout, c.Now, p.askForDocument)
	return p
}

// Name is the provider's name for people.
func (p *Provider) Name() string { return p.config.Name }

// Issuer is the provider's URL.
func (p *Provider) Issuer() string { return p.config.Issuer }

// Discover asks the provider for its addresses, unless it did so in the last minute. Returns an ErrNoAnswer, also if the
// provider is another one than the settings say.
func (p *Provider) Discover(ctx context.Context) error {
	_, err := p.discover(ctx)
	return err
}

func (p *Provider) discover(ctx context.Context) (*discovered, error) {
	known, err := p.document(ctx)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrNoAnswer, err)
	}
	return known, nil
}

// askForDocument reads the discovery document.
func (p *Provider) askForDocument(ctx context.Context) (*discovered, error) {
	provider, err := oidc.NewProvider(oidc.ClientContext(ctx, p.client), p.config.Issuer)
	if err != nil {
		return nil, fmt.Errorf("read the discovery document of %s: %w", p.config.Issuer, err)
	}
	var document struct {
		KeysURL string   `json:"jwks_uri"`
		Methods []string `json:"token_endpoint_auth_methods_supported"`
	}
	if err := provider.Claims(&document); err != nil {
		return nil, fmt.Errorf("read the discovery document of %s: %w", p.config.Issuer, err)
	}
	endpoint := provider.Endpoint()
	addresses := map[string]string{
		"authorization_endpoint": endpoint.AuthURL, "token_endpoint": endpoint.TokenURL, "jwks_uri": document.KeysURL,
	}
	if provider.UserInfoEndpoint() != "" {
		addresses["userinfo_endpoint"] = provider.UserInfoEndpoint()
	}
	for name, address := range addresses {
		if !p.mayUse(address) {
			return nil, fmt.Errorf("the discovery document of %s has the %s %q: want an address that begins like the issuer's, with https://",
				p.config.Issuer, name, address)
		}
	}
	// Basic authentication is the default of the standard. To try both would use the code up.
	endpoint.AuthStyle = oauth2.AuthStyleInHeader
	if len(document.Methods) > 0 && !slices.Contains(document.Methods, "client_secret_basic") {
		endpoint.AuthStyle = oauth2.AuthStyleInParams
	}
	return &discovered{
		provider: provider,
		// It allows the algorithms of the document but "none" and those by a shared key, HS….
		verifier: provider.Verifier(&oidc.Config{ClientID: p.config.ClientID, Now: p.config.Now}),
		oauth: oauth2.Config{
			ClientID: p.config.ClientID, ClientSecret: p.config.ClientSecret, Endpoint: endpoint,
			Scopes: []string{oidc.ScopeOpenID, oidc.ScopeEmail},
		},
	}, nil
}

// mayUse refuses addresses to which secrets would go without encryption, unless the issuer has none either.
func (p *Provider) mayUse(address string) bool {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" {
		return false
	}
	return u.Scheme == "https" || u.Scheme == "http" && strings.HasPrefix(p.config.Issuer, "http://")
}
