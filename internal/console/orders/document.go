package orders

import (
	"slices"
	"strings"

	"waybill/internal/console/web"
	"waybill/internal/label"
	"waybill/internal/orders"
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

const proofOfDelivery = "proof_of_delivery"

// documentNames are the kinds of documents in words.
var documentNames = web.Texts[string]("document")

// labelFile is the file name of the label of an order: a PDF, or the ZPL that its partner drew.
func labelFile(d *orderDetail) string {
	if !d.HasLabel {
		return "label"
	}
	return "label." + labelFormats(d)[0]
}

// labelFormats are the formats of the label of an order, that of its file first.
func labelFormats(d *orderDetail) []string {
	if d.PartnerLabel == shipment.LabelZPL {
		return []string{"zpl"}
	}
	return []string{"pdf", "zpl", "png"}
}

// formatsOf are the formats of a document of an order that has a label.
func formatsOf(d *orderDetail, kind label.Document) []string {
	switch kind {
	case label.Parcel:
		return labelFormats(d)
	case label.CustomsData:
		return []string{"json"}
	}
	return []string{"pdf"}
}

func addDocuments(v *web.Visit, p *orderPage) {
	d := &p.orderDetail
	if d.HasLabel {
		for _, kind := range append(label.DocumentsOf(&d.Service), label.CustomsData) {
			p.Files = append(p.Files, printedDocument(v, p, kind))
		}
	}
	for _, proof := range d.Proofs {
		p.Files = append(p.Files, documentView{
			Name: v.T(documentNames[proofOfDelivery]), Note: proof.Name + ", " + v.Moment(proof.SignedOn),
			Formats: []documentFormat{{Text: v.T("Picture"), Path: p.Path + "/proof"}},
		})
	}
}

// printedDocument is a document of an order that has a label. A picture of the label is the preview.
func printedDocument(v *web.Visit, p *orderPage, kind label.Document) documentView {
	view := documentView{Name: web.Word(v, documentNames, string(kind))}
	for _, format := range formatsOf(&p.orderDetail, kind) {
		path, isPicture := p.Path+"/documents/"+string(kind)+"."+format, format == "png"
		if isPicture {
			p.LabelPreview = path
		}
		view.Formats = append(view.Formats, documentFormat{strings.ToUpper(format), path, kind == label.Parcel && !isPicture})
	}
	return view
}

// addWhy says why an order has no label.
func addWhy(v *web.Visit, p *orderPage) error {
	if p.HasLabel || p.TrackerStatus == shipment.Cancelled || !p.ErasedOn.IsZero() {
		return nil
	}
	obstacles, err := v.Console.Reports.Obstacles(v.Context(), p.Order)
	for _, o := range obstacles {
		if p.Why == "" && !o.Reason.IsZero() {
			p.Why = v.Words().Say("", o.Reason)
		}
	}
	submission, _ := p.entry("submission")
	waits := p.Hold == nil && p.waitsForPartner()
	p.CanRetry = waits && submission.State != string(store.SubmissionSubmitted)
	p.OtherService = p.CanEdit && (waits || submission.ErrorClass == store.ClassRefused && p.Hold == nil)
	return err
}

// document sends a document of an order: label.pdf, label.png, label.zpl, cn22.pdf and so on. With download it is
// stored by the browser and not shown. A label that is sent by POST counts as printed.
func document(v *web.Visit, d orderDetail) error {
	kind, format, _ := strings.Cut(v.Request.PathValue("file"), ".")
	if !d.HasLabel || !slices.Contains(append(label.Documents(), label.CustomsData), label.Document(kind)) {
		return store.ErrNotFound
	}
	options := label.Options{Document: label.Document(kind), Format: label.Format(format)}
	made, err := v.Console.Printing.Document(v.Context(), v.Reader(), d.TrackingNo, options)
	if v.FormValue("download") != "" {
		made.Name, made.Saved = d.TrackingNo+"-"+kind+"."+format, true
	}
	if err := v.SendDocument(made, err); err != nil {
		return err
	}
	if kind == string(label.Parcel) && format != "png" { // a picture is the preview
		noteSent(v, notePrinted, []string{d.TrackingNo})
	}
	return nil
}

// proof sends the picture of a proof of delivery.
func proof(v *web.Visit, by orders.Caller) error {
	return v.SendDocument(v.Console.Printing.Proof(v.Context(), by, v.Request.PathValue("tracking_no")))
}
