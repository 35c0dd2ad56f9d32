package console

import (
	"net/http"
	"net/url"
	"testing"

	"waybill/internal/shipment"
)

// TestFactsForCustoms: administrators state the facts of their account, and operators those of a service.
func TestFactsForCustoms(t *testing.T) {
	t.Parallel()
	c := newTestConsole(t)
	const account, service = "/console/accounts/1/settings/customs", "/console/operator/services/1/customs"
	stated := url.Values{"contents_type": {"merchandise"}, "restriction_type": {"none"}, "origin_country": {"SG"}}

	a := c.as(shipment.RoleAdmin)
	a.get(account).want(t, http.StatusOK, "Whether the import of the goods is restricted.", "Not stated")
	a.post(account, stated).want(t, http.StatusSeeOther)
	facts, err := c.Store.MasterData.AccountCustoms(t.Context(), 1)
	if err != nil || len(facts) != 3 || facts[shipment.CustomsOrigin] != "SG" {
		t.Errorf("stated %v, %v", facts, err)
	}
	a.get(account).want(t, http.StatusOK, `value="merchandise" selected`)
	for field, values := range map[string]url.Values{
		"contents_type":          {"contents_type": {"guns"}},
		"export_exemption_limit": {"export_exemption": {"NOEEI 30.37(a)"}},
		"customs_signer":         {"customs_certify": {"yes"}},
	} {
		a.post(account, values).want(t, http.StatusUnprocessableEntity, `id="e-`+field+`"`)
	}
	if after, err := c.Store.MasterData.AccountCustoms(t.Context(), 1); err != nil || len(after) != 3 {
		t.Errorf("after wrong values %v, %v", after, err)
	}
	c.as(shipment.RoleEditor).get(account).want(t, http.StatusForbidden)
	a.post(service, stated).want(t, http.StatusForbidden)

	o := c.as(shipment.RoleOperatorAdmin)
	o.post(service, stated).want(t, http.StatusSeeOther)
	if facts, err := c.Store.MasterData.ServiceCustoms(t.Context(), 1); err != nil || len(facts) != 3 {
		t.Errorf("stated %v, %v", facts, err)
	}
	o.get("/console/operator/services/1").want(t, http.StatusOK, service)
	c.as(shipment.RoleOperator).get(service).want(t, http.StatusOK, "Operator administrators can change it.")
	c.as(shipment.RoleOperator).post(service, stated).want(t, http.StatusForbidden)
}
