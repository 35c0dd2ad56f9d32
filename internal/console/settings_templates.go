package console

import (
	"net/http"
	"net/url"
)

func (v *visit) listTemplates() error {
	templates, err := v.console.Store.OrderTemplates(v.ctx(), v.account.AccountID)
	if err != nil {
		return err
	}
	return v.render(http.StatusOK, "order-templates.html", map[string]any{
		"Templates": templates, "Tabs": v.settingsTabs(), "MayCreate": v.mayOpen(accountPath + "orders/new"),
	})
}

func (v *visit) deleteTemplate() error {
	if err := v.parse(); err != nil {
		return err
	}
	name := v.r.PostForm.Get("name")
	if ok, err := v.confirm(v.t("Delete the template %s?", name), v.t("Delete")); !ok {
		return err
	}
	if _, err := v.api(http.MethodDelete, "/api/order/templates/"+url.PathEscape(name)+"/", nil); err != nil {
		return err
	}
	v.toast(v.t("The template is deleted."))
	return v.redirect(v.url("settings/templates"))
}
