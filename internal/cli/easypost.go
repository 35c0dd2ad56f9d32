package cli

import (
	"context"
	"log/slog"
	"time"

	"waybill/internal/config"
	"waybill/internal/fulfil"
	"waybill/internal/partner/easypost"
	"waybill/internal/shipment"
	"waybill/internal/store"
)

const (
	// easypostCalls is how many orders EasyPost gets at once; it turns accounts away that ask more.
	easypostCalls = 4
	// easypostTimeout is the least that a call may take: EasyPost asks each carrier for its rates.
	easypostTimeout = time.Minute
)

// addEasyPost opens the account at EasyPost, if there is one. Who names another address of its
// interface runs that, wherever it is.
func (c *couriers) addEasyPost(ctx context.Context, settings config.Config, log *slog.Logger) error {
	if settings.EasyPostAPIKey == "" {
		return warnWithoutEasyPost(ctx, c.store, log)
	}
	client, err := easypost.New(easypost.Config{
		APIKey: settings.EasyPostAPIKey, WebhookSecret: settings.EasyPostWebhookSecret, Service: settings.EasyPostService,
		BaseURL: settings.EasyPostURL, PrivateNetwork: settings.EasyPostURL != "",
	})
	if err != nil {
		return err
	}
	c.fixed[shipment.PartnerEasyPost] = fulfil.Courier{
		Partner: client, Concurrency: easypostCalls, CallTimeout: max(settings.PartnerTimeout, easypostTimeout),
	}
	c.receivers[shipment.PartnerEasyPost] = client.Receive
	return nil
}

// warnWithoutEasyPost warns of services that nobody fulfils: their orders are stored, and wait.
func warnWithoutEasyPost(ctx context.Context, s *store.Store, log *slog.Logger) error {
	services, err := s.Services(ctx)
	if err != nil {
		return err
	}
	for _, service := range services {
		if service.Partner == shipment.PartnerEasyPost && !service.Disabled {
			log.WarnContext(ctx, "the service's orders wait: there is no account at EasyPost; set WAYBILL_EASYPOST_API_KEY",
				"service_id", service.ServiceID, "service", service.Name)
		}
	}
	return nil
}
