package console

import (
	"encoding/json"
	"html"
	"net/http"
	"net/url"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"waybill/client"
	"waybill/internal/console/web"
	"waybill/internal/inforce"
	"waybill/internal/rules"
	"waybill/internal/shipment"
	"waybill/test/harness"
)

var textArea = regexp.MustCompile(`(?s)<textarea[^>]*>(.*?)</textarea>`)

// TestRulesAreWrittenByFields: what is typed in the fields goes into the JSON, which keeps what has no field, and only what was changed.
func TestRulesAreWrittenByFields(t *testing.T) {
	t.Parallel()
	c := newTestConsole(t)
	u := c.as(shipment.RoleOperatorAdmin)
	const form = web.OperatorPath + "rules/-/new"
	u.get(form).want(t, http.StatusOK, `name="key.kg" value="20"`, `<option value="max_weight" selected>`, `name="key.messages.en"`)
	if page := u.get(form); strings.Contains(page.text, `name="key.words"`) {
		t.Error("the form has a field of another kind")
	}
	const was = `{"id":"no-caps","severity":"error","kind":"max_weight","kg":20,"read_on":"2026-01-02"}`
	jsonOf := func(page testPage) string {
		page.want(t, http.StatusOK)
		return html.UnescapeString(textArea.FindStringSubmatch(page.text)[1])
	}
	changed := u.post(form, url.Values{
		"rule": {was}, "was": {was}, "action": {"show"}, "key.kind": {"forbidden_words"}, "key.kg": {"20"}, "key.id": {"no-caps"},
	})
	changed.want(t, http.StatusOK, `name="key.words"`)
	const words = "{\n  \"id\": \"no-caps\",\n  \"severity\": \"error\",\n" +
		"  \"kind\": \"forbidden_words\",\n  \"read_on\": \"2026-01-02\"\n}"
	if got := jsonOf(changed); got != words {
		t.Errorf("another kind: %s", got)
	}
	const coded = `{"id":"no-caps","severity":"error","kind":"max_weight","kg":20,"destination":"SG"}`
	moved := jsonOf(u.post(form, url.Values{
		"rule": {strings.Replace(coded, "SG", "MY", 1)}, "was": {coded}, "action": {"show"}, "key.destination": {"SG", ""},
	}))
	if !strings.Contains(moved, `"MY"`) {
		t.Errorf("a country that was changed in the JSON: %s", moved)
	}
	const both = `order.item_count > 1 && order.order_weight < 2.0`
	shown := jsonOf(u.post(form, url.Values{"rule": {was}, "was": {was}, "action": {"show"}, "key.when": {both}}))
	if !strings.Contains(shown, `"when": "`+both+`"`) {
		t.Errorf("an expression: %s", shown)
	}
	sent := url.Values{
		"rule": {strings.Replace(words, "no-caps", "no-hats", 1)}, "was": {words}, "action": {"save"}, "key.id": {"no-caps"},
		"key.field": {"item_desc"},
		"key.words": {"cap , hat"}, "key.messages.en": {"No hats."}, "key.service_id": {"five"}, "key.destination": {"Indonesia, Japan"},
	}
	u.post(form, sent).want(t, http.StatusUnprocessableEntity, "Line ",
		`name="key.service_id" aria-describedby="e-key-service_id" aria-invalid`, `<option value="five" selected>`)
	sent.Set("key.service_id", "5")
	sent["key.destination"] = []string{"Indonesia", "", "japan, "} // first the chosen ones, then the typed ones
	u.post(form, sent).want(t, http.StatusSeeOther)
	e, err := inforce.Find(t.Context(), c.Store.MasterData, "no-hats")
	if err != nil {
		t.Fatal(err)
	}
	want := rules.Rule{
		ID: "no-hats", ServiceID: 5, Destinations: []shipment.Country{"ID", "JP"}, Severity: rules.SeverityError, ReadOn: "2026-01-02",
		Messages: map[string]string{"en": "No hats."}, Kind: rules.KindForbiddenWords, Field: "item_desc", Words: []string{"cap", "hat"},
	}
	if !reflect.DeepEqual(e.Rule, want) {
		t.Errorf("stored %+v, want %+v", e.Rule, want)
	}
	sent.Set("rule", "{")
	u.post(form, sent).want(t, http.StatusUnprocessableEntity, "Line 1")
}

func TestRulesAreTestedTriedAndChanged(t *testing.T) {
	t.Parallel()
	c := newTestConsole(t)
	u := c.as(shipment.RoleOperatorAdmin)
	const list = web.OperatorPath + "rules"
	no := c.refusedOrder()
	service, err := c.Store.MasterData.Service(t.Context(), 5)
	if err != nil {
		t.Fatal(err)
	}
	u.get(list).want(t, http.StatusOK, "Built in", "On")
	u.get(list+"?origin=own").want(t, http.StatusOK, "No such rules")
	u.get(list+"/unknown").want(t, http.StatusNotFound)
	u.get(list+"/-/new").want(t, http.StatusOK, "heavy-parcels")

	// A mistake is said at its line.
	for text, want := range map[string]string{
		"{\n\"id\": \"x\",\n\"severity\": \"loud\",\n\"kind\": \"max_weight\", \"kg\": 1}": "Line 3: severity",
		"{\n\"id\": \"x\",\n}": "Line 3:", "[]": "Write one rule.",
		"{\"id\":\"x\",\"severity\":\"error\",\n\"account_id\":99,\"kind\":\"max_weight\",\"kg\":1}":     "Line 2: account_id",
		"{\"id\":\"x\",\"severity\":\"error\",\"when\":\"order.x\",\n \"kind\":\"max_weight\",\"kg\":1}": "Line 1: when",
	} {
		u.post(list+"/-/new", url.Values{"rule": {text}}).want(t, http.StatusUnprocessableEntity, want)
	}
	for _, name := range []string{"weight", "words", "lane", "expression"} {
		example := textArea.FindStringSubmatch(u.get(list + "/-/new?example=" + name).text)
		if wanted, err := rules.Parse([]byte(html.UnescapeString(example[1]))); err != nil || len(wanted) != 1 {
			t.Errorf("example %s: %v", name, err)
		}
	}
	example := textArea.FindStringSubmatch(u.get(list + "/-/test?example=1").text)
	u.post(list+"/-/test", url.Values{"order": {html.UnescapeString(example[1])}}).
		want(t, http.StatusOK, "Accepted", "rules were checked and found nothing")
	rule := `{"id":"no-shirts","severity":"error","service_id":5,"kind":"forbidden_words","field":"item_desc","words":["shirt"],` +
		`"messages":{"en":"No shirts <script>alert(1)</script>."}}`
	tried := u.post(list+"/-/new", url.Values{"rule": {rule}, "action": {"try"}})
	tried.want(t, http.StatusOK, no, "Of the last 1 orders the rule would have refused 1", "&lt;script&gt;alert(1)")
	entries, err := inforce.List(t.Context(), c.Store.MasterData)
	if err != nil || strings.Contains(u.get(list+"?q=no-shirts").text, "rules/no-shirts") {
		t.Errorf("a rule that is tried is stored: %d, %v", len(entries), err)
	}
	u.post(list+"/-/new", url.Values{"rule": {rule}, "action": {"save"}}).want(t, http.StatusSeeOther)
	page := list + "/no-shirts"
	u.get(page).want(t, http.StatusOK, "Own", "Turn it off", service.Name, "No shirts",
		"Parcels have none of these words in Description: shirt", "refuses")

	// Rules whose sources are to be read again are named, until they are off.
	u.get(list+"?origin=overdue").want(t, http.StatusOK, "No such rules")
	u.post(page, url.Values{"rule": {strings.TrimSuffix(rule, "}") + `,"read_on":"2020-01-01","review_on":"2020-07-01"}`}}).
		want(t, http.StatusSeeOther)
	u.get(list).want(t, http.StatusOK, "The source of 1 rule is to be read again.", "?origin=overdue")
	u.get(list+"?origin=overdue").want(t, http.StatusOK, "no-shirts", "To be read again")
	u.get(page).want(t, http.StatusOK, "2020-01-01", "again on 2020-07-01", "To be read again")

	// The tester says which rules apply, why, and what they say.
	u.post(list+"/-/test", nil).want(t, http.StatusUnprocessableEntity, "Paste an order")
	u.post(list+"/-/test", url.Values{"tracking_no": {"UNKNOWN"}}).
		want(t, http.StatusUnprocessableEntity, "There is no order with this number.")
	u.post(list+"/-/test", url.Values{"order": {"{"}}).want(t, http.StatusUnprocessableEntity)
	u.post(list+"/-/test", url.Values{"order": {"{}"}}).want(t, http.StatusUnprocessableEntity, "service_id")
	tested := u.get(list + "/-/test?tracking_no=" + no)
	tested.want(t, http.StatusOK, "Refused by 1 rule", "no-shirts", "&lt;script&gt;alert(1)", service.Name, "Parcels have none of these words")
	if strings.Contains(tested.text, "<script>alert") {
		t.Error("a message is in the page as it was typed")
	}
	pasted, err := json.Marshal(harness.NewOrder(1))
	if err != nil {
		t.Fatal(err)
	}
	u.post(list+"/-/test", url.Values{"order": {string(pasted)}}).
		want(t, http.StatusOK, "Accepted", "For another service", "rules are not checked")
	u.post(list+"/-/test", url.Values{"order": {string(pasted)}, "account": {"x"}}).
		want(t, http.StatusUnprocessableEntity, "Enter the number of an account.")

	// Changes keep the id, and built-in rules can be turned off, not deleted.
	u.post(page, url.Values{"rule": {strings.Replace(rule, "no-shirts", "other", 1)}}).
		want(t, http.StatusUnprocessableEntity, "The id must stay no-shirts")
	u.post(page+"/switch", nil).want(t, http.StatusSeeOther)
	u.get(list+"/-/test?tracking_no="+no).want(t, http.StatusOK, "Accepted", "It is off")
	u.post(page+"/switch", url.Values{"on": {"1"}}).want(t, http.StatusSeeOther)
	u.post(page+"/delete", nil).want(t, http.StatusOK, "Delete the rule no-shirts?")
	u.post(page+"/delete", url.Values{"confirmed": {"1"}}).want(t, http.StatusSeeOther)
	u.get(page).want(t, http.StatusNotFound)
	entries, err = inforce.List(t.Context(), c.Store.MasterData)
	if err != nil {
		t.Fatal(err)
	}
	builtIn := list + "/" + entries[0].RuleID
	u.post(builtIn+"/delete", url.Values{"confirmed": {"1"}}).want(t, http.StatusConflict, "This rule is built in")
	u.post(builtIn+"/switch", nil).want(t, http.StatusSeeOther)
	u.get(builtIn).want(t, http.StatusOK, "Replaces a built-in one", "Turn it on")
	u.post(builtIn+"/delete", url.Values{"confirmed": {"1"}}).want(t, http.StatusSeeOther)
	u.get(builtIn).want(t, http.StatusOK, "Built in", "The built-in rule applies again.")
}

// TestRulesAreSentences: a rule is said in the language of the user, with the countries, the service and the account by their names, and
// how many orders it has refused. A search finds its words.
func TestRulesAreSentences(t *testing.T) {
	t.Parallel()
	c := newTestConsole(t)
	u := c.as(shipment.RoleOperatorAdmin)
	const list = web.OperatorPath + "rules"
	form := url.Values{
		"rule": {`{"id":"light","severity":"error","kind":"max_weight","kg":2.5,"account_id":1}`}, "action": {"save"},
		"key.origin": {""}, "key.destination": {"Indonesia", "EFTA, malaysia"},
	}
	u.post(list+"/-/new", form).want(t, http.StatusSeeOther)
	e, err := inforce.Find(t.Context(), c.Store.MasterData, "light")
	if err != nil || len(e.Rule.Destinations) != 6 {
		t.Fatalf("%+v, %v", e.Rule, err)
	}
	const sentence = "Parcels to EFTA, Indonesia, Malaysia weigh at most 2.5 kg"
	u.get(list+"?q=at+most+2.5+kg").want(t, http.StatusOK, sentence, "rules/light", ">refuses<", "0 times", "Demo")
	u.get(list+"/light").want(t, http.StatusOK, "<h1>"+sentence, `<input type="checkbox" name="key.destination" value="EFTA" checked>`,
		"In 7 days", `<option value="1" selected>Demo shipper</option>`, "weigh at most …")
	o := harness.NewOrder(1)
	o.OrderWeight = "3"
	for range 2 {
		if _, err := c.sdk.CreateOrders(t.Context(), client.CreateRequest{Orders: []client.NewOrder{o}}); err == nil {
			t.Fatal("the rule refuses nothing")
		}
	}
	c.rules.WriteHits(t.Context())
	u.get(list+"/light").want(t, http.StatusOK, "2 times")
	u.in("id").get(list+"/light").want(t, http.StatusOK, "Paket ke EFTA, Indonesia, Malaysia paling berat 2,5 kg", "2 kali")
	u.in("zh-Hans").get(list+"/light").want(t, http.StatusOK, "寄往 EFTA, 印度尼西亚, 马来西亚 的包裹重量不超过 2.5 kg", "2 次")
}
