package api

import (
	"cmp"
	"context"
	"net/http"
	"net/url"
	"path"
	"strconv"
	"strings"

	"waybill/internal/api/answer"
	"waybill/internal/api/openapi"
	"waybill/internal/api/shell"
	"waybill/internal/label"
	"waybill/internal/printing"
	"waybill/internal/problem"
	"waybill/internal/request"
)

// serveDocument serves the label of an order, or the customs declaration or invoice that the path names. Their names are signed, and
// those of labels in another way: a person who may see a label need not see the value of the contents.
func (a *API) serveDocument(ctx context.Context, r *http.Request) (shell.Response, error) {
	document, name := cmp.Or(label.Document(r.PathValue("document")), label.Parcel), r.PathValue("file")
	if stem := strings.TrimSuffix(name, ".pdf"); path.Ext(stem) != "" { // clients add it to the URL of the label, which has one
		name = stem
	}
	extension := path.Ext(name)
	format := label.Format(strings.TrimPrefix(extension, "."))
	if label.MediaTypes[format] == "" {
		return shell.Response{}, shell.ErrNotFound
	}
	return a.documentAt(ctx, r, strings.TrimSuffix(name, extension), document, format)
}

// customsData serves what the customs declarations and invoices of an order print, as JSON. Its name is signed
// as theirs are.
func (a *API) customsData(ctx context.Context, r *http.Request) (shell.Response, error) {
	name, isJSON := strings.CutSuffix(r.PathValue("file"), "."+string(label.JSON))
	if !isJSON {
		return shell.Response{}, shell.ErrNotFound
	}
	return a.documentAt(ctx, r, name, label.CustomsData, label.JSON)
}

// documentAt serves a document at an address that a server signed.
func (a *API) documentAt(
	ctx context.Context, r *http.Request, name string, document label.Document, format label.Format,
) (shell.Response, error) {
	of, err := a.issued(ctx, document, name)
	options := label.Options{Document: document, Format: format}
	if err == nil && document != label.CustomsData {
		options, err = printOptions(options, request.ParseQuery(r.URL.RawQuery))
	}
	if err != nil {
		return shell.Response{}, err
	}
	if limited, err := a.takeDocument(r, document); err != nil {
		return shell.Response{Header: limited}, err
	}
	d, err := a.Printing.DocumentAt(ctx, of.trackingNo, of.revision, options)
	return shell.DocumentResponse(ctx, d, err)
}

// longDocumentCost is how much a document of many pages counts against the limit: drawing it takes as
// long as a hundred labels.
const longDocumentCost = 5

// takeDocument counts a request for a document against the limit of its address, or of its key
// when the header has a live one. An address that many callers share has no limit. Returns a
// 429 problem, also for an address that has tried too many keys.
func (a *API) takeDocument(r *http.Request, document label.Document) (http.Header, error) {
	ctx, cancel := context.WithTimeout(r.Context(), shell.ReadTimeout)
	defer cancel()
	caller, err := a.FindCaller(ctx, r)
	if err != nil {
		return nil, err
	}
	costs := 1
	if document.HasManyPages() {
		costs = longDocumentCost
	}
	key, limit := a.LimitOf(ctx, caller, a.DocumentLimit)
	return a.documents.Take(key, limit, costs)
}

// revokeAddresses revokes the addresses of the label and the documents of an order, and responds with the new address of the label.
func (a *API) revokeAddresses(ctx context.Context, c shell.Call, _ *request.Form) (shell.Response, error) {
	o, err := a.Orders.RevokeAddresses(ctx, a.By(c), c.Req.PathValue("tracking_no"))
	return answer.Object(http.StatusOK, &labelAddress{o.TrackingNo, a.orderLabelURL(a.base(c.Req), &o)}, writeLabelAddress), err
}

// labelAddress is the address of the label of an order, "" while there is no label.
type labelAddress struct{ trackingNo, url string }

func writeLabelAddress(o *openapi.Object, l *labelAddress) {
	o.Text("tracking_no", l.trackingNo).Is("TrackingNo")
	o.TextOrNull("order_label_url", l.url).Format("uri").About("The new address of the label; null while there is no label.")
}

// PrintLabel is printing.Service.Label for work that is no request.
func (a *API) PrintLabel(ctx context.Context, trackingNo string) ([]byte, error) {
	ctx, release := a.OfProcess(ctx)
	defer release()
	return a.Printing.Label(ctx, trackingNo)
}

// printOptions reads the size and the dpi from a query.
func printOptions(options label.Options, query url.Values) (label.Options, error) {
	options.Size = label.Size(request.LastValue(query, "size"))
	if dpi := request.LastValue(query, "dpi"); dpi != "" {
		n, err := strconv.Atoi(dpi)
		if err != nil {
			return options, &shell.Problem{Status: http.StatusBadRequest, Detail: problem.NotDPI}
		}
		options.DPI = n
	}
	return options, printing.Check(options)
}

// printBatch sends the labels of a batch, of an import, or of some tracking numbers, in the order of the request in one file.
func (a *API) printBatch(ctx context.Context, c shell.Call) (shell.Response, error) {
	of, options, err := readSelection(c)
	if err != nil {
		return shell.Response{}, err
	}
	d, err := a.Printing.Labels(ctx, a.By(c), of, options, strings.Split(c.Req.Header.Get("If-None-Match"), ", "))
	return shell.DocumentResponse(c.Req.Context(), d, err)
}

// readSelection reads the parameters of a request for many labels.
func readSelection(c shell.Call) (of printing.Selection, options label.Options, err error) {
	query := c.Query()
	options.Document, options.Format = label.Document(request.LastValue(query, "document")), label.Format(request.LastValue(query, "format"))
	if err = printing.CheckMany(options.Format); err == nil {
		options, err = printOptions(options, query)
	}
	if of.ImportID = request.LastValue(query, "import_id"); err != nil || of.ImportID != "" {
		return of, options, err
	}
	var problems request.Problems
	if of.Filter, problems = request.ReadPrintFilter(query); problems != nil {
		err = &request.InvalidError{Problems: problems}
	}
	return of, options, err
}
