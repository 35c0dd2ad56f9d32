package api

import (
	"bytes"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"waybill/client"
	"waybill/internal/shipment"
)

const templatesPath = "/api/order/templates/"

func TestOrderTemplates(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		type entry struct {
			Name  string
			Order map[string]any
		}
		list := func() []entry {
			var got struct{ Results []entry }
			s.as(testKey, "GET", templatesPath, "", 200, &got)
			return got.Results
		}
		name := templatesPath + url.PathEscape("Kaos 👕 10%") + "/"
		var set entry
		s.as(testKey, "PUT", name, `{"order_weight":0.3,"items":[{"item_desc":"Kaos"}]}`, 200, &set)
		if set.Name != "Kaos 👕 10%" || fmt.Sprint(set.Order) != "map[items:[map[item_desc:Kaos]] order_weight:0.3]" {
			t.Errorf("set %+v", set)
		}
		res, _ := s.send("PUT", templatesPath+"Books/", `{"secret_key":"`+testKey+`","payment_type":"cod"}`)
		if got := list(); res.StatusCode != http.StatusOK || len(got) != 2 || got[0].Name != "Books" ||
			fmt.Sprint(got[0].Order) != "map[payment_type:cod]" {
			t.Errorf("%d, templates %+v", res.StatusCode, got)
		}
		s.as(testKey, "DELETE", name, "", 204, nil)
		s.as(testKey, "DELETE", name, "", 404, nil)
		if got := list(); len(got) != 1 {
			t.Errorf("templates after a deletion %+v", got)
		}
		for i := range shipment.Templates.Most - 1 {
			s.as(testKey, "PUT", fmt.Sprintf("%s%d/", templatesPath, i), `{}`, 200, nil)
		}
		if got := list(); len(got) != shipment.Templates.Most {
			t.Errorf("%d templates are listed, want all %d", len(got), shipment.Templates.Most)
		}
		res, text := s.send("PUT", templatesPath+"more/", `{}`, "Authorization", "Bearer "+testKey)
		if res.StatusCode != http.StatusBadRequest || !strings.HasPrefix(text, `{"non_field_errors":["The account has 100 templates`) {
			t.Errorf("one too many: %d %s", res.StatusCode, text)
		}
	})
}

func TestOrderTemplatesAreRefused(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		long := `{"delivery_note":"` + strings.Repeat("x", shipment.Templates.MaxBytes) + `"}`
		for _, c := range []struct{ name, body, want string }{
			{"x", `{"weight":1,"tracking_no":"ABC123"}`, `{"weight":["An order has no such field."],"tracking_no":["A template has no`},
			{"x", `[]`, `{"non_field_errors":["Send fields of an order as a JSON object."]}`},
			{"x", `{`, `{"detail":"JSON parse error`},
			{"x", long, `{"non_field_errors":["A template has at most 64 KiB."]}`},
			{" x", `{}`, `{"name":["Enter a name that does not begin or end with a space."]}`},
			{strings.Repeat("é", shipment.Templates.MaxName+1), `{}`, `{"name":["Ensure this field has no more than 60 characters."]}`},
			{"a/b", `{}`, `{"name":["Enter a name without slashes and control characters."]}`},
		} {
			res, got := s.send("PUT", templatesPath+url.PathEscape(c.name)+"/", c.body, "Authorization", "Bearer "+testKey)
			if res.StatusCode != http.StatusBadRequest || !strings.HasPrefix(got, c.want) {
				t.Errorf("%.20q %.80s: %d\n got %s\nwant %s", c.name, c.body, res.StatusCode, got, c.want)
			}
		}
		s.as(testKey, "DELETE", templatesPath+"none/", "", 404, nil)
	})
}

// entriesOf are all entries of a book that a search finds, by name.
func entriesOf[T any](t *testing.T, b client.Book[T], search string) []client.Entry[T] {
	t.Helper()
	var all []client.Entry[T]
	for e, err := range b.List(t.Context(), search) {
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, e)
	}
	return all
}

func TestBooks(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		ctx := t.Context()
		budi := client.Address{Name: "Budi", Number: "+62 812-3456-7890", Country: "ID", Address: "Jl. Merdeka 1", City: "Jakarta"}
		set, err := s.sdk.Addresses().Set(ctx, "Budi, warehouse", budi)
		budi.Number, budi.Country = "+6281234567890", "Indonesia" // as orders have them
		if err != nil || set.Name != "Budi, warehouse" || set.Value != budi || set.UpdatedOn.IsZero() {
			t.Errorf("set %+v, %v", set, err)
		}
		if got, err := s.sdk.Addresses().Get(ctx, set.Name); err != nil || got != set {
			t.Errorf("got %+v, %v", got, err)
		}
		shirt := client.Item{Desc: "Shirt", SKU: "TS-1", PriceValue: "12.5", PriceCurrency: "SGD", Weight: "0.2", HSCode: "6109.10"}
		goods, err := s.sdk.Goods().Set(ctx, "TS-1", shirt)
		if shirt.HSCode = "610910"; err != nil || goods.Value != shirt {
			t.Errorf("goods %+v, %v", goods, err)
		}
		box := client.Box{Length: "30", Width: "20", Height: "10.5", Weight: "0.125"}
		if got, err := s.sdk.Boxes().Set(ctx, "M", box); err != nil || got.Value != box {
			t.Errorf("box %+v, %v", got, err)
		}
		draft, err := s.sdk.Drafts().Set(ctx, "Half", []byte(`{"tracking_no":"ABC123456","order_weight":"heavy"}`))
		if err != nil || string(draft.Value) != `{"tracking_no":"ABC123456","order_weight":"heavy"}` {
			t.Errorf("draft %s, %v", draft.Value, err)
		}
		for i := range 150 {
			if _, err := s.sdk.Addresses().Set(ctx, fmt.Sprintf("%03d", i), budi); err != nil {
				t.Fatal(err)
			}
		}
		if all := entriesOf(t, s.sdk.Addresses(), ""); len(all) != 151 || all[150] != set || all[149].Name != "149" {
			t.Errorf("%d addresses", len(all))
		}
		// A file has all of them, not a page.
		if file, err := s.sdk.Addresses().Export(ctx); err != nil || bytes.Count(file, []byte("Jl. Merdeka 1")) != 151 {
			t.Errorf("%d addresses in the file, %v", bytes.Count(file, []byte("Jl. Merdeka 1")), err)
		}
		if found := entriesOf(t, s.sdk.Addresses(), "WARE"); len(found) != 1 || found[0] != set {
			t.Errorf("found %+v", found)
		}
		if err := s.sdk.Addresses().Delete(ctx, set.Name); err != nil {
			t.Error(err)
		}
		if _, err := s.sdk.Addresses().Get(ctx, set.Name); !errors.Is(err, client.ErrNotFound) {
			t.Errorf("after the deletion: %v", err)
		}
		for _, path := range []string{
			"GET /api/books/maps/", "GET /api/books/templates/", "GET /api/books/views/",
			"POST /api/books/drafts/import/", "GET /api/books/drafts/?format=csv",
		} {
			method, path, _ := strings.Cut(path, " ")
			s.as(testKey, method, path, "", 404, nil)
		}
	})
}

func TestEntriesAreRefused(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		for _, c := range []struct{ book, name, body, want string }{
			{"addresses", "x", `{"name":"Budi","number":"12","country":"Nowhere"}`, `{"number":["Enter a valid`},
			{"addresses", "x", `[]`, `{"non_field_errors":["Invalid data. Expected a dictionary`},
			{"goods", "x", `{"item_desc":"Shirt","item_price_value":"1","item_price_currency":"SGD","item_weight":"-1"}`, `{"item_weight":[`},
			{"boxes", "M", `{"length":1,"width":1}`, `{"height":["This field is required."]}`},
			{"boxes", strings.Repeat("M", shipment.Boxes.MaxName+1), `{}`, `{"name":["Ensure this field has no more than 60 characters."]}`},
			{
				"boxes", "M", `{"lenght":1,"width":1,"height":1}`,
				`{"length":["This field is required."],"lenght":["Unknown field. Did you mean length?"]}`,
			},
			{"drafts", "x", `{"consignee_nmae":1}`, `{"consignee_nmae":["An order has no such field. Did you mean consignee_name?"]}`},
			{
				"drafts", "x", `{"items":[{},{"item_dsc":"a"}],"tax_ids":[{"numbr":1}]}`,
				`{"items":[{},{"item_dsc":["Unknown field. Did you mean item_desc?"]}],` +
					`"tax_ids":[{"numbr":["Unknown field. Did you mean number?"]}]}`,
			},
			{"drafts", "x", `{"weight":1}`, `{"weight":["An order has no such field."]}`},
			{
				"drafts", "x", `{"delivery_note":"` + strings.Repeat("x", shipment.Drafts.MaxBytes) + `"}`,
				`{"non_field_errors":["A draft has at most 128 KiB."]}`,
			},
		} {
			res, got := s.send("PUT", "/api/books/"+c.book+"/"+url.PathEscape(c.name)+"/", c.body, "Authorization", "Bearer "+testKey)
			if res.StatusCode != http.StatusBadRequest || !strings.HasPrefix(got, c.want) {
				t.Errorf("%s %.20q %.80s: %d\n got %s\nwant %s", c.book, c.name, c.body, res.StatusCode, got, c.want)
			}
		}
	})
}

// TestBooksAsCSV: what is exported can be imported, and is the same then.
func TestBooksAsCSV(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		ctx := t.Context()
		strange := client.Address{
			Name: "=1+1", Number: "+6281234567890", Country: "Indonesia", Address: "Jl. \"A\", 1\nlantai 2", Postal: "'01234", State: "'=x",
			Email: "a@example.com",
		}
		for _, name := range []string{"@home", "'+62", "Ünal; 日本"} {
			if _, err := s.sdk.Addresses().Set(ctx, name, strange); err != nil {
				t.Fatal(err)
			}
		}
		before := entriesOf(t, s.sdk.Addresses(), "")
		file, err := s.sdk.Addresses().Export(ctx)
		if err != nil || !bytes.Contains(file, []byte("\n'@home,'=1+1,'+6281234567890,")) {
			t.Errorf("%s, %v", file, err)
		}
		for _, e := range before {
			if err := s.sdk.Addresses().Delete(ctx, e.Name); err != nil {
				t.Fatal(err)
			}
		}
		if n, err := s.sdk.Addresses().Import(ctx, file); err != nil || n != len(before) {
			t.Errorf("imported %d, %v", n, err)
		}
		after := entriesOf(t, s.sdk.Addresses(), "")
		for i := range after {
			if after[i].Name != before[i].Name || after[i].Value != before[i].Value {
				t.Errorf("before %+v\nafter  %+v", before[i], after[i])
			}
		}
		again, err := s.sdk.Addresses().Export(ctx)
		if err != nil || !bytes.Equal(again, file) {
			t.Errorf("exported again: %s, %v", again, err)
		}
		// A spreadsheet may save it in another form.
		goods := "item_sku;entry_name;item_desc;item_price_value;item_price_currency\nA;Shirt;Shirt;1.5;sgd\n\n"
		if n, err := s.sdk.Goods().Import(ctx, []byte(goods)); err != nil || n != 1 {
			t.Errorf("imported %d, %v", n, err)
		}
		if all := entriesOf(t, s.sdk.Goods(), ""); len(all) != 1 || all[0].Value.PriceCurrency != "SGD" {
			t.Errorf("goods %+v", all)
		}
	})
}

func TestFilesOfBooksAreRefused(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		const headings = "entry_name,length,width,height\n"
		for file, want := range map[string]string{
			headings + "S,1,1,1\nM,1,,x\n,1,1,1\nS,1,1,1\n": `{"rows":{` +
				`"3":{"width":["This field is required."],"height":["A valid number is required."]},` +
				`"4":{"entry_name":["Enter a name that does not begin or end with a space."]},"5":{"entry_name":["Row 2 has this name."]}}}`,
			"":       `{"non_field_errors":["The file is empty."]}`,
			headings: `{"non_field_errors":["The file has no row below the headings."]}`,
			"entry_name,long\nS,1\n": `{"non_field_errors":["Column B has the heading \"long\". ` +
				`Each of these may be there once: entry_name, length, width, height, weight."]}`,
			"length,length\n1,1\n":     `{"non_field_errors":["Column B has the heading \"length\".`,
			headings + "S\xff,1,1,1\n": `{"non_field_errors":["The charset of the file is not clear. Save it as CSV in UTF-8."]}`,
			headings + strings.Repeat("S,1,1,1\n", 5001): `{"non_field_errors":[` +
				`"The file has 5001 rows: at most 5000. Split it into several files."]}`,
		} {
			res, got := s.send("POST", "/api/books/boxes/import/", file, "Authorization", "Bearer "+testKey, "Content-Type", "text/csv")
			if res.StatusCode != http.StatusBadRequest || !strings.HasPrefix(got, want) {
				t.Errorf("%.80q: %d\n got %.300s\nwant %s", file, res.StatusCode, got, want)
			}
		}
		var full strings.Builder
		full.WriteString(headings)
		for i := range shipment.Boxes.Most + 1 {
			fmt.Fprintf(&full, "%d,1,1,1\n", i)
		}
		if _, err := s.sdk.Boxes().Import(t.Context(), []byte(full.String())); err == nil ||
			!strings.Contains(err.Error(), "The account has 200 boxes, which is the most. Delete one first.") {
			t.Errorf("too many: %v", err)
		}
		if all := entriesOf(t, s.sdk.Boxes(), ""); len(all) > 0 {
			t.Errorf("%d boxes are stored", len(all))
		}
	})
}
