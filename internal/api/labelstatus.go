package api

import (
	"context"
	"fmt"
	"net/http"

	"github.com/go-faster/jx"

	"waybill/internal/api/openapi"
	"waybill/internal/api/shell"
	"waybill/internal/each"
	"waybill/internal/label"
	"waybill/internal/printing"
)

// viewLabelStatus says for each order of a request for many labels whether the file has its label, and what the
// label does not print as written. It takes the parameters of that request.
func (a *API) viewLabelStatus(ctx context.Context, c shell.Call) (shell.Response, error) {
	of, options, err := readSelection(c)
	if err != nil {
		return shell.Response{}, err
	}
	list, err := a.Printing.LabelStatuses(ctx, a.By(c), of, options)
	return shell.Response{Status: http.StatusOK, Rows: func(w *shell.Rows) (err error) {
		openapi.Write(w.Encoder, w.Flush, &labelStatusList{list, func(*jx.Encoder) {
			w.ArrStart()
			for shown, failed := range list.Each(c.Req.Context()) {
				if err = failed; err != nil {
					break
				}
				openapi.Write(w.Encoder, nil, &shown, writeLabelStatus)
				w.Flush()
			}
			w.ArrEnd()
		}}, writeLabelStatusList)
		return err
	}}, err
}

// labelStatusList is the status of the labels of a request.
type labelStatusList struct {
	printing.StatusList
	write func(*jx.Encoder) // writes the list
}

func writeLabelStatusList(o *openapi.Object, l *labelStatusList) {
	o.Text("document", string(l.Options.Document)).Enum("label", "cn22", "cn23", "invoice", "proforma")
	o.Text("format", string(l.Options.Format)).Enum("pdf", "zpl")
	openapi.Nested(o, "counts", &l.Counts, func(o *openapi.Object, counts *map[printing.Status]int64) {
		for _, status := range printing.Statuses {
			o.Int(string(status), (*counts)[status]).Minimum(0)
		}
	}).About("How many labels have each status.")
	o.Value("labels", "array", l.write).Of("LabelStatus").MinItems(1)
}

func writeLabelStatus(o *openapi.Object, l *printing.LabelStatus) {
	o.Text("tracking_no", l.TrackingNo)
	o.Text("shipper_order_id", l.ShipperOrderID).About("The reference of the shipper. Empty if the order is unknown.")
	o.Text("status", string(l.Status)).Enum("ready", "other_format", "pending", "refused", "cancelled", "unknown", "not_used").
		About("`ready`: the file has the label. `other_format`: the label exists in other `formats` only. `pending`: the partner has " +
			"not accepted the order, or not sent its label. `refused`: the partner refused the order, or its label. `cancelled`: the " +
			"order is cancelled. `unknown`: the account has no such order. `not_used`: by `customs_forms`, the service of the order does " +
			"not use the document.")
	openapi.Texts(o, "formats", l.Formats).About("The formats in which the label can be fetched. Empty until there is a label.").
		Elements().Enum("pdf", "png", "zpl")
	o.Text("message", l.Message.String()).About("Why the label is not ready. Empty if it is.")
	openapi.List(o, "warnings", l.Warnings, writeLabelWarning).Of("LabelWarning").MaxItems(100).
		About("The texts that do not print as they are written. Empty for a label that a partner draws.")
}

func writeLabelWarning(o *openapi.Object, w *label.Warning) {
	o.Text("field", w.Field).About("The field of the request.")
	o.Text("problem", string(w.Problem)).Enum(string(label.LeftOut), string(label.Transliterated), string(label.CutOff),
		string(label.AboveCN22), string(label.NetAboveGross))
	openapi.Texts(o, "characters", each.Of(w.Characters, func(r rune) string { return fmt.Sprintf("U+%04X", r) })).MaxItems(10).
		About("The code points, such as `U+1F338`. Empty if the text is cut off.").Elements().Pattern("^U[+][0-9A-F]{4,6}$")
}
