package desk

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"waybill/internal/console/web"
	"waybill/internal/feature/desk/parcels"
	"waybill/internal/feature/desk/printjobs"
	"waybill/internal/orders"
	"waybill/internal/request"
	"waybill/internal/shipment"
	"waybill/internal/store"
	"waybill/internal/store/masterdata"
)

// scanToPack takes a scan at the station: a parcel, or of the parcel on the station a piece, its weight or its box.
func (pg *pages) scanToPack(v *web.Visit) (reply, error) {
	code, scan := v.ScannedCode(), v.Request.PostForm.Get("scan")
	open, last, _, err := pg.Parcels.Station(v.Context(), v.Account.AccountID, v.Console.Now())
	if err != nil {
		return reply{}, err
	}
	if scan != "" && (scan == open.Scan || scan == last.Scan) { // it is sent again
		if scan == open.Scan {
			last = open
		}
		return pg.replyAgain(v, last)
	}
	if of := v.Request.URL.Query().Get("of"); of != "" && of != strconv.FormatInt(open.OrderID, 10) { // a scale weighed another parcel
		return reply{Tone: "bad", Text: v.T("Another parcel is on the station now.")}, nil
	}
	if open.OrderID != 0 && v.ChosenOrder() == 0 {
		if a, err := pg.scanOfOpen(v, open, code, scan); !errors.Is(err, errOtherParcel) {
			return a, err
		}
	}
	o, refused, err := oneOrder(v, code)
	if o == nil || err != nil {
		return refused, err
	}
	return pg.packScanned(v, o, open, scan)
}

// packScanned packs the parcel of a scanned order, or puts it on the station in the place of the open one.
func (pg *pages) packScanned(v *web.Visit, o *shipment.Order, open parcels.Packing, scan string) (reply, error) {
	p := parcels.Packing{OrderID: o.OrderID, TrackingNo: o.TrackingNo, Scan: scan}
	if p.OrderID == open.OrderID {
		p.Ticked, p.Weight = open.Ticked, open.Weight
	}
	viewed, err := v.Console.Orders.ViewOf(v.Context(), v.Reader(), o)
	if err != nil {
		return reply{}, err
	}
	read, err := parcelOf(v, p, viewed)
	if err != nil {
		return reply{}, err
	}
	return pg.pack(v, read, false)
}

// replyAgain replies to a scan that was replied to before. The server may have stopped before it gave the order the weight, or before it
// sent the label to the printer.
func (pg *pages) replyAgain(v *web.Visit, last parcels.Packing) (reply, error) {
	a := reply{Tone: "good", Text: v.T("is on the station."), Path: v.URL("orders/" + url.PathEscape(last.TrackingNo))}
	if last.On.IsZero() {
		return a, nil
	}
	p, err := readParcel(v, last)
	if err != nil {
		return a, err
	}
	if a.Text, err = weigh(v, p, v.T("is packed.")); err != nil {
		return a, err
	}
	more, err := pg.printLabel(v, p, printKey(last, 1))
	a.Text += more
	return a, err
}

// errOtherParcel means that a scan is not about the parcel on the station.
var errOtherParcel = errors.New("the scan is not about the parcel on the station")

// scanOfOpen takes a scan that is about the open parcel, as it was read or else as it was typed. Returns errOtherParcel for another one.
func (pg *pages) scanOfOpen(v *web.Visit, open parcels.Packing, code, scan string) (a reply, err error) {
	for _, code := range []string{code, v.TypedCode()} {
		a, err = pg.scanOfParcel(v, open, code, scan)
		if a.Tone == "good" || a.Tone == "warn" {
			a.Code = open.TrackingNo
		}
		if !errors.Is(err, errOtherParcel) {
			break
		}
	}
	return a, err
}

// scanOfParcel takes a scan that is about the parcel on the station. Returns errOtherParcel for another one.
func (pg *pages) scanOfParcel(v *web.Visit, open parcels.Packing, code, scan string) (reply, error) {
	p, err := readParcel(v, open)
	if err != nil {
		return reply{}, err
	}
	p.Scan, p.Weight = scan, open.Weight
	known := false
	for i := range p.Order.Items {
		item := &p.Order.Items[i]
		if !strings.EqualFold(code, item.SKU) && !strings.EqualFold(code, item.ProductID) || code == "" {
			continue
		}
		if p.tick(i) {
			return pg.pack(v, p, false)
		}
		known = true
	}
	if weight, gross := shipment.WeightOf(code); weight != 0 { // after the items: "250 g" may be a SKU
		if p.Weight = weight; gross {
			p.Weight -= stationOf(v).Tare
		}
		if p.Weight <= 0 {
			return reply{Tone: "bad", Text: v.T("The scale shows no more than the tare.")}, nil
		}
		return pg.pack(v, p, false)
	}
	if known {
		return reply{Tone: "bad", Text: v.T("is one piece too many: the order has no more of it.")}, nil
	}
	box, err := v.Console.Store.MasterData.Entry(v.Context(), v.Account.AccountID, shipment.Boxes, code)
	if errors.Is(err, store.ErrNotFound) {
		return reply{}, errOtherParcel
	}
	if err != nil {
		return reply{}, err
	}
	return pg.putInBox(v, p, box)
}

// putInBox gives the order the size of a box, and packs the parcel.
func (pg *pages) putInBox(v *web.Visit, p *parcel, box shipment.Entry) (reply, error) {
	var size map[string]json.RawMessage
	if err := json.Unmarshal([]byte(box.Value), &size); err != nil {
		return reply{}, err
	}
	refused, err := change(v, p.TrackingNo, map[string]any{
		"order_length": size["length"], "order_width": size["width"], "order_height": size["height"],
	})
	if refused != "" || err != nil {
		return reply{Tone: "bad", Text: v.T("The size of the order was not changed: %s", refused)}, err
	}
	if p, err = readParcel(v, p.Packing); err != nil { // with its size
		return reply{}, err
	}
	return pg.pack(v, p, false)
}

// change changes fields of an order. It returns why that was refused.
func change(v *web.Visit, trackingNo string, patch any) (refused string, err error) {
	text, err := json.Marshal(patch)
	if err == nil {
		_, err = web.AsCaller(v, func(ctx context.Context, by orders.Caller) (orders.Edited, error) {
			return v.Console.Orders.Edit(ctx, by, orders.Edit{TrackingNo: trackingNo, Patch: text})
		})
	}
	return v.Refused(err)
}

// pack packs a parcel, or puts it on the station if something is missing. Anyway packs it with what is missing.
func (pg *pages) pack(v *web.Visit, p *parcel, anyway bool) (a reply, err error) {
	a = reply{
		Tone: "good", Text: v.T("is packed."),
		Path: v.URL("orders/" + url.PathEscape(p.TrackingNo)), About: v.AboutParcel(&p.Order, p.Weight),
	}
	fields, at := map[string]any{"code": p.TrackingNo, "scan": p.Scan, "packed": true}, stationOf(v)
	if missing := p.missing(v, at); missing != "" && !anyway {
		fields["packed"] = false
		if a.Text = missing; p.Stops(at) {
			a.Tone = "warn"
		}
	}
	done, err := web.WriteSent(v, &request.PackParcel, fields,
		func(ctx context.Context, by masterdata.Caller, sent request.PackRequest) (parcels.Scan, error) {
			sent.Ticked, sent.Weight = p.Ticked, p.Weight
			return pg.Pack(ctx, by, &p.Order, sent)
		})
	refused, err := v.Refused(err)
	if err != nil {
		return a, err
	}
	switch before := done.Packing; {
	case refused != "":
		a.Tone, a.Text = "bad", refused
	case done.Outcome == parcels.Unchanged:
		a.Tone, a.Text = "warn", v.T("was packed before, by %[1]s, %[2]s.", nameOf(v, before.By), v.Ago(before.On))
	case done.Outcome == parcels.Refused:
		a.Tone, a.Text = "bad", v.Words().Say("", done.Message)
	}
	if done.Outcome != parcels.Packed {
		return a, nil
	}
	p.On = done.Packing.On
	// After the packing is stored: the weight of a parcel that somebody else packed meanwhile is not of this scale.
	if a.Text, err = weigh(v, p, a.Text); err != nil {
		return a, err
	}
	if warning := weightWarning(v, p); warning != "" {
		a.Tone, a.Text = "warn", a.Text+" "+warning
	}
	more, err := pg.printLabel(v, p, printKey(p.Packing, 1))
	a.Text += more
	return a, err
}

// weigh gives the order the weight of the scale, which is on the label, and says if that was refused.
func weigh(v *web.Visit, p *parcel, text string) (string, error) {
	if p.Weight == 0 || p.Weight == p.Order.Weight {
		return text, nil
	}
	refused, err := change(v, p.TrackingNo, map[string]any{"order_weight": json.Number(p.Weight.String())})
	p.Stale = p.Printed.OrderID != 0 && refused == ""
	if p.Stale {
		text += " " + v.T("The label that was printed before is wrong now. Throw it away.")
	}
	if refused != "" {
		text += " " + v.T("The weight of the order stays %[1]s: %[2]s", v.Weight(p.Order.Weight.String()), refused)
	}
	return text, err
}

// stepOfPacking does what a button of the page says with the parcel that it shows.
func (pg *pages) stepOfPacking(v *web.Visit) error {
	open, last, _, err := pg.Parcels.Station(v.Context(), v.Account.AccountID, v.Console.Now())
	if err != nil {
		return err
	}
	form := v.Request.PostForm
	if form.Get("undo") == strconv.FormatInt(last.OrderID, 10) {
		return pg.undoPacking(v, last)
	}
	if form.Get("printed") == strconv.FormatInt(last.OrderID, 10) {
		if err := pg.stepOfPrint(v, last, form.Get("step")); err != nil {
			return err
		}
		return pg.showPack(v, http.StatusOK, "")
	}
	if form.Get("order") != strconv.FormatInt(open.OrderID, 10) {
		return pg.showPack(v, http.StatusConflict, v.T("Another parcel is on the station now."))
	}
	p, err := readParcel(v, open)
	if err != nil {
		return err
	}
	for i := range p.Order.Items {
		if form.Get("item") == strconv.Itoa(i) {
			p.tick(i)
		}
	}
	p.Scan = ""
	a, err := pg.pack(v, p, form.Get("anyway") != "")
	if err != nil {
		return err
	}
	return pg.showPack(v, http.StatusOK, p.TrackingNo+" "+a.Text)
}

// undoPacking makes the parcel that was packed last one that is not packed.
func (pg *pages) undoPacking(v *web.Visit, last parcels.Packing) error {
	job, _, err := pg.lastPrint(v, last)
	if err == nil && job.State == printjobs.Queued {
		_, err = pg.answerJob(v, job.Key, printjobs.Withdrawn)
	}
	if err != nil {
		return err
	}
	err = v.Write(func(ctx context.Context, by masterdata.Caller) error {
		return pg.UndoPacking(ctx, by, last.TrackingNo)
	})
	switch {
	case web.ProblemsOf(err) != nil:
		return pg.showPack(v, http.StatusConflict, v.T("%s is on a hand-over list. Take it off the list first.", last.TrackingNo))
	case err != nil:
		return err
	}
	return pg.showPack(v, http.StatusOK, v.T("%s is not packed any more. If its label came out, throw it away.", last.TrackingNo))
}
