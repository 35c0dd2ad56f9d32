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

// openEasyPost opens the account at EasyPost. Who names another address of its interface runs
// that, wherever it is.
func openEasyPost(c config.Config) (fulfil.Courier, error) {
	client, err := easypost.New(easypost.Config{
		APIKey: c.EasyPostAPIKey, WebhookSecret: c.EasyPostWebhookSecret, Service: c.EasyPostService,
		BaseURL: c.EasyPostURL, PrivateNetwork: c.EasyPostURL != "",
	})
	if err != nil {
		return fulfil.Courier{}, err
	}
	return fulfil.Courier{Partner: client, Concurrency: easypostCalls, CallTimeout: max(c.PartnerTimeout, easypostTimeout)}, nil
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
