package orders

import (
	"encoding/base64"

	"waybill/internal/console/web"
	"waybill/internal/shipment"
)

// Routes are the home of an account, its orders and batches.
func Routes() []web.Route {
	jobOfPath := web.ByID("job", readJob)
	return []web.Route{
		web.Get(web.AccountPath, shipment.ReadOrders, accountHome),
		web.Get(web.AccountPath+"orders", shipment.ReadOrders, web.Blank(showOrders)),
		web.Post(web.AccountPath+"orders/print", shipment.ReadOrders, web.With(fewChosen, printLabels)),
		web.Post(web.AccountPath+"orders/printed", shipment.WriteOrders, web.With(fewChosen, markPrinted)),
		web.Post(web.AccountPath+"orders/not-printed", shipment.WriteOrders, web.With(fewChosen, unmarkPrinted)),
		web.Post(web.AccountPath+"orders/export", shipment.ReadOrders, exportOrders),
		web.Post(web.AccountPath+"orders/cancel", shipment.WriteOrders, web.With(readChosen, cancelOrders)),
		web.Post(web.AccountPath+"orders/change", shipment.WriteOrders, web.With(readChosen, changeOrders)),
		web.Post(web.AccountPath+"orders/hold", shipment.WriteOrders, web.With(readChosen, holdOrders)),
		web.Post(web.AccountPath+"orders/release", shipment.WriteOrders, web.With(readChosen, releaseOrders)),
		web.Post(web.AccountPath+"orders/view", shipment.WriteOrders, saveView),
		web.Post(web.AccountPath+"orders/tag", shipment.WriteOrders, web.With(readChosen, tagOrders)),

		web.Get(web.AccountPath+"jobs", shipment.ReadOrders, listJobs),
		web.Get(jobPath, shipment.ReadOrders, web.With(jobOfPath, viewJob)),
		web.Get(jobPath+"/file", shipment.ReadOrders, web.With(jobOfPath, sendJobFile)),
		web.Post(jobPath+"/stop", shipment.ReadOrders, web.With(jobOfPath, stopJob)),

		web.Get(web.AccountPath+"orders/new", shipment.WriteOrders, newOrder),
		web.Post(web.AccountPath+"orders/new", shipment.WriteOrders, createOrder),
		web.Post(web.AccountPath+"orders/check", shipment.WriteOrders, checkOrder),
		web.Post(web.AccountPath+"orders/label", shipment.WriteOrders, previewLabel),
		web.Get(web.AccountPath+"returns/new", shipment.WriteOrders, newReturn),
		web.Post(web.AccountPath+"returns/new", shipment.WriteOrders, createReturn),
		web.Get(orderPath, shipment.ReadOrders, web.With(orderOfPath, order)),
		web.Get(orderPath+"/edit", shipment.WriteOrders, web.With(orderOfPath, changing.open)),
		web.Post(orderPath+"/edit", shipment.WriteOrders, changing.save),
		web.Get(orderPath+"/hold", shipment.WriteOrders, web.With(orderOfPath, holdOrder)),
		web.Post(orderPath+"/hold", shipment.WriteOrders, web.With(orderOfPath, holdOrder)),
		web.Get(orderPath+"/release", shipment.WriteOrders, web.With(orderOfPath, releaseOrder)),
		web.Post(orderPath+"/release", shipment.WriteOrders, web.With(orderOfPath, releaseOrder)),
		web.Get(orderPath+"/replace", shipment.WriteOrders, web.With(orderOfPath, replacing.open)),
		web.Post(orderPath+"/replace", shipment.WriteOrders, replacing.save),
		web.Get(orderPath+"/documents/{file}", shipment.ReadOrders, web.With(orderOfPath, document)),
		web.Post(orderPath+"/documents/{file}", shipment.ReadOrders, web.With(orderOfPath, document)),
		web.Get(orderPath+"/proof", shipment.ReadOrders, web.With((*web.Visit).By, proof)),
		web.Post(orderPath+"/cancel", shipment.WriteOrders, web.With(orderOfPath, cancelOrder)),
		web.Post(orderPath+"/annotate", shipment.WriteOrders, web.With(orderOfPath, annotateOrder)),
		web.Post(orderPath+"/not-printed", shipment.WriteOrders, web.With(orderOfPath, unmarkOrder)),
		web.Post(orderPath+"/revoke-addresses", shipment.WriteOrders, web.With(orderOfPath, revokeAddresses)),
		web.Post(orderPath+"/proof", shipment.Operate, web.With(orderOfPath, uploadProof)).
			UpTo(int64(base64.StdEncoding.EncodedLen(maxProofForm))),
		web.Post(orderPath+"/tracking", shipment.Operate, web.With(orderOfPath, reportTracking)),
		web.Post(orderPath+"/correct", shipment.Operate, web.With(orderOfPath, correctTracking)),
		web.Post(orderPath+"/retry", shipment.WriteOrders, web.With(orderOfPath, retrySubmission)),
		web.Post(orderPath+"/resolve", shipment.Operate, web.With(orderOfPath, resolveSubmission)),
		web.Post(orderPath+"/retry-cancellation", shipment.Operate, web.With(orderOfPath, retryCancellation)),

		web.Get(web.AccountPath+"batches", shipment.ReadOrders, listBatches),
		web.Get(web.AccountPath+"batches/{batch}", shipment.ReadOrders, viewBatch),
		web.Get(web.AccountPath+"batches/{batch}/labels", shipment.ReadOrders, printBatchLabels),
		web.Post(web.AccountPath+"batches/{batch}/labels", shipment.ReadOrders, printBatchLabels),
	}
}

const (
	orderPath = web.AccountPath + "orders/{tracking_no}"
	jobPath   = web.AccountPath + "jobs/{job}"
)

// maxProofForm is how many bytes a form with a proof of delivery may have.
const maxProofForm = shipment.MaxProofImage + web.MaxForm
