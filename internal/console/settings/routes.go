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
		web.Get(settings, shipment.SetAccount, viewSettings),
		web.Post(settings, shipment.SetAccount, changeSettings).LetsNobodyIn(),
		web.Get(settings+"/keys", shipment.SetAccount, listKeys),
		web.Post(settings+"/keys", shipment.SetAccount, createKey).Recent(),
		web.Post(settings+"/keys/{key}/revoke", shipment.SetAccount, web.With(web.ID("key"), revokeKey)).LetsNobodyIn(),
		web.Get(settings+"/webhooks", shipment.SetAccount, listWebhooks),
		web.Post(settings+"/webhooks", shipment.SetAccount, createWebhook).Recent(),
		web.Get(settings+"/webhooks/new", shipment.SetAccount, web.Blank(webhookForm(0))),
		web.Get(webhook, shipment.SetAccount, web.With(endpoint, viewWebhook)),
		web.Get(webhook+"/change", shipment.SetAccount, web.With(endpoint, editWebhook)),
		web.Post(webhook+"/change", shipment.SetAccount, web.With(endpoint, changeWebhook)).Recent(),
		web.Post(webhook+"/delete", shipment.SetAccount, web.With(endpoint, deleteWebhook)).LetsNobodyIn(),
		web.Post(webhook+"/rotate", shipment.SetAccount, web.With(endpoint, rotateWebhook)).Recent(),
		web.Post(webhook+"/test", shipment.SetAccount, web.With(endpoint, testWebhook)).LetsNobodyIn(),
		web.Post(webhook+"/replay", shipment.SetAccount, web.With(endpoint, replayWebhook)).LetsNobodyIn(),
		web.Get(webhook+"/deliveries/{event}", shipment.SetAccount, web.With(endpoint, viewDelivery)),
		web.Get(settings+"/labels", shipment.SetAccount, web.With(accountLabels, viewLabels)),
		web.Post(settings+"/labels", shipment.SetAccount, changeLabels).UpTo(maxLogoForm).LetsNobodyIn(),
		web.Get(settings+"/labels/logo", shipment.SetAccount, web.With(accountLabels, viewLogo)),
		web.Get(settings+"/labels/preview", shipment.SetAccount, previewLabel),
		web.Get(settings+"/requests", shipment.SetAccount, viewRequests),
		web.Get(web.OperatorPath+"requests", shipment.Operate, viewAllRequests),
		web.Get(settings+"/customs", shipment.SetAccount, accountCustoms),
		web.Post(settings+"/customs", shipment.SetAccount, accountCustoms).LetsNobodyIn(),
	}
}
