package doctor

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"waybill/internal/cli/command"
	"waybill/internal/config"
	"waybill/internal/each"
	"waybill/internal/partner/easypost"
	"waybill/internal/server"
	"waybill/internal/shipment"
	"waybill/internal/store"
)

// checkEasyPost looks at the settings and the services. It does not ask EasyPost.
func checkEasyPost(ctx context.Context, p target) finding {
	if p.config.EasyPostAPIKey != "" && !p.isCurrent() {
		return judgeEasyPost(p.config, nil)
	}
	if !p.isCurrent() {
		return ok("off")
	}
	services, err := server.EasyPostServices(ctx, p.store)
	if err != nil {
		return failed("check the database's log", "%s", command.OneLine(err))
	}
	if p.config.EasyPostAPIKey != "" {
		unstated, err := unstatedFacts(ctx, p.store, services)
		if err != nil {
			return failed("check the database's log", "%s", command.OneLine(err))
		}
		return judgeEasyPost(p.config, unstated)
	}
	if len(services) == 0 {
		return ok("off")
	}
	ids := each.Of(services, func(service shipment.Service) string { return strconv.FormatInt(service.ServiceID, 10) })
	return warning("set WAYBILL_EASYPOST_API_KEY, or disable the services",
		"off, but the orders of these services wait for it: %s", strings.Join(ids, ", "))
}

// unstatedFacts names the facts for customs that a service does not state and that its orders may need. An account or an
// order may say them.
func unstatedFacts(ctx context.Context, s *store.Store, services []shipment.Service) ([]string, error) {
	var unstated []string
	for _, service := range services {
		if service.Origin != "" && service.Origin == service.Destination {
			continue
		}
		facts, err := s.MasterData.ServiceCustoms(ctx, service.ServiceID)
		if err != nil {
			return nil, err
		}
		var names []string
		for _, name := range []string{
			shipment.CustomsContents, shipment.CustomsRestriction, shipment.CustomsOrigin, shipment.CustomsExemption,
		} {
			if facts[name] == "" && (name != shipment.CustomsExemption || service.Origin == "" || service.Origin == "US") {
				names = append(names, name)
			}
		}
		if names != nil {
			unstated = append(unstated, fmt.Sprintf("service %d states no %s", service.ServiceID, strings.Join(names, ", ")))
		}
	}
	return unstated, nil
}

// judgeEasyPost looks at the settings of an account, and never shows its key.
func judgeEasyPost(c config.Config, unstated []string) finding {
	found, fixes := "production", []string(nil)
	if easypost.IsTestKey(c.EasyPostAPIKey) {
		found = "test mode"
		if c.Environment == config.Production {
			found += ", in which no parcel is shipped"
			fixes = append(fixes, "set WAYBILL_EASYPOST_API_KEY to a production key")
		}
	}
	if c.EasyPostWebhookSecret == "" {
		found += "; without a webhook secret, no tracking arrives"
		fixes = append(fixes, "set WAYBILL_EASYPOST_WEBHOOK_SECRET")
	}
	if unstated != nil {
		found += "; for customs " + strings.Join(unstated, "; ")
		fixes = append(fixes, "state it by `waybill service customs`, unless all accounts or orders do")
	}
	if len(fixes) > 0 {
		return warning(strings.Join(fixes, "; "), "%s", found)
	}
	return ok("%s", found)
}
