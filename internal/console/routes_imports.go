package console

import "waybill/internal/importer"

// maxImport is a little more than the interface takes, so that its own message is shown.
const maxImport = importer.MaxFile + 4<<20

// importRoutes are the imports of files of orders.
func (c *Console) importRoutes() []route {
	const imports, one = accountPath + "imports", accountPath + "imports/{import}"
	return []route{
		{"GET", imports, viewOrders, (*visit).listImports, 0},
		{"POST", imports, editOrders, (*visit).uploadImport, maxImport},
		{"GET", imports + "/template", viewOrders, (*visit).importTemplate, 0},
		{"GET", one, viewOrders, (*visit).viewImport, 0},
		{"POST", one + "/check", editOrders, (*visit).checkImport, 0},
		{"POST", one + "/create", editOrders, (*visit).createImported, 0},
		{"POST", one + "/cancel", editOrders, (*visit).cancelImport, 0},
		{"GET", one + "/labels", viewOrders, (*visit).importLabels, 0},
		{"POST", one + "/labels", viewOrders, (*visit).importLabels, 0},
		{"GET", one + "/orders", viewOrders, (*visit).importOrders, 0},
		{"GET", one + "/refused", viewOrders, (*visit).importRefused, 0},
	}
}
