package console

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"waybill/internal/admission"
	"waybill/internal/console/web"
	"waybill/internal/orders"
	"waybill/internal/printing"
	"waybill/internal/shipment"
)

// TestDocumentsOfPagesAreCharged looks at what the account is charged when a document is sent: what the order takes, and the document.
func TestDocumentsOfPagesAreCharged(t *testing.T) {
	t.Parallel()
	var c *testConsole
	var held int64
	var owner admission.Owner
	c = newTestConsole(t, func(config *web.Config) {
		send := config.SendDocument
		config.SendDocument = func(w http.ResponseWriter, r *http.Request, d orders.Document) {
			hold := config.Hold(r.Context())
			held, owner = hold.Size(), hold.Owner()
			send(w, r, d)
		}
	})
	no, partners := c.as(shipment.RoleEditor).createOrder(orderValues()), c.partnerOrder("[label pdf]")
	image := picture(t)
	c.as(shipment.RoleOperator).sendFile(ordersPath+no+"/proof", "image", image, map[string]string{"name": "Sari"}).
		want(t, http.StatusSeeOther)
	u := c.as(shipment.RoleViewer)
	const file = 4 << 10 // the least of a label
	for path, least := range map[string]int64{
		"GET " + ordersPath + no + "/documents/label.pdf":            64<<10 + file,
		"GET " + ordersPath + no + "/documents/customs.json":         3 * printing.MostItemBytes,
		"GET " + ordersPath + partners + "/documents/label.pdf":      3 * shipment.MaxPartnerLabel,
		"GET " + ordersPath + no + "/proof":                          int64(len(image)),
		"POST /console/accounts/1/orders/print?selected=" + no:       printing.MostItemBytes,
		"POST /console/accounts/1/orders/print?selected=" + partners: printing.MostItemBytes + 2*shipment.MaxPartnerLabel,
	} {
		held = 0
		var method, at string
		if _, err := fmt.Sscan(path, &method, &at); err != nil {
			t.Fatal(err)
		}
		got := u.get
		if method == http.MethodPost {
			got = func(at string) testPage {
				address, err := url.Parse(at)
				if err != nil {
					t.Fatal(err)
				}
				return u.post(address.Path, address.Query())
			}
		}
		got(at).want(t, http.StatusOK)
		if least += c.api.Budget.Request; held < least || owner.Account != 1 {
			t.Errorf("%s: %d bytes are charged to the account %d, want %d of 1", path, held, owner.Account, least)
		}
	}
}

// TestDocumentsOfSuspendedAccounts: whoever has the address of a document gets it, so the page has it, too. The rest is refused as to keys.
func TestDocumentsOfSuspendedAccounts(t *testing.T) {
	t.Parallel()
	c := newTestConsole(t)
	no := c.as(shipment.RoleEditor).createOrder(orderValues())
	c.as(shipment.RoleEditor).post(handoversPath, url.Values{"service_id": {"1"}, "place": {"Dock"}}).want(t, http.StatusSeeOther)
	_, imported := c.as(shipment.RoleEditor).upload("orders.csv", importFile(t, 2), nil)
	if err := c.Store.MasterData.SuspendAccount(t.Context(), 1); err != nil {
		t.Fatal(err)
	}
	u := c.as(shipment.RoleAdmin)
	u.get(ordersPath+no+"/documents/label.pdf").want(t, http.StatusOK, "%PDF-")
	u.get(settingsPath+"/labels/preview").want(t, http.StatusOK, "PNG")
	for _, path := range []string{
		ordersPath + no + "/proof", handoversPath + "/1/pdf", "/console/accounts/1/imports/template?service_id=1",
		imported + "/orders", imported + "/refused", imported + "/labels",
	} {
		u.get(path).want(t, http.StatusForbidden, "The account is suspended")
	}
	u.post("/console/accounts/1/orders/print", url.Values{"selected": {no}}).want(t, http.StatusForbidden, "The account is suspended")
}

func TestADocumentWaitsForARendererOnPages(t *testing.T) {
	t.Parallel()
	c := newTestConsole(t)
	no := c.as(shipment.RoleEditor).createOrder(orderValues())
	busy := printing.NewRenderers(1, 0)
	c.api.Printing.Renderers = printing.RenderersByKind{Labels: busy, Documents: printing.NewRenderers(1, 0)}
	if err := busy.Acquire(t.Context()); err != nil {
		t.Fatal(err)
	}
	u := c.as(shipment.RoleViewer)
	u.get(ordersPath+no+"/documents/label.pdf").want(t, http.StatusServiceUnavailable, "There is too much to do at the moment.")
	u.get(ordersPath+no+"/documents/invoice.pdf").want(t, http.StatusOK, "%PDF-")
	busy.Release()
	u.get(ordersPath+no+"/documents/label.pdf").want(t, http.StatusOK, "%PDF-")
}

// TestOrderPageListsTheFormsOfItsService: an operator sets which customs forms the orders of a service have.
func TestOrderPageListsTheFormsOfItsService(t *testing.T) {
	t.Parallel()
	c := newTestConsole(t)
	u := c.as(shipment.RoleOperatorAdmin)
	values := orderValues()
	for name, text := range map[string]string{
		"consignee_company": "Imports GmbH", "shipper_company": "Merlion Trading", "consignee_name_latin": "Siti R.",
		"consignee_address_latin": "Jl. One",
	} {
		values.Set(name, text)
	}
	page := ordersPath + u.createOrder(values)
	u.get(page).want(t, http.StatusOK, "/documents/cn22.pdf", "/documents/cn23.pdf", "/documents/invoice.pdf",
		"Imports GmbH", "Merlion Trading", "Siti R.", "Jl. One")
	service := web.OperatorPath + "services/" + values.Get("service_id")
	u.post(service, url.Values{"name": {"Courier"}, "cod": {"on"}, "customs_forms": {"invoice"}}).want(t, http.StatusSeeOther)
	u.get(web.OperatorPath+"services").want(t, http.StatusOK, "Invoices alone", "CN 22, CN 23 and invoices")
	got := u.get(page)
	got.want(t, http.StatusOK, "/documents/invoice.pdf", "/documents/proforma.pdf", "/documents/customs.json")
	if strings.Contains(got.text, "/documents/cn2") {
		t.Error("the page offers forms that the service does not use")
	}
	u.get(page+"/documents/cn22.pdf").want(t, http.StatusBadRequest, "Orders of this service have invoices alone", "Courier")
}
