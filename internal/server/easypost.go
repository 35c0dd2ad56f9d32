package server

import (
	"context"
	"log/slog"
	"slices"
	"time"

	"waybill/internal/config"
	"waybill/internal/fulfil"
	"waybill/internal/partner/easypost"
	"waybill/internal/shipment"
	"waybill/internal/store"
)

const (
	// easypostCalls is how many orders EasyPost gets at once; it rejects accounts that send more.
	easypostCalls = 4
	// easypostTimeout is the least that a call may take: EasyPost asks each carrier for its rates.
	easypostTimeout = time.Minute
)

// addEasyPost opens the account at EasyPost, if there is one. An address that the operator names may be in
// a private network.
func (p *partners) addEasyPost(ctx context.Context, c config.Config, log *slog.Logger) error {
	if c.EasyPostAPIKey == "" {
		return warnWithoutEasyPost(ctx, p.store, log)
	}
	client, err := easypost.New(easypost.Config{
		APIKey: c.EasyPostAPIKey, WebhookSecret: c.EasyPostWebhookSecret, Service: c.EasyPostService,
		BaseURL: c.EasyPostURL, PrivateNetwork: c.EasyPostURL != "", Customs: p.customs,
	})
	if err != nil {
		return err
	}
	p.builtin[shipment.PartnerEasyPost] = fulfil.Partner{
		Partner: client, Concurrency: easypostCalls, CallTimeout: max(c.PartnerTimeout, easypostTimeout),
	}
	p.receivers[shipment.PartnerEasyPost] = client.Receive
	return nil
}

// customs returns the facts for customs that apply to an order: from its account, or else from its service.
func (p *partners) customs(ctx context.Context, o *shipment.Order) (shipment.Customs, error) {
	return p.store.MasterData.Customs(ctx, o.AccountID, o.ServiceID)
}

// EasyPostServices are the services that take orders for EasyPost.
func EasyPostServices(ctx context.Context, s *store.Store) ([]shipment.Service, error) {
	services, err := s.MasterData.Services(ctx)
	return slices.DeleteFunc(services, func(service shipment.Service) bool {
		return service.Partner != shipment.PartnerEasyPost || service.Disabled
	}), err
}

// warnWithoutEasyPost warns of services whose orders are stored and wait, because there is no account.
func warnWithoutEasyPost(ctx context.Context, s *store.Store, log *slog.Logger) error {
	services, err := EasyPostServices(ctx, s)
	for _, service := range services {
		log.WarnContext(ctx, "the service's orders wait: there is no account at EasyPost; set WAYBILL_EASYPOST_API_KEY",
			"service_id", service.ServiceID, "service", service.Name)
	}
	return err
}
