package server

import (
	"context"
	"time"

	"waybill/internal/admission"
	"waybill/internal/api"
	"waybill/internal/api/shell"
	"waybill/internal/config"
	"waybill/internal/console"
	"waybill/internal/console/public"
	"waybill/internal/console/web"
	"waybill/internal/feature"
	"waybill/internal/fulfil"
	"waybill/internal/mail"
	"waybill/internal/openid"
	"waybill/internal/orders"
	"waybill/internal/store/requestlog"
	"waybill/internal/users"
)

// consolePath begins the paths of the console.
const consolePath = "/console/"

// newAPI makes the API with all pages.
func (p *process) newAPI(
	ctx context.Context, fulfiller *fulfil.Fulfiller, features []feature.Feature, budget *admission.Budget, operations *orders.Service,
) (*api.API, error) {
	c := p.Config
	p.requests = requestlog.NewWriter(p.store.Requests, p.Log)
	a, err := api.New(ctx, shell.New(shell.Config{
		Store: p.store, Budget: budget, Spool: p.spool, Now: time.Now, Log: p.Log, Metrics: p.metrics, Tracer: p.tracer,
		Say: web.SayTo, Requests: p.requests, Rehearse: c.Environment == config.Development,
		Proxies: c.TrustedProxies, Version: p.Build.Version, CORSOrigins: c.CORSOrigins, BlockingBudget: c.BlockingBudget,
		RateLimit: shell.RateLimit{PerSecond: c.RateLimit, Burst: c.RateBurst}, FailedKeyLimit: failedKeyLimit(c),
	}), api.Config{
		Orders: operations, Endpoints: p.endpoints, Labels: p.labels,
		Features: features, Receivers: p.partners.receivers, PublicURL: c.PublicURL,
		TrackingLimit: trackingLimit(c), DocumentLimit: documentLimit(c), PartnerLimit: partnerLimit(c),
		Simulate: c.Environment == config.Development,
		Pages:    pages(p.store, p.Log, c), Home: public.NewHomePage(), TrackPartnerNumbers: c.TrackPartnerNumbers,
	})
	if err != nil {
		return nil, err
	}
	sendMail, err := mailer(c)
	if err != nil {
		return nil, err
	}
	secrets, err := p.store.Secrets(ctx)
	if err != nil {
		return nil, err
	}
	if _, err := users.NewRelyingParty(c.PublicURL, ""); err != nil && (c.PublicURL != "" || c.Environment == config.Production) {
		p.Log.WarnContext(ctx, "users cannot sign in by passkeys", "reason", err)
	}
	pages, err := console.New(web.Config{
		Secret: secrets.ConsoleKey[:],
		Mail:   sendMail, SignInFailed: p.metrics.SignInFailed, Outgoing: p.outgoing, Provider: IdentityProvider(c), Eraser: p.eraser(),
		Store: p.store, Orders: operations, Share: a.Share,
		Printing: a.Printing, SendDocument: a.SendDocument,
		EventBody: a.EventBody, Endpoints: p.endpoints, ReadLogo: p.labels.ReadLogo,
		Admit: a.Admit, Charge: a.Charge, Hold: a.Hold, Client: a.Client,
		RequestID: shell.RequestID, Now: time.Now, Log: p.Log,
		Version: p.Build.Version, PublicURL: c.PublicURL, Development: c.Environment == config.Development,
		OperatorPasswords: c.PasswordsOfOperators(),
		PartnerState:      fulfiller.PartnerState, System: web.System{Started: time.Now(), Database: c.Database(), Folder: c.Data},
	}, a.Core(), features)
	if err != nil {
		return nil, err
	}
	a.Mount(consolePath, "console", pages.Handler())
	return a, nil
}

// IdentityProvider returns the provider by which people sign in, nil if there is none.
func IdentityProvider(c config.Config) *openid.Provider {
	if c.OIDCIssuer == "" {
		return nil
	}
	return openid.New(openid.Config{
		Issuer: c.OIDCIssuer, ClientID: c.OIDCClientID, ClientSecret: c.OIDCClientSecret, Name: c.OIDCName, Now: time.Now,
	})
}

// mailer returns what sends mail, nil if there is no mail server.
func mailer(c config.Config) (func(ctx context.Context, to, subject, text string) error, error) {
	if c.SMTPURL == "" {
		return nil, nil //nolint:nilnil // mail is optional
	}
	sender, err := mail.New(c.SMTPURL, c.SMTPFrom)
	if err != nil {
		return nil, err
	}
	return sender.Send, nil
}
