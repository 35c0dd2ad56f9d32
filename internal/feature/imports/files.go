package imports

import (
	"cmp"
	"context"
	"encoding/csv"
	"fmt"
	"io"
	"path"
	"slices"
	"strconv"
	"strings"

	"waybill/internal/admission"
	"waybill/internal/feature/imports/stored"
	"waybill/internal/importer"
	"waybill/internal/orders"
	"waybill/internal/problem"
	"waybill/internal/request"
	"waybill/internal/shipment"
	"waybill/internal/store"
	"waybill/internal/store/masterdata"
)

// Template is an empty file for orders of the service with an id; format is XLSX if it is "". Returns a *request.InvalidError for another
// format, and for no service.
func (s *Service) Template(ctx context.Context, format, service string) (orders.Document, error) {
	as := importer.Format(cmp.Or(format, string(importer.XLSX)))
	if as != importer.CSV && as != importer.XLSX {
		return orders.Document{}, request.Wrong("format", problem.NotSheetFormat.With(as))
	}
	serviceID, err := strconv.ParseInt(service, 10, 64)
	if err != nil {
		return orders.Document{}, request.Wrong("service_id", problem.NoServiceNamed)
	}
	live, err := s.Worker.Store.MasterData.LiveServices(ctx)
	if err != nil {
		return orders.Document{}, err
	}
	of, exists := live[serviceID]
	if !exists {
		return orders.Document{}, request.Wrong("service_id", problem.UnknownService.With(serviceID))
	}
	return orders.Spreadsheet(fmt.Sprintf("orders-service-%d", serviceID), string(as), func(_ context.Context, w io.Writer) error {
		return importer.WriteTemplate(w, as, of)
	}), nil
}

// OrdersFile is the created orders of an import of the caller as CSV, with their rows in the file and their tracking numbers. Returns
// store.ErrNotFound, also if it has created none.
func (s *Service) OrdersFile(ctx context.Context, by masterdata.Caller, id int64) (orders.Document, error) {
	i, err := s.Import(ctx, by, id)
	if err == nil && i.Created == 0 {
		err = store.ErrNotFound
	}
	name := fmt.Sprintf("import-%d-orders", i.ImportID)
	return orders.Spreadsheet(name, string(importer.CSV), func(ctx context.Context, w io.Writer) error {
		return s.writeOrders(ctx, w, i)
	}), err
}

func (s *Service) writeOrders(ctx context.Context, w io.Writer, i stored.Import) error {
	out := csv.NewWriter(w)
	if err := out.Write([]string{
		"row", "shipper_order_id", "tracking_no", "upload_batch_no", "consignee_name", "consignee_country", "created_on",
	}); err != nil {
		return err
	}
	groups, err := s.Worker.Imports.ImportGroups(ctx, i.AccountID, i.ImportID, -1, importer.MaxRows)
	if err != nil {
		return err
	}
	for _, g := range groups {
		if g.UploadBatchNo == "" {
			continue
		}
		created, err := s.Worker.Store.BatchOrders(ctx, i.AccountID, g.UploadBatchNo)
		if err != nil {
			return err
		}
		for n := range min(len(created), len(g.Rows)) {
			o := &created[n]
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

// RefusedFile is the refused rows of an import of the caller in the format of its file, with a column of errors. They are read at once, and
// charged to held. Returns store.ErrNotFound, also if there are none or they are not kept any more.
func (s *Service) RefusedFile(ctx context.Context, by masterdata.Caller, id int64, held *admission.Hold) (orders.Document, error) {
	i, err := s.Import(ctx, by, id)
	if err != nil {
		return orders.Document{}, err
	}
	table, rows, err := s.Worker.ReadRefused(ctx, i, held)
	if err != nil {
		return orders.Document{}, err
	}
	name := cmp.Or(strings.TrimSuffix(i.FileName, path.Ext(i.FileName)), fmt.Sprintf("import-%d", i.ImportID))
	return orders.Spreadsheet(name+"-refused", string(table.Format), func(_ context.Context, w io.Writer) error {
		return importer.WriteRefused(w, table, slices.Values(rows))
	}), nil
}
