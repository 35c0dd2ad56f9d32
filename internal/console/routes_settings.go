package console

import "waybill/internal/shipment"

// maxLogoForm is how many bytes a form with a logo may have.
const maxLogoForm = shipment.MaxLogoFile + 64<<10

// settingsRoutes are the settings of an account, its batches and its pickup lists.
func (c *Console) settingsRoutes() []route {
	settings, webhook := accountPath+"settings", accountPath+"settings/webhooks/{endpoint}"
	return []route{
		{"GET", settings, manageAccount, (*visit).viewSettings, 0},
		{"POST", settings, manageAccount, (*visit).changeSettings, 0},
		{"GET", settings + "/keys", manageAccount, (*visit).listKeys, 0},
		{"POST", settings + "/keys", manageAccount, (*visit).createKey, 0},
		{"POST", settings + "/keys/{key}/revoke", manageAccount, (*visit).revokeKey, 0},
		{"GET", settings + "/webhooks", manageAccount, (*visit).listWebhooks, 0},
		{"POST", settings + "/webhooks", manageAccount, (*visit).createWebhook, 0},
		{"GET", settings + "/webhooks/new", manageAccount, (*visit).newWebhook, 0},
		{"GET", webhook, manageAccount, (*visit).viewWebhook, 0},
		{"GET", webhook + "/change", manageAccount, (*visit).editWebhook, 0},
		{"POST", webhook + "/change", manageAccount, (*visit).changeWebhook, 0},
		{"POST", webhook + "/delete", manageAccount, (*visit).deleteWebhook, 0},
		{"POST", webhook + "/rotate", manageAccount, (*visit).rotateWebhook, 0},
		{"POST", webhook + "/test", manageAccount, (*visit).testWebhook, 0},
		{"POST", webhook + "/replay", manageAccount, (*visit).replayWebhook, 0},
		{"GET", webhook + "/deliveries/{event}", manageAccount, (*visit).viewDelivery, 0},
		{"GET", settings + "/labels", manageAccount, (*visit).viewLabels, 0},
		{"POST", settings + "/labels", manageAccount, (*visit).changeLabels, maxLogoForm},
		{"GET", settings + "/labels/logo", manageAccount, (*visit).viewLogo, 0},
		{"GET", settings + "/labels/preview", manageAccount, (*visit).previewLabel, 0},
		{"GET", settings + "/customs", manageAccount, (*visit).accountCustoms, 0},
		{"POST", settings + "/customs", manageAccount, (*visit).accountCustoms, 0},
		{"GET", settings + "/templates", manageAccount, (*visit).listTemplates, 0},
		{"POST", settings + "/templates/delete", manageAccount, (*visit).deleteTemplate, 0},
		{"GET", accountPath + "batches", viewOrders, (*visit).listBatches, 0},
		{"GET", accountPath + "batches/{batch}", viewOrders, (*visit).viewBatch, 0},
		{"GET", accountPath + "batches/{batch}/labels", viewOrders, (*visit).printBatchLabels, 0},
		{"POST", accountPath + "batches/{batch}/labels", viewOrders, (*visit).printBatchLabels, 0},
		{"GET", accountPath + "manifests", viewOrders, (*visit).chooseManifest, 0},
		{"GET", accountPath + "manifests/print", viewOrders, (*visit).printManifest, 0},
	}
}

// settingsTabs are the pages of the settings that the user may use.
func (v *visit) settingsTabs() []navLink {
	return v.navLinks([]navItem{
		{accountPath + "settings", key("General")},
		{accountPath + "settings/keys", key("Keys")},
		{accountPath + "settings/webhooks", key("Webhooks")},
		{accountPath + "settings/labels", key("Labels")},
		{accountPath + "settings/customs", key("Customs")},
		{accountPath + "settings/templates", key("Templates")},
		{accountPath + "settings/users", key("Users")},
	})
}
