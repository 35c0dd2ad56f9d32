package imports

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode"

	pagesoforders "waybill/internal/console/orders"
	"waybill/internal/console/web"
	"waybill/internal/feature/imports/job"
	"waybill/internal/feature/imports/stored"
	"waybill/internal/orders"
	"waybill/internal/printing"
	"waybill/internal/shipment"
	"waybill/internal/store"
)

// states are the badges of imports.
var states = map[stored.State]web.StatusView{
	stored.Checking:  {Tone: "active", Text: web.Key("Checking")},
	stored.Waiting:   {Tone: "warn", Text: web.Key("Waits for you")},
	stored.Creating:  {Tone: "active", Text: web.Key("Creating orders")},
	stored.Checked:   {Tone: "warn", Text: web.Key("Waits for you")},
	stored.Done:      {Tone: "good", Text: web.Key("Done")},
	stored.Cancelled: {Tone: "off", Text: web.Key("Stopped")},
	stored.Failed:    {Tone: "bad", Text: web.Key("Not imported")},
}

// showImports shows the form for a file, and the history.
func (pg *pages) showImports(v *web.Visit, status int, f *web.Form) error {
	before, _ := strconv.ParseInt(v.Request.URL.Query().Get("before"), 10, 64)
	all, err := pg.Worker.Imports.Imports(v.Context(), v.Account.AccountID, max(before, 0), store.PageSize+1)
	r := web.Reading{Err: err}
	all, next := web.Page(all, store.PageSize, func(last stored.Import) string {
		return fmt.Sprintf("%s?before=%d", v.URL("imports"), last.ImportID)
	})
	rows := make([]importPage, len(all))
	for i, one := range all {
		report := web.Read1(&r, job.ReadReport, one.Report)
		rows[i] = importPage{Import: one, Report: report, Badge: importBadge(one, report), Name: importName(v, one)}
	}
	services := web.Read1(&r, serviceOptions, v)
	return v.Show(r.Err, status, "imports.html", map[string]any{
		"Form": f.Label("file", v.T("File")).Label("service_id", v.T("Service")), "Imports": rows, "Next": next,
		"Services": services, "IsFirst": before <= 0,
	})
}

// lacksColumns reports whether the user must say which columns have what every order needs.
func lacksColumns(i stored.Import, report job.Report) bool {
	return i.State == stored.Failed && len(report.Missing) > 0
}

// importBadge is the state of an import in words.
func importBadge(i stored.Import, report job.Report) web.StatusView {
	if lacksColumns(i, report) {
		return states[stored.Checked]
	}
	return states[i.State]
}

// importName is the title of an import.
func importName(v *web.Visit, i stored.Import) string {
	if i.FileName != "" {
		return strings.Map(visible, i.FileName)
	}
	return v.T("Import %d", i.ImportID)
}

// visible replaces control characters, and characters that reverse the direction of the text after them. With such a
// character the name of a file looks like another one: "fdp.csv" is read as "vsc.pdf".
func visible(r rune) rune {
	if unicode.IsControl(r) || r >= 0x202A && r <= 0x202E || r >= 0x2066 && r <= 0x2069 {
		return unicode.ReplacementChar
	}
	return r
}

// serviceOptions are the services that take orders, by name, after an empty one.
func serviceOptions(v *web.Visit) ([]web.Option, error) {
	live, err := v.Console.Store.MasterData.LiveServices(v.Context())
	return web.Options(v.T("As the file says"), slices.Sorted(maps.Keys(live)), func(id int64) web.Option {
		return web.Option{Value: strconv.FormatInt(id, 10), Text: serviceName(v, live[id])}
	}), err
}

// serviceName is a service with its lane.
func serviceName(v *web.Visit, s shipment.Service) string {
	end := func(c shipment.Country) string {
		if c == "" {
			return v.T("any country")
		}
		return v.Country(c)
	}
	return v.T("%[1]s (%[2]s to %[3]s)", s.Name, end(s.Origin), end(s.Destination))
}

// uploadImport stores the file of the form, which is checked, and creates nothing yet.
func (pg *pages) uploadImport(v *web.Visit, by orders.Caller) error {
	made, err := pg.upload(v.Request.WithContext(v.Context()), by.Caller)
	f := web.NewForm(nil)
	return v.Finish(v.FailWith(f, err), f, pg.showImports, "", v.URL(fmt.Sprintf("imports/%d", made.ImportID)))
}

// importTemplate sends an empty file.
func (pg *pages) importTemplate(v *web.Visit, _ orders.Caller) error {
	return v.SendDocument(pg.Template(v.Context(), v.FormValue("format"), v.FormValue("service_id")))
}

// importLabels sends the labels of an import as one file, which a POST marks as printed.
func (pg *pages) importLabels(v *web.Visit) error {
	of := printing.Selection{ImportID: v.Request.PathValue("import")}
	return pagesoforders.SendLabels(v, of, "", v.FormValue("format"))
}

// importOrders sends the orders of the import.
func (pg *pages) importOrders(v *web.Visit, by orders.Caller) error {
	id, _ := v.PathID("import") // else no import has it
	return v.SendDocument(pg.OrdersFile(v.Context(), by.Caller, id))
}

// importRefused sends the refused rows of the import.
func (pg *pages) importRefused(v *web.Visit, by orders.Caller) error {
	id, _ := v.PathID("import") // else no import has it
	return v.SendDocument(pg.RefusedFile(v.Context(), by.Caller, id, v.Console.Hold(v.Context())))
}
