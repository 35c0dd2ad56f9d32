package imports

import (
	"cmp"
	"context"
	"encoding/csv"
	"fmt"
	"io"
	"path"
	"strconv"
	"strings"

	"waybill/internal/admission"
	"waybill/internal/importer"
	"waybill/internal/problem"
	"waybill/internal/request"
	"waybill/internal/shipment"
	"waybill/internal/store"
	"waybill/internal/store/masterdata"
)

// File is a spreadsheet that is written while it is sent.
type File struct {
	Name   string // without its ending
	Format importer.Format
	Write  func(context.Context, io.Writer) error
}

// Template is an empty file for orders of a service; format is XLSX if it is "". Returns a *request.InvalidError for another format, and
// for no service, which nil is.
func (s *Service) Template(ctx context.Context, format string, serviceID *int64) (File, error) {
	f := File{Format: importer.Format(cmp.Or(format, string(importer.XLSX)))}
	if f.Format != importer.CSV && f.Format != importer.XLSX {
		return f, request.Wrong("format", problem.NotSheetFormat.With(f.Format))
	}
	if serviceID == nil {
		return f, request.Wrong("service_id", problem.NoServiceNamed)
	}
	live, err := s.Worker.Store.MasterData.LiveServices(ctx)
	if err != nil {
		return f, err
	}
	service, exists := live[*serviceID]
	if !exists {
		return f, request.Wrong("service_id", problem.UnknownService.With(*serviceID))
	}
	f.Name = fmt.Sprintf("orders-service-%d", *serviceID)
	f.Write = func(_ context.Context, w io.Writer) error { return importer.WriteTemplate(w, f.Format, service) }
	return f, nil
}

// OrdersFile is the created orders of an import of the caller as CSV, with their rows in the file and their tracking numbers. Returns
// store.ErrNotFound, also if it has created none.
func (s *Service) OrdersFile(ctx context.Context, by masterdata.Caller, id int64) (File, error) {
	i, err := s.Import(ctx, by, id)
	if err == nil && i.Created == 0 {
		err = store.ErrNotFound
	}
	return File{fmt.Sprintf("import-%d-orders", i.ImportID), importer.CSV, func(ctx context.Context, w io.Writer) error {
		return s.writeOrders(ctx, w, i)
	}}, err
}

func (s *Service) writeOrders(ctx context.Context, w io.Writer, i store.Import) error {
	out := csv.NewWriter(w)
	if err := out.Write([]string{
		"row", "shipper_order_id", "tracking_no", "upload_batch_no", "consignee_name", "consignee_country", "created_on",
	}); err != nil {
		return err
	}
	for g, err := range s.Groups(ctx, i) {
		if err != nil {
			return err
		}
		orders, err := s.Worker.Store.BatchOrders(ctx, i.AccountID, g.UploadBatchNo)
		if err != nil {
			return err
		}
		for n := range min(len(orders), len(g.Rows)) {
			o := &orders[n]
			if err := out.Write([]string{
				strconv.FormatInt(g.Rows[n], 10), importer.Guard(o.ShipperOrderID), o.TrackingNo, o.UploadBatchNo,
				importer.Guard(o.Consignee.Name), o.Consignee.Country.Name(), shipment.FormatTime(o.CreatedOn),
			}); err != nil {
				return err
			}
		}
	}
	out.Flush()
	return out.Error()
}

// groupsAtOnce is how many groups of created orders are read at a time.
const groupsAtOnce = 50

// Groups are the groups of an import that have orders.
func (s *Service) Groups(ctx context.Context, i store.Import) func(yield func(store.StoredGroup, error) bool) {
	return func(yield func(store.StoredGroup, error) bool) {
		for after := int64(-1); ; after += groupsAtOnce {
			groups, err := s.Worker.Store.Imports.ImportGroups(ctx, i.AccountID, i.ImportID, after, groupsAtOnce)
			if err != nil {
				yield(store.StoredGroup{}, err)
				return
			}
			for _, g := range groups {
				if g.UploadBatchNo != "" && !yield(g, nil) {
					return
				}
			}
			if len(groups) < groupsAtOnce {
				return
			}
		}
	}
}

// RefusedFile is the refused rows of an import of the caller in the format of its file, with a column of errors. They are read at once, and
// charged to held. Returns store.ErrNotFound, also if there are none or they are not kept any more.
func (s *Service) RefusedFile(ctx context.Context, by masterdata.Caller, id int64, held *admission.Hold) (File, error) {
	i, err := s.Import(ctx, by, id)
	if err != nil {
		return File{}, err
	}
	refused, err := s.Worker.ReadRefused(ctx, i, held)
	if err != nil {
		return File{}, err
	}
	name := cmp.Or(strings.TrimSuffix(i.FileName, path.Ext(i.FileName)), fmt.Sprintf("import-%d", i.ImportID))
	return File{name + "-refused", refused.Format(), func(_ context.Context, w io.Writer) error { return refused.Write(w) }}, nil
}
