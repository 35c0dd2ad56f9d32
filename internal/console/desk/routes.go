package desk

import (
	"waybill/internal/console/web"
	"waybill/internal/shipment"
)

const (
	packPath   = web.AccountPath + "pack"
	listPath   = web.AccountPath + "handovers/{handover}"
	driverPath = "/console/handover/{token}"
)

// Routes serve scans, Ctrl+K, the station of packers, and the hand-over lists.
func Routes() []web.Route {
	return []web.Route{
		web.Post(web.AccountPath+"scan", shipment.ReadOrders, openScanned),
		web.Post(web.AccountPath+"find", shipment.ReadOrders, findAnything),
		web.Get(packPath, shipment.WriteOrders, viewPack),
		web.Get(packPath+"/now", shipment.WriteOrders, viewPack),
		web.Post(packPath+"/scan", shipment.WriteOrders, scanToPack),
		web.Post(packPath+"/step", shipment.WriteOrders, stepOfPacking),
		web.Get(web.AccountPath+"prints", shipment.ReadOrders, listPrints),
		web.Post(web.AccountPath+"prints", shipment.WriteOrders, answerPrint),
		web.Get(web.AccountPath+"handovers", shipment.ReadOrders, listHandovers),
		web.Post(web.AccountPath+"handovers", shipment.WriteOrders, openHandover),
		web.Get(listPath, shipment.ReadOrders, viewHandover),
		web.Get(listPath+"/now", shipment.ReadOrders, web.With(readHandover, handoverNow)),
		web.Get(listPath+"/pdf", shipment.ReadOrders, web.With(listID, printHandover)),
		web.Post(listPath+"/scan", shipment.WriteOrders, web.With(listID, scanOnHandover)),
		web.Post(listPath+"/remove", shipment.WriteOrders, web.With(listID, removeFromHandover)),
		web.Post(listPath+"/close", shipment.WriteOrders, web.With(listID, closeHandover)),
		web.Post(listPath+"/reopen", shipment.WriteOrders, web.With(listID, reopenHandover)),
		web.Get(driverPath, shipment.Anyone, viewAsDriver),
		web.Post(driverPath, shipment.Anyone, signByDriver),
	}
}
