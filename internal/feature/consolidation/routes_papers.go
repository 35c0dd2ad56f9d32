package consolidation

import (
	"context"
	"iter"
	"net/http"

	"github.com/go-faster/jx"

	"waybill/internal/api/answer"
	"waybill/internal/api/openapi"
	"waybill/internal/api/shell"
	"waybill/internal/each"
	"waybill/internal/feature"
	"waybill/internal/feature/consolidation/stored"
	"waybill/internal/orders"
	"waybill/internal/printing"
	"waybill/internal/problem"
	"waybill/internal/request"
	"waybill/internal/shipment"
)

// maxVersions is how many versions of a manifest a list has.
const maxVersions = 50

// papers are the routes of what is printed of bags and consignments, and of the checks before these are closed.
func papers(core feature.Core, s *Service) []shell.Route {
	const one, bag, templates = "/api/operator/consignments/{id}/", "/api/operator/bags/{id}/", "/api/operator/manifest-templates/"
	const read, scan, decide = shipment.ReadFloor, shipment.ScanParcels, shipment.ChangeParcels
	onLeg := func(path, operation string, draw func(context.Context, *printing.Service, int64, int64) (orders.Document, error)) shell.Route {
		return core.Get(path, operation, read, func(ctx context.Context, c shell.Call) (shell.Response, error) {
			d, err := draw(ctx, core.Printing, c.ID(), c.IDIn("leg_no"))
			return shell.DocumentResponse(c.Req.Context(), d, err)
		})
	}
	paper := func(path, operation string, draw func(context.Context, *printing.Service, int64) (orders.Document, error)) shell.Route {
		return onLeg(path, operation, func(ctx context.Context, with *printing.Service, id, _ int64) (orders.Document, error) {
			return draw(ctx, with, id)
		})
	}
	return []shell.Route{
		core.Get(one+"manifest/", "list_manifests", read, answer.Lists(func(ctx context.Context, c shell.Call) ([]stored.Manifest, error) {
			if _, err := s.Stored.Consignment(ctx, c.ID()); err != nil {
				return nil, err
			}
			return s.Stored.Manifests(ctx, c.ID(), 0, maxVersions)
		}, writeManifest)),
		core.Post(one+"manifest/", "make_manifest", scan, request.ActionShape(), answer.Change(
			func(ctx context.Context, c shell.Call, _ *request.Form) (m stored.Manifest, err error) {
				if err = s.charge(ctx, core.Printing, c.ID()); err == nil {
					m, err = s.MakeManifest(ctx, c.ID())
				}
				return m, err
			}, writeManifest)),
		core.Get(one+"manifest/rows/", "view_consignment_manifest", read, func(ctx context.Context, c shell.Call) (shell.Response, error) {
			return s.manifestRows(ctx, c.Req, core.Printing, c.ID())
		}),
		paper(one+"manifest/xlsx/", "export_manifest", s.Spreadsheet),
		paper(one+"manifest/pdf/", "print_manifest", s.Print),
		core.Get(one+"checks/", "check_consignment", read, func(ctx context.Context, c shell.Call) (shell.Response, error) {
			if err := s.charge(ctx, core.Printing, c.ID()); err != nil {
				return shell.Response{}, err
			}
			found, err := s.Check(ctx, c.ID())
			header, say := core.PlainWords(c.Req)
			return answer.Object(http.StatusOK, &found, writeFindings(say)).With(header), err
		}),
		onLeg(one+"legs/{leg_no}/pdf/", "print_leg", s.LoadingList),
		onLeg(one+"legs/{leg_no}/slip/", "print_transfer_slip", s.TransferSlip),
		paper(one+"invoices/", "print_consignment_invoices", s.Invoices),
		paper(bag+"label/", "print_bag_label", s.BagLabel),
		paper(bag+"pdf/", "print_bag", s.BagList),
		core.Get(templates, "list_manifest_templates", read, answer.Lists(
			func(ctx context.Context, _ shell.Call) ([]request.Template, error) { return s.Stored.Templates(ctx) }, writeTemplate)),
		shell.PostBody(core.Shell, templates, "save_manifest_template", decide, &request.SaveTemplate, answer.Change(
			func(ctx context.Context, _ shell.Call, sent request.Template) (request.Template, error) {
				return s.SaveTemplate(ctx, sent)
			},
			writeTemplate)),
	}
}

func writeManifest(o *openapi.Object, m *stored.Manifest) {
	o.Int("version", m.Version).Minimum(1)
	o.Text("digest", m.Digest).About("Of its rows: two versions with the same one do not exist.")
	o.Time("made_on", m.MadeOn)
	o.Text("made_by", m.MadeBy).About("E-mail address of a user, or id of a key.")
	o.Int("pieces", m.Pieces).Minimum(0).About("Bags: the pieces of the air waybill.")
	o.Int("parcels", m.Parcels).Minimum(0)
	o.Decimal("net_weight", m.Net).Format("double").About("Of the parcels, in kg.")
	o.Decimal("gross_weight", m.Gross).Format("double").About("Of the parcels and the empty bags, in kg.")
	openapi.List(o, "values", m.Values, func(o *openapi.Object, v *stored.Value) {
		o.Text("currency", v.Currency)
		o.Text("amount", v.Amount).About("A decimal number. Amounts of several currencies are never added.")
	}).About("The declared values by currency.")
	o.Int("different", m.Different).Minimum(0).About("How many parcels are added, removed or changed. The lists have 1,000 of each at most.")
	openapi.Texts(o, "added", m.Added).About("Tracking numbers of parcels that the version before has not.")
	openapi.Texts(o, "removed", m.Removed).About("Those that only the version before has.")
	openapi.Texts(o, "changed", m.Changed).About("Those of which a row is different.")
}

// manifestRows answers a request with the newest version of the manifest of a consignment. Returns what Newest does.
func (s *Service) manifestRows(ctx context.Context, req *http.Request, with *printing.Service, id int64) (shell.Response, error) {
	m, err := s.held(ctx, with, id)
	return shell.Response{Status: http.StatusOK, Rows: func(w *shell.Rows) error {
		openapi.Write(w.Encoder, w.Flush, &m, writePaper(m.Rows(req.Context()), w.Flush))
		return m.err
	}}, err
}

// writePaper writes a manifest with rows, which are read meanwhile, and calls flush after each one.
func writePaper(rows iter.Seq2[[]string, error], flush func()) func(*openapi.Object, *Paper) {
	return func(o *openapi.Object, m *Paper) {
		writeManifest(o, &m.Manifest)
		openapi.Texts(o, "columns", each.Of(m.columns, func(c manifestColumn) string { return c.name }))
		o.Value("rows", "array", func(e *jx.Encoder) {
			e.ArrStart()
			for row, err := range rows {
				if m.err = err; err != nil {
					break
				}
				e.ArrStart()
				for _, text := range row {
					e.Str(text)
				}
				e.ArrEnd()
				flush()
			}
			e.ArrEnd()
		}).OfRows().About("Texts in the order of the columns. The weight of a parcel stands in its first row.")
	}
}

func writeFindings(say func(field string, m problem.Message) string) func(*openapi.Object, *[]Finding) {
	return func(o *openapi.Object, all *[]Finding) {
		openapi.List(o, "findings", *all, func(o *openapi.Object, f *Finding) {
			code, args := shell.CodeOf(f.Message)
			o.Text("kind", string(f.Kind)).Enum(string(Refuses), string(Listed), string(Asks)).
				About("`refuses`: the consignment is not closed with it. `asks`: a person is to decide whether something is wrong.")
			o.Text("code", code)
			o.Raw("args", "object", args).Is("ErrorArgs")
			o.Text("message", problem.Say(say, "", f.Message)).MinLength(1).About("The code in words, in the language of Accept-Language.")
			o.TextOrNull("bag", f.Bag)
			openapi.Texts(o, "tracking_nos", f.Parcels)
		})
	}
}

func writeTemplate(o *openapi.Object, t *request.Template) {
	o.Text("broker", t.Broker)
	o.Text("columns", t.Columns).About("Names, by commas.")
	o.Text("rows", t.Rows).Enum(request.RowsOfItems, request.RowsOfCodes).About("What a row is.")
}
