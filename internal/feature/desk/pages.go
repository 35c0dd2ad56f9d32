package desk

import (
	"waybill/internal/console/web"
	"waybill/internal/feature"
	"waybill/internal/shipment"
)

const (
	packPath   = web.AccountPath + "pack"
	runsPath   = web.AccountPath + "prints/runs/{run}"
	listPath   = web.AccountPath + "handovers/{handover}"
	driverPath = "/console/handover/{token}"
)

// pages are the pages of the console: what a scan opens, the station where parcels are packed, and the lists that drivers take over.
type pages struct{ *Service }

// newPages are the routes of scans, Ctrl+K, the station of packers, and the hand-over lists.
func newPages(c feature.Core) []web.Route {
	pg, list, run := &pages{New(c.Orders)}, web.ID("handover"), web.ID("run")
	return append(pg.pickupRoutes(), []web.Route{
		web.Post(web.AccountPath+"scan", shipment.ReadOrders, web.With(pg.openScanned, web.Send[reply])),
		web.Post(web.AccountPath+"find", shipment.ReadOrders, findAnything),
		web.Post(web.OperatorPath+"find", shipment.Operate, findAnything),
		web.Get(packPath, shipment.WriteOrders, pg.viewPack),
		web.Get(packPath+"/now", shipment.WriteOrders, pg.viewPack),
		web.Get(packPath+"/scale", shipment.WriteOrders, web.With(pg.readScale, web.Send[scaleReading])),
		web.Post(packPath+"/scan", shipment.WriteOrders, web.With(pg.scanToPack, web.SendScan("/scan"))),
		web.Post(packPath+"/step", shipment.WriteOrders, pg.stepOfPacking),
		web.Get(web.AccountPath+"prints", shipment.ReadOrders, pg.listPrints),
		web.Post(web.AccountPath+"prints", shipment.WriteOrders, pg.answerPrint),
		web.Post(web.AccountPath+"prints/runs", shipment.WriteOrders, pg.makeRun),
		web.Get(runsPath, shipment.ReadOrders, web.With(run, pg.viewRun)),
		web.Post(runsPath, shipment.WriteOrders, web.With(run, pg.stepOfRun)),
		web.Post(runsPath+"/labels", shipment.WriteOrders, web.With(run, pg.printRun)),
		web.Get(web.AccountPath+"handovers", shipment.ReadOrders, web.Blank(pg.showHandovers)),
		web.Post(web.AccountPath+"handovers", shipment.WriteOrders, pg.openHandover),
		web.Get(listPath, shipment.ReadOrders, toSign(pg.showHandover)),
		web.Get(listPath+"/now", shipment.ReadOrders, web.With(pg.readHandover, pg.handoverNow)),
		web.Get(listPath+"/finish", shipment.WriteOrders, toSign(pg.showFinish)),
		web.Get(listPath+"/pdf", shipment.ReadOrders, web.With(list, pg.printHandover)),
		web.Post(listPath+"/scan", shipment.WriteOrders, web.With(web.ByID("handover", pg.scanOnHandover), web.SendScan("/scan"))),
		web.Post(listPath+"/withdraw", shipment.WriteOrders, web.With(list, pg.withdrawAddress)),
		web.Post(listPath+"/remove", shipment.WriteOrders, web.With(list, pg.removeFromHandover)),
		web.Post(listPath+"/close", shipment.WriteOrders, web.With(list, pg.closeHandover)),
		web.Post(listPath+"/reopen", shipment.WriteOrders, web.With(list, pg.reopenHandover)),
		web.Get(driverPath, shipment.Anyone, web.Blank(pg.showDriver)),
		web.Post(driverPath, shipment.Anyone, pg.signByDriver),
	}...)
}
