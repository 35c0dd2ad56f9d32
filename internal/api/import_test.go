package api

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"waybill/client"
	"waybill/internal/shipment"
	"waybill/internal/store/masterdata"
	"waybill/internal/store/storetest"
)

// importHeadings are those of importFile, but the service.
var importHeadings = []string{
	"shipper_order_id", "consignee_name", "consignee_number", "consignee_country", "consignee_address", "consignee_postal", "consignee_city",
	"consignee_state", "order_length", "order_width", "order_height", "order_weight", "payment_type", "pickup_country", "pickup_address",
	"item_desc", "item_category", "item_quantity", "item_price_value", "item_price_currency", "consignee_identifcation_number",
}

// importFile is a CSV file with the rows from first on, of which those in wrong have a broken phone number.
func importFile(t *testing.T, first, rows int, wrong ...int) []byte {
	t.Helper()
	var b bytes.Buffer
	out := csv.NewWriter(&b)
	_ = out.Write(importHeadings) // a buffer does not fail
	for n := first; n < first+rows; n++ {
		phone := fmt.Sprintf("+62812345%05d", n)
		if slices.Contains(wrong, n) {
			phone = "12"
		}
		_ = out.Write([]string{
			fmt.Sprintf("REF-%d", n), "Budi Santoso", phone, "Indonesia", "Jl. Sudirman 1", "10220", "Jakarta", "DKI Jakarta",
			"10", "10", "5", "0.5", "prepaid", "Singapore", "1 Raffles Place", "Shirt", "Fashion", "1", "12.5", "SGD", "3171012301900001",
		})
	}
	out.Flush()
	return b.Bytes()
}

// importOf uploads a file and waits until it needs a decision or is at an end.
func (s *server) importOf(r client.ImportRequest) client.Import {
	s.t.Helper()
	r.ServiceID = 1
	made, err := s.sdk.CreateImport(s.t.Context(), r)
	if err != nil {
		s.t.Fatal(err)
	}
	return s.settled(made.ID)
}

func (s *server) settled(id int64) (settled client.Import) {
	s.t.Helper()
	s.eventually("the import needs a decision or is at an end", func() bool {
		var err error
		if settled, err = s.sdk.Import(s.t.Context(), id); err != nil {
			s.t.Fatal(err)
		}
		return settled.State != client.ImportChecking && settled.State != client.ImportCreating
	})
	return settled
}

// references are the references of all orders, sorted.
func (s *server) references() (all []string) {
	s.t.Helper()
	for o, err := range s.sdk.AllOrders(s.t.Context(), client.Filter{}) {
		if err != nil {
			s.t.Fatal(err)
		}
		all = append(all, o.ShipperOrderID)
	}
	slices.Sort(all)
	return all
}

func TestImport(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		got := s.importOf(client.ImportRequest{FileName: "orders.csv", File: importFile(t, 0, 230, 3, 150)})
		if got.State != client.ImportWaiting || !slices.Equal(got.Needs, []string{client.NeedProblems}) || got.Created != 0 {
			t.Fatalf("%+v", got)
		}
		_, err := s.sdk.ConfirmImport(t.Context(), got.ID, client.ImportDecision{})
		wantInvalid(t, err, "valid_only")
		if _, err = s.sdk.ConfirmImport(t.Context(), got.ID, client.ImportDecision{ValidOnly: true}); err != nil {
			t.Fatal(err)
		}
		got = s.settled(got.ID)
		if got.State != client.ImportDone || got.Created != 228 || got.Refused != 2 || got.Progress != 1 {
			t.Fatalf("%+v", got)
		}
		if all := s.references(); len(all) != 228 || len(slices.Compact(all)) != 228 {
			t.Errorf("%d orders", len(all))
		}
		var rows []client.ImportRow
		for row, err := range s.sdk.ImportProblems(t.Context(), got.ID) {
			if err != nil {
				t.Fatal(err)
			}
			rows = append(rows, row)
		}
		if len(rows) != 2 || !rows[0].Refused || rows[0].Problems[0].Cell != "C5" || rows[0].Problems[0].Value != "12" ||
			rows[0].Cells[0] != "REF-3" || len(rows[0].Cells) != len(importHeadings) {
			t.Errorf("%+v", rows)
		}
		s.wantImportedOrders(got.ID)

		refused, err := s.sdk.RefusedRows(t.Context(), got.ID)
		if err != nil || refused.Name != "orders-refused.csv" || !bytes.Contains(refused.Content, []byte("consignee_number: Enter a valid")) {
			t.Fatalf("%v %s", err, refused.Content)
		}
		corrected := bytes.ReplaceAll(refused.Content, []byte(",12,"), []byte(",+6281234567890,"))
		rest := s.importOf(client.ImportRequest{FileName: refused.Name, File: corrected})
		if rest.State != client.ImportDone || rest.Created != 2 {
			t.Errorf("%+v", rest)
		}
		if all := s.references(); len(all) != 230 || len(slices.Compact(all)) != 230 {
			t.Errorf("%d orders", len(all))
		}
	})
}

// wantImportedOrders looks at the files of an import with 228 orders.
func (s *server) wantImportedOrders(id int64) {
	s.t.Helper()
	orders, err := s.sdk.ImportedOrders(s.t.Context(), id)
	if err != nil {
		s.t.Fatal(err)
	}
	lines, err := csv.NewReader(bytes.NewReader(orders.Content)).ReadAll()
	if err != nil || len(lines) != 229 || lines[4][0] != "6" || lines[4][1] != "REF-4" {
		s.t.Fatalf("%d lines, %v: %.300s", len(lines), err, orders.Content)
	}
	if o := s.order(lines[4][2]); o.ShipperOrderID != "REF-4" || o.UploadBatchNo != lines[4][3] {
		s.t.Errorf("%+v", o)
	}
	labels, err := s.sdk.Labels(s.t.Context(), client.LabelQuery{ImportID: id, Format: "zpl"})
	if err != nil || labels.Printed != 228 || labels.Missing != 0 {
		s.t.Errorf("%+v, %v", labels.Printed, err)
	}
}

// TestImportAgain: nothing is created twice without a confirmation.
func TestImportAgain(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		file := importFile(t, 0, 5)
		if got := s.importOf(client.ImportRequest{File: file}); got.State != client.ImportDone || got.Created != 5 {
			t.Fatalf("%+v", got)
		}
		again := s.importOf(client.ImportRequest{File: file})
		if again.State != client.ImportWaiting || !slices.Equal(again.Needs, []string{client.NeedSameFile, client.NeedReferences}) ||
			again.SameFile[0].Created != 5 || again.ExistingOrders != 5 || again.ExistingExamples[0].ShipperOrderID != "REF-0" {
			t.Fatalf("%+v", again)
		}
		_, err := s.sdk.ConfirmImport(t.Context(), again.ID, client.ImportDecision{})
		wantInvalid(t, err, "existing")

		more := s.importOf(client.ImportRequest{File: importFile(t, 3, 5), Existing: client.ExistingSkip})
		if more.State != client.ImportDone || more.Created != 3 || more.Skipped != 2 {
			t.Errorf("%+v", more)
		}
		if _, err := s.sdk.ConfirmImport(t.Context(), again.ID, client.ImportDecision{Existing: client.ExistingCreate}); err != nil {
			t.Fatal(err)
		}
		if again = s.settled(again.ID); again.Created != 5 {
			t.Errorf("%+v", again)
		}
		if all := s.references(); len(all) != 13 {
			t.Errorf("%d orders", len(all))
		}
		_, err = s.sdk.ConfirmImport(t.Context(), again.ID, client.ImportDecision{})
		wantStatus(t, err, http.StatusConflict)
		_, err = s.sdk.CancelImport(t.Context(), again.ID)
		wantStatus(t, err, http.StatusConflict)
	})
}

// TestImportReferencesSinceTheCheck: an order that came while an import waited is not created twice.
func TestImportReferencesSinceTheCheck(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		got := s.importOf(client.ImportRequest{File: importFile(t, 0, 3, 1)})
		o := exampleOrder()
		o.ShipperOrderID = "REF-2"
		s.create(o)
		if _, err := s.sdk.ConfirmImport(t.Context(), got.ID, client.ImportDecision{ValidOnly: true}); err != nil {
			t.Fatal(err)
		}
		got = s.settled(got.ID)
		if got.State != client.ImportWaiting || !slices.Equal(got.Needs, []string{client.NeedReferences}) || got.Created != 0 {
			t.Fatalf("%+v", got)
		}
		if _, err := s.sdk.ConfirmImport(t.Context(), got.ID, client.ImportDecision{Existing: client.ExistingSkip}); err != nil {
			t.Fatal(err)
		}
		if got = s.settled(got.ID); got.State != client.ImportDone || got.Created != 1 || got.Skipped != 1 {
			t.Errorf("%+v", got)
		}
	})
}

// TestImportRefusedSinceTheCheck: what the store refuses while orders are created is a problem of their rows.
func TestImportRefusedSinceTheCheck(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		file := bytes.ReplaceAll(importFile(t, 0, 3), []byte("shipper_order_id,"), []byte("tracking_no,"))
		file = bytes.ReplaceAll(file, []byte("REF-"), []byte("BROUGHT-"))
		got := s.importOf(client.ImportRequest{File: file, DryRun: true})
		if got.State != client.ImportChecked || got.Valid != 3 || s.references() != nil {
			t.Fatalf("%+v", got)
		}
		waits := s.importOf(client.ImportRequest{File: append(bytes.Clone(file), "REF-9"...)})
		if waits.State != client.ImportWaiting {
			t.Fatalf("%+v", waits)
		}
		o := exampleOrder()
		o.TrackingNo = "BROUGHT-1"
		s.create(o)
		if _, err := s.sdk.ConfirmImport(t.Context(), waits.ID, client.ImportDecision{ValidOnly: true}); err != nil {
			t.Fatal(err)
		}
		if waits = s.settled(waits.ID); waits.State != client.ImportDone || waits.Created != 2 || waits.Refused != 2 {
			t.Errorf("%+v", waits)
		}
		refused, err := s.sdk.RefusedRows(t.Context(), waits.ID)
		if err != nil || !bytes.Contains(refused.Content, []byte("tracking_no: The tracking number came into use after the check")) {
			t.Errorf("%v %s", err, refused.Content)
		}
		if _, err := s.sdk.ConfirmImport(t.Context(), got.ID, client.ImportDecision{ValidOnly: true}); err != nil {
			t.Fatal(err)
		}
		if got = s.settled(got.ID); got.State != client.ImportFailed || got.Refused != 3 || got.DryRun {
			t.Errorf("%+v", got)
		}
	})
}

func TestImportPartners(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		made, err := s.sdk.CreateImport(t.Context(), client.ImportRequest{File: importFile(t, 0, 2), ServiceID: 5})
		if err != nil {
			t.Fatal(err)
		}
		if got := s.settled(made.ID); got.Created != 2 {
			t.Fatalf("%+v", got)
		}
		s.eventually("the partner confirms", func() bool {
			for o, err := range s.sdk.AllOrders(t.Context(), client.Filter{}) {
				if err != nil || o.StatusCode != string(shipment.StatusSubmitted) {
					return false
				}
			}
			return true
		})
	})
}

func TestImportOptions(t *testing.T) {
	s := startServer(t, storetest.SQLite(t), t.TempDir())
	file := importFile(t, 0, 2)
	upload := func(r client.ImportRequest) error {
		_, err := s.sdk.CreateImport(t.Context(), r)
		return err
	}
	wantInvalid(t, upload(client.ImportRequest{}), "file")
	wantInvalid(t, upload(client.ImportRequest{File: file, Delimiter: "x"}), "delimiter")
	wantInvalid(t, upload(client.ImportRequest{File: file, Existing: "x"}), "existing")
	wantInvalid(t, upload(client.ImportRequest{File: file, Mapping: json.RawMessage(`{"columns":[{"heading":"a","field":"b"}]}`)}), "mapping")
	wantInvalid(t, upload(client.ImportRequest{File: file, Defaults: map[string]string{"a": "b"}}), "defaults")
	wantStatus(t, upload(client.ImportRequest{File: make([]byte, 32<<20+1)}), http.StatusRequestEntityTooLarge)

	path, auth := "/api/order/import/", []string{"Authorization", "Bearer " + testKey}
	for _, c := range []struct {
		query, contentType, body string
		status                   int
		text                     string
	}{
		{"?dryrun=true", "text/csv", string(file), http.StatusBadRequest, `{"dryrun":["Unknown parameter. Did you mean dry_run?"]}`},
		{"?dry_run=maybe", "text/csv", string(file), http.StatusBadRequest, `{"dry_run":["Must be a valid boolean."]}`},
		{"", "application/json", `{}`, http.StatusUnsupportedMediaType, `application/json`},
		{"", "multipart/mixed; boundary=a", `--a--`, http.StatusUnsupportedMediaType, `multipart/mixed`},
		{
			"", "multipart/form-data; boundary=a", "--a\r\nContent-Disposition: form-data; name=b\r\n\r\n1\r\n--a--\r\n",
			http.StatusBadRequest, `{"file":["This field is required."]}`,
		},
		{"", "multipart/form-data; boundary=a", "--a\r\nb", http.StatusBadRequest, `The form cannot be read`},
		{
			"", "multipart/form-data; boundary=a", "--a\r\nContent-Disposition: form-data; name=file; filename=a.csv\r\n\r\nb\r\n" +
				"--a\r\nContent-Disposition: form-data; name=dryrun\r\n\r\n1\r\n--a--\r\n",
			http.StatusBadRequest, `{"dryrun":["Unknown field. Did you mean dry_run?"]}`,
		},
		{"?service_id=1&dry_run=true&file_name=a.csv", "text/csv", string(file), http.StatusAccepted, `"file_name":"a.csv"`},
	} {
		got, text := s.send(http.MethodPost, path+c.query, c.body, append(auth, "Content-Type", c.contentType)...)
		if got.StatusCode != c.status || !strings.Contains(text, c.text) {
			t.Errorf("%s %s: %d %s", c.query, c.contentType, got.StatusCode, text)
		}
	}
	if got, _ := s.send(http.MethodPost, path, string(file), "Content-Type", "text/csv"); got.StatusCode != http.StatusUnauthorized {
		t.Errorf("without a key: %d", got.StatusCode)
	}
	if got, _ := s.send(http.MethodGet, path+"99/", "", auth...); got.StatusCode != http.StatusNotFound {
		t.Errorf("unknown: %d", got.StatusCode)
	}
	if got, _ := s.send(http.MethodGet, path+"1/orders/", "", auth...); got.StatusCode != http.StatusNotFound {
		t.Errorf("orders of a dry run: %d", got.StatusCode)
	}
}

// TestImportIdempotency: an upload that is repeated with its key is the same import.
func TestImportIdempotency(t *testing.T) {
	s := startServer(t, storetest.SQLite(t), t.TempDir())
	file := importFile(t, 0, 2)
	r := client.ImportRequest{File: file, ServiceID: 1, IdempotencyKey: "one"}
	first, err := s.sdk.CreateImport(t.Context(), r)
	if err != nil {
		t.Fatal(err)
	}
	again, err := s.sdk.CreateImport(t.Context(), r)
	if err != nil || again.ID != first.ID {
		t.Errorf("%d, %v", again.ID, err)
	}
	r.DryRun = true
	_, err = s.sdk.CreateImport(t.Context(), r)
	wantStatus(t, err, http.StatusUnprocessableEntity)
	if got := s.settled(first.ID); got.Created != 2 {
		t.Errorf("%+v", got)
	}
}

// TestImportMappings: an account says once what its columns are, and what is missing is named.
func TestImportMappings(t *testing.T) {
	s := startServer(t, storetest.SQLite(t), t.TempDir())
	file := bytes.Replace(importFile(t, 0, 2), []byte("consignee_name"), []byte("Xq"), 1)
	got := s.importOf(client.ImportRequest{File: file})
	if got.State != client.ImportFailed || !slices.Equal(got.Missing, []string{"consignee_name"}) ||
		!strings.Contains(got.Message, "consignee_name") {
		t.Fatalf("%+v", got)
	}
	mapping := json.RawMessage(`{"columns": [{"heading": "xq", "field": "consignee_name"}]}`) // the headings say what the others are
	got = s.importOf(client.ImportRequest{File: file, Mapping: mapping})
	if got.State != client.ImportDone || got.MappingSource != "given" {
		t.Fatalf("%+v", got)
	}
	got = s.importOf(client.ImportRequest{File: bytes.ReplaceAll(file, []byte("REF-"), []byte("NEW-"))})
	if got.State != client.ImportDone || got.MappingSource != "remembered" || got.Created != 2 {
		t.Errorf("%+v", got)
	}
}

// TestAMappingOfACheckIsNotRemembered: the phone code of a file of which no order was created is not put on the numbers
// of later files, that of a file whose orders were created is.
func TestAMappingOfACheckIsNotRemembered(t *testing.T) {
	s := startServer(t, storetest.SQLite(t), t.TempDir())
	file := bytes.ReplaceAll(importFile(t, 0, 2), []byte("+62812345"), []byte("99925"))
	mapping := json.RawMessage(`{"columns": [{"heading": "consignee_number", "field": "consignee_number", "phone": "+1"}]}`)
	checked := s.importOf(client.ImportRequest{File: file, Mapping: mapping, DryRun: true})
	if checked.State != client.ImportChecked || checked.Valid != 2 {
		t.Fatalf("%+v", checked)
	}
	got := s.importOf(client.ImportRequest{File: file})
	if got.MappingSource != "suggested" || got.Valid != 0 || len(s.references()) != 0 {
		t.Errorf("the phone code of a check is used: %+v", got)
	}
	if _, err := s.sdk.ConfirmImport(t.Context(), checked.ID, client.ImportDecision{}); err != nil {
		t.Fatal(err)
	}
	if got = s.settled(checked.ID); got.State != client.ImportDone {
		t.Fatalf("%+v", got)
	}
	if got = s.importOf(client.ImportRequest{File: file, DryRun: true}); got.MappingSource != "remembered" || got.Valid != 2 {
		t.Errorf("the mapping of created orders is not remembered: %+v", got)
	}
}

func TestImportsOfOthers(t *testing.T) {
	s := startServer(t, storetest.SQLite(t), t.TempDir())
	got := s.importOf(client.ImportRequest{File: importFile(t, 0, 2)})
	account, err := s.api.Store.MasterData.CreateAccount(t.Context(), masterdata.Account{Name: "other"})
	if err != nil {
		t.Fatal(err)
	}
	_, secret, err := s.api.Store.MasterData.CreateKey(t.Context(), masterdata.Key{AccountID: account.AccountID, Name: "key"})
	if err != nil {
		t.Fatal(err)
	}
	other := s.client(secret)
	_, err = other.Import(t.Context(), got.ID)
	wantStatus(t, err, http.StatusNotFound)
	_, err = other.CancelImport(t.Context(), got.ID)
	wantStatus(t, err, http.StatusNotFound)
	_, err = other.ImportedOrders(t.Context(), got.ID)
	wantStatus(t, err, http.StatusNotFound)
	_, err = other.Labels(t.Context(), client.LabelQuery{ImportID: got.ID})
	wantStatus(t, err, http.StatusNotFound)
	for listed, err := range other.Imports(t.Context()) {
		t.Errorf("another account's import is listed: %+v, %v", listed, err)
	}
	for listed, err := range s.sdk.Imports(t.Context()) {
		if err != nil || listed.ID != got.ID || listed.Created != 2 {
			t.Errorf("%+v, %v", listed, err)
		}
	}
}

func wantInvalid(t *testing.T, err error, field string) {
	t.Helper()
	if invalid, ok := errors.AsType[*client.ValidationError](err); !ok || !strings.Contains(invalid.Error(), field) {
		t.Errorf("%v, want a problem of %s", err, field)
	}
}

func wantStatus(t *testing.T, err error, status int) {
	t.Helper()
	if refused, ok := errors.AsType[*client.Error](err); !ok || refused.StatusCode != status {
		t.Errorf("%v, want %d", err, status)
	}
}

// TestImportCheckedAgain corrects the mapping, then the defaults, of an import without a second upload.
func TestImportCheckedAgain(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		file := bytes.Replace(importFile(t, 0, 3), []byte("consignee_name"), []byte("Xq"), 1)
		got := s.importOf(client.ImportRequest{File: file})
		if got.State != client.ImportFailed || !slices.Equal(got.Missing, []string{"consignee_name"}) {
			t.Fatalf("%+v", got)
		}
		again := func(how client.ImportCheck) client.Import {
			t.Helper()
			checking, err := s.sdk.CheckImport(t.Context(), got.ID, how)
			if err != nil || checking.State != client.ImportChecking || len(checking.Missing) > 0 {
				t.Fatalf("%+v, %v", checking, err)
			}
			return s.settled(got.ID)
		}
		got = again(client.ImportCheck{Mapping: json.RawMessage(`{"columns": [{"heading": "xq", "field": "consignee_name"}]}`)})
		if got.State != client.ImportChecked || got.Valid != 3 || got.Created != 0 || got.MappingSource != "given" {
			t.Fatalf("%+v", got)
		}
		got = again(client.ImportCheck{Defaults: map[string]string{"delivery_note": "Ring twice"}, ServiceID: 8})
		if got.Valid != 3 || got.MappingSource != "given" || !strings.Contains(string(got.Mapping), `"delivery_note":"Ring twice"`) {
			t.Fatalf("%+v", got)
		}
		wrong := json.RawMessage(`{"columns": [{"heading": "a", "field": "b"}]}`)
		_, err := s.sdk.CheckImport(t.Context(), got.ID, client.ImportCheck{Mapping: wrong})
		wantInvalid(t, err, "mapping")
		if _, err := s.sdk.ConfirmImport(t.Context(), got.ID, client.ImportDecision{}); err != nil {
			t.Fatal(err)
		}
		if got = s.settled(got.ID); got.State != client.ImportDone || got.Created != 3 {
			t.Fatalf("%+v", got)
		}
		_, err = s.sdk.CheckImport(t.Context(), got.ID, client.ImportCheck{})
		wantStatus(t, err, http.StatusConflict)
		for o, err := range s.sdk.AllOrders(t.Context(), client.Filter{}) {
			if err != nil || o.DeliveryNote != "Ring twice" || o.ServiceID != 8 {
				t.Errorf("%+v, %v", o, err)
			}
		}
	})
}

// TestImportTemplate: the example of a template is an order of the service, once it has a reference of its own.
func TestImportTemplate(t *testing.T) {
	s := startServer(t, storetest.SQLite(t), t.TempDir())
	template, err := s.sdk.ImportTemplate(t.Context(), 1, "csv")
	if err != nil || template.Name != "orders-service-1.csv" || !strings.HasPrefix(template.MediaType, "text/csv") {
		t.Fatalf("%+v, %v", template, err)
	}
	file := bytes.ReplaceAll(template.Content, []byte("EXAMPLE-1"), []byte("SO-1"))
	if got := s.importOf(client.ImportRequest{File: file}); got.State != client.ImportDone || got.Created != 1 {
		t.Errorf("%+v", got)
	}
	if template, err = s.sdk.ImportTemplate(t.Context(), 1, ""); err != nil || template.Name != "orders-service-1.xlsx" ||
		!bytes.HasPrefix(template.Content, []byte("PK")) {
		t.Errorf("%s, %v", template.Name, err)
	}
	_, err = s.sdk.ImportTemplate(t.Context(), 99, "csv")
	wantInvalid(t, err, "service_id")
	_, err = s.sdk.ImportTemplate(t.Context(), 1, "ods")
	wantInvalid(t, err, "format")
}
