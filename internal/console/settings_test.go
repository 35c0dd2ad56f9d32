package console

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"image/png"
	"io"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"waybill/client"
	"waybill/internal/shipment"
	"waybill/internal/store"
	"waybill/internal/store/audit"
	"waybill/internal/store/requestlog"
)

const settingsPath = "/console/accounts/1/settings"

// hostileText is a text that must be shown as it is.
const hostileText = `<script>alert("1")</script> =1+1 שלום 🌸`

// hostileMarkup is how a page has it.
const hostileMarkup = `&lt;script&gt;alert(&#34;1&#34;)&lt;/script&gt; =1&#43;1 שלום 🌸`

func TestSettingsAreForAdministrators(t *testing.T) {
	c := newTestConsole(t)
	for _, page := range []string{"", "/keys", "/webhooks", "/webhooks/new", "/labels"} {
		c.as(shipment.RoleAdmin).get(settingsPath+page).want(t, http.StatusOK)
		for _, r := range []shipment.Role{shipment.RoleViewer, shipment.RoleEditor, shipment.RoleOperator} {
			c.as(r).get(settingsPath+page).want(t, http.StatusForbidden)
		}
		c.as("none").get(settingsPath+page).want(t, http.StatusNotFound)
	}
	c.as(shipment.RoleEditor).post(settingsPath+"/keys", url.Values{"name": {"x"}}).want(t, http.StatusForbidden)
	if keys, err := c.Store.MasterData.Keys(t.Context(), 1); err != nil || len(keys) != 1 {
		t.Errorf("an editor created a key: %+v, %v", keys, err)
	}
}

func TestGeneralSettings(t *testing.T) {
	c := newTestConsole(t)
	u := c.as(shipment.RoleAdmin)
	u.post(settingsPath, url.Values{"timezone": {"Mars"}, "language": {"xx"}}).
		want(t, http.StatusUnprocessableEntity, "Enter a time zone such as Asia/Singapore, or UTC.", "Language: choose one of the list.",
			`value="Mars"`)
	u.post(settingsPath, url.Values{"unscanned_hours": {"721"}}).want(t, http.StatusUnprocessableEntity, "Hours until a scan")
	u.post(settingsPath, url.Values{"timezone": {"Asia/Jakarta"}, "language": {"id"}, "unscanned_hours": {"36"}}).want(t, http.StatusSeeOther)
	u.get(settingsPath).want(t, http.StatusOK, `lang="id"`, "Pengaturan disimpan.", `value="Asia/Jakarta"`, `value="36"`)
	a, err := c.Store.MasterData.Account(t.Context(), 1)
	if err != nil || a.Timezone != "Asia/Jakarta" || a.Language != "id" {
		t.Errorf("%+v, %v", a, err)
	}
	entries, _, err := c.Store.Audit.List(t.Context(), audit.Filter{SubjectKind: audit.SubjectAccount}, "", 1)
	if err != nil || entries[0].Actor != (audit.Actor{Kind: audit.ActorUser, Name: u.user.Email}) {
		t.Errorf("audit log: %+v, %v", entries, err)
	}
}

var secretOnPage = regexp.MustCompile(`data-copy="([^"]+)"`)

// secretOf is the secret that a page shows.
func secretOf(t *testing.T, p testPage) string {
	t.Helper()
	found := secretOnPage.FindStringSubmatch(p.text)
	if found == nil {
		t.Fatalf("the page shows no secret: %s", p.text)
	}
	return strings.NewReplacer("&#43;", "+", "&#61;", "=").Replace(found[1])
}

// TestKeysAreRotated creates a key, calls the API with it, and revokes it with the key that it created.
func TestKeysAreRotated(t *testing.T) {
	c := newTestConsole(t)
	u := c.as(shipment.RoleAdmin)
	made := u.post(settingsPath+"/keys", url.Values{"name": {hostileText}})
	made.want(t, http.StatusCreated, hostileMarkup, "Copy it now")
	made.wantNoStore(t)
	secret := secretOf(t, made)
	sdk, err := client.New(c.url+"/api", secret, client.WithMaxRetries(0))
	if err != nil {
		t.Fatal(err)
	}
	second, err := sdk.CreateKey(t.Context(), "Second", time.Time{})
	if err != nil {
		t.Fatal(err)
	}
	list := u.get(settingsPath + "/keys")
	list.want(t, http.StatusOK, hostileMarkup, "Second", "Revoke with 1 key made with it")
	if strings.Contains(list.text, secret) || strings.Contains(list.text, second.Secret) {
		t.Error("the list shows a secret")
	}
	u.post(settingsPath+"/keys", url.Values{"name": {hostileText}}).
		want(t, http.StatusUnprocessableEntity, "Another key has this name. Choose another name, or revoke that key first.")
	u.post(settingsPath+"/keys", url.Values{"name": {"x"}, "expires_on": {"2020-01-01"}}).
		want(t, http.StatusUnprocessableEntity, "Choose a day in the future.", `value="2020-01-01"`)
	keys, err := sdk.Keys(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	path := settingsPath + "/keys/" + jsonText(keys[1].ID) + "/revoke"
	u.post(path, url.Values{"with_created": {"1"}}).want(t, http.StatusOK, "or the 1 key made with it, will be refused at once")
	if _, err := sdk.Keys(t.Context()); err != nil {
		t.Errorf("revoked before it is confirmed: %v", err)
	}
	u.post(path, url.Values{"with_created": {"1"}, "confirmed": {"1"}}).want(t, http.StatusSeeOther)
	if _, err := sdk.Keys(t.Context()); err == nil {
		t.Error("the key works after it was revoked")
	}
	list = u.get(settingsPath + "/keys")
	list.want(t, http.StatusOK, "The key is revoked.")
	if n := strings.Count(list.text, "Revoked</span>"); n != 2 {
		t.Errorf("%d keys are revoked, want 2", n)
	}
	u.post(settingsPath+"/keys/999/revoke", url.Values{"confirmed": {"1"}}).want(t, http.StatusNotFound)
}

// TestKeysAreLimited: a person chooses what a key may do and from where, and gives no more than the role allows.
func TestKeysAreLimited(t *testing.T) {
	c := newTestConsole(t)
	u, keys := c.as(shipment.RoleAdmin), settingsPath+"/keys"
	page := u.get(keys)
	page.want(t, http.StatusOK, "Warehouse: sees orders, prints labels, packs parcels")
	if strings.Contains(page.text, "Depot") || strings.Contains(page.text, "See the audit log") {
		t.Error("an administrator is offered what is the operator's")
	}
	u.post(keys, url.Values{"name": {"Shop"}, "preset": {"shop"}, "networks": {"203.0.113.0/24, 2001:db8::7"}}).
		want(t, http.StatusCreated, "<code class=\"small\" title=\"Create and change orders\">orders:write</code>", "from 203.0.113.0/24",
			"from 2001:db8::7/128")
	made := u.post(keys, url.Values{"name": {"Reader"}, "scopes": {"orders:read"}})
	made.want(t, http.StatusCreated)
	sdk, err := client.New(c.url+"/api", secretOf(t, made), client.WithMaxRetries(0))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := sdk.Orders(t.Context(), client.Filter{}); err != nil {
		t.Error(err)
	}
	if _, err := sdk.Keys(t.Context()); !errors.Is(err, client.ErrForbidden) {
		t.Errorf("%v, want 403", err)
	}
	u.post(keys, url.Values{"name": {"Both"}, "preset": {"shop"}, "scopes": {"account"}}).
		want(t, http.StatusUnprocessableEntity, "Choose from the list or one by one, not both.", `value="account" checked`)
	u.post(keys, url.Values{"name": {"Depot"}, "preset": {"depot"}}).
		want(t, http.StatusUnprocessableEntity, "so you cannot give it to a key: tracking:write")
	u.post(keys, url.Values{"name": {"Depot"}, "networks": {"depot"}}).
		want(t, http.StatusUnprocessableEntity, "&#34;depot&#34; is no network", `value="depot"`)
}

func jsonText(v any) string {
	text, _ := json.Marshal(v) // of a number
	return string(text)
}

// hookReceiver is a receiver of webhooks that answers with a status.
type hookReceiver struct {
	*httptest.Server
	mu     sync.Mutex
	status int
	bodies []string
}

func newHookReceiver(t *testing.T) *hookReceiver {
	t.Helper()
	r := &hookReceiver{status: http.StatusOK}
	r.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		body, _ := io.ReadAll(req.Body) // a cut one is seen by its comparison
		r.mu.Lock()
		defer r.mu.Unlock()
		r.bodies = append(r.bodies, string(body))
		w.WriteHeader(r.status)
	}))
	t.Cleanup(r.Close)
	return r
}

func (r *hookReceiver) answer(status int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.status = status
}

func TestWebhookEndpoints(t *testing.T) {
	c := newTestConsole(t)
	u, receiver, path := c.as(shipment.RoleAdmin), newHookReceiver(t), settingsPath+"/webhooks"
	u.post(path, url.Values{"url": {"ftp://x"}, "description": {hostileText}}).
		want(t, http.StatusUnprocessableEntity, "URL must begin with https:// and have a host.", hostileMarkup)
	made := u.post(path, url.Values{"url": {receiver.URL}, "description": {hostileText}, "events": {"order.created"}})
	made.want(t, http.StatusCreated, hostileMarkup, "order.created")
	made.wantNoStore(t)
	first := secretOf(t, made)
	if !strings.HasPrefix(first, "whsec_") {
		t.Errorf("secret %q", first)
	}
	endpoints, err := c.Store.Webhooks.Endpoints(t.Context(), 1)
	if err != nil || len(endpoints) != 1 {
		t.Fatalf("%+v, %v", endpoints, err)
	}
	u.get(path).want(t, http.StatusOK, hostileMarkup, "Working")
	page := path + "/" + jsonText(endpoints[0].EndpointID)
	shown := u.get(page)
	shown.want(t, http.StatusOK, "No deliveries")
	if strings.Contains(shown.text, first) {
		t.Error("the page shows the secret again")
	}
	u.post(page+"/test", nil).want(t, http.StatusOK, "The receiver took the test event: status 200")
	u.post(page+"/test", url.Values{"event": {"order.cancelled"}}).
		want(t, http.StatusOK, "The receiver took the test event: status 200", `<option selected>order.cancelled</option>`)
	u.post(page+"/test", url.Values{"event": {"order.lost"}}).want(t, http.StatusUnprocessableEntity, "The test event did not arrive")
	receiver.answer(http.StatusTeapot)
	u.post(page+"/test", nil).want(t, http.StatusOK, "The test event did not arrive", "418")

	u.post(page+"/rotate", nil).want(t, http.StatusOK, "For 24 hours the old one signs too.")
	rotated := u.post(page+"/rotate", url.Values{"confirmed": {"1"}})
	rotated.want(t, http.StatusCreated, "The new secret", "Old secret signs too until")
	rotated.wantNoStore(t)
	if secretOf(t, rotated) == first {
		t.Error("the secret is the old one")
	}
	u.get(page+"/change").want(t, http.StatusOK, `value="order.created" checked`)
	u.post(page+"/change", url.Values{"url": {receiver.URL}, "basic_username": {"acme"}, "basic_password": {"hunter2"}, "disabled": {"1"}}).
		want(t, http.StatusSeeOther)
	u.post(page+"/change", url.Values{"url": {receiver.URL}, "basic_username": {"acme"}}).want(t, http.StatusSeeOther)
	changed, err := c.Store.Webhooks.Endpoint(t.Context(), 1, endpoints[0].EndpointID)
	if err != nil || changed.Password != "hunter2" || changed.Disabled || changed.EventTypes != nil {
		t.Errorf("%+v, %v", changed.EndpointSettings, err)
	}
	u.post(page+"/change", url.Values{"url": {"http://other.example/"}, "basic_username": {"acme"}}).
		want(t, http.StatusUnprocessableEntity, "Type the password again, because the address is another one.")
	u.post(page+"/delete", url.Values{"confirmed": {"1"}}).want(t, http.StatusSeeOther)
	u.get(page).want(t, http.StatusNotFound)
}

// TestLabelWebhooks: the form makes one, its page tests it, and shows what is sent.
func TestLabelWebhooks(t *testing.T) {
	c := newTestConsole(t)
	u, receiver, path := c.as(shipment.RoleAdmin), newHookReceiver(t), settingsPath+"/webhooks"
	u.get(path+"/new").want(t, http.StatusOK, "Send labels only, as a label webhook")
	u.post(path, url.Values{"url": {receiver.URL}, "label_webhook": {"1"}, "events": {"order.created"}}).
		want(t, http.StatusUnprocessableEntity, "A label webhook gets order.label_ready alone: choose no other event")
	u.post(path, url.Values{"url": {receiver.URL}, "label_webhook": {"1"}}).want(t, http.StatusCreated, "as a label webhook")
	u.post(path, url.Values{"url": {receiver.URL}}).want(t, http.StatusCreated)
	endpoints, err := c.Store.Webhooks.Endpoints(t.Context(), 1)
	if err != nil || len(endpoints) != 2 || !endpoints[0].LabelWebhook || endpoints[1].LabelWebhook || endpoints[1].EventTypes != nil {
		t.Fatalf("%+v, %v", endpoints, err)
	}
	page := path + "/" + jsonText(endpoints[0].EndpointID)
	u.get(page+"/change").want(t, http.StatusOK, `name="label_webhook" type="checkbox" value="1" checked`, `value="order.label_ready" checked`)
	u.post(page+"/test", nil).want(t, http.StatusOK, "The receiver took the test event: status 200")
	if body := receiver.bodies[0]; !strings.HasPrefix(body, `{"tracking_no":"WB00000000000ID","order_label_url":"https://`) ||
		!strings.Contains(body, `","label_base64":"JVBERi`) {
		t.Errorf("the test is %s", body)
	}
	if _, err := c.sdk.CreateOrders(t.Context(), client.CreateRequest{Orders: []client.NewOrder{exampleOrder()}}); err != nil {
		t.Fatal(err)
	}
	ready, _, err := c.Store.Webhooks.Deliveries(t.Context(), 1, endpoints[0].EndpointID, "", 10)
	if err != nil || len(ready) != 1 {
		t.Fatalf("%+v, %v", ready, err)
	}
	u.get(page+"/deliveries/"+ready[0].Event.ID).want(t, http.StatusOK, `&#34;label_base64&#34;: &#34;…&#34;`)
	created, _, err := c.Store.Webhooks.Deliveries(t.Context(), 1, endpoints[1].EndpointID, "", 10)
	if err != nil || len(created) != 2 {
		t.Fatalf("%+v, %v", created, err)
	}
	u.post(page+"/replay", url.Values{"event": {created[1].Event.ID}}).
		want(t, http.StatusUnprocessableEntity, "A label webhook gets order.label_ready alone")

	// Another endpoint becomes a label webhook after all its deliveries failed: events that it cannot get now are not sent again.
	other := path + "/" + jsonText(endpoints[1].EndpointID)
	for range created {
		claimed, err := c.Store.Webhooks.ClaimDeliveries(t.Context(), "test", endpoints[1].EndpointID, 10, time.Minute)
		if err != nil || len(claimed) != 1 {
			t.Fatalf("%+v, %v", claimed, err)
		}
		_, err = c.Store.Webhooks.RecordDelivery(t.Context(), claimed[0], store.DeliveryOutcome{State: store.DeliveryGivenUp})
		if err != nil {
			t.Fatal(err)
		}
	}
	u.post(other+"/change", url.Values{"url": {receiver.URL}, "label_webhook": {"1"}}).want(t, http.StatusSeeOther)
	u.post(other+"/replay", nil).want(t, http.StatusOK, "Retry 1 event?")
	u.post(other+"/replay", url.Values{"confirmed": {"1"}}).want(t, http.StatusSeeOther)
}

// TestWebhookDeliveriesAreReplayed: what a receiver refused is sent again, one by one and all together.
func TestWebhookDeliveriesAreReplayed(t *testing.T) {
	c := newTestConsole(t)
	u := c.as(shipment.RoleAdmin)
	receiver := newHookReceiver(t)
	made, err := c.sdk.CreateEndpoint(t.Context(), client.EndpointChange{URL: &receiver.URL})
	if err != nil {
		t.Fatal(err)
	}
	o := exampleOrder()
	o.ConsigneeName = hostileText
	if _, err := c.sdk.CreateOrders(t.Context(), client.CreateRequest{Orders: []client.NewOrder{o}}); err != nil {
		t.Fatal(err)
	}
	page := settingsPath + "/webhooks/" + jsonText(made.ID)
	claimed, err := c.Store.Webhooks.ClaimDeliveries(t.Context(), "test", made.ID, 10, time.Minute)
	if err != nil || len(claimed) == 0 {
		t.Fatalf("%+v, %v", claimed, err)
	}
	outcome := store.DeliveryOutcome{State: store.DeliveryGivenUp, Status: 500, Error: "it answered with 500", Response: hostileText}
	if _, err := c.Store.Webhooks.RecordDelivery(t.Context(), claimed[0], outcome); err != nil {
		t.Fatal(err)
	}
	event := claimed[0].Event
	u.get(page).want(t, http.StatusOK,
		"Given up", "it answered with 500", string(event.Type), event.TrackingNo, "Retry all that were given up")
	u.get(page+"/deliveries/"+event.ID).want(t, http.StatusOK,
		"What is sent", "What it answered", "&#34;tracking_no&#34;: &#34;"+event.TrackingNo, hostileMarkup)
	all, _, err := c.Store.Webhooks.Deliveries(t.Context(), 1, made.ID, "", 10)
	if err != nil || len(all) != 2 {
		t.Fatalf("%+v, %v", all, err)
	}
	u.get(page+"/deliveries/"+all[0].Event.ID).want(t, http.StatusOK, `order_label_url&#34;: &#34;`+c.url+"/labels/")
	u.get(page+"/deliveries/evt_none").want(t, http.StatusNotFound)
	u.post(page+"/replay", nil).want(t, http.StatusOK, "Retry 1 event?")
	u.post(page+"/replay", url.Values{"confirmed": {"1"}}).want(t, http.StatusSeeOther)
	u.get(page).want(t, http.StatusOK, "1 event is retried.", "Waiting")
	u.post(page+"/replay", url.Values{"event": {"evt_none"}}).
		want(t, http.StatusUnprocessableEntity, "The event does not exist, or is older than 30 days.")
}

func TestLabelSettings(t *testing.T) {
	c := newTestConsole(t)
	u, path := c.as(shipment.RoleAdmin), settingsPath+"/labels"
	u.get(path).want(t, http.StatusOK, "When an order has a label")
	u.get(path+"/preview").want(t, http.StatusNotFound)
	if _, err := c.sdk.CreateOrders(t.Context(), client.CreateRequest{Orders: []client.NewOrder{exampleOrder()}}); err != nil {
		t.Fatal(err)
	}
	var picture bytes.Buffer
	if err := png.Encode(&picture, image.NewGray(image.Rect(0, 0, 40, 20))); err != nil {
		t.Fatal(err)
	}
	u.uploadLogo(path, map[string]string{"return_to": hostileText, "default_size": "a6", "hide_contents": "1"}, picture.Bytes()).
		want(t, http.StatusSeeOther)
	u.get(path).want(t, http.StatusOK, hostileMarkup, "labels/logo?1", `value="a6" selected`, "checked")
	logo := u.get(path + "/logo")
	if _, err := png.Decode(strings.NewReader(logo.text)); err != nil || logo.header.Get("Content-Type") != "image/png" {
		t.Errorf("the logo: %d %v %v", logo.status, logo.header, err)
	}
	if preview := u.get(path + "/preview"); preview.header.Get("Content-Type") != "image/png" {
		t.Errorf("the preview: %d %v", preview.status, preview.header)
	}
	u.uploadLogo(path, map[string]string{"return_to": "x"}, []byte("GIF89a")).
		want(t, http.StatusUnprocessableEntity, "The file cannot be used: it is not a PNG.", `value="x"`)
	u.uploadLogo(path, map[string]string{"remove_logo": "1"}, nil).want(t, http.StatusSeeOther)
	u.get(path+"/logo").want(t, http.StatusNotFound)
}

// uploadLogo sends a form with a file as logo.
func (u *testUser) uploadLogo(path string, values map[string]string, file []byte) testPage {
	u.c.t.Helper()
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	for name, value := range values {
		if err := form.WriteField(name, value); err != nil {
			u.c.t.Fatal(err)
		}
	}
	part, err := form.CreateFormFile("logo", "logo.png")
	if err == nil {
		_, err = part.Write(file)
	}
	if err == nil {
		err = form.Close()
	}
	if err != nil {
		u.c.t.Fatal(err)
	}
	return u.send(http.MethodPost, path, form.FormDataContentType(), &body)
}

// exampleOrder is an order that Waybill's own service takes.
func exampleOrder() client.NewOrder {
	return client.NewOrder{
		ServiceID: 1, ShipperOrderID: "ORDER123", OrderLength: "12", OrderWidth: "12", OrderHeight: "12", OrderWeight: "1.25",
		PaymentType: "prepaid", Incoterm: "DDP", IdentificationDocumentName: "LOCALTAXID", ConsigneeIdentifcationNumber: "S1234567G",
		ConsigneeName: "Susan", ConsigneeNumber: "+6291234567891", ConsigneeCountry: "Indonesia",
		ConsigneeAddress: "Jl. Berangin 5, Tanjung Gading", ConsigneePostal: "12420",
		ConsigneeState: "Daerah Khusus Ibukota Jakarta", ConsigneeCity: "Jakarta Selatan", ConsigneeProvince: "Cilandak",
		ConsigneeEmail: "susan123@email.com", PickupContactName: "Jackson", PickupContactNumber: "+6591234567",
		PickupCountry: "Singapore", PickupAddress: "Jurong West Ave 1", PickupPostal: "640534", PickupState: "Singapore State",
		Items: []client.Item{{
			Desc: "Blue Male T-Shirt", Category: "Fashion Apparel", ProductID: "PROD123", SKU: "ITEMSKU123",
			Quantity: 3, PriceValue: "23.55", PriceCurrency: "IDR",
		}},
	}
}

func TestBatches(t *testing.T) {
	c := newTestConsole(t)
	u := c.as(shipment.RoleViewer)
	u.get("/console/accounts/1/batches").want(t, http.StatusOK, "No batches yet")
	var numbers []string
	const batchesPerPage = 20
	for i := range batchesPerPage + 1 {
		orders := []client.NewOrder{exampleOrder()}
		if i == 0 {
			o := exampleOrder()
			o.ConsigneeName, o.ShipperOrderID = hostileText, hostileText
			orders = append(orders, o)
		}
		made, err := c.sdk.CreateOrders(t.Context(), client.CreateRequest{Orders: orders})
		if err != nil {
			t.Fatal(err)
		}
		numbers = append(numbers, made.UploadBatchNo)
	}
	first := u.get("/console/accounts/1/batches")
	first.want(t, http.StatusOK, numbers[1], numbers[batchesPerPage], "Next")
	if strings.Contains(first.text, numbers[0]) {
		t.Error("the first page has the oldest batch")
	}
	next := regexp.MustCompile(`href="([^"]*after=[^"]*)"`).FindStringSubmatch(first.text)
	if next == nil {
		t.Fatalf("no next page: %s", first.text)
	}
	u.get(next[1]).want(t, http.StatusOK, numbers[0])
	u.get("/console/accounts/1/batches?after=x").want(t, http.StatusNotFound)

	page := u.get("/console/accounts/1/batches/" + numbers[0])
	page.want(t, http.StatusOK, hostileMarkup, "Print 2 labels", "Indonesia")
	u.get("/console/accounts/1/batches/B000000NONE").want(t, http.StatusNotFound)
	file := u.get("/console/accounts/1/batches/" + numbers[0] + "/labels")
	if file.header.Get("Content-Type") != "application/pdf" || !strings.HasPrefix(file.text, "%PDF-") {
		t.Errorf("the labels: %d %v", file.status, file.header)
	}
	e := c.as(shipment.RoleEditor)
	e.post("/console/accounts/1/batches/"+numbers[0]+"/labels", nil).want(t, http.StatusOK)
	u.get("/console/accounts/1/orders?printed=yes&batch="+numbers[0]).want(t, http.StatusOK, "by "+e.user.Email)

	c.as("none").get("/console/accounts/1/batches").want(t, http.StatusNotFound)
}

// TestRequestPages: administrators see the requests of their account, and operators those of all.
func TestRequestPages(t *testing.T) {
	t.Parallel()
	c := newTestConsole(t)
	const account, operator = "/console/accounts/1/settings/requests", "/console/operator/requests"
	a, o := c.as(shipment.RoleAdmin), c.as(shipment.RoleOperator)
	a.get(account).want(t, http.StatusOK, "No such requests")
	entry := func(accountID, no int64, status int, route string) requestlog.Entry {
		return requestlog.Entry{
			AccountID: accountID, KeyID: 1, No: no << 12, RequestID: "r" + route[1:], Method: "POST", Route: route, Status: status,
		}
	}
	entries := []requestlog.Entry{
		entry(1, 1, 201, "/first"), entry(c.other.AccountID, 2, 200, "/of-other"), entry(1, 3, 400, "/refused"),
		{AccountID: 1, No: 4 << 12, NotRecorded: 7},
	}
	entries[2].Errors = []requestlog.Note{{Path: "/orders/0/order_weight", Code: "required", Message: "This field is required."}}
	entries[2].Body = `{"orders":[{"consignee_name":"…"}]}`
	for no := range int64(50) {
		entries = append(entries, entry(1, 100+no, 200, "/more"))
	}
	if err := c.Store.Requests.Add(t.Context(), entries); err != nil {
		t.Fatal(err)
	}
	a.get(account).want(t, http.StatusOK, "/more", "?before=")
	a.get(account+"?failed=1").want(t, http.StatusOK, "/orders/0/order_weight", "This value is missing.", "consignee_name&#34;:&#34;…")
	a.get(account+"?before=409600").want(t, http.StatusOK, "/refused", "/first", "7 requests were not recorded")
	a.get(account+"?request_id=rof-other").want(t, http.StatusOK, "No such requests")
	o.get(operator+"?request_id=rof-other").want(t, http.StatusOK, "/of-other", "Other shipper")
	o.get(operator+"?account=1&failed=1").want(t, http.StatusOK, "/refused")
	a.get(operator).want(t, http.StatusForbidden)
	c.as(shipment.RoleEditor).get(account).want(t, http.StatusForbidden)

	polls := []requestlog.Entry{
		entry(1, 500, 200, "/api/print/take/"), entry(1, 501, 403, "/api/print/take/"), entry(1, 502, 200, "/api/order/orders/"),
	}
	for i := range polls {
		polls[i].RequestID = fmt.Sprint("poll-", i)
	}
	if err := c.Store.Requests.Add(t.Context(), polls); err != nil {
		t.Fatal(err)
	}
	page := a.get(account)
	page.want(t, http.StatusOK, "poll-1", "Key demo wrote: Orders", "Key demo could not write: Print jobs")
	if strings.Contains(page.text, "poll-0") || strings.Contains(page.text, "Key 1") {
		t.Error("a poll is shown, or a key without its name")
	}
	for _, query := range []string{"?polls=1", "?request_id=poll-0"} {
		a.get(account+query).want(t, http.StatusOK, "poll-0")
	}
}
