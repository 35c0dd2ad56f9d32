package cli

import (
	"context"
	"log/slog"
	"slices"
	"strconv"
	"strings"
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

// easypostServices are the services that take orders for EasyPost.
func easypostServices(ctx context.Context, s *store.Store) ([]shipment.Service, error) {
	services, err := s.Services(ctx)
	return slices.DeleteFunc(services, func(service shipment.Service) bool {
		return service.Partner != shipment.PartnerEasyPost || service.Disabled
	}), err
}

// warnWithoutEasyPost warns of services that nobody fulfils: their orders are stored, and wait.
func warnWithoutEasyPost(ctx context.Context, s *store.Store, log *slog.Logger) error {
	services, err := easypostServices(ctx, s)
	for _, service := range services {
		log.WarnContext(ctx, "the service's orders wait: there is no account at EasyPost; set WAYBILL_EASYPOST_API_KEY",
			"service_id", service.ServiceID, "service", service.Name)
	}
	return err
}

// checkEasyPost looks at the settings and the services. It does not ask EasyPost.
func checkEasyPost(ctx context.Context, p patient) finding {
	if p.config.EasyPostAPIKey != "" {
		return judgeEasyPost(p.config)
	}
	if !p.readable() || p.have != p.want { // the services of another schema may not be readable
		return ok("off")
	}
	services, err := easypostServices(ctx, p.store)
	if err != nil {
		return failed("check the database's log", "%s", oneLine(err))
	}
	if len(services) == 0 {
		return ok("off")
	}
	ids := make([]string, len(services))
	for i, service := range services {
		ids[i] = strconv.FormatInt(service.ServiceID, 10)
	}
	return warning("set WAYBILL_EASYPOST_API_KEY, or disable the services",
		"off, but the orders of these services wait: %s", strings.Join(ids, ", "))
}

// judgeEasyPost looks at the settings of an account, and never shows its key.
func judgeEasyPost(c config.Config) finding {
	found, fixes := "production", []string(nil)
	if easypost.IsTestKey(c.EasyPostAPIKey) {
		found = "test mode"
		if c.Environment == config.Production {
			found += ", in which no parcel is shipped"
			fixes = append(fixes, "set WAYBILL_EASYPOST_API_KEY to a production key")
		}
	}
	if c.EasyPostWebhookSecret == "" {
		found += "; without a webhook's secret, no tracking arrives"
		fixes = append(fixes, "set WAYBILL_EASYPOST_WEBHOOK_SECRET")
	}
	if len(fixes) > 0 {
		return warning(strings.Join(fixes, "; "), "%s", found)
	}
	return ok("%s", found)
}
