package request

// PrintJobRequest is a request about the job of a printer: to queue it, to take it, or to report on it.
type PrintJobRequest struct {
	TrackingNo, Printer, RequestKey, Lease, State, Note string
}

const maxPrintKey = 100

var (
	keyOfPrint = text("request_key", required, maxPrintKey, "Names the job. The same key again queues nothing more.",
		func(r *PrintJobRequest) *string { return &r.RequestKey })
	printerOfPrint  = text("printer", required, 60, "Name of the printer.", func(r *PrintJobRequest) *string { return &r.Printer })
	queuePrintTable = newTable(
		text(trackingNoField, required, textMax, "Tracking number of the order.", func(r *PrintJobRequest) *string { return &r.TrackingNo }),
		printerOfPrint, keyOfPrint,
	)
	takePrintTable   = newTable(printerOfPrint)
	reportPrintTable = newTable(keyOfPrint,
		text("lease", required, maxPrintKey, "The lease of the job that was taken.", func(r *PrintJobRequest) *string { return &r.Lease }),
		choice("state", required, []string{"started", "printed", "failed", "unknown"},
			"`started` before the first byte is sent. Then `printed`, `failed` if nothing came out, or else `unknown`.",
			func(r *PrintJobRequest) *string { return &r.State }),
		text("note", optional, textMax, "What the printer said.", func(r *PrintJobRequest) *string { return &r.Note }),
	)
	queuePrintShape, takePrintShape, reportPrintShape = ownShape(queuePrintTable.keys...), ownShape(takePrintTable.keys...),
		ownShape(reportPrintTable.keys...)
)

// QueuePrintFields are the fields of a request to print a label.
func QueuePrintFields() []Field { return queuePrintTable.fields() }

// QueuePrintShape is the shape of a request to print a label.
func QueuePrintShape() *Shape { return queuePrintShape }

// ReadQueuePrint reads a request to print a label.
func ReadQueuePrint(f *Form) (PrintJobRequest, Problems) { return queuePrintTable.readBody(f) }

// TakePrintFields are the fields of a request of an agent for a job.
func TakePrintFields() []Field { return takePrintTable.fields() }

// TakePrintShape is the shape of a request of an agent for a job.
func TakePrintShape() *Shape { return takePrintShape }

// ReadTakePrint reads a request of an agent for a job.
func ReadTakePrint(f *Form) (PrintJobRequest, Problems) { return takePrintTable.readBody(f) }

// ReportPrintFields are the fields of a report of an agent.
func ReportPrintFields() []Field { return reportPrintTable.fields() }

// ReportPrintShape is the shape of a report of an agent.
func ReportPrintShape() *Shape { return reportPrintShape }

// ReadReportPrint reads a report of an agent.
func ReadReportPrint(f *Form) (PrintJobRequest, Problems) { return reportPrintTable.readBody(f) }

// What a person says of a print job.
const (
	PrintCameOut   = "printed"
	PrintWithdrawn = "withdrawn"
)

// AnswerPrint is what a person says of a print job.
var AnswerPrint = newBody(keyOfPrint, choice("answer", required, []string{PrintCameOut, "failed", PrintWithdrawn},
	"`printed`: the label came out. `failed`: it did not. `withdrawn`: no agent is to print it.",
	func(r *PrintJobRequest) *string { return &r.State }))
