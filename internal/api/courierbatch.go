package api

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"sync"

	"golang.org/x/sync/errgroup"

	"waybill/internal/label"
	"waybill/internal/shipment"
	"waybill/internal/store"
)

const (
	// maxCourierFiles is how many bytes of couriers' labels one file may have: joining them
	// takes a few times as much memory.
	maxCourierFiles = 64 << 20
	// filesAtOnce is how many files are read from the blob store at once.
	filesAtOnce = 8
)

var errManyCourierFiles = &problem{
	status: http.StatusBadRequest, detail: "The couriers' labels of these orders have more than 64 MiB. Ask for fewer orders at once.",
}

// addCourierFiles reads the labels of a file that couriers drew. Those that cannot be in a
// file of its format are missing there.
func (a *API) addCourierFiles(ctx context.Context, accountID int64, f *batchFile, format label.Format) error {
	var ids []int64
	for i := range f.orders {
		if f.orders[i].CourierLabel != "" {
			ids = append(ids, f.orders[i].OrderID)
		}
	}
	if ids == nil {
		return nil
	}
	records, err := a.Store.CourierLabels(ctx, accountID, ids)
	if err != nil {
		return err
	}
	if f.theirs, err = a.readCourierFiles(ctx, records, format); err != nil {
		return err
	}
	f.orders = slices.DeleteFunc(f.orders, func(o shipment.Order) bool {
		there := o.CourierLabel == "" || f.theirs[o.OrderID] != nil
		if !there {
			f.missing = append(f.missing, o.TrackingNo)
		}
		return !there
	})
	return nil
}

// readCourierFiles reads labels by order id. One that is in another format, or that cannot
// be joined with others, is left out.
func (a *API) readCourierFiles(ctx context.Context, records map[int64]store.CourierLabel, format label.Format) (map[int64][]byte, error) {
	var mu sync.Mutex
	files, size := make(map[int64][]byte, len(records)), 0
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(filesAtOnce)
	for id, record := range records {
		group.Go(func() error {
			content, err := a.joinableFile(ctx, record, format)
			if err != nil {
				return err
			}
			mu.Lock()
			defer mu.Unlock()
			if size += len(content); size > maxCourierFiles {
				return errManyCourierFiles // and the rest is not read
			}
			files[id] = content
			return nil
		})
	}
	return files, group.Wait()
}

// joinableFile is a courier's label that may stand in a file of many, nil if it may not.
func (a *API) joinableFile(ctx context.Context, record store.CourierLabel, format label.Format) ([]byte, error) {
	content, err := a.courierFile(ctx, record, format)
	if p, ok := errors.AsType[*problem](err); ok && p.status == http.StatusNotFound {
		return nil, nil
	}
	if err != nil || format != label.PDF {
		return content, err
	}
	err = a.withPDFs(ctx, func() error { return label.CheckPDF(content) })
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil {
		a.Log.WarnContext(ctx, "a courier's label cannot be joined with others", "blob", record.Blob, "partner", record.Partner, "error", err)
		return nil, nil
	}
	return content, nil
}

// writeBatch writes a file of many labels. Without those of couriers it is written as it is
// drawn.
func (a *API) writeBatch(ctx context.Context, w io.Writer, f *batchFile, services map[int64]shipment.Service, options label.Options) (label.Report, error) {
	if f.theirs == nil {
		return a.draw(ctx, w, a.shipments(ctx, f.orders, services), options)
	}
	if options.Format == label.ZPL { // which is joined by writing one after the other
		return a.writeParts(ctx, f, services, options, func(part []byte) error {
			_, err := w.Write(part)
			return err
		})
	}
	var parts [][]byte
	report, err := a.writeParts(ctx, f, services, options, func(part []byte) error {
		parts = append(parts, part)
		return nil
	})
	if err != nil {
		return report, err
	}
	joined, err := a.join(ctx, parts)
	if err != nil {
		return report, err
	}
	_, err = w.Write(joined)
	return report, err
}

// join joins PDF files.
func (a *API) join(ctx context.Context, parts [][]byte) ([]byte, error) {
	var joined bytes.Buffer
	err := a.withPDFs(ctx, func() error { return label.JoinPDF(&joined, parts) })
	return joined.Bytes(), err
}

// withPDFs works on couriers' files, for one request at a time: it takes memory, and what a
// file takes is its courier's to choose.
func (a *API) withPDFs(ctx context.Context, work func() error) error {
	select {
	case a.courierWork <- struct{}{}:
		defer func() { <-a.courierWork }()
	case <-ctx.Done():
		return fmt.Errorf("wait for couriers' files: %w", ctx.Err())
	}
	return work()
}

// writeParts hands in each label that a courier drew, and those between that we draw, in
// the order of the file.
func (a *API) writeParts(ctx context.Context, f *batchFile, services map[int64]shipment.Service, options label.Options, write func([]byte) error) (label.Report, error) {
	var total label.Report
	isTheirs := func(o shipment.Order) bool { return f.theirs[o.OrderID] != nil }
	for rest := f.orders; len(rest) > 0; {
		if isTheirs(rest[0]) {
			if err := write(f.theirs[rest[0].OrderID]); err != nil {
				return total, err
			}
			rest = rest[1:]
			continue
		}
		run := rest
		if end := slices.IndexFunc(rest, isTheirs); end > 0 {
			run = rest[:end]
		}
		var drawn bytes.Buffer
		report, err := a.draw(ctx, &drawn, a.shipments(ctx, run, services), options)
		total.Warnings, total.More = append(total.Warnings, report.Warnings...), total.More+report.More
		if err == nil {
			err = write(drawn.Bytes())
		}
		if err != nil {
			return total, err
		}
		rest = rest[len(run):]
	}
	return total, nil
}
