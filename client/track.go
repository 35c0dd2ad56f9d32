package client

// TrackQuery names the orders, of any account, whose updates are requested.
type TrackQuery struct {
	TrackingNos []string `json:"tracking_nos"` // 1 to 1000
	// Related also requests the updates of the newest orders with the same shipper_order_id. Only orders of
	// the key's account have related orders.
	Related bool `json:"get_related_updates"`
}
