package imports

import (
	"waybill/internal/console/web"
	"waybill/internal/importer"
)

// maxImport is a little more than the API takes, so that its own message is shown.
const maxImport = importer.MaxFile + 4<<20

// Routes are the imports of files of orders.
func Routes() []web.Route {
	const imports, one = web.AccountPath + "imports", web.AccountPath + "imports/{import}"
	return []web.Route{
		web.Get(imports, web.ViewOrders, listImports),
		web.Post(imports, web.EditOrders, uploadImport).UpTo(maxImport).Streamed(),
		web.Get(imports+"/template", web.ViewOrders, importTemplate),
		web.Get(one, web.ViewOrders, web.With(readImport, viewImport)),
		web.Post(one+"/check", web.EditOrders, web.With(readImport, checkImport)),
		web.Post(one+"/correct", web.EditOrders, web.With(readImport, correctImport)),
		web.Post(one+"/fix", web.EditOrders, web.With(readImport, fixImport)),
		web.Post(one+"/create", web.EditOrders, web.With(readImport, createImported)),
		web.Post(one+"/cancel", web.EditOrders, web.With(readImport, cancelImport)),
		web.Get(one+"/labels", web.ViewOrders, importLabels),
		web.Post(one+"/labels", web.ViewOrders, importLabels),
		web.Get(one+"/orders", web.ViewOrders, importOrders),
		web.Get(one+"/refused", web.ViewOrders, importRefused),
	}
}
