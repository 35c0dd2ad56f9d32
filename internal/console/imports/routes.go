package imports

import (
	"waybill/internal/console/web"
	"waybill/internal/importer"
	"waybill/internal/shipment"
)

// maxImport is a little more than the API takes, so that its own message is shown.
const maxImport = importer.MaxFile + 4<<20

// Routes are the imports of files of orders.
func Routes() []web.Route {
	const imports, one = web.AccountPath + "imports", web.AccountPath + "imports/{import}"
	return []web.Route{
		web.Get(imports, shipment.ReadOrders, listImports),
		web.Post(imports, shipment.WriteOrders, uploadImport).UpTo(maxImport).Streamed(),
		web.Get(imports+"/template", shipment.ReadOrders, importTemplate),
		web.Get(one, shipment.ReadOrders, web.With(readImport, viewImport)),
		web.Post(one+"/check", shipment.WriteOrders, web.With(readImport, checkImport)),
		web.Post(one+"/correct", shipment.WriteOrders, web.With(readImport, correctImport)),
		web.Post(one+"/fix", shipment.WriteOrders, web.With(readImport, fixImport)),
		web.Post(one+"/create", shipment.WriteOrders, web.With(readImport, createImported)),
		web.Post(one+"/cancel", shipment.WriteOrders, web.With(readImport, cancelImport)),
		web.Get(one+"/labels", shipment.ReadOrders, importLabels),
		web.Post(one+"/labels", shipment.ReadOrders, importLabels),
		web.Get(one+"/orders", shipment.ReadOrders, importOrders),
		web.Get(one+"/refused", shipment.ReadOrders, importRefused),
	}
}
