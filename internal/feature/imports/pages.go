package imports

import (
	"net/http"

	"waybill/internal/console/web"
	"waybill/internal/feature"
	"waybill/internal/feature/imports/stored"
	"waybill/internal/importer"
	"waybill/internal/shipment"
	"waybill/internal/store/masterdata"
)

// maxImport is a little more than the API takes, so that its own message is shown.
const maxImport = importer.MaxFile + 4<<20

// pages are the pages of the console: the upload of a file, the mapping of its columns, problems, and the orders that were created.
type pages struct {
	*Service
	upload func(*http.Request, masterdata.Caller) (stored.Import, error)
}

func (s *Service) newPages(c feature.Core) []web.Route {
	pg := &pages{s, (&routes{c, s}).uploaded}
	read, by := web.ByID("import", pg.readImport), (*web.Visit).By // suspended accounts upload and get no file
	const imports, one = web.AccountPath + "imports", web.AccountPath + "imports/{import}"
	return []web.Route{
		web.Get(imports, shipment.ReadOrders, web.Blank(pg.showImports)),
		web.Post(imports, shipment.WriteOrders, web.With(by, pg.uploadImport)).UpTo(maxImport).Streamed(),
		web.Get(imports+"/template", shipment.ReadOrders, web.With(by, pg.importTemplate)),
		web.Get(one, shipment.ReadOrders, web.With(read, pg.viewImport)),
		web.Post(one+"/check", shipment.WriteOrders, web.With(read, pg.checkImport)),
		web.Post(one+"/correct", shipment.WriteOrders, web.With(read, pg.correctImport)),
		web.Post(one+"/fix", shipment.WriteOrders, web.With(read, pg.fixImport)),
		web.Post(one+"/create", shipment.WriteOrders, web.With(read, pg.createImported)),
		web.Post(one+"/cancel", shipment.WriteOrders, web.With(read, pg.cancelImport)),
		web.Get(one+"/labels", shipment.ReadOrders, pg.importLabels),
		web.Post(one+"/labels", shipment.ReadOrders, pg.importLabels),
		web.Get(one+"/orders", shipment.ReadOrders, web.With(by, pg.importOrders)),
		web.Get(one+"/refused", shipment.ReadOrders, web.With(by, pg.importRefused)),
	}
}
