package console

import (
	"bytes"
	"context"
	"image"
	"image/png"
	"mime/multipart"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"waybill/client"
	"waybill/internal/fulfil"
	"waybill/internal/partner/easypost"
	"waybill/internal/partner/easypost/easyposttest"
	"waybill/internal/partner/simulated"
	"waybill/internal/request"
	"waybill/internal/shipment"
	"waybill/internal/store"
	"waybill/test/harness"
)

const ordersPath = "/console/accounts/1/orders/"

// createOrder creates an order by the form, and returns its number.
func (u *testUser) createOrder(values url.Values) string {
	u.c.t.Helper()
	got := u.post(ordersPath+"new", values)
	no, _, _ := strings.Cut(strings.TrimPrefix(got.header.Get("Location"), ordersPath), "?")
	if got.status != http.StatusSeeOther || !shipment.IsTrackingNo(no) {
		u.c.t.Fatalf("create: %d %s %s", got.status, got.header.Get("Location"), got.text)
	}
	return no
}

// partnerOrder creates an order of a partner, whom a tag in the name of the consignee tells what to do.
func (c *testConsole) partnerOrder(tag string) string {
	c.t.Helper()
	o := harness.NewOrder(1)
	o.ServiceID, o.ConsigneeName = 5, "Budi "+tag
	made, err := c.sdk.CreateOrders(c.t.Context(), client.CreateRequest{Orders: []client.NewOrder{o}, Blocking: true})
	if err != nil {
		c.t.Fatal(err)
	}
	return made.Orders[0].TrackingNo
}

func TestOrderPageShowsAllOfAnOrder(t *testing.T) {
	t.Parallel()
	c := newTestConsole(t)
	if _, _, err := c.Store.Webhooks.CreateEndpoint(t.Context(), 1,
		shipment.EndpointSettings{URL: "https://shop.example.com/hook"}); err != nil {
		t.Fatal(err)
	}
	u := c.as(shipment.RoleEditor)
	no := u.createOrder(orderValues())
	page := u.get(ordersPath + no)
	page.want(t, http.StatusOK,
		no, "Singapore → Indonesia", "Susan", "Jl. Berangin 5, Tanjung Gading", "<p>Jakarta Selatan</p><p>DKI Jakarta 12420</p>",
		"susan@example.com",
		"&#43;6281234567890", "Leave it at the reception", "Jackson", "Jurong West Ave 1", "Cotton T-shirt, blue", "610910",
		"China", "23.55 SGD",
		"1.25 kg", "30 × 20 × 10 cm", "Prepaid", "SHOP-7", "DDP: the sender pays", "INV-7", "20 Nov 2026", "12.50 SGD", "M2-1234567-8",
		"channel", "Instagram", "SG-ID Pickup", "Print the label", "Copy to a new order", "Cancel the order", "Worth a look",
		"NPWP", "documents/label.png", "documents/cn22.pdf", "documents/invoice.pdf", "Timeline", "order.created", "shop.example.com",
	)
	if strings.Index(page.text, "Timeline") > strings.Index(page.text, "Jl. Berangin 5") {
		t.Error("the timeline is not above the rest")
	}
	if strings.Contains(page.text, "For operators") {
		t.Error("an editor sees what is for operators")
	}
	viewing := c.as(shipment.RoleViewer).get(ordersPath + no)
	viewing.want(t, http.StatusOK, "Print the label")
	for _, action := range []string{"Cancel the order", "Copy to a new order", "Create a return"} {
		if strings.Contains(viewing.text, action) {
			t.Errorf("a viewer sees %q", action)
		}
	}
	c.as(shipment.RoleOperator).get(ordersPath+no).want(t, http.StatusOK, "For operators", "Update the tracking")
	u.get(ordersPath+"WB00000000000ID").want(t, http.StatusNotFound)
	c.as(shipment.RoleOperator).get("/console/accounts/2/orders/"+no).want(t, http.StatusNotFound)
}

// TestOrderPageShowsEveryText: what is typed into a field of the form is on the page of the order.
func TestOrderPageShowsEveryText(t *testing.T) {
	t.Parallel()
	u := newTestConsole(t).as(shipment.RoleEditor)
	values := orderValues()
	var texts []string
	for _, f := range request.CreateFields() {
		if f.Type.Name == request.TypeText {
			text := harness.TextFor(f.Name, f.Type.MaxLength)
			texts = append(texts, text)
			values.Set(f.Name, text)
		}
	}
	u.get(ordersPath+u.createOrder(values)).want(t, http.StatusOK, texts...)
}

func TestDocumentsOfAnOrder(t *testing.T) {
	t.Parallel()
	c := newTestConsole(t)
	u := c.as(shipment.RoleViewer)
	no := c.as(shipment.RoleEditor).createOrder(orderValues())
	for file, mediaType := range map[string]string{
		"label.pdf": "application/pdf", "label.png": "image/png", "label.zpl": "application/zpl", "cn22.pdf": "application/pdf",
		"invoice.pdf": "application/pdf", "customs.json": "application/json",
	} {
		got := u.get(ordersPath + no + "/documents/" + file)
		if got.status != http.StatusOK || !strings.HasPrefix(got.header.Get("Content-Type"), mediaType) {
			t.Errorf("%s: %d %s", file, got.status, got.header.Get("Content-Type"))
		}
	}
	got := u.get(ordersPath + no + "/documents/label.pdf?download=1")
	if want := `attachment; filename="` + no + `-label.pdf"`; got.header.Get("Content-Disposition") != want {
		t.Errorf("Content-Disposition: %s", got.header.Get("Content-Disposition"))
	}
	u.get(ordersPath+no).want(t, http.StatusOK, `<form method="post" action="`+ordersPath+no+`/documents/label.pdf"><button class="button"`)
	for _, file := range []string{"label.exe", "unknown.pdf", "label", "proof_of_delivery.png", "..%2Flabel.pdf"} {
		u.get(ordersPath+no+"/documents/"+file).want(t, http.StatusNotFound)
	}
	c.as(shipment.RoleOperator).get("/console/accounts/2/orders/"+no+"/documents/label.pdf").want(t, http.StatusNotFound)
}

// TestOnlyPostsPrint: a link or a picture on another site, whose requests have the cookie of the user, marks no label as
// printed.
func TestOnlyPostsPrint(t *testing.T) {
	t.Parallel()
	c := newTestConsole(t)
	u := c.as(shipment.RoleEditor)
	_, imported := u.upload("orders.csv", importFile(t, 1), nil)
	u.settled(imported)
	u.post(imported+"/check", origin).want(t, http.StatusSeeOther)
	u.settled(imported)
	u.post(imported+"/create", url.Values{"existing": {""}}).want(t, http.StatusSeeOther)
	u.settled(imported)
	page, err := c.sdk.Orders(t.Context(), client.Filter{})
	if err != nil || len(page.Results) != 1 {
		t.Fatalf("%+v, %v", page, err)
	}
	o := page.Results[0]
	no := o.TrackingNo
	printed := func() bool {
		u.get(ordersPath + no) // on the same connection: the handler of the request before has ended
		prints, err := c.Store.Prints.LabelPrints(t.Context(), 1, []int64{o.OrderID})
		if err != nil {
			t.Fatal(err)
		}
		return len(prints) == 1
	}
	send := func(method, path, site string, want int) {
		t.Helper()
		req, err := http.NewRequestWithContext(t.Context(), method, c.url+path, http.NoBody)
		if err != nil {
			t.Fatal(err)
		}
		if site != "" {
			req.Header.Set("Sec-Fetch-Site", site)
		}
		got := u.do(req)
		isLabel := strings.HasPrefix(got.text, "%PDF-") || strings.HasPrefix(got.text, "^XA")
		if got.status != want || isLabel != (want == http.StatusOK) {
			t.Errorf("%s %s of %s: %d %.100s", method, path, site, got.status, got.text)
		}
	}
	paths := []string{
		ordersPath + no + "/documents/label.pdf", ordersPath + no + "/documents/label.zpl", ordersPath + no + "/documents/label.pdf?download=1",
		"/console/accounts/1/batches/" + o.UploadBatchNo + "/labels", imported + "/labels", imported + "/labels?format=zpl",
	}
	for _, path := range append(paths, strings.TrimPrefix(o.OrderLabelURL, c.url)) {
		for _, site := range []string{"", "none", "same-origin", "cross-site"} {
			send(http.MethodGet, path, site, http.StatusOK)
		}
		if printed() {
			t.Errorf("GET %s marks the label as printed", path)
		}
	}
	for _, path := range paths {
		send(http.MethodPost, path, "cross-site", http.StatusForbidden)
		if printed() {
			t.Errorf("POST %s of another site marks the label as printed", path)
		}
		send(http.MethodPost, path, "same-origin", http.StatusOK)
		for end := time.Now().Add(time.Minute); !printed(); { // it is noted after the last byte has left
			if time.Now().After(end) {
				t.Fatalf("POST %s does not mark the label as printed", path)
			}
		}
		if err := c.Store.Prints.UnmarkPrinted(t.Context(), 1, map[string]int64{no: o.OrderID}); err != nil {
			t.Fatal(err)
		}
	}
}

func TestCancelAsksOnce(t *testing.T) {
	t.Parallel()
	c := newTestConsole(t)
	u := c.as(shipment.RoleEditor)
	no := u.createOrder(orderValues())
	u.post(ordersPath+no+"/cancel", url.Values{}).want(t, http.StatusOK, "Cancel order "+no+"?", `name="confirmed" value="1"`)
	if d := detailOf(t, c, no); d.Order.TrackerStatus != shipment.OrderCreated {
		t.Fatalf("cancelled without a confirmation: %s", d.Order.TrackerStatus)
	}
	got := u.post(ordersPath+no+"/cancel", url.Values{"confirmed": {"1"}})
	if got.status != http.StatusSeeOther || got.header.Get("Location") != ordersPath+no {
		t.Errorf("cancel: %d %s", got.status, got.header.Get("Location"))
	}
	page := u.get(ordersPath + no)
	page.want(t, http.StatusOK, "The order is cancelled.", "Cancelled", "Changes by people", "Cancelled the order", u.user.Email)
	if strings.Contains(page.text, "Cancel the order") {
		t.Error("a cancelled order can be cancelled")
	}
	u.post(ordersPath+"WB00000000000ID/cancel", url.Values{"confirmed": {"1"}}).want(t, http.StatusNotFound)
}

func TestCancelOfAnOrderThatWasPickedUp(t *testing.T) {
	t.Parallel()
	c := newTestConsole(t)
	u, o := c.as(shipment.RoleEditor), c.as(shipment.RoleOperator)
	no := u.createOrder(orderValues())
	o.post(ordersPath+no+"/tracking", url.Values{"status": {"PICKED_UP"}}).want(t, http.StatusSeeOther)
	u.post(ordersPath+no+"/cancel", url.Values{"confirmed": {"1"}}).want(t, http.StatusSeeOther)
	u.get(ordersPath+no).want(t, http.StatusOK, "The order was not cancelled: The parcel was picked up already.", "Open the tracking page")
}

func detailOf(t *testing.T, c *testConsole, no string) store.Detail {
	t.Helper()
	d, err := c.Store.OrderDetail(t.Context(), 1, no)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func TestOperatorUpdatesTheTracking(t *testing.T) {
	t.Parallel()
	c := newTestConsole(t)
	u := c.as(shipment.RoleOperator)
	no := c.as(shipment.RoleEditor).createOrder(orderValues())
	values := url.Values{
		"status": {"PICKED_UP"}, "address": {"Changi <b>depot</b>"}, "country": {"singapore"}, "description": {"Scanned"},
		"occurred_on": {time.Now().UTC().Add(-time.Hour).Format("2006-01-02T15:04")},
	}
	u.post(ordersPath+no+"/tracking", values).want(t, http.StatusSeeOther)
	u.get(ordersPath+no).want(t, http.StatusOK, "The tracking is updated.", "Picked up",
		"Scanned · Changi &lt;b&gt;depot&lt;/b&gt;, Singapore")
	values.Set("country", "Atlantis")
	values.Set("occurred_on", "yesterday")
	u.post(ordersPath+no+"/tracking", values).want(t, http.StatusUnprocessableEntity,
		"Country: choose one of the list.", "Enter a day and a time.", `value="Atlantis"`, `value="yesterday"`, "Changi &lt;b&gt;")
	values.Set("country", "singapore")
	values.Set("status", string(shipment.Success))
	u.post(ordersPath+no+"/tracking", values).want(t, http.StatusUnprocessableEntity, "Enter a day and a time.")
	if n := len(detailOf(t, c, no).Events); n != 2 {
		t.Errorf("%d updates, want 2", n)
	}
}

// TestReturnsAreOfferedOnceTheParcelMoves: nothing comes back before it left, and a return has no return.
func TestReturnsAreOfferedOnceTheParcelMoves(t *testing.T) {
	t.Parallel()
	c := newTestConsole(t)
	u, o := c.as(shipment.RoleEditor), c.as(shipment.RoleOperator)
	no := u.createOrder(orderValues())
	offered := func(no string, want bool) {
		t.Helper()
		page := u.get(ordersPath + no)
		page.want(t, http.StatusOK, no)
		if got := strings.Contains(page.text, "returns/new?of="+no); got != want {
			t.Errorf("order %s, %s: a return is offered: %v, want %v", no, detailOf(t, c, no).Order.TrackerStatus, got, want)
		}
	}
	update := func(no string, status shipment.TrackerStatus) {
		t.Helper()
		o.post(ordersPath+no+"/tracking", url.Values{"status": {string(status)}}).want(t, http.StatusSeeOther)
	}
	offered(no, false)
	update(no, shipment.PickedUp)
	offered(no, true)
	update(no, shipment.Success)
	offered(no, true)
	values := returnValues(no)
	values.Set("consignee_email", "depot@example.com")
	got := u.post("/console/accounts/1/returns/new", values)
	back, _, _ := strings.Cut(strings.TrimPrefix(got.header.Get("Location"), ordersPath), "?")
	if !shipment.IsTrackingNo(back) {
		t.Fatalf("create a return: %d %s %s", got.status, got.header.Get("Location"), got.text)
	}
	update(back, shipment.PickedUp)
	offered(back, false)

	cancelled := u.createOrder(orderValues())
	u.post(ordersPath+cancelled+"/cancel", url.Values{"confirmed": {"1"}}).want(t, http.StatusSeeOther)
	offered(cancelled, false)
}

// picture is a PNG.
func picture(t *testing.T) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := png.Encode(&b, image.NewGray(image.Rect(0, 0, 4, 4))); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// sendFile sends a form with a file.
func (u *testUser) sendFile(path, name string, content []byte, values map[string]string) testPage {
	u.c.t.Helper()
	var body bytes.Buffer
	w := multipart.NewWriter(&body)
	for field, value := range values {
		if err := w.WriteField(field, value); err != nil {
			u.c.t.Fatal(err)
		}
	}
	part, err := w.CreateFormFile(name, "file.png")
	if err == nil {
		_, err = part.Write(content)
	}
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		u.c.t.Fatal(err)
	}
	return u.send(http.MethodPost, path, w.FormDataContentType(), &body)
}

func TestOperatorUploadsAProof(t *testing.T) {
	t.Parallel()
	c := newTestConsole(t)
	u, shipper := c.as(shipment.RoleOperator), c.as(shipment.RoleViewer)
	no := c.as(shipment.RoleEditor).createOrder(orderValues())
	path := ordersPath + no + "/proof"
	u.sendFile(path, "image", picture(t), nil).want(t, http.StatusUnprocessableEntity, "Who took the parcel is missing.")
	u.sendFile(path, "image", []byte("GIF89a"), map[string]string{"name": "Sari"}).want(t, http.StatusUnprocessableEntity,
		"Choose a PNG or JPEG of at most 5 MB.", `value="Sari"`)
	sari := map[string]string{"name": "Sari"}
	u.sendFile(path, "image", make([]byte, shipment.MaxProofImage+1), sari).want(t, http.StatusUnprocessableEntity,
		"Choose a PNG or JPEG of at most 5 MB.")
	u.sendFile(path, "image", make([]byte, 9<<20), map[string]string{"name": "Sari"}).want(t, http.StatusRequestEntityTooLarge)
	shipper.get(path).want(t, http.StatusNotFound)
	u.sendFile(path, "image", picture(t), map[string]string{"name": "Sari <i>"}).want(t, http.StatusSeeOther)
	shipper.get(ordersPath+no).want(t, http.StatusOK, "Proof of delivery", "Sari &lt;i&gt;", "Stored a proof of delivery")
	got := shipper.get(path)
	if got.status != http.StatusOK || got.header.Get("Content-Type") != "image/png" || got.text != string(picture(t)) ||
		!strings.Contains(got.header.Get("Content-Security-Policy"), "sandbox") {
		t.Errorf("proof: %d %v", got.status, got.header)
	}
}

// TestAnOrderWaitsForFacts: the list and the page say that it waits, and where the facts are stated.
func TestAnOrderWaitsForFacts(t *testing.T) {
	t.Parallel()
	c := newTestConsole(t)
	no := c.create(func(o *client.NewOrder) { o.ServiceID = 5 })
	c.exec(`UPDATE orders SET status_code = '', has_label = 0`)
	c.exec(`DELETE FROM partner_labels`)
	c.exec(`UPDATE submissions SET state = 'pending', error_class = 'missing_customs', due_on = 9000000000000000`)
	const settings = `href="/console/accounts/1/settings/customs"`
	page := c.as(shipment.RoleAdmin).get(ordersPath + no)
	page.want(t, http.StatusOK, "The order waits for facts for customs", settings, "There is no label yet.")
	other := c.create(func(o *client.NewOrder) { o.ServiceID = 5 })
	c.as(shipment.RoleEditor).get("/console/accounts/1/orders").want(t, http.StatusOK, no, other, "Customs facts missing")
	c.as(shipment.RoleEditor).get("/console/accounts/1/").
		want(t, http.StatusOK, "1 order waits for facts for customs", "submission=facts")
	list := c.as(shipment.RoleEditor).get("/console/accounts/1/orders?submission=facts")
	if list.want(t, http.StatusOK, no, "Waiting for facts for customs"); strings.Contains(list.text, other) {
		t.Error("the list of orders without facts has another one")
	}
	if editor := c.as(shipment.RoleEditor).get(ordersPath + no); strings.Contains(editor.text, settings+">") {
		t.Error("an editor gets a link to settings that only administrators have")
	}
}

// TestMissingFactsLinkToWhatFillsThem: a field of the order, or a setting.
func TestMissingFactsLinkToWhatFillsThem(t *testing.T) {
	t.Parallel()
	c := newTestConsole(t)
	account := easyposttest.New(t)
	ep, err := easypost.New(easypost.Config{
		APIKey: easyposttest.APIKey, BaseURL: account.URL, PrivateNetwork: true,
		Customs: func(ctx context.Context, o *shipment.Order) (shipment.Customs, error) {
			return c.Store.MasterData.Customs(ctx, o.AccountID, o.ServiceID)
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(ep.Close)
	c.fulfiller.SetPartners(map[string]fulfil.Partner{shipment.PartnerEasyPost: {Partner: ep, Concurrency: 1, CallTimeout: time.Minute}})
	_, err = c.Store.MasterData.CreateService(t.Context(), shipment.Service{
		ServiceID: 90, Name: "Lane", Category: shipment.CategoryPickup, Partner: shipment.PartnerEasyPost,
	})
	if err != nil {
		t.Fatal(err)
	}
	admin := c.as(shipment.RoleOperatorAdmin)
	for _, page := range []string{"services/90", "services/new"} {
		admin.get("/console/operator/"+page).want(t, http.StatusOK, `name="missing_customs"`)
	}
	no := c.create(func(o *client.NewOrder) { o.ServiceID = 90 })
	const link = `href="/console/accounts/1/settings/customs#f-restriction_type">Settings, Restriction</a>: The settings do not say`
	page := c.as(shipment.RoleAdmin).get(ordersPath + no)
	page.want(t, http.StatusOK, link, `/edit#f-export_reason">`, `/edit#f-items-0-item_origin_country">Item 1, `)
	c.as(shipment.RoleAdmin).get("/console/accounts/1/settings/customs").want(t, http.StatusOK, `id="f-restriction_type"`)
	editor := c.as(shipment.RoleEditor).get(ordersPath + no)
	if editor.want(t, http.StatusOK, "<li>Settings, Restriction: The settings"); strings.Contains(editor.text, "#f-restriction_type") {
		t.Error("an editor gets a link to settings that only administrators have")
	}
}

func TestOperatorDecidesAboutSubmissions(t *testing.T) {
	t.Parallel()
	c := newTestConsole(t)
	u := c.as(shipment.RoleOperator)
	no := c.partnerOrder(simulated.ScriptFail)
	page := u.get(ordersPath + no)
	page.want(t, http.StatusOK, ">Refused<", "The partner refused the order", ">Retry<", "All attempts",
		"Order sent to the partner", "Decide about the submission")
	shipper := c.as(shipment.RoleEditor).get(ordersPath + no)
	shipper.want(t, http.StatusOK, "The partner refused the order", "Correct it",
		"Partner simulated refused the order: ")
	if strings.Contains(shipper.text, "All attempts") {
		t.Error("a shipper sees the attempts")
	}
	resolve := ordersPath + no + "/resolve"
	u.post(resolve, url.Values{}).want(t, http.StatusUnprocessableEntity, "Choose one.")
	u.post(resolve, url.Values{"outcome": {"failed"}}).want(t, http.StatusUnprocessableEntity, "Say why: the shipper reads it.")
	u.post(resolve, url.Values{"outcome": {"confirmed"}, "hawb_no": {"ü"}}).want(t, http.StatusUnprocessableEntity, "without accents")
	u.post(resolve, url.Values{"outcome": {"failed"}, "message": {strings.Repeat("é", 256)}}).want(t,
		http.StatusUnprocessableEntity, "Write at most 255 characters on one line.")
	u.post(resolve, url.Values{"outcome": {"confirmed"}, "hawb_no": {"618-1"}}).want(t, http.StatusSeeOther)
	u.get(ordersPath+no).want(t, http.StatusOK, "The submission is decided.", "618-1", "Accepted",
		"Decided about the submission", u.user.Email)
	u.post(ordersPath+no+"/retry", nil).want(t, http.StatusSeeOther)
	u.get(ordersPath+no).want(t, http.StatusOK, "The partner has the order and no label is missing, so nothing needs a decision.")
	u.post(ordersPath+no+"/retry-cancellation", nil).want(t, http.StatusNotFound) // it was never asked

	again := c.partnerOrder(simulated.ScriptFail)
	u.post(ordersPath+again+"/retry", nil).want(t, http.StatusSeeOther)
	u.get(ordersPath+again).want(t, http.StatusOK, "It is tried again now.", "Retried the submission")
	u.post("/console/accounts/2/orders/"+again+"/retry", nil).want(t, http.StatusNotFound)
}

func TestHostileOrderIsShownAsText(t *testing.T) {
	t.Parallel()
	c := newTestConsole(t)
	u := c.as(shipment.RoleEditor)
	for _, hostile := range []string{
		`<script>alert(1)</script>"'><img src=x onerror=alert(1)>`, "\u202eevil שלום", strings.Repeat("é", 255), "😀👩‍👩‍👧‍👦🇮🇩",
		`=cmd|'/c calc'!A1`,
		"{{.Secret}} %s %!d(MISSING)",
	} {
		values := orderValues()
		for _, name := range []string{
			"consignee_name", "consignee_address", "consignee_postal", "consignee_city", "consignee_state", "consignee_province", "pickup_notes",
			"pickup_contact_name", "pickup_address", "pickup_postal", "pickup_city", "pickup_state", "pickup_province", "delivery_note",
			"shipper_order_id", "identification_document_name", "consignee_identifcation_number", "invoice_no", "items.0.item_desc",
			"items.0.item_category", "items.0.item_sku", "items.0.item_product_id", "items.0.item_customs_desc", "metadata.0.value",
		} {
			values.Set(name, hostile)
		}
		values.Set("metadata.0.key", string([]rune(hostile)[:min(len([]rune(hostile)), 40)]))
		no := u.createOrder(values)
		for _, path := range []string{ordersPath + no, ordersPath + "new?from=" + no, "/console/accounts/1/returns/new?of=" + no} {
			page := u.get(path)
			page.want(t, http.StatusOK)
			for _, forbidden := range []string{"<script>alert", "<img src=x", "&lt;nil&gt;", "ZgotmplZ"} {
				if strings.Contains(page.text, forbidden) {
					t.Errorf("%.20q: %s has %s", hostile, path, forbidden)
				}
			}
			if len(page.text) > 80<<10 { // so that no long text is repeated over and over; about 20 KiB are for further fields
				t.Errorf("%.20q: %s has %d bytes", hostile, path, len(page.text))
			}
		}
	}
}

func TestOrderLeadsToThoseBesideIt(t *testing.T) {
	t.Parallel()
	c := newTestConsole(t)
	u := c.as(shipment.RoleViewer)
	first, second, third := c.create(nil), c.create(nil), c.create(nil)
	links := func(newer, older string) string {
		return `<a href="` + ordersPath + newer + `" data-key="k" aria-keyshortcuts="k">Previous order</a> <a href="` + ordersPath + older
	}
	u.get(ordersPath+second).want(t, http.StatusOK, links(third, first)+`" data-key="j"`)
	u.get(ordersPath+third).want(t, http.StatusOK, `aria-keyshortcuts="k" hidden>Previous order</a> <a href="`+ordersPath+second)
	u.get(ordersPath+first).want(t, http.StatusOK, links(second, ""), `aria-keyshortcuts="j" hidden>Next order</a>`)
}
