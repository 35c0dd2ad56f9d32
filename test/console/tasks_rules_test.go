package console

import (
	"maps"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"waybill/client"
)

// clicked counts the clicks of a task.
type clicked struct {
	*window
	clicks int
}

func (c *clicked) click(selector string) {
	c.clicks++
	c.window.click(selector)
}

// TestLongTaskNewRule: a rule for a country, said in a sentence, in four clicks.
func TestLongTaskNewRule(t *testing.T) {
	s := newServer(t)
	w := &clicked{s.browser("operator-admin"), 0}
	w.open("/console/operator/")
	w.click(`a[href="/console/operator/rules"]`)
	w.click(`a[href="/console/operator/rules/-/new"]`)
	w.click(`#key-destination`)
	w.press("Indonesia")
	w.tabTo(`document.activeElement.id === "key-kg"`)
	w.press("30")
	w.tabTo(`document.activeElement.id === "key-id"`)
	w.press("indonesia-weight")
	w.click(`button[value="save"]`)
	w.seeText("The rule is saved.")
	w.seeText("Parcels to Indonesia weigh at most 30 kg")
	if w.clicks > 4 {
		t.Errorf("%d clicks", w.clicks)
	}
	w.open("/console/operator/rules?q=weigh at most 30")
	w.seeText("indonesia-weight")
	w.seeText("Parcels to Indonesia weigh at most 30 kg")
}

// TestLongTaskOddSheet: a sheet with headings that nobody knows becomes orders in six clicks.
func TestLongTaskOddSheet(t *testing.T) {
	s := newSite(t)
	file := string(orderFile(t, "O", 5))
	file = strings.NewReplacer("Recipient", "Zz", "Postal code", "Yy").Replace(file)
	w := &clicked{s.browser("editor"), 0}
	w.open(s.home)
	w.click(`nav a[href$="/imports"]`)
	w.chooseFile("#f-file", "odd.csv", []byte(file))
	w.clicks++ // in the dialog of the system
	w.click(`form[data-upload] button`)
	w.seeText("Some things that every order needs were not found")
	w.tabTo(`document.activeElement.id === "f-field-1"`)
	w.press("Consignee · Name")
	w.tabTo(`document.activeElement.id === "f-field-5"`)
	w.press("Consignee · Postal code")
	w.choose(`#f-service_id`, "1")
	w.choose(`#f-default-payment_type`, "prepaid")
	w.choose(`#f-default-pickup_country`, "Singapore")
	w.choose(`#f-default-pickup_address`, "1 Raffles Place")
	w.choose(`#f-field-16`, "Leave this column out")
	w.moveBy(kb.Enter)
	w.seeText("Create 5 orders")
	w.click(`#decide button`)
	w.seeText("Print 5 labels")
	if w.clicks > 6 {
		t.Errorf("%d clicks", w.clicks)
	}
}

// TestLongImportSaysOnceWhatCellsMean: the texts of a column get their services on the page, by name.
func TestLongImportSaysOnceWhatCellsMean(t *testing.T) {
	s := newSite(t)
	file := strings.ReplaceAll(string(orderFile(t, "V", 8)), ",=1+1", ",Express")
	ofAll := maps.Clone(origin)
	delete(ofAll, "service_id")
	id := s.imported(client.ImportRequest{
		File: []byte(strings.Replace(file, "Xq", "Service", 1)), FileName: "orders.csv", DryRun: true, Defaults: ofAll,
	})
	w := s.browser("editor")
	w.open(s.home + "imports/" + id)
	w.choose(`select[name="use.0"]`, strconv.Itoa(1))
	w.click(`#groups button[name="for_all"]`)
	w.seeText("Create 8 orders")
}
