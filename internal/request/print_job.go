package request

import "waybill/internal/shipment"

// PrintJobRequest is a request about the job of a printer: to queue it, to take it, or to report on it.
type PrintJobRequest struct {
	TrackingNo, Printer, RequestKey, Lease, State, Note string
	Weight                                              shipment.Thousandths
}

const maxPrintKey = 100

var (
	keyOfPrint = text("request_key", required, maxPrintKey, "Names the job. The same key again queues nothing more.",
		func(r *PrintJobRequest) *string { return &r.RequestKey })
	printerOfPrint = text("printer", required, 60, "Name of the printer.", func(r *PrintJobRequest) *string { return &r.Printer })
	// QueuePrint is the body of a request to print a label.
	QueuePrint = newBody(
		text(trackingNoField, required, textMax, "Tracking number of the order, or its partner's number or reference, as it is typed or scanned.",
			func(r *PrintJobRequest) *string { return &r.TrackingNo }),
		printerOfPrint, keyOfPrint,
	)
	// TakePrint is the body of a request of an agent for a job.
	TakePrint = newBody(printerOfPrint)
	// ReportScale is the body of a report of an agent about the scale beside a printer.
	ReportScale = newBody(printerOfPrint,
		bind(field("weight", required, Type{Name: TypeDecimal, Digits: 10, Places: 3},
			"Stable weight on the scale, in kg, once until it is empty again; 0 when it is."), readDecimal[shipment.Thousandths],
			func(r *PrintJobRequest) *shipment.Thousandths { return &r.Weight }),
	)
	// ReportPrint is the body of a report of an agent.
	ReportPrint = newBody(keyOfPrint,
		text("lease", required, maxPrintKey, "The lease of the job that was taken.", func(r *PrintJobRequest) *string { return &r.Lease }),
		choice("state", required, []string{"started", "printed", "failed", "unknown"},
			"`started` before the first byte is sent. Then `printed`, `failed` if nothing came out, or else `unknown`.",
			func(r *PrintJobRequest) *string { return &r.State }),
		text("note", optional, textMax, "What the printer said.", func(r *PrintJobRequest) *string { return &r.Note }),
	)
)

// AnswerPrint is a person's answer about a print job.
var AnswerPrint = newBody(keyOfPrint, choice("answer", required, []string{"printed", "failed", "withdrawn"},
	"`printed`: the label came out. `failed`: it did not. `withdrawn`: no agent is to print it.",
	func(r *PrintJobRequest) *string { return &r.State }))
