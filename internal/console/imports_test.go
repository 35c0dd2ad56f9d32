package console

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"maps"
	"mime/multipart"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"waybill/client"
	"waybill/internal/feature/imports/stored"
	"waybill/internal/shipment"
)

// importHeadings are those of importFile.
var importHeadings = []string{
	"Order no", "Recipient", "Phone", "Country", "Address", "Postal code", "Length", "Width", "Height", "Weight", "Item", "Category",
	"Qty", "Price", "Currency", "Tax ID",
}

// importFile is a CSV file with rows whose phones are wrong where wrong says so. It lacks where the parcels come from.
func importFile(t *testing.T, rows int, wrong ...int) []byte {
	t.Helper()
	var b bytes.Buffer
	out := csv.NewWriter(&b)
	out.Comma = ';'
	_ = out.Write(importHeadings) // a buffer does not fail
	for n := range rows {
		phone := fmt.Sprintf("+62812345%05d", n)
		if slices.Contains(wrong, n) {
			phone = "<script>alert(1)</script>"
		}
		_ = out.Write([]string{
			fmt.Sprintf("REF-%d", n), "王小明 & <b>", phone, "Indonesia", "Jl. Sudirman 1", "10220", "10", "10", "5", "0,5", "Shirt", "Fashion",
			"1", "12,50", "SGD", "3171012301900001",
		})
	}
	out.Flush()
	return b.Bytes()
}

// upload sends a file by the form, and returns the page of the import.
func (u *testUser) upload(name string, file []byte, fields url.Values) (page testPage, path string) {
	u.c.t.Helper()
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	part, err := form.CreateFormFile("file", name)
	if err == nil {
		_, err = part.Write(file)
	}
	for field := range fields {
		if err == nil {
			err = form.WriteField(field, fields.Get(field))
		}
	}
	if err == nil {
		err = form.Close()
	}
	if err != nil {
		u.c.t.Fatal(err)
	}
	page = u.send(http.MethodPost, "/console/accounts/1/imports", form.FormDataContentType(), &body)
	return page, page.header.Get("Location")
}

// settled is the page of an import that is neither checked nor created any more.
func (u *testUser) settled(path string) testPage {
	u.c.t.Helper()
	var id int64
	if _, err := fmt.Sscanf(path, "/console/accounts/1/imports/%d", &id); err != nil {
		u.c.t.Fatalf("%q: %v", path, err)
	}
	u.c.waitFor("the import is neither checked nor created", func() bool {
		found, err := u.c.sdk.Import(u.c.t.Context(), id)
		if err != nil {
			u.c.t.Fatal(err)
		}
		return found.State != client.ImportChecking && found.State != client.ImportCreating
	})
	return u.get(path)
}

// references are the references of all orders, sorted.
func (c *testConsole) references() (all []string) {
	c.t.Helper()
	for o, err := range c.sdk.AllOrders(c.t.Context(), client.Filter{}) {
		if err != nil {
			c.t.Fatal(err)
		}
		all = append(all, o.ShipperOrderID)
	}
	slices.Sort(all)
	return all
}

// origin is what importFile lacks.
var origin = url.Values{
	"service_id": {"1"}, "default.pickup_country": {"Singapore"}, "default.pickup_address": {"1 Raffles Place"},
	"default.payment_type": {"prepaid"},
}

// TestImportWithErrors goes the way of a person: a file that lacks where it comes from and has wrong rows, then the
// corrected rows. Nothing is created twice.
func TestImportWithErrors(t *testing.T) {
	t.Parallel()
	c := newTestConsole(t)
	u := c.as(shipment.RoleEditor)
	sent, path := u.upload("orders.csv", importFile(t, 30, 3, 7), nil)
	if sent.status != http.StatusSeeOther {
		t.Fatalf("%d %s", sent.status, sent.text)
	}
	u.settled(path).want(t, http.StatusOK, "Waits for you", "<li>Pickup · Country</li>", "<li>Pickup · Address</li>",
		"No column of the file has this.", "orders.csv")

	u.post(path+"/check", origin).want(t, http.StatusSeeOther)
	page := u.settled(path)
	page.want(t, http.StatusOK, "Waits for you", "Create 28 orders, leave out 2 rows", "&lt;script&gt;alert(1)",
		"Phone must begin with a plus sign",
		"REF-3", "王小明 &amp; &lt;b&gt;", "Item · Price", ">1.234,5</option>")
	if strings.Contains(page.text, "<script>alert") || c.references() != nil {
		t.Fatal(page.text)
	}
	u.get(path+"?rows=all").want(t, http.StatusOK, "REF-3", "REF-7")
	refused := u.get(path + "/refused")
	refused.want(t, http.StatusOK, "REF-7", "import_error")

	u.post(path+"/create", url.Values{"existing": {""}}).want(t, http.StatusSeeOther)
	page = u.settled(path)
	page.want(t, http.StatusOK, "Done", "Print 28 labels", "Upload the corrected file")
	if all := c.references(); len(all) != 28 {
		t.Errorf("%d orders", len(all))
	}
	if got := u.post(path+"/labels", nil); got.status != http.StatusOK || !strings.HasPrefix(got.text, "%PDF-") {
		t.Errorf("labels: %d %.100s", got.status, got.text)
	}
	u.post(path+"/labels", url.Values{"format": {"zpl"}}).want(t, http.StatusOK, "^XA")
	u.get("/console/accounts/1/orders?printed=no").want(t, http.StatusOK, "No order was found")
	u.get(path+"/orders").want(t, http.StatusOK, "row,shipper_order_id,tracking_no", "REF-29")

	// The mapping is remembered for the file of refused rows, too.
	corrected := strings.ReplaceAll(refused.text, "<script>alert(1)</script>", "+6281234567890")
	_, rest := u.upload("refused.csv", []byte(corrected), nil)
	u.settled(rest).want(t, http.StatusOK, "Create 2 orders")
	u.post(rest+"/create", nil).want(t, http.StatusSeeOther)
	u.settled(rest).want(t, http.StatusOK, "Done", "Print 2 labels")
	if all := c.references(); len(all) != 30 || len(slices.Compact(all)) != 30 {
		t.Errorf("%d orders", len(all))
	}
	u.get("/console/accounts/1/imports").want(t, http.StatusOK, "refused.csv", "orders.csv", "Earlier imports")
}

// TestImportAgain: the same file and references that exist are shown before anything is created, and need a confirmation.
func TestImportAgain(t *testing.T) {
	t.Parallel()
	c := newTestConsole(t)
	u := c.as(shipment.RoleEditor)
	create := func(file []byte, want string, form url.Values) string {
		t.Helper()
		_, path := u.upload("orders.csv", file, nil)
		u.settled(path)
		u.post(path+"/check", origin)
		u.settled(path).want(t, http.StatusOK, want)
		u.post(path+"/create", form)
		u.settled(path)
		return path
	}
	create(importFile(t, 5), "Create 5 orders", nil)

	_, again := u.upload("orders.csv", importFile(t, 5), nil)
	u.settled(again).want(t, http.StatusOK, "5 orders of this same file were created before.", "5 orders of the file exist",
		"Create 5 orders, 5 of them again", "REF-0")
	u.post(again+"/create", url.Values{"existing": {"create"}}).want(t, http.StatusOK, "This file was imported before. Create 5 orders again?")
	if all := c.references(); len(all) != 5 {
		t.Errorf("%d orders", len(all))
	}
	create(importFile(t, 8), "Create 3 orders", url.Values{"existing": {"skip"}})
	if all := c.references(); len(all) != 8 || len(slices.Compact(all)) != 8 {
		t.Errorf("%d orders: %v", len(all), all)
	}
	u.post(again+"/create", url.Values{"existing": {"create"}, "confirmed": {"1"}}).want(t, http.StatusSeeOther)
	u.settled(again).want(t, http.StatusOK, "Done")
	if all := c.references(); len(all) != 13 {
		t.Errorf("%d orders", len(all))
	}
	u.post(again+"/create", url.Values{"confirmed": {"1"}}).want(t, http.StatusSeeOther)
	u.get(again).want(t, http.StatusOK, "The import has changed in the meantime.")
}

// TestImportColumns corrects what the columns are, and how they are written.
func TestImportColumns(t *testing.T) {
	t.Parallel()
	c := newTestConsole(t)
	u := c.as(shipment.RoleAdmin)
	file := bytes.Replace(importFile(t, 2), []byte("Recipient"), []byte("Xq"), 1)
	file = bytes.ReplaceAll(file, []byte(";+62"), []byte(";62"))
	_, path := u.upload("orders.csv", file, nil)
	u.settled(path).want(t, http.StatusOK, "left out", "Xq")
	form := url.Values{"field.1": {"what is this"}}
	u.post(path+"/check", form).want(t, http.StatusUnprocessableEntity, "Choose one of the list.", `value="what is this"`)
	u.post(path+"/check", url.Values{"field.1": {"Name"}}).want(t, http.StatusUnprocessableEntity, "Choose one of the list.") // whose?
	form = url.Values{"field.1": {"consignee · name"}, "phone.2": {"+"}, "field.11": {"Your record, named as the column"}}
	maps.Copy(form, origin)
	u.post(path+"/check", form).want(t, http.StatusSeeOther)
	u.settled(path).want(t, http.StatusOK, "Create 2 orders", "Your record · Category", "Consignee · Name")
	u.post(path+"/check", url.Values{"phone.2": {"62"}}).want(t, http.StatusUnprocessableEntity, "is not a country code")
	u.post(path+"/check", url.Values{"heading_row": {"0"}}).want(t, http.StatusUnprocessableEntity, "This value must be at least 1.")
	long := strings.Repeat("x", 32_767)
	u.post(path+"/check", url.Values{"default.consignee_name": {long}, "default.consignee_address": {long}, "default.item_desc": {"xx"}}).
		want(t, http.StatusUnprocessableEntity, "65,536")

	form.Set("field.11", "category") // only items have one
	u.post(path+"/check", form).want(t, http.StatusSeeOther)
	u.settled(path).want(t, http.StatusOK, "Item · Category")
	form.Set("field.11", "Leave this column out")
	form.Del("field.1")
	form.Set("charset", "windows-1252")
	u.post(path+"/check", form).want(t, http.StatusSeeOther)
	u.settled(path).want(t, http.StatusOK, "Create 2 orders", "çŽ‹")
}

// TestImportMoreWays sets in the form how columns of a field are joined, filled and read.
func TestImportMoreWays(t *testing.T) {
	t.Parallel()
	c := newTestConsole(t)
	u := c.as(shipment.RoleAdmin)
	file := "Order ID,Consignee,Phone,Ship Country,Street,Flat,Zip,L,W,H,Kg,Pay,Items,Category,Qty,Amount,KTP\n" +
		"M-1,Siti Rahma,+6281234567890,Indonesia,Jl. Sudirman 1,B2,10220,20,15,5,0.5,vorkasse,Kaos,Fashion,2,12.50,3171012301900001\n" +
		"M-1,,,,,,,,,,,,Topi,,1,5.00,\n"
	_, path := u.upload("more.csv", []byte(file), url.Values{"service_id": {"1"}})
	u.settled(path)
	form := url.Values{
		"default.pickup_country": {"SG"}, "default.pickup_address": {"1 Raffles Place"}, "default.item_price_currency": {"SGD"},
		"default.pickup_contact_name": {"Gudang"}, "default.pickup_contact_number": {"+6561234567"}, "service_id": {"1"},
		"default.pickup_postal": {"048616"},
	}
	for i, field := range []string{
		"shipper_order_id", "consignee_name", "consignee_number", "consignee_country", "consignee_address",
		"consignee_address", "consignee_postal", "order_length", "order_width", "order_height", "order_weight", "payment_type",
		"item_desc", "item_category", "item_quantity", "item_price_value", "consignee_identifcation_number",
	} {
		form.Set(fmt.Sprintf("field.%d", i), field)
	}
	u.post(path+"/check", form).want(t, http.StatusSeeOther)
	u.settled(path).want(t, http.StatusOK, `<option value=", " selected>`, "vorkasse")
	for i := range 17 {
		form.Del(fmt.Sprintf("field.%d", i))
	}
	form["more.5"], form["join.5"] = []string{"1"}, []string{"-"}
	form["more.11"], form["values.11"] = []string{"1"}, []string{"vorkasse"}
	u.post(path+"/check", form).want(t, http.StatusUnprocessableEntity, "Write each value in a line of its own")
	form["values.11"] = []string{"vorkasse = prepaid\r\nNachnahme = cod"}
	form["more.13"], form["fill.13"] = []string{"1"}, []string{"1"}
	form["more.15"], form["all.15"] = []string{"1"}, []string{"1"}
	u.post(path+"/check", form).want(t, http.StatusSeeOther)
	u.settled(path).want(t, http.StatusOK, "Create 1 order", "vorkasse = prepaid", `<option value="-" selected>`, "11.25 SGD",
		`name="fill.13" value="1" checked`)
	u.post(path+"/create", url.Values{"existing": {""}})
	u.settled(path)
	delete(form, "fill.13")
	_, path = u.upload("more.csv", []byte(strings.ReplaceAll(file, "M-1", "M-2")), nil)
	u.settled(path).want(t, http.StatusOK, "Create 1 order", `name="fill.13" value="1" checked`) // as in the import before
	u.post(path+"/check", form).want(t, http.StatusSeeOther)
	if page := u.settled(path); strings.Contains(page.text, `name="fill.13" value="1" checked`) {
		t.Error("a checkbox that was unchecked is still checked")
	}
}

func TestImportsOfViewers(t *testing.T) {
	t.Parallel()
	c := newTestConsole(t)
	_, path := c.as(shipment.RoleEditor).upload("orders.csv", importFile(t, 2, 1), nil)
	u := c.as(shipment.RoleViewer)
	page := u.settled(path)
	for _, forbidden := range []string{"/check\"", "/create\"", "/cancel\"", "multipart/form-data"} {
		if strings.Contains(page.text, forbidden) || strings.Contains(u.get("/console/accounts/1/imports").text, forbidden) {
			t.Errorf("a viewer sees %s", forbidden)
		}
	}
	if got, _ := u.upload("orders.csv", importFile(t, 1), nil); got.status != http.StatusForbidden {
		t.Errorf("a viewer uploads: %d", got.status)
	}
	if got := c.as(shipment.RoleOperator).get(strings.Replace(path, "/1/", "/2/", 1)); got.status != http.StatusNotFound {
		t.Errorf("the import of another account: %d", got.status)
	}
}

// TestImportFilesThatCannotBeRead: the form says what is wrong with a file.
func TestImportFilesThatCannotBeRead(t *testing.T) {
	t.Parallel()
	c := newTestConsole(t)
	u := c.as(shipment.RoleEditor)
	got, _ := u.upload("orders.csv", nil, nil)
	got.want(t, http.StatusUnprocessableEntity, "The file is empty.", "Check the file")
	_, path := u.upload("orders.pdf", []byte("%PDF-1.7 and more"), nil)
	u.settled(path).want(t, http.StatusOK, "Not imported", "The file is a PDF. Save the table as XLSX or CSV.")
	u.send(http.MethodPost, "/console/accounts/1/imports", "application/json", strings.NewReader("{}")).want(t, http.StatusUnprocessableEntity)
	u.get("/console/accounts/1/imports/99").want(t, http.StatusNotFound)
	u.get("/console/accounts/1/imports/x").want(t, http.StatusNotFound)
}

// TestImportPagesAreSmall: a file with many columns and problems has a page of bounded size.
func TestImportPagesAreSmall(t *testing.T) {
	t.Parallel()
	c := newTestConsole(t)
	u := c.as(shipment.RoleEditor)
	wrong := make([]int, 60)
	for i := range wrong {
		wrong[i] = i
	}
	_, path := u.upload("orders.csv", importFile(t, 60, wrong...), url.Values{"service_id": {"1"}})
	u.settled(path)
	u.post(path+"/check", origin)
	page := u.settled(path)
	page.want(t, http.StatusOK, "No order of this file can be created.", "REF-24")
	if len(page.text) > 60<<10 || strings.Contains(page.text, "REF-25") {
		t.Errorf("%d bytes", len(page.text))
	}
	next := regexp.MustCompile(`href="([^"#]*after=\d+)`).FindStringSubmatch(page.text)
	if next == nil {
		t.Fatal(page.text)
	}
	u.get(next[1]).want(t, http.StatusOK, "REF-25", "Previous")
}

func TestImportTemplateOfAService(t *testing.T) {
	t.Parallel()
	u := newTestConsole(t).as(shipment.RoleViewer)
	u.get("/console/accounts/1/imports/template?service_id=1&format=csv").want(t, http.StatusOK, "EXAMPLE-1")
	if got := u.get("/console/accounts/1/imports/template?service_id=1"); got.status != http.StatusOK || !strings.HasPrefix(got.text, "PK") {
		t.Errorf("%d", got.status)
	}
	u.get("/console/accounts/1/imports/template?service_id=99").want(t, http.StatusBadRequest, "There is no service 99")
}

// TestImportSummary: before the yes the page has the first orders in words, what is left out and why, which a person changes, and
// values outside of those of the account's last orders.
func TestImportSummary(t *testing.T) {
	t.Parallel()
	c := newTestConsole(t)
	u := c.as(shipment.RoleAdmin)
	file := func(name, price string, orders int) []byte {
		text := "shipper_order_id,consignee_name,consignee_number,consignee_country,consignee_address,consignee_postal," +
			"order_length,order_width,order_height,order_weight,payment_type,pickup_country,pickup_address,item_desc,item_category," +
			"item_quantity,item_price_value,item_price_currency,consignee_identifcation_number,Order Status\n"
		for i := range orders + 1 {
			status := "Processing"
			if i == orders {
				status = "Cancelled"
			}
			text += fmt.Sprintf("%s-%d,Siti Rahma,+6281234567890,Indonesia,Jl. Sudirman 1,10220,20,15,5,0.5,prepaid,Singapore,1 Raffles Place,"+
				"Kaos,Fashion,2,%s,SGD,3171012301900001,%s\n", name, i, price, status)
		}
		return []byte(text)
	}
	service := url.Values{"service_id": {"1"}}
	_, path := u.upload("first.csv", file("A", "1250", 19), service)
	page := u.settled(path)
	page.want(t, http.StatusOK, "Prepaid to Siti Rahma, Indonesia; 2 × Kaos; 0.5 kg", "1,250 SGD", "1 order: cancelled", "Create 19 orders")
	u.post(path+"/create", url.Values{"existing": {""}})
	u.settled(path)
	_, path = u.upload("few.csv", file("B", "1250000", 1), service)
	if page := u.settled(path); strings.Contains(page.text, "outside the") {
		t.Error("19 prices are too few to say what is usual")
	}
	_, path = u.upload("second.csv", file("C", "1250", 1), service)
	u.settled(path)
	u.post(path+"/create", url.Values{"existing": {""}})
	u.settled(path)
	_, path = u.upload("next.csv", file("D", "1250000", 1), service)
	u.settled(path).want(t, http.StatusOK, "1 outside the 1,250 SGD to 1,250 SGD of your last orders, the first in row 2")
	u.post(path+"/check", url.Values{"service_id": {"1"}, "leaves": {"1"}, "leave.0": {"Processing"}})
	u.settled(path).want(t, http.StatusOK, "1 order: left out by you", "Create 1 order", "0.5 kg")
	if got := c.references(); len(got) != 20 {
		t.Errorf("orders of the files: %v", got)
	}
}

// of is the state of an import that the form of its page has.
var of = regexp.MustCompile(`name="of" value="(\d+)"`)

// TestImportCorrectedOnThePage: refused cells are corrected in the form, without another upload. The form of a page that is
// not of the last check changes nothing.
func TestImportCorrectedOnThePage(t *testing.T) {
	t.Parallel()
	c := newTestConsole(t)
	u := c.as(shipment.RoleEditor)
	_, path := u.upload("orders.csv", importFile(t, 30, 3, 7), nil)
	u.settled(path)
	u.post(path+"/check", origin).want(t, http.StatusSeeOther)
	page := u.settled(path)
	page.want(t, http.StatusOK, `name="cell.C.5" value="&lt;script&gt;alert(1)&lt;/script&gt;"`, `aria-describedby="p-cell.C.5"`, "grid.js")
	form := url.Values{"of": {of.FindStringSubmatch(page.text)[1]}, "cell.A.5": {"REF-3"}, "cell.C.5": {"+6281234500003"}}
	u.post(path+"/correct", form).want(t, http.StatusSeeOther)
	page = u.settled(path)
	page.want(t, http.StatusOK, "Create 29 orders, leave out 1 row", `name="cell.C.9"`)
	u.post(path+"/correct", form).want(t, http.StatusSeeOther)
	u.get(path).want(t, http.StatusOK, "The import has changed since this page was loaded.")
	form = url.Values{"of": {of.FindStringSubmatch(page.text)[1]}, "cell.C.9": {"+6281234500007"}, "cell.B.9": {"Ann"}, "cell.C.5": {"1"}}
	u.post(path+"/correct", form).want(t, http.StatusSeeOther)
	u.settled(path).want(t, http.StatusOK, "Create 30 orders")
	u.post(path+"/create", nil).want(t, http.StatusSeeOther)
	page = u.settled(path)
	page.want(t, http.StatusOK, "Print 30 labels")
	if strings.Contains(page.text, "data-grid") {
		t.Error("the cells of created orders can be corrected")
	}
	viewer := c.as(shipment.RoleViewer)
	_, path = u.upload("more.csv", bytes.ReplaceAll(importFile(t, 3, 1), []byte("REF-"), []byte("NEW-")), nil)
	u.settled(path)
	u.post(path+"/check", origin)
	u.settled(path)
	if page := viewer.get(path); strings.Contains(page.text, "data-grid") || !strings.Contains(page.text, "&lt;script&gt;") {
		t.Errorf("a viewer sees %s", page.text)
	}
	viewer.post(path+"/correct", form).want(t, http.StatusForbidden)
}

// TestASuspendedAccountDecidesNothing: its import stays as it is.
func TestASuspendedAccountDecidesNothing(t *testing.T) {
	t.Parallel()
	c := newTestConsole(t)
	u := c.as(shipment.RoleEditor)
	_, path := u.upload("orders.csv", importFile(t, 3, 1), nil)
	u.settled(path)
	u.post(path+"/check", origin).want(t, http.StatusSeeOther)
	form := url.Values{"of": {of.FindStringSubmatch(u.settled(path).text)[1]}, "cell.B.3": {"Ann"}, "column": {"C"}}
	was, err := (&stored.Imports{Store: c.Store}).Import(t.Context(), 1, 1)
	if err == nil {
		err = c.Store.MasterData.SuspendAccount(t.Context(), 1)
	}
	if err != nil {
		t.Fatal(err)
	}
	for _, action := range []string{"check", "correct", "fix", "create", "cancel"} {
		u.post(path+"/"+action, form).want(t, http.StatusForbidden, "The account is suspended")
	}
	for _, file := range []string{path + "/refused", path + "/orders", "/console/accounts/1/imports/template?service_id=1"} {
		u.get(file).want(t, http.StatusForbidden, "The account is suspended")
	}
	is, err := (&stored.Imports{Store: c.Store}).Import(t.Context(), 1, 1)
	if err != nil || is.State != was.State || !is.UpdatedOn.Equal(was.UpdatedOn) {
		t.Errorf("the import: %+v, %v", is, err)
	}
}

// TestImportGroupCorrectedAtOnce: one press adds the code of each row's country, and the next file with the same headings needs none.
// The code is not proposed, because most of the first numbers are valid nowhere.
func TestImportGroupCorrectedAtOnce(t *testing.T) {
	t.Parallel()
	u := newTestConsole(t).as(shipment.RoleEditor)
	wrong := make([]int, 16)
	for i := range wrong {
		wrong[i] = i
	}
	file := func(prefix string) []byte {
		content := bytes.ReplaceAll(importFile(t, 30, wrong...), []byte("+62812345"), []byte("0812345"))
		return bytes.ReplaceAll(content, []byte("REF-"), []byte(prefix))
	}
	_, path := u.upload("orders.csv", file("A-"), nil)
	u.settled(path)
	u.post(path+"/check", origin).want(t, http.StatusSeeOther)
	u.settled(path).want(t, http.StatusOK, "What to decide", "<strong>30</strong>", "Add the code of each row&#39;s country to 14 cells")
	u.post(path+"/fix", url.Values{"column": {"C"}, "field": {"consignee_number"}}).want(t, http.StatusSeeOther)
	page := u.settled(path)
	page.want(t, http.StatusOK, "Create 14 orders, leave out 16 rows", "<strong>16</strong>")
	if strings.Contains(page.text, "/fix") && strings.Contains(page.text, "Add the code") {
		t.Error("a group without a sure correction has a button")
	}
	u.post(path+"/create", nil).want(t, http.StatusSeeOther)
	u.settled(path).want(t, http.StatusOK, "Print 14 labels")
	_, next := u.upload("orders.csv", file("B-"), nil)
	u.settled(next).want(t, http.StatusOK, "Columns and settings as in", "import 1</a>", "Create 14 orders, leave out 16 rows")
}
