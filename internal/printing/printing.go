package printing

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"time"

	"waybill/internal/admission"
	"waybill/internal/each"
	"waybill/internal/label"
	"waybill/internal/orders"
	"waybill/internal/partnerlabel"
	"waybill/internal/problem"
	"waybill/internal/shipment"
	"waybill/internal/store"
)

// Config is what a Service needs.
type Config struct {
	Store         *store.Store
	PartnerLabels *partnerlabel.Store // labels that partners draw
	Budget        *admission.Budget   // says how many renderers there are
	Log           *slog.Logger
	Version       string // of this program: another one may draw otherwise
	// Hold is the memory that the request of a context is charged for, see shell.Shell.Hold.
	Hold func(context.Context) *admission.Hold
	// Reading charges the request for what is read from the database, see shell.Shell.Reading.
	Reading func(context.Context) (context.Context, error)
	// ReadWithin is how long reading what a document prints may take.
	ReadWithin time.Duration
}

// Service makes documents. Safe for concurrent use.
type Service struct {
	Config
	Renderers RenderersByKind
	printer   *label.Printer
}

// New makes a Service.
func New(c Config) *Service {
	return &Service{Config: c, Renderers: newRenderersByKind(c.Budget), printer: label.NewPrinter()}
}

// charge makes the request hold n more bytes, until it ends. Returns admission.ErrBusy.
func (s *Service) charge(ctx context.Context, n int64) error {
	held := s.Hold(ctx)
	return held.GrowTo(ctx, held.Size()+n)
}

// ErrTooLarge means that a document has more bytes than label.Options.MaxFile. No known order has such a document.
var ErrTooLarge = &orders.NoDocument{Message: problem.DocumentTooLarge}

// errNone means that there is no order with a document, or that its address was revoked.
var errNone = &orders.NoDocument{Message: problem.NotFound, Missing: true}

// printProblem makes an *orders.NoDocument of an error of the options or of the size of a document.
func printProblem(err error) error {
	if wrong, ok := errors.AsType[problem.Error](err); ok {
		return &orders.NoDocument{Message: wrong.Message}
	}
	if errors.Is(err, label.ErrTooLarge) {
		return ErrTooLarge
	}
	return err
}

// Check returns an *orders.NoDocument for options with which nothing is printed.
func Check(options label.Options) error { return printProblem(options.Check()) }

// Document is a document of an order of the caller's account, made of the order as it is now: nothing is stored, so that data of a partner
// shows at once. A label that the partner draws is the partner's file. label.CustomsData, as label.JSON, are the facts that customs
// declarations and invoices print. Returns an *orders.NoDocument, also when there is no such order or it has no label yet.
func (s *Service) Document(ctx context.Context, by orders.Caller, trackingNo string, options label.Options) (orders.Document, error) {
	return s.document(ctx, options, func(ctx context.Context) (shipment.Order, error) {
		o, err := s.Store.OrderByTrackingNo(ctx, trackingNo)
		if err == nil && o.AccountID != by.AccountID {
			err = store.ErrNotFound
		}
		return o, err
	})
}

// Preview is the label of an order that is not stored, as Waybill draws it.
func (s *Service) Preview(ctx context.Context, o shipment.Order, options label.Options) (orders.Document, error) {
	o.HasLabel = true
	return s.document(ctx, options, func(context.Context) (shipment.Order, error) { return o, nil })
}

// DocumentAt is Document for whoever has an address of it, which is of the revision of the addresses of the order.
func (s *Service) DocumentAt(ctx context.Context, trackingNo string, revision int64, options label.Options) (orders.Document, error) {
	return s.document(ctx, options, func(ctx context.Context) (shipment.Order, error) {
		return s.Store.OrderByAddress(ctx, trackingNo, revision)
	})
}

// Label is the label of an order as PDF, for a process and not for a request. It is empty when the order has no label, has lost it by a
// cancellation, or has a partner's label in another format.
func (s *Service) Label(ctx context.Context, trackingNo string) ([]byte, error) {
	d, err := s.document(ctx, label.Options{Document: label.Parcel, Format: label.PDF}, func(ctx context.Context) (shipment.Order, error) {
		return s.Store.OrderByTrackingNo(ctx, trackingNo)
	})
	if none, ok := errors.AsType[*orders.NoDocument](err); ok && none.Missing {
		return []byte{}, nil
	}
	if err != nil {
		return nil, err
	}
	return io.ReadAll(d.Content)
}

// document makes a document of one order. The memory of the renderers is planned; the order that waits for one, and the file, are charged
// to the request.
func (s *Service) document(
	ctx context.Context, options label.Options, find func(context.Context) (shipment.Order, error),
) (orders.Document, error) {
	if _, printed := label.MediaTypes[options.Format]; printed == (options.Document == label.CustomsData) {
		return orders.Document{}, errNone
	}
	if options.Document != label.CustomsData {
		if err := Check(options); err != nil {
			return orders.Document{}, err
		}
	}
	ctx, cancel := context.WithTimeout(ctx, s.ReadWithin)
	defer cancel()
	metered, err := s.Reading(ctx)
	if err != nil {
		return orders.Document{}, err
	}
	order, err := find(metered)
	switch {
	case errors.Is(err, store.ErrNotFound), err == nil && !order.HasLabel:
		return orders.Document{}, errNone
	case err != nil:
		return orders.Document{}, err
	case options.Document == label.CustomsData:
		return s.customsData(ctx, &order)
	}
	made, err := s.print(ctx, &order, options)
	if err != nil {
		return orders.Document{}, err
	}
	return orders.Document{
		MediaType: label.MediaTypes[options.Format], Name: order.TrackingNo + "." + string(options.Format), Tag: `"` + made.tag + `"`,
		Warnings: each.Of(made.report.Warnings, label.Warning.String), MoreWarnings: made.report.More,
		Content: io.NewSectionReader(made.content, 0, int64(made.size)),
	}, nil
}

// customsData is what the customs declarations and invoices of an order print, as JSON.
func (s *Service) customsData(ctx context.Context, o *shipment.Order) (orders.Document, error) {
	settings, err := s.settings(ctx, o.AccountID, label.CustomsData, *o)
	if err != nil {
		return orders.Document{}, err
	}
	// The JSON, and the buffer in which it is made.
	if err := s.charge(ctx, 3*MostItemBytes); err != nil {
		return orders.Document{}, err
	}
	body, err := label.CustomsJSON(new(settings.shipment(o)))
	return orders.Document{Kind: orders.Facts, MediaType: "application/json", Body: body}, err
}

// printed is a document that was drawn.
type printed struct {
	content io.ReaderAt
	size    int
	report  label.Report
	tag     string // of the content, for caches
}

func (s *Service) print(ctx context.Context, o *shipment.Order, options label.Options) (printed, error) {
	if o.PartnerLabel != "" && options.Document == label.Parcel {
		return s.partnerLabel(ctx, o, options.Format, options.DPI)
	}
	settings, err := s.settings(ctx, o.AccountID, options.Document, *o)
	if err != nil {
		return printed{}, err
	}
	options.Size = settings.size(options)
	renderers := s.Renderers.of(options.Document)
	if err := renderers.Acquire(ctx); err != nil {
		return printed{}, err
	}
	defer renderers.Release()
	file := &label.File{Limit: options.MaxFile()}
	report, err := s.printer.Print(file, settings.shipment(o), options)
	if err != nil {
		return printed{}, printProblem(err)
	}
	if err := s.Hold(ctx).Add(int64(file.Len())); err != nil {
		return printed{}, err
	}
	result := printed{content: file, size: file.Len(), report: report}
	sum := sha256.New()
	if _, err := io.Copy(sum, io.NewSectionReader(file, 0, int64(file.Len()))); err != nil {
		return printed{}, fmt.Errorf("sum up a document: %w", err)
	}
	result.tag = hex.EncodeToString(sum.Sum(nil)[:16])
	return result, nil
}

// Proof is the picture of the proof of delivery of an order of the caller, or of any order if an operator calls. Returns store.ErrNotFound.
func (s *Service) Proof(ctx context.Context, by orders.Caller, trackingNo string) (orders.Document, error) {
	ctx, cancel := context.WithTimeout(ctx, s.ReadWithin)
	defer cancel()
	if err := s.charge(ctx, 2*shipment.MaxProofImage); err != nil { // the driver holds a copy, too
		return orders.Document{}, err
	}
	proof, err := s.Store.Proof(ctx, by.Reads(), shipment.TrackingKey(trackingNo))
	if err != nil {
		return orders.Document{}, err
	}
	s.Hold(ctx).ShrinkTo(s.Budget.Request + int64(len(proof.Image)))
	return orders.Document{Kind: orders.Picture, MediaType: proof.MediaType, Body: proof.Image}, nil
}
