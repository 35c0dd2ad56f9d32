package console

import (
	"encoding/base64"

	"waybill/internal/shipment"
)

const orderPath = accountPath + "orders/{tracking_no}"

// maxProofForm is how many bytes a form with a proof of delivery may have.
const maxProofForm = shipment.MaxProofImage + maxForm

// orderRoutes are the page of an order, what can be done with it, and the forms of new orders and returns.
func (c *Console) orderRoutes() []route {
	return []route{
		{"GET", accountPath + "orders/new", editOrders, (*visit).newOrder, 0},
		{"POST", accountPath + "orders/new", editOrders, (*visit).createOrder, 0},
		{"POST", accountPath + "orders/check", editOrders, (*visit).checkOrder, 0},
		{"GET", accountPath + "returns/new", editOrders, (*visit).newReturn, 0},
		{"POST", accountPath + "returns/new", editOrders, (*visit).createReturn, 0},
		{"GET", orderPath, viewOrders, (*visit).order, 0},
		{"GET", orderPath + "/documents/{file}", viewOrders, (*visit).document, 0},
		{"POST", orderPath + "/documents/{file}", viewOrders, (*visit).document, 0},
		{"GET", orderPath + "/proof", viewOrders, (*visit).proof, 0},
		{"POST", orderPath + "/cancel", editOrders, (*visit).cancelOrder, 0},
		{"POST", orderPath + "/not-printed", editOrders, (*visit).unmarkOrder, 0},
		{"POST", orderPath + "/proof", operate, (*visit).uploadProof, int64(base64.StdEncoding.EncodedLen(maxProofForm))},
		{"POST", orderPath + "/tracking", operate, (*visit).reportTracking, 0},
		{"POST", orderPath + "/retry", operate, (*visit).retrySubmission, 0},
		{"POST", orderPath + "/resolve", operate, (*visit).resolveSubmission, 0},
		{"POST", orderPath + "/retry-cancellation", operate, (*visit).retryCancellation, 0},
	}
}
