package api

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/url"
	"path"
	"strconv"
	"strings"

	"waybill/internal/api/openapi"
	"waybill/internal/api/shell"
	"waybill/internal/label"
	"waybill/internal/problem"
	"waybill/internal/request"
	"waybill/internal/shipment"
	"waybill/internal/store"
)

// Printing prints labels and other documents.
type Printing struct{ api *API }

// mediaTypes are the media types of documents by format.
var mediaTypes = map[label.Format]string{
	label.PDF: "application/pdf",
	label.PNG: "image/png",
	label.ZPL: "application/zpl",
}

// warningsHeader has a value for each field that could not be printed as it was written.
const warningsHeader = "Waybill-Label-Warnings"

// maxWarnings and maxWarningBytes keep the headers of a response below the limit of proxies, 4 to 8 kB.
const (
	maxWarnings     = 20
	maxWarningBytes = 2 << 10
)

// serveLabel serves the label of an order, whose name is signed.
func (a *Printing) serveLabel(ctx context.Context, r *http.Request) (shell.Response, error) {
	return a.serveDocument(ctx, r, label.Parcel)
}

// serveOtherDocument serves a customs declaration or an invoice. Their names have other signatures:
// a person who may see a label need not see the value of the contents.
func (a *Printing) serveOtherDocument(ctx context.Context, r *http.Request) (shell.Response, error) {
	return a.serveDocument(ctx, r, label.Document(r.PathValue("document")))
}

// serveDocument draws a document from its order at every request. Nothing is stored, so that data of a
// partner shows at once. A label that the partner draws is the partner's file.
func (a *Printing) serveDocument(ctx context.Context, r *http.Request, document label.Document) (shell.Response, error) {
	name := r.PathValue("file")
	if stem := strings.TrimSuffix(name, ".pdf"); path.Ext(stem) != "" { // clients add it to the URL of the label, which has one
		name = stem
	}
	extension := path.Ext(name)
	format := label.Format(strings.TrimPrefix(extension, "."))
	if mediaTypes[format] == "" {
		return shell.Response{}, shell.ErrNotFound
	}
	of, err := a.api.issued(ctx, document, strings.TrimSuffix(name, extension))
	if err != nil {
		return shell.Response{}, err
	}
	options, err := printOptions(document, format, request.ParseQuery(r.URL.RawQuery))
	if err != nil {
		return shell.Response{}, err
	}
	if limited, err := a.takeDocument(r, document); err != nil {
		return shell.Response{Header: limited}, err
	}
	file, err := a.print(ctx, of, options)
	if err != nil {
		return shell.Response{}, err
	}
	return shell.Response{Content: file.reader(), Header: documentHeader(format, http.Header{
		"Content-Disposition": {fmt.Sprintf("inline; filename=%q", of.trackingNo+extension)},
		"Cache-Control":       {"private, no-cache"}, // a cache asks whether it is still the same
		"Etag":                {`"` + file.tag + `"`},
		warningsHeader:        warnings(file.report),
	})}, nil
}

// documentHeader returns the header of a document with what all documents have: a document has an address that opens it
// for everyone, so no search engine lists it and no page learns it.
func documentHeader(format label.Format, more http.Header) http.Header {
	header := http.Header{
		"Content-Type":           {mediaTypes[format]},
		"X-Content-Type-Options": {"nosniff"},
		"X-Robots-Tag":           {"noindex"},
		"Referrer-Policy":        {"no-referrer"},
		// Without sandbox, with which browsers other than new versions of Chromium may show no PDF.
		"Content-Security-Policy": {"default-src 'none'; object-src 'self'; style-src 'unsafe-inline'"},
	}
	maps.Copy(header, more)
	return header
}

// longDocumentCost is how much a document of many pages counts against the limit: drawing it takes as
// long as a hundred labels.
const longDocumentCost = 5

// takeDocument counts a request for a document against the limit of its address, or of its key
// when the header has a live one. An address that many callers share has no limit. Returns a
// 429 problem, also for an address that has tried too many keys.
func (a *Printing) takeDocument(r *http.Request, document label.Document) (http.Header, error) {
	ctx, cancel := context.WithTimeout(r.Context(), shell.ReadTimeout)
	defer cancel()
	caller, err := a.api.FindCaller(ctx, r)
	if err != nil {
		return nil, err
	}
	costs := 1
	if document.HasManyPages() {
		costs = longDocumentCost
	}
	key, limit := a.api.LimitOf(ctx, caller, a.api.DocumentLimit)
	return a.api.documents.Take(key, limit, costs)
}

// revokeAddresses revokes the addresses of the label and the documents of an order, and responds with the new address of the label.
func (a *Printing) revokeAddresses(ctx context.Context, c shell.Call, _ *request.Form) (shell.Response, error) {
	o, err := a.api.Orders.RevokeAddresses(ctx, a.api.by(c), c.Req.PathValue("tracking_no"))
	return respond(http.StatusOK, &labelAddress{o.TrackingNo, a.api.labelURL(a.api.base(c.Req), &o)}, writeLabelAddress), err
}

// labelAddress is the address of the label of an order, "" while there is no label.
type labelAddress struct{ trackingNo, url string }

func writeLabelAddress(o *openapi.Object, l *labelAddress) {
	o.Text("tracking_no", l.trackingNo).Is("TrackingNo")
	o.TextOrNull("order_label_url", l.url).Format("uri").About("The new address of the label; null while there is no label.")
}

// PrintLabel returns the label of an order as PDF. It is empty when the order has no label, has lost it
// by a cancellation, or has a partner's label in another format.
func (a *Printing) PrintLabel(ctx context.Context, trackingNo string) ([]byte, error) {
	ctx, release := a.api.OfProcess(ctx)
	defer release()
	file, err := a.print(ctx, orderAddress{trackingNo, anyRevision}, label.Options{Document: label.Parcel, Format: label.PDF})
	if p, ok := errors.AsType[*shell.Problem](err); ok && p.Status == http.StatusNotFound {
		return []byte{}, nil
	}
	if err != nil {
		return nil, err
	}
	return io.ReadAll(file.reader())
}

// printed is a document as it is served.
type printed struct {
	content io.ReaderAt
	size    int
	report  label.Report
	tag     string // of the content, for caches
}

func (p printed) reader() *io.SectionReader { return io.NewSectionReader(p.content, 0, int64(p.size)) }

// print makes a document of one order. The memory of the renderers is planned; the order that
// waits for one, and the file, are charged to the request. Returns shell.ErrNotFound when there is no such
// order or it has no label yet, and an errOtherFormat.
func (a *Printing) print(ctx context.Context, of orderAddress, options label.Options) (printed, error) {
	ctx, cancel := context.WithTimeout(ctx, shell.ReadTimeout)
	defer cancel()
	order, err := a.orderWithLabel(ctx, of)
	if err != nil {
		return printed{}, err
	}
	if order.PartnerLabel != "" && options.Document == label.Parcel {
		return a.partnerLabel(ctx, &order, options.Format, options.DPI)
	}
	settings, err := a.printSettings(ctx, order.AccountID, options.Document, order)
	if err != nil {
		return printed{}, err
	}
	options.Size = settings.size(options)
	renderers := a.api.renderers.of(options.Document)
	if err := renderers.acquire(ctx); err != nil {
		return printed{}, err
	}
	defer renderers.release()
	file := &label.File{Limit: options.MaxFile()}
	report, err := a.api.printer.Print(file, settings.shipment(&order), options)
	if err != nil {
		return printed{}, printProblem(err)
	}
	if err := a.api.Hold(ctx).Add(int64(file.Len())); err != nil {
		return printed{}, err
	}
	result := printed{content: file, size: file.Len(), report: report}
	sum := sha256.New()
	if _, err := io.Copy(sum, result.reader()); err != nil {
		return printed{}, fmt.Errorf("sum up a document: %w", err)
	}
	result.tag = hex.EncodeToString(sum.Sum(nil)[:16])
	return result, nil
}

// orderWithLabel reads an order, and charges it to the request. Returns shell.ErrNotFound when there is no such order,
// it has no label yet, or the address was revoked.
func (a *Printing) orderWithLabel(ctx context.Context, of orderAddress) (order shipment.Order, err error) {
	if err := a.api.Charge(ctx, shell.MeterStep); err != nil {
		return shipment.Order{}, err
	}
	if of.revision == anyRevision {
		order, err = a.api.Store.OrderByTrackingNo(a.api.Metered(ctx), of.trackingNo)
	} else {
		order, err = a.api.Store.OrderByAddress(a.api.Metered(ctx), of.trackingNo, of.revision)
	}
	if errors.Is(err, store.ErrNotFound) || err == nil && !order.HasLabel {
		return shipment.Order{}, shell.ErrNotFound
	}
	return order, err
}

// allServices are the services by id, including disabled ones. A return may have none.
func (a *Printing) allServices(ctx context.Context) (map[int64]shipment.Service, error) {
	all, err := a.api.Store.MasterData.Services(ctx)
	if err != nil {
		return nil, err
	}
	services := make(map[int64]shipment.Service, len(all))
	for _, s := range all {
		services[s.ServiceID] = s
	}
	return services, nil
}

// printOptions reads the size and the dpi from a query.
func printOptions(document label.Document, format label.Format, query url.Values) (label.Options, error) {
	options := label.Options{Document: document, Format: format, Size: label.Size(request.LastValue(query, "size"))}
	if dpi := request.LastValue(query, "dpi"); dpi != "" {
		n, err := strconv.Atoi(dpi)
		if err != nil {
			return options, &shell.Problem{Status: http.StatusBadRequest, Detail: problem.NotDPI}
		}
		options.DPI = n
	}
	return options, printProblem(options.Check())
}

// errDocumentTooLarge means that a document has more bytes than label.Options.MaxFile. No known order
// has such a document.
var errDocumentTooLarge = &shell.Problem{Status: http.StatusBadRequest, Detail: problem.DocumentTooLarge}

// printProblem makes a problem of an error of the options or of the size of a document.
func printProblem(err error) error {
	if wrong, ok := errors.AsType[problem.Error](err); ok {
		return &shell.Problem{Status: http.StatusBadRequest, Detail: wrong.Message}
	}
	if errors.Is(err, label.ErrTooLarge) {
		return errDocumentTooLarge
	}
	return err
}

// warnings are the values of the warnings header.
func warnings(report label.Report) []string {
	var values []string
	bytes := 0
	for _, w := range report.Warnings[:min(len(report.Warnings), maxWarnings)] {
		value := w.String()
		if bytes += len(warningsHeader) + len(value); bytes > maxWarningBytes {
			break
		}
		values = append(values, value)
	}
	if more := len(report.Warnings) - len(values) + report.More; more > 0 {
		values = append(values, fmt.Sprintf("and %d more", more))
	}
	return values
}
