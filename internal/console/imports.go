package console

import (
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"waybill/internal/importer"
	"waybill/internal/importer/job"
	"waybill/internal/shipment"
	"waybill/internal/store"
)

// importStates are the badges of imports.
var importStates = map[store.ImportState]statusView{
	store.ImportChecking:  {"active", key("Checking")},
	store.ImportWaiting:   {"warn", key("Waits for you")},
	store.ImportCreating:  {"active", key("Creating orders")},
	store.ImportChecked:   {"warn", key("Waits for you")},
	store.ImportDone:      {"good", key("Done")},
	store.ImportCancelled: {"off", key("Stopped")},
	store.ImportFailed:    {"bad", key("Not imported")},
}

// importRow is a line of the history.
type importRow struct {
	store.Import
	Badge statusView
	Name  string
	Valid int64
}

// listImports shows the form for a file, and the history.
func (v *visit) listImports() error { return v.showImports(http.StatusOK, newForm(nil)) }

func (v *visit) showImports(status int, f *form) error {
	before, _ := strconv.ParseInt(v.r.URL.Query().Get("before"), 10, 64)
	imports, err := v.console.Store.Imports(v.ctx(), v.account.AccountID, max(before, 0), store.PageSize+1)
	if err != nil {
		return err
	}
	next := ""
	if len(imports) > store.PageSize {
		imports = imports[:store.PageSize]
		next = fmt.Sprintf("%s?before=%d", v.url("imports"), imports[store.PageSize-1].ImportID)
	}
	rows := make([]importRow, len(imports))
	for i, one := range imports {
		report, err := job.ReadReport(one.Report)
		if err != nil {
			return err
		}
		rows[i] = importRow{one, importBadge(one, report), v.importName(one), report.Valid}
	}
	services, err := v.serviceOptions()
	if err != nil {
		return err
	}
	return v.render(status, "imports.html", map[string]any{
		"Form": f.label("file", v.t("File")).label("service_id", v.t("Service")), "Imports": rows, "Next": next,
		"Services": services, "IsFirst": before <= 0,
	})
}

// lacksColumns reports whether the user must say which columns have what every order needs.
func lacksColumns(i store.Import, report job.Report) bool {
	return i.State == store.ImportFailed && len(report.Missing) > 0
}

// importBadge is the state of an import in words.
func importBadge(i store.Import, report job.Report) statusView {
	if lacksColumns(i, report) {
		return importStates[store.ImportChecked]
	}
	return importStates[i.State]
}

// importName is what an import is called.
func (v *visit) importName(i store.Import) string {
	if i.FileName != "" {
		return strings.Map(visible, i.FileName)
	}
	return v.t("Import %d", i.ImportID)
}

// visible replaces a character by which a name could look like another one: those that control, or turn the direction of
// what follows, so that "fdp.csv" is read as "vsc.pdf".
func visible(r rune) rune {
	if unicode.IsControl(r) || r >= 0x202A && r <= 0x202E || r >= 0x2066 && r <= 0x2069 {
		return unicode.ReplacementChar
	}
	return r
}

// serviceOptions are the services that take orders, by name, after an empty one.
func (v *visit) serviceOptions() ([]option, error) {
	live, err := v.console.Store.LiveServices(v.ctx())
	if err != nil {
		return nil, err
	}
	options := []option{{"", v.t("As the file says")}}
	for _, id := range slices.Sorted(maps.Keys(live)) {
		options = append(options, option{strconv.FormatInt(id, 10), v.serviceName(live[id])})
	}
	return options, nil
}

// serviceName is a service with its lane.
func (v *visit) serviceName(s shipment.Service) string {
	end := func(c shipment.Country) string {
		if c == "" {
			return v.t("any country")
		}
		return v.country(c)
	}
	return v.t("%[1]s (%[2]s to %[3]s)", s.Name, end(s.Origin), end(s.Destination))
}

// uploadImport passes the file of the form on, which is checked, and creates nothing yet.
func (v *visit) uploadImport() error {
	req, err := http.NewRequestWithContext(v.r.Context(), http.MethodPost, "/api/order/import/?dry_run=true", v.r.Body)
	if err != nil {
		return err
	}
	req.ContentLength = v.r.ContentLength
	req.Header.Set("Content-Type", v.r.Header.Get("Content-Type"))
	answer, err := v.send(v.caller(), req)
	if err != nil {
		return err
	}
	if !answer.ok() {
		f := newForm(nil)
		v.failAll(f, answer)
		return v.showImports(http.StatusUnprocessableEntity, f)
	}
	var made struct{ ID int64 }
	if err := answer.decode(&made); err != nil {
		return err
	}
	return v.redirect(v.url(fmt.Sprintf("imports/%d", made.ID)))
}

// importTemplate passes an empty file on.
func (v *visit) importTemplate() error {
	query := url.Values{"service_id": {v.form("service_id")}}
	if format := v.form("format"); format != "" {
		query.Set("format", format)
	}
	return v.pass("/api/order/import/template/?" + query.Encode())
}

// importLabels sends the labels of an import as one file, which a POST marks as printed.
func (v *visit) importLabels() error {
	query := url.Values{"import_id": {v.r.PathValue("import")}}
	if format := v.form("format"); format != "" {
		query.Set("format", format)
	}
	if err := v.pass("/api/order/labels/?" + query.Encode()); err != nil {
		return err
	}
	v.noteSent(v.labelsOfImport)
	return nil
}

// labelsOfImport are the tracking numbers of the orders of the import that have labels.
func (v *visit) labelsOfImport() ([]string, error) {
	id, err := strconv.ParseInt(v.r.PathValue("import"), 10, 64)
	if err != nil {
		return nil, store.ErrNotFound
	}
	groups, err := v.console.Store.ImportGroups(v.ctx(), v.account.AccountID, id, -1, importer.MaxRows)
	if err != nil {
		return nil, err
	}
	var batches []string
	for _, g := range groups {
		if g.UploadBatchNo != "" {
			batches = append(batches, g.UploadBatchNo)
		}
	}
	return v.labelsOfBatches(batches)
}

func (v *visit) importOrders() error { return v.pass(v.importAPI("orders/")) }

func (v *visit) importRefused() error { return v.pass(v.importAPI("refused/")) }

// importAPI is the path of the import of the page, or of a part of it, in the interface.
func (v *visit) importAPI(part string) string {
	return "/api/order/import/" + url.PathEscape(v.r.PathValue("import")) + "/" + part
}
