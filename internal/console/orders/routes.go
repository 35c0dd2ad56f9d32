package orders

import (
	"encoding/base64"

	"waybill/internal/console/web"
	"waybill/internal/feature/books"
	"waybill/internal/shipment"
)

// Routes are the home of an account, its orders and batches.
func Routes() []web.Route {
	return []web.Route{
		web.Get(web.AccountPath, web.ViewOrders, accountHome),
		web.Get(web.AccountPath+"orders", web.ViewOrders, listOrders),
		web.Post(web.AccountPath+"orders/print", web.ViewOrders, printLabels),
		web.Post(web.AccountPath+"orders/printed", web.EditOrders, web.With(allChosen, markPrinted)),
		web.Post(web.AccountPath+"orders/not-printed", web.EditOrders, web.With(allChosen, unmarkPrinted)),
		web.Post(web.AccountPath+"orders/export", web.ViewOrders, exportOrders),
		web.Post(web.AccountPath+"orders/cancel", web.EditOrders, web.With(allChosen, cancelOrders)),
		web.Post(web.AccountPath+"orders/change", web.EditOrders, web.With(allChosen, changeOrders)),
		web.Post(web.AccountPath+"orders/hold", web.EditOrders, web.With(allChosen, holdOrders)),
		web.Post(web.AccountPath+"orders/release", web.EditOrders, web.With(allChosen, releaseOrders)),
		web.Post(web.AccountPath+"orders/view", web.EditOrders, saveView),
		web.Post(web.AccountPath+"orders/tag", web.EditOrders, web.With(allChosen, tagOrders)),

		web.Get(web.AccountPath+"orders/new", web.EditOrders, newOrder),
		web.Post(web.AccountPath+"orders/new", web.EditOrders, createOrder),
		web.Post(web.AccountPath+"orders/check", web.EditOrders, checkOrder),
		web.Get(web.AccountPath+"returns/new", web.EditOrders, newReturn),
		web.Post(web.AccountPath+"returns/new", web.EditOrders, createReturn),
		web.Get(orderPath, web.ViewOrders, web.With(orderOfPath, order)),
		web.Get(orderPath+"/edit", web.EditOrders, web.With(orderOfPath, changing.open)),
		web.Post(orderPath+"/edit", web.EditOrders, changing.save),
		web.Get(orderPath+"/hold", web.EditOrders, web.With(orderOfPath, holdOrder)),
		web.Post(orderPath+"/hold", web.EditOrders, web.With(orderOfPath, holdOrder)),
		web.Post(orderPath+"/release", web.EditOrders, web.With(orderOfPath, releaseOrder)),
		web.Get(orderPath+"/replace", web.EditOrders, web.With(orderOfPath, replacing.open)),
		web.Post(orderPath+"/replace", web.EditOrders, replacing.save),
		web.Get(orderPath+"/documents/{file}", web.ViewOrders, web.With(orderOfPath, document)),
		web.Post(orderPath+"/documents/{file}", web.ViewOrders, web.With(orderOfPath, document)),
		web.Get(orderPath+"/proof", web.ViewOrders, proof),
		web.Post(orderPath+"/cancel", web.EditOrders, web.With(orderOfPath, cancelOrder)),
		web.Post(orderPath+"/annotate", web.EditOrders, web.With(orderOfPath, annotateOrder)),
		web.Post(orderPath+"/not-printed", web.EditOrders, web.With(orderOfPath, unmarkOrder)),
		web.Post(orderPath+"/revoke-addresses", web.EditOrders, web.With(orderOfPath, revokeAddresses)),
		web.Post(orderPath+"/proof", web.Operate, web.With(orderOfPath, uploadProof)).UpTo(int64(base64.StdEncoding.EncodedLen(maxProofForm))),
		web.Post(orderPath+"/tracking", web.Operate, web.With(orderOfPath, reportTracking)),
		web.Post(orderPath+"/correct", web.Operate, web.With(orderOfPath, correctTracking)),
		web.Post(orderPath+"/retry", web.Operate, web.With(orderOfPath, retrySubmission)),
		web.Post(orderPath+"/resolve", web.Operate, web.With(orderOfPath, resolveSubmission)),
		web.Post(orderPath+"/retry-cancellation", web.Operate, web.With(orderOfPath, retryCancellation)),

		web.Get(web.AccountPath+"batches", web.ViewOrders, listBatches),
		web.Get(web.AccountPath+"batches/{batch}", web.ViewOrders, viewBatch),
		web.Get(web.AccountPath+"batches/{batch}/labels", web.ViewOrders, printBatchLabels),
		web.Post(web.AccountPath+"batches/{batch}/labels", web.ViewOrders, printBatchLabels),
		web.Get(web.AccountPath+"books", web.ViewOrders, openBooks),
		web.Get(bookPath, web.ViewOrders, web.With(bookOf, listBook)),
		web.Get(bookPath+"/entry", web.EditOrders, web.With(bookWithFields, openEntry)),
		web.Post(bookPath+"/entry", web.EditOrders, web.With(bookWithFields, saveEntry)),
		web.Post(bookPath+"/delete", web.EditOrders, web.With(bookOf, deleteEntry)),
		web.Get(bookPath+"/export", web.ViewOrders, web.With(bookWithFields, exportBook)),
		web.Post(bookPath+"/import", web.EditOrders, web.With(bookWithFields, importBook)).UpTo(books.MaxFile + web.MaxForm),
	}
}

const (
	orderPath = web.AccountPath + "orders/{tracking_no}"
	bookPath  = web.AccountPath + "books/{book}"
)

// maxProofForm is how many bytes a form with a proof of delivery may have.
const maxProofForm = shipment.MaxProofImage + web.MaxForm
