package settings

import (
	"net/http"
	"net/url"

	"waybill/internal/console/web"
	"waybill/internal/shipment"
	"waybill/internal/store/masterdata"
)

func listTemplates(v *web.Visit) error {
	templates, err := v.Console.Store.MasterData.Entries(v.Context(), v.Account.AccountID, shipment.Templates, masterdata.EntryFilter{})
	if err != nil {
		return err
	}
	return v.Render(http.StatusOK, "order-templates.html", map[string]any{
		"Templates": templates, "Tabs": v.SettingsTabs(), "MayCreate": v.MayOpen(web.AccountPath + "orders/new"),
	})
}

func deleteTemplate(v *web.Visit) error {
	name := v.Request.PostForm.Get("name")
	if ok, err := v.Confirm(v.T("Delete the template %s?", name), v.T("Delete")); !ok {
		return err
	}
	if _, err := v.Call(http.MethodDelete, "/api/order/templates/"+url.PathEscape(name)+"/", nil); err != nil {
		return err
	}
	v.Toast(v.T("The template is deleted."))
	return v.Redirect(v.URL("settings/templates"))
}
