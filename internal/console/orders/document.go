package orders

import (
	"fmt"
	"net/http"
	"net/url"
	"path"
	"slices"
	"strings"

	"waybill/client"
	"waybill/internal/console/web"
	"waybill/internal/label"
	"waybill/internal/shipment"
	"waybill/internal/store"
)

// documentView is a document of an order with the formats in which it can be had.
type documentView struct {
	Name    string
	Formats []documentFormat
	Note    string
}

// documentFormat is a link to a file, or a button that prints it.
type documentFormat struct {
	Text, Path string
	Print      bool
}

// documentNames are the kinds of documents in words.
var documentNames = map[string]string{
	string(label.Parcel): web.Key("Label"),
	string(label.CN22):   web.Key("Customs declaration CN 22"), string(label.CN23): web.Key("Customs declaration CN 23"),
	string(label.Invoice): web.Key("Commercial invoice"), string(label.Proforma): web.Key("Proforma invoice"),
	string(label.CustomsData): web.Key("Customs data"), proofOfDelivery: web.Key("Proof of delivery"),
}

// labelFile is the file name of the label of an order: a PDF, or the ZPL that its partner drew.
func labelFile(d *orderDetail) string { return "label" + path.Ext(d.LabelURL) }

func addDocuments(v *web.Visit, p *orderPage) {
	for _, d := range p.Documents {
		view := documentView{Name: web.Word(v, documentNames, d.Kind)}
		extension := path.Ext(d.URL)
		switch {
		case d.Kind == proofOfDelivery:
			view.Formats = []documentFormat{{Text: v.T("Picture"), Path: p.Path + "/proof"}}
			view.Note = d.Name + ", " + v.Moment(d.SignedOn)
		case d.Kind == string(label.Parcel) && extension == ".pdf":
			for _, format := range []label.Format{label.PDF, label.ZPL, label.PNG} {
				view.Formats = append(view.Formats, documentFormat{
					strings.ToUpper(string(format)), p.Path + "/documents/label." + string(format), format != label.PNG,
				})
			}
			p.LabelPreview = p.Path + "/documents/label.png"
		default:
			view.Formats = []documentFormat{{
				strings.ToUpper(strings.TrimPrefix(extension, ".")), p.Path + "/documents/" + d.Kind + extension, d.Kind == string(label.Parcel),
			}}
		}
		p.Files = append(p.Files, view)
	}
	if p.hasLabel() || p.Status == shipment.Cancelled {
		return
	}
	p.LabelMessage = v.T("The partner has not sent the label yet. It comes by itself.")
	if isPartnerDown(v, &p.orderDetail) {
		p.LabelMessage = v.T("The partner does not answer, so there is no label yet. Waybill keeps trying.")
	}
	if p.Hold != nil {
		p.LabelMessage = v.T("There is no label until the order is released.")
	}
	if p.NoFacts() {
		p.LabelMessage = v.T("There is no label until the facts for customs are stated.")
	}
	for _, kind := range []string{"submission", "label"} {
		if entry, found := p.submission(kind); found && entry.State == string(store.SubmissionFailed) {
			p.LabelMessage = v.T("There is no label, because the partner refused the order.")
		}
	}
}

// isPartnerDown reports whether the partner of an order that waits for it did not answer last, or is not called now.
func isPartnerDown(v *web.Visit, d *orderDetail) bool {
	return slices.ContainsFunc(d.Submissions, func(e client.SubmissionEntry) bool {
		waits := slices.Contains([]string{"pending", "submitted", "unknown", "due"}, e.State) && e.Kind != "cancellation"
		state := v.Console.PartnerState(e.Partner)
		return waits && (!state.Configured || state.CircuitOpen || slices.Contains([]string{"temporary", "unavailable", "unknown"}, e.ErrorClass))
	})
}

// document passes a document of an order on: label.pdf, label.png, label.zpl, cn22.pdf and so on. With download it is
// stored by the browser and not shown. A label that is sent by POST counts as printed.
func document(v *web.Visit, d orderDetail) error {
	kind, format, _ := strings.Cut(v.Request.PathValue("file"), ".")
	document, found := d.document(kind)
	if !found || kind == proofOfDelivery || !slices.Contains([]string{"pdf", "png", "zpl", "json"}, format) {
		return store.ErrNotFound
	}
	address, err := url.Parse(document.URL)
	if err != nil {
		return fmt.Errorf("address of a document: %w", err)
	}
	target := strings.TrimSuffix(address.EscapedPath(), path.Ext(document.URL)) + "." + format
	if v.FormValue("download") != "" {
		v.Writer = &download{v.Writer, d.TrackingNo + "-" + kind + "." + format}
	}
	if err := v.Pass(target); err != nil {
		return err
	}
	if kind == string(label.Parcel) && format != "png" { // a picture is the preview
		noteSent(v, func() ([]string, error) { return []string{d.TrackingNo}, nil })
	}
	return nil
}

// proof passes the picture of a proof of delivery on.
func proof(v *web.Visit) error {
	return v.Pass("/api/order/order/" + url.PathEscape(v.Request.PathValue("tracking_no")) + "/proof-of-delivery/")
}

// download makes a response a file that the browser stores.
type download struct {
	http.ResponseWriter
	name string
}

// WriteHeader implements http.ResponseWriter.
func (d *download) WriteHeader(status int) {
	if status == http.StatusOK || status == http.StatusPartialContent {
		d.Header().Set("Content-Disposition", fmt.Sprintf("attachment; filename=%q", d.name))
	}
	d.ResponseWriter.WriteHeader(status)
}

// Unwrap returns the writer below, for http.ResponseController.
func (d *download) Unwrap() http.ResponseWriter { return d.ResponseWriter }
