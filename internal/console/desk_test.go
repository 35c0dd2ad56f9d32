package console

import (
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"waybill/client"
	"waybill/internal/console/web"
	"waybill/internal/feature/desk/parcels"
	"waybill/internal/shipment"
	"waybill/internal/store"
	"waybill/test/harness"
)

const scanPath = "/console/accounts/1/scan"

// TestAScanOpensWhatHasExactlyItsNumber scans numbers in other letter cases, and codes that are only the beginning of one.
func TestAScanOpensWhatHasExactlyItsNumber(t *testing.T) {
	t.Parallel()
	c := newTestConsole(t)
	u := c.as(shipment.RoleViewer)
	number := c.orderFor("Budi Santoso", "Shop-0007")
	other := harness.NewOrder(1)
	other.ShipperOrderID = "A-2"
	made, err := c.sdk.CreateOrders(t.Context(), client.CreateRequest{Orders: []client.NewOrder{other}})
	if err != nil {
		t.Fatal(err)
	}
	scan := func(code, tone, path string) {
		t.Helper()
		page := u.post(scanPath, url.Values{"code": {code}})
		page.want(t, http.StatusOK, `"tone":"`+tone+`"`)
		if path == "" && strings.Contains(page.text, "path") || !strings.Contains(page.text, path) {
			t.Errorf("%s: %s, want the path %q", code, page.text, path)
		}
	}
	scan(number, "good", "/orders/"+number)
	scan(strings.ToLower(number), "good", "/orders/"+number)
	scan(" Shop-0007 ", "good", "/orders/"+number)
	scan("a-2", "good", "/orders/"+made.Orders[0].TrackingNo)
	scan(strings.ToLower(made.UploadBatchNo), "good", "/batches/"+made.UploadBatchNo)
	c.index()
	scan("sHOP-0007", "good", "/orders/"+number)
	for _, unknown := range []string{"Shop-000", "0007", "Shop0007", "", "\x00", strings.Repeat("9", 101), "%"} {
		scan(unknown, "bad", "")
	}
	c.orderFor("Siti", "SHOP-0007")
	c.index()
	scan("shop-0007", "warn", "/orders?q=shop-0007")
}

// TestAScanFindsOrdersOfOtherAccounts scans an order of the demo account on the page of another account, which leads there only who may
// see both.
func TestAScanFindsOrdersOfOtherAccounts(t *testing.T) {
	t.Parallel()
	c := newTestConsole(t)
	number := c.orderFor("Budi Santoso", "Shop-0007")
	path := fmt.Sprintf("/console/accounts/%d/scan", c.other.AccountID)
	there := "/console/accounts/1/orders/" + number
	member := func(u *testUser) *testUser {
		if err := c.Store.People.SetMembership(t.Context(), c.other.AccountID, u.user.UserID, shipment.RoleViewer); err != nil {
			t.Fatal(err)
		}
		return u
	}
	for u, want := range map[*testUser]string{
		c.as(shipment.RoleOperator): there, member(c.as(shipment.RoleViewer)): there, member(c.as("none")): "",
	} {
		page := u.post(path, url.Values{"code": {strings.ToLower(number)}})
		page.want(t, http.StatusOK, `"tone"`)
		if want == "" && strings.Contains(page.text, "path") || !strings.Contains(page.text, want) {
			t.Errorf("%s: want the path %q", page.text, want)
		}
	}
}

// TestExactMatchesComeFirst searches a reference whose words a newer order has too, in its reference and its phone number.
func TestExactMatchesComeFirst(t *testing.T) {
	t.Parallel()
	c := newTestConsole(t)
	u := c.as(shipment.RoleViewer)
	exact := c.orderFor("Budi Santoso", "SEED-0007")
	o := harness.NewOrder(1)
	o.ShipperOrderID, o.ConsigneeNumber = "SEED-0008", "+6281234560007"
	made, err := c.sdk.CreateOrders(t.Context(), client.CreateRequest{Orders: []client.NewOrder{o}})
	if err != nil {
		t.Fatal(err)
	}
	c.index()
	for _, query := range []string{"SEED-0007", "seed-0007", exact} {
		page := u.get(ordersOfDemo + "?q=" + query)
		page.want(t, http.StatusOK, exact)
		if n := strings.Count(page.text, `value="`+exact+`"`); n != 1 && query != exact {
			t.Errorf("%s: the order is listed %d times", query, n)
		}
		if newer := strings.Index(page.text, made.Orders[0].TrackingNo); newer >= 0 && newer < strings.Index(page.text, `value="`+exact+`"`) {
			t.Errorf("%s: the other order comes first", query)
		}
	}
	u.get(ordersOfDemo+"?q=SEED-0007&printed=yes").want(t, http.StatusOK, "No order was found")
}

const handoversPath = "/console/accounts/1/handovers"

// TestAHandoverListIsFilledAndSigned opens a list, scans parcels, closes it on the driver's page, and opens it again.
func TestAHandoverListIsFilledAndSigned(t *testing.T) {
	t.Parallel()
	c := newTestConsole(t)
	u := c.as(shipment.RoleEditor)
	u.get(handoversPath).want(t, http.StatusOK, "No hand-over lists yet")
	u.post(handoversPath, url.Values{"place": {" "}}).want(t, http.StatusUnprocessableEntity, "Service is missing.",
		"Place is missing.")
	u.post(handoversPath, url.Values{"service_id": {"1"}, "place": {hostileText}}).want(t, http.StatusSeeOther)
	list := handoversPath + "/1"
	u.get(list).want(t, http.StatusOK, "HL-00001", hostileMarkup, `data-scan="`+list+`/scan"`)
	u.post(scanPath, url.Values{"code": {"hl-00001"}}).want(t, http.StatusOK, `"path":"`+list+`"`)
	number, other := c.orderFor("Budi", "H-1"), c.orderFor("Budi", "H-2")
	scan := func(code, id, tone, text string) {
		t.Helper()
		u.post(list+"/scan", url.Values{"code": {code}, "scan": {id}}).want(t, http.StatusOK, `"tone":"`+tone+`"`, text)
	}
	scan("h-1", "s1", "good", "is on the list")
	scan(number, "s1", "good", "is on the list")
	scan(number, "s2", "warn", "is on this list already")
	scan("nothing", "s3", "bad", "is not known")
	u.post(handoversPath, url.Values{"service_id": {"1"}, "place": {"Dock"}}).want(t, http.StatusSeeOther)
	u.post(handoversPath+"/2/scan", url.Values{"code": {"H-1"}}).want(t, http.StatusOK, "it is on the list HL-00001")
	u.get(list+"/now").want(t, http.StatusOK, `name="parcels" form="close" value="1"`, number, "/ 2")
	c.as(shipment.RoleViewer).post(list+"/scan", url.Values{"code": {other}}).want(t, http.StatusForbidden)

	if added, err := c.sdk.AddToHandover(t.Context(), "HL-00002", other, "w1"); err != nil || added.Result != client.ScanAdded {
		t.Errorf("by a key: %+v, %v", added, err)
	}
	u.get(handoversPath+"/2").want(t, http.StatusOK, other, "key ")
	u.post(handoversPath+"/2/remove", url.Values{"parcel": {other}}).want(t, http.StatusSeeOther)
	u.post(handoversPath+"/2/remove", url.Values{"parcel": {other}}).want(t, http.StatusNotFound)

	sign := url.Values{"given_by": {"Ann"}, "taken_by": {""}, "signature": {`M1 1"/>`}, "parcels": {"1"}}
	u.post(list+"/close", sign).want(t, http.StatusUnprocessableEntity, "Name of the driver is missing.", "Let the driver sign in the box")
	sign.Set("taken_by", "Joko")
	sign.Set("signature", "M10 20L300 150M5 5L6 6")
	sign.Set("parcels", "2")
	driver := regexp.MustCompile(`/console/handover/1-1-[\w-]+`).FindString(u.get(list + "/finish").text)
	nobody := c.as("")
	nobody.get(driver[:len(driver)-1]).want(t, http.StatusNotFound)
	nobody.get(driver).wantNoStore(t)
	nobody.get(driver).want(t, http.StatusOK, "Demo shipper", number, "Close the list")
	for _, who := range []*testUser{nobody, u, c.as(shipment.RoleOperator)} {
		files := regexp.MustCompile(`"/console/static/[^"]*"`).FindAllString(who.get(driver).text, -1)
		if once := slices.Compact(slices.Sorted(slices.Values(files))); len(once) != len(files) || len(files) < 4 {
			t.Errorf("the driver's page loads %v", files)
		}
	}
	nobody.post(driver, sign).want(t, http.StatusUnprocessableEntity, "The list has changed meanwhile")
	if _, err := c.Store.HoldOrders(t.Context(), 1, []string{number}, "Not paid", false); err != nil {
		t.Fatal(err)
	}
	sign.Set("parcels", "1")
	nobody.post(driver, sign).want(t, http.StatusUnprocessableEntity, "Take the parcels off the list")
	u.get(list).want(t, http.StatusOK, "Take these parcels off the list", "The order is held.")
	if _, err := c.Store.ReleaseOrders(t.Context(), 1, []string{number}, "", false); err != nil {
		t.Fatal(err)
	}
	nobody.post(driver, sign).want(t, http.StatusSeeOther)
	u.get(list).want(t, http.StatusOK, "0 of 1 parcels are marked as picked up.", `data-poll=`, "M10 20L300 150", "driver Joko")
	scan(other, "s4", "bad", "the list is closed")
	for range 2 {
		if _, _, err := (&parcels.Parcels{Store: c.Store}).CarryHandovers(t.Context(), 100); err != nil {
			t.Fatal(err)
		}
	}
	nobody.get(driver).want(t, http.StatusOK, "Taken over by Joko.")
	u.get(list+"/now").want(t, http.StatusOK, "Handed over", "Joko", `action="`+list+`/reopen"`)
	u.get("/console/accounts/1/orders/"+number).want(t, http.StatusOK, "Picked up")
	file := u.get(list + "/pdf")
	if file.header.Get("Content-Type") != "application/pdf" || !strings.HasPrefix(file.text, "%PDF-") {
		t.Errorf("the file: %d %v", file.status, file.header)
	}
	u.post(list+"/reopen", nil).want(t, http.StatusUnprocessableEntity, "Reason is missing.")
	u.post(list+"/reopen", url.Values{"reason": {"One more"}}).want(t, http.StatusSeeOther)
	u.get(list).want(t, http.StatusOK, "Opened again: One more")
	log := c.as(shipment.RoleOperatorAdmin).get(web.OperatorPath + "audit?kind=handover")
	log.want(t, http.StatusOK, "driver Joko closed hand-over list HL-00001", "opened hand-over list HL-00001 again")
	scan(other, "s5", "good", "is on the list")
	u.get(handoversPath).want(t, http.StatusOK, "HL-00001", "HL-00002", "Joko")
	c.as("none").get(list).want(t, http.StatusNotFound)
}

const packPath = "/console/accounts/1/pack"

// TestParcelsArePacked packs a parcel by one scan, one by its pieces and its weight, and stops at what a person has to decide.
func TestParcelsArePacked(t *testing.T) {
	t.Parallel()
	c := newTestConsole(t)
	u := c.as(shipment.RoleEditor)
	u.get(packPath).want(t, http.StatusOK, "Scan a parcel", `data-scan="`+packPath+`/scan?"`)
	c.as(shipment.RoleViewer).get(packPath).want(t, http.StatusForbidden)
	number := c.orderFor("Budi", "P-1")
	scan := func(query, code, id, tone, text string) {
		t.Helper()
		u.post(packPath+"/scan?warnings=1&"+query, url.Values{"code": {code}, "scan": {id}}).want(t, http.StatusOK, `"tone":"`+tone+`"`, text)
	}
	scan("", "p-1", "s1", "good", "is packed.")
	scan("", "p-1", "s1", "good", "is packed.")
	scan("", number, "s2", "warn", "was packed before, by ")
	scan("", "nothing", "s3", "bad", "is not known")
	page := u.get(packPath)
	page.want(t, http.StatusOK, number, "1 parcel packed today", `name="undo"`, "Print the label")
	u.get("/console/accounts/1/orders/"+number).want(t, http.StatusOK, "Packed")
	undo := regexp.MustCompile(`name="undo" value="(\d+)"`).FindStringSubmatch(page.text)[1]
	u.post(packPath+"/step", url.Values{"undo": {undo}, "now": {"1"}}).want(t, http.StatusOK, "is not packed any more")
	u.post(packPath+"/step", url.Values{"undo": {undo}}).want(t, http.StatusConflict, "Another parcel is on the station now.")
	u.get("/console/accounts/1/orders/"+number).want(t, http.StatusOK, "Not packed any more")

	o := harness.NewOrder(1)
	o.ShipperOrderID = "P-2"
	o.Items[0].SKU, o.Items[0].Quantity = "SKU-1", 2
	more := o.Items[0]
	more.SKU, more.Desc, more.Quantity = "SKU-2", "Cap", 1
	o.Items = append(o.Items, more)
	made, err := c.sdk.CreateOrders(t.Context(), client.CreateRequest{Orders: []client.NewOrder{o}})
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Store.MasterData.PutEntries(t.Context(), 1, shipment.Boxes, shipment.Entry{
		Name: "Box 3", Value: `{"length":"31","width":"22","height":"13","weight":"0.2"}`,
	}); err != nil {
		t.Fatal(err)
	}
	all := "items=1&weigh=1"
	scan(all, "P-2", "t1", "good", "Scan or tick 3 more pieces.")
	scan(all, "sku-1", "t2", "good", "Scan or tick 2 more pieces.")
	scan(all, "sku-1", "t2", "good", "is on the station.")
	scan(all, "sku-1", "t3", "good", "Scan or tick 1 more piece.")
	scan(all, "sku-1", "t4", "bad", "one piece too many")
	scan(all, "Box 3", "t5", "good", "Scan or tick 1 more piece.")
	page = u.get(packPath + "?warnings=1&" + all)
	page.want(t, http.StatusOK, `/pack/step?items=1&amp;warnings=1&amp;weigh=1"`, "2 / 2", "0 / 1",
		"Put the parcel on the scale.", `name="item" value="1"`)
	order := regexp.MustCompile(`name="order" value="(\d+)"`).FindStringSubmatch(page.text)[1]
	u.post(packPath+"/step?warnings=1&"+all, url.Values{"order": {"1"}, "item": {"1"}}).want(t, http.StatusConflict, "Another parcel")
	u.post(packPath+"/step?warnings=1&"+all, url.Values{"order": {order}, "item": {"1"}}).
		want(t, http.StatusOK, "1 / 1", "Put the parcel on the scale.")
	scan(all, "1,25 kg", "t6", "warn", "is packed. It weighs 1.25 kg, and 0.125 kg is stated.")
	changed, err := c.Store.OrderForEdit(t.Context(), 1, made.Orders[0].TrackingNo)
	if err != nil || changed.Weight != 1250 || changed.Length != 3100 {
		t.Errorf("the order has %v kg and %v cm, %v", changed.Weight, changed.Length, err)
	}

	// A SKU that reads as a weight is a piece, until all are there.
	o.ShipperOrderID, o.Items = "P-6", o.Items[:1]
	o.Items[0].SKU, o.Items[0].Quantity = "250 g", 1
	if made, err = c.sdk.CreateOrders(t.Context(), client.CreateRequest{Orders: []client.NewOrder{o}}); err != nil {
		t.Fatal(err)
	}
	scan(all, "P-6", "w1", "good", "Scan or tick 1 more piece.")
	scan(all, "250 g", "w2", "good", "Put the parcel on the scale.")
	scan(all, "250 g", "w3", "warn", "is packed.")
	changed, err = c.Store.OrderForEdit(t.Context(), 1, made.Orders[0].TrackingNo)
	if err != nil || changed.Weight != 250 {
		t.Errorf("the order has %v kg, %v", changed.Weight, err)
	}

	// A person has to decide about these: a label that was printed before a change. What is never packed: held, cancelled.
	if err := c.Store.Prints.MarkPrinted(t.Context(), 1, []int64{orderID(t, c, number)}); err != nil {
		t.Fatal(err)
	}
	after := *changeOrder(t, c, number)
	c.orderFor("Budi", "P-5")
	scan("", "P-1", "u1", "warn", "Look at the screen")
	u.get(packPath+"?warnings=1").want(t, http.StatusOK, "wrong now", "Worth a look", "data-focus")
	u.post(packPath+"/scan", url.Values{"code": {"P-5"}, "scan": {"u2"}}).want(t, http.StatusOK, `"warn"`, "Look at the screen")
	u.post(packPath+"/scan", url.Values{"code": {"P-1"}, "scan": {"u3"}}).want(t, http.StatusOK, `"warn"`, "Look at the screen")
	page = u.get(packPath)
	page.want(t, http.StatusOK, "The label that was printed before is wrong now.", "Pack it as it is")
	order = regexp.MustCompile(`name="order" value="(\d+)"`).FindStringSubmatch(page.text)[1]
	u.post(packPath+"/step", url.Values{"order": {order}, "anyway": {"1"}}).want(t, http.StatusOK, after.TrackingNo+" is packed.")
	held := c.orderFor("Budi", "P-3")
	if _, err := c.Store.HoldOrders(t.Context(), 1, []string{held}, "Not paid", false); err != nil {
		t.Fatal(err)
	}
	scan("", "P-3", "v1", "bad", "is not packed: the order is held. Not paid")
	cancelled := c.orderFor("Budi", "P-4")
	if _, err := c.Store.CancelOrders(t.Context(), 1, []string{cancelled}, false); err != nil {
		t.Fatal(err)
	}
	scan("", "P-4", "v2", "bad", "the order is cancelled")
}

// TestWeightIsOfPackedParcels: a weight on the scale is that of the order only if the parcel is packed with it.
func TestWeightIsOfPackedParcels(t *testing.T) {
	t.Parallel()
	c := newTestConsole(t)
	u, number := c.as(shipment.RoleEditor), c.orderFor("Budi", "W-1")
	scan := func(code, id, tone, text string) {
		t.Helper()
		u.post(packPath+"/scan?warnings=1&weigh=1", url.Values{"code": {code}, "scan": {id}}).want(t, http.StatusOK, `"tone":"`+tone+`"`, text)
	}
	weighs := func(want string) {
		t.Helper()
		if o, err := c.Store.OrderForEdit(t.Context(), 1, number); err != nil || o.Weight.String() != want {
			t.Errorf("the order weighs %s, want %s; %v", o.Weight, want, err)
		}
	}
	o, err := c.Store.OrderForEdit(t.Context(), 1, number)
	if err != nil {
		t.Fatal(err)
	}
	scan("w-1", "s1", "good", "Put the parcel on the scale.")
	if _, err := c.Store.HoldOrders(t.Context(), 1, []string{number}, "Not paid", false); err != nil {
		t.Fatal(err)
	}
	scan("7.25 kg", "s2", "bad", "the order is held")
	weighs(o.Weight.String())
	if _, err := c.Store.ReleaseOrders(t.Context(), 1, []string{number}, "", false); err != nil {
		t.Fatal(err)
	}
	scan("7.25 kg", "s3", "warn", "is packed. It weighs 7.25 kg, and 0.125 kg is stated.")
	weighs("7.25")

	// The account sets how far a weight may be from the stated one. What a scale shows has the tray in it.
	number = c.orderFor("Budi", "W-2")
	admin := c.as(shipment.RoleAdmin)
	admin.get("/console/accounts/1/settings").want(t, http.StatusOK, `name="weight_tolerance" type="text" value="50"`)
	admin.post("/console/accounts/1/settings", url.Values{"weight_tolerance": {"100"}, "weight_tolerance_percent": {"0"}}).
		want(t, http.StatusSeeOther)
	tray := func(code, id, tone, text string) {
		t.Helper()
		u.post(packPath+"/scan?warnings=1&weigh=1&tare=350+g", url.Values{"code": {code}, "scan": {id}}).
			want(t, http.StatusOK, `"tone":"`+tone+`"`, text)
	}
	tray("w-2", "u1", "good", "Put the parcel on the scale.")
	tray("ST,GS,+000.350kg", "u2", "bad", "no more than the tare")
	tray("US,GS,+000.575kg", "u3", "bad", "is not known")
	tray("OL", "u4", "bad", "is not known")
	page := u.get(packPath + "?weigh=1&tare=350+g")
	page.want(t, http.StatusOK, `value="0.35 kg"`, `scale.js`, "data-weigh=")
	u.post(packPath+"/scan?warnings=1&weigh=1&of=1", url.Values{"code": {"ST,GS,+000.575kg"}, "scan": {"u5"}}).
		want(t, http.StatusOK, `"tone":"bad"`, "Another parcel is on the station now.")
	tray("ST,GS,+000.575kg", "u6", "good", "is packed.")
	weighs("0.225")
	tray("W-2", "u7", "warn", "was packed before")
	if page := u.get(packPath); strings.Contains(page.text, "scale.js") {
		t.Error("a bench without a scale loads its script")
	}
}

// TestBoxesHaveNamesOfAnyLength puts a parcel into the box S.
func TestBoxesHaveNamesOfAnyLength(t *testing.T) {
	t.Parallel()
	c := newTestConsole(t)
	u, number, long := c.as(shipment.RoleEditor), c.orderFor("Budi", "B-1"), strings.Repeat("Box ", 24)+"3"
	for i, name := range []string{"S", long} {
		if err := c.Store.MasterData.PutEntries(t.Context(), 1, shipment.Boxes, shipment.Entry{
			Name: name, Value: fmt.Sprintf(`{"length":"2%d","width":"22","height":"13","weight":"0.2"}`, i),
		}); err != nil {
			t.Fatal(err)
		}
	}
	scan := func(code, id, text string) {
		t.Helper()
		u.post(packPath+"/scan?warnings=1&items=1", url.Values{"code": {code}, "scan": {id}}).want(t, http.StatusOK, `"tone":"good"`, text)
	}
	scan("b-1", "s1", "Scan or tick")
	for i, name := range []string{"S", long} {
		scan(name, name, fmt.Sprintf("2%d\u00a0×\u00a022\u00a0×\u00a013\u00a0cm", i))
		if o, err := c.Store.OrderForEdit(t.Context(), 1, number); err != nil || int(o.Length) != 2000+100*i {
			t.Errorf("%s: the order has %v cm, %v", name, o.Length, err)
		}
	}
}

// TestRoutingOfLabelsIsNoPartOfNumbers is the case usps-routing-prefix: 420 and a ZIP before a number of a partner are left out.
func TestRoutingOfLabelsIsNoPartOfNumbers(t *testing.T) {
	t.Parallel()
	c := newTestConsole(t)
	u, list := c.as(shipment.RoleEditor), handoversPath+"/1"
	const hawb = "9400111899223197428497"
	o := harness.NewOrder(5)
	o.ShipperOrderID = "US-1"
	made, err := c.sdk.CreateOrders(t.Context(), client.CreateRequest{Blocking: true, Orders: []client.NewOrder{o}})
	if err != nil {
		t.Fatal(err)
	}
	number := made.Orders[0].TrackingNo
	if err := c.Store.DB.Execute(t.Context(), "give a number", `UPDATE submissions SET hawb_no = $1 WHERE order_id = $2`,
		hawb, orderID(t, c, number)); err != nil {
		t.Fatal(err)
	}
	u.post(handoversPath, url.Values{"service_id": {"5"}, "place": {"Dock"}}).want(t, http.StatusSeeOther)
	for i, code := range []string{"]C1420940219400111899223197428497", "420940219400111899223197428497", "42094021\x1d" + hawb, hawb} {
		for _, path := range []string{packPath + "/scan", list + "/scan", scanPath} {
			u.post(path, url.Values{"code": {code}, "scan": {fmt.Sprint(path, i)}}).want(t, http.StatusOK, "/orders/"+number)
		}
		u.post("/console/accounts/1/find", url.Values{"q": {code}}).want(t, http.StatusOK, "/orders/"+number)
	}
	// A number that the shipper brought begins with 420, and is found, too. If both have the code, a person chooses.
	o = harness.NewOrder(1)
	o.TrackingNo = "420940219400111899223197428497"
	if _, err = c.sdk.CreateOrders(t.Context(), client.CreateRequest{Blocking: true, Orders: []client.NewOrder{o}}); err != nil {
		t.Fatal(err)
	}
	u.post(packPath+"/scan", url.Values{"code": {o.TrackingNo}, "scan": {"both"}}).
		want(t, http.StatusOK, "Several orders have this number", number)
	u.post(packPath+"/scan", url.Values{"code": {hawb}, "scan": {"one"}}).want(t, http.StatusOK, "/orders/"+number)
}

func orderID(t *testing.T, c *testConsole, number string) int64 {
	t.Helper()
	o, err := c.Store.OrderForEdit(t.Context(), 1, number)
	if err != nil {
		t.Fatal(err)
	}
	return o.OrderID
}

// changeOrder changes what is on the label of an order.
func changeOrder(t *testing.T, c *testConsole, number string) *shipment.Order {
	t.Helper()
	before, err := c.Store.OrderForEdit(t.Context(), 1, number)
	after := before.Clone()
	after.Consignee.City = "Bandung"
	if err == nil {
		_, err = c.Store.EditOrder(t.Context(), store.Edit{Before: &before, After: after, Changes: shipment.ChangesBetween(&before, after)})
	}
	if err != nil {
		t.Fatal(err)
	}
	return after
}
