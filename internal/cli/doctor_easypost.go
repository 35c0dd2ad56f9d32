package cli

import (
	"context"
	"strconv"
	"strings"

	"waybill/internal/config"
	"waybill/internal/partner/easypost"
	"waybill/internal/server"
)

// checkEasyPost looks at the settings and the services. It does not ask EasyPost.
func checkEasyPost(ctx context.Context, p target) finding {
	if p.config.EasyPostAPIKey != "" {
		return judgeEasyPost(p.config)
	}
	if !p.readable() || p.have != p.want { // the services of another schema may not be readable
		return ok("off")
	}
	services, err := server.EasyPostServices(ctx, p.store)
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
		"off, but the orders of these services wait for it: %s", strings.Join(ids, ", "))
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
		found += "; without a webhook secret, no tracking arrives"
		fixes = append(fixes, "set WAYBILL_EASYPOST_WEBHOOK_SECRET")
	}
	if len(fixes) > 0 {
		return warning(strings.Join(fixes, "; "), "%s", found)
	}
	return ok("%s", found)
}
