package printing

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"path"
	"strings"
	"time"

	"waybill/internal/label"
	"waybill/internal/label/pages"
	"waybill/internal/orders"
	"waybill/internal/partnerlabel"
	"waybill/internal/problem"
	"waybill/internal/shipment"
	"waybill/internal/store"
)

// errFilesUnavailable means that the blob store cannot be reached or written or has lost a file, or
// that no process can be started to inspect one.
var errFilesUnavailable = &orders.NoDocument{Message: problem.NoLabelFiles, Again: 5 * time.Second}

// ErrConverting means that more labels of partners are converted than a request can wait for. Those that are
// converted are stored, so the next request gets further.
var ErrConverting = &orders.NoDocument{Message: problem.Converting, Again: time.Second}

// costOfPartnerLabel is the memory for a file and its pages.
const costOfPartnerLabel = 2 * shipment.MaxPartnerLabel

// partnerLabel is the label that an order's partner drew: its file, or what it is converted into. A PDF is made anew of
// what is printed, because the file may have scripts, links and attachments. The partner decides the size of the page.
func (s *Service) partnerLabel(ctx context.Context, o *shipment.Order, format label.Format, dpi int) (printed, error) {
	if err := s.charge(ctx, costOfPartnerLabel+shipment.MaxPartnerLabel); err != nil { // and a PDF of them
		return printed{}, err
	}
	record, err := s.Store.Ledger.PartnerLabel(ctx, o.AccountID, o.OrderID)
	if err != nil {
		return printed{}, err
	}
	tag := path.Base(record.Blob) + string(format)
	options := label.Options{Format: format, DPI: dpi}
	if string(record.Format) == string(format) {
		content, err := s.inOwnFormat(ctx, record, options)
		if refused, ok := errors.AsType[*partnerlabel.RefusedError](err); ok {
			return printed{}, &orders.NoDocument{
				Message: problem.LabelNotTaken.With(refused.Format, refused.Reason), Missing: true,
			}
		}
		return printed{content: bytes.NewReader(content), size: len(content), tag: tag + printedOnly}, Unavailable(err)
	}
	converted, err := s.partnerPart(ctx, record, options)
	if err != nil {
		return printed{}, err
	}
	if converted == nil { // the label exists in the partner's format only
		return printed{}, &orders.NoDocument{
			Message: problem.LabelDrawnAs.With(strings.ToUpper(string(record.Format)), record.Format), Missing: true,
		}
	}
	var page bytes.Buffer
	_, err = s.printer.Print(&page, label.Shipment{PartnerLabel: converted, PartnerLabelAs: kindOf(record, options)}, options)
	return printed{content: bytes.NewReader(page.Bytes()), size: page.Len(), tag: fmt.Sprint(tag, dpi)}, err
}

// printedOnly is in the tags of labels since PDFs are made anew and a reset follows ZPL, so that caches drop the files of earlier
// versions.
const printedOnly = "-printed-reset"

// inOwnFormat returns a partner's label in the format of its file.
func (s *Service) inOwnFormat(ctx context.Context, record store.PartnerLabel, options label.Options) (part []byte, err error) {
	if record.Format == shipment.LabelPDF {
		part, err = s.PartnerLabels.Derived(ctx, pages.AsPages, 0, record.Partner, record.Format, record.Blob)
	} else {
		part, err = s.PartnerLabels.File(ctx, record.Format, record.Blob)
	}
	if err != nil || record.Format == shipment.LabelPNG {
		return part, err
	}
	var file bytes.Buffer
	_, err = s.printer.Print(&file, label.Shipment{PartnerLabel: part, PartnerLabelAs: pages.AsPages}, options)
	return file.Bytes(), err
}

// kindOf returns what a partner's label is made into for a file with options.
func kindOf(record store.PartnerLabel, options label.Options) pages.Kind {
	switch {
	case record.Format == shipment.LabelZPL:
		return pages.AsPages
	case options.Format != label.PDF:
		return pages.AsPictures
	case options.Size == label.SizeA4:
		return pages.AsForms
	}
	return pages.AsPages
}

// partnerPart reads a partner's label in the form that a file of many labels needs: its ZPL, its encoded pages, or
// encoded pictures or forms of them. It is nil when the label cannot be converted, or was stored by an earlier version and
// cannot be inspected.
func (s *Service) partnerPart(ctx context.Context, record store.PartnerLabel, options label.Options) (part []byte, err error) {
	switch kind := kindOf(record, options); {
	case options.Format == label.ZPL && record.Format == shipment.LabelZPL:
		part, err = s.PartnerLabels.File(ctx, record.Format, record.Blob)
	case record.Format == shipment.LabelZPL:
		return nil, nil
	default:
		part, err = s.PartnerLabels.Derived(ctx, kind, cmp.Or(options.DPI, 203), record.Partner, record.Format, record.Blob)
		late := cmp.Or(err, ctx.Err())
		if kind != pages.AsPages && (errors.Is(late, partnerlabel.ErrBusy) || errors.Is(late, context.DeadlineExceeded)) {
			return nil, fmt.Errorf("%w: %w", ErrConverting, late)
		}
	}
	if refused, ok := errors.AsType[*partnerlabel.RefusedError](err); ok {
		s.Log.WarnContext(ctx, "a partner's label cannot be converted", "blob", record.Blob, "partner", record.Partner, "error", refused)
		return nil, nil
	}
	return part, Unavailable(err)
}

// Unavailable wraps an error of the blob store in errFilesUnavailable.
func Unavailable(err error) error {
	if err == nil || errors.Is(err, context.Canceled) {
		return err
	}
	return fmt.Errorf("%w: %w", errFilesUnavailable, err)
}
