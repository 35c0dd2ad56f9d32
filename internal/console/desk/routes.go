package desk

import "waybill/internal/console/web"

const (
	packPath   = web.AccountPath + "pack"
	listPath   = web.AccountPath + "handovers/{handover}"
	driverPath = "/console/handover/{token}"
)

// Routes serve scans, Ctrl+K, the station of packers, and the hand-over lists.
func Routes() []web.Route {
	return []web.Route{
		web.Post(web.AccountPath+"scan", web.ViewOrders, openScanned),
		web.Post(web.AccountPath+"find", web.ViewOrders, findAnything),
		web.Get(packPath, web.EditOrders, viewPack),
		web.Get(packPath+"/now", web.EditOrders, viewPack),
		web.Post(packPath+"/scan", web.EditOrders, scanToPack),
		web.Post(packPath+"/step", web.EditOrders, stepOfPacking),
		web.Get(web.AccountPath+"prints", web.ViewOrders, listPrints),
		web.Post(web.AccountPath+"prints", web.EditOrders, answerPrint),
		web.Get(web.AccountPath+"handovers", web.ViewOrders, listHandovers),
		web.Post(web.AccountPath+"handovers", web.EditOrders, openHandover),
		web.Get(listPath, web.ViewOrders, viewHandover),
		web.Get(listPath+"/now", web.ViewOrders, web.With(readHandover, handoverNow)),
		web.Get(listPath+"/pdf", web.ViewOrders, web.With(listID, printHandover)),
		web.Post(listPath+"/scan", web.EditOrders, web.With(listID, scanOnHandover)),
		web.Post(listPath+"/remove", web.EditOrders, web.With(listID, removeFromHandover)),
		web.Post(listPath+"/close", web.EditOrders, web.With(listID, closeHandover)),
		web.Post(listPath+"/reopen", web.EditOrders, web.With(listID, reopenHandover)),
		web.Get(driverPath, web.Anyone, viewAsDriver),
		web.Post(driverPath, web.Anyone, signByDriver),
	}
}
