package settings

import (
	"waybill/internal/console/web"
	"waybill/internal/shipment"
)

// maxLogoForm is how many bytes a form with a logo may have.
const maxLogoForm = shipment.MaxLogoFile + 64<<10

// Routes are the settings of an account.
func Routes() []web.Route {
	settings, webhook := web.AccountPath+"settings", web.AccountPath+"settings/webhooks/{endpoint}"
	return []web.Route{
		web.Get(settings, web.ManageAccount, viewSettings),
		web.Post(settings, web.ManageAccount, changeSettings).LetsNobodyIn(),
		web.Get(settings+"/keys", web.ManageAccount, listKeys),
		web.Post(settings+"/keys", web.ManageAccount, createKey).Recent(),
		web.Post(settings+"/keys/{key}/revoke", web.ManageAccount, revokeKey).LetsNobodyIn(),
		web.Get(settings+"/webhooks", web.ManageAccount, listWebhooks),
		web.Post(settings+"/webhooks", web.ManageAccount, createWebhook).Recent(),
		web.Get(settings+"/webhooks/new", web.ManageAccount, newWebhook),
		web.Get(webhook, web.ManageAccount, web.With(endpoint, viewWebhook)),
		web.Get(webhook+"/change", web.ManageAccount, web.With(endpoint, editWebhook)),
		web.Post(webhook+"/change", web.ManageAccount, web.With(endpoint, changeWebhook)).Recent(),
		web.Post(webhook+"/delete", web.ManageAccount, web.With(endpoint, deleteWebhook)).LetsNobodyIn(),
		web.Post(webhook+"/rotate", web.ManageAccount, web.With(endpoint, rotateWebhook)).Recent(),
		web.Post(webhook+"/test", web.ManageAccount, web.With(endpoint, testWebhook)).LetsNobodyIn(),
		web.Post(webhook+"/replay", web.ManageAccount, web.With(endpoint, replayWebhook)).LetsNobodyIn(),
		web.Get(webhook+"/deliveries/{event}", web.ManageAccount, web.With(endpoint, viewDelivery)),
		web.Get(settings+"/labels", web.ManageAccount, viewLabels),
		web.Post(settings+"/labels", web.ManageAccount, changeLabels).UpTo(maxLogoForm).LetsNobodyIn(),
		web.Get(settings+"/labels/logo", web.ManageAccount, viewLogo),
		web.Get(settings+"/labels/preview", web.ManageAccount, previewLabel),
		web.Get(settings+"/requests", web.ManageAccount, viewRequests),
		web.Get(web.OperatorPath+"requests", web.Operate, viewAllRequests),
		web.Get(settings+"/customs", web.ManageAccount, accountCustoms),
		web.Post(settings+"/customs", web.ManageAccount, accountCustoms).LetsNobodyIn(),
	}
}
