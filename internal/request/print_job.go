package request

import "waybill/internal/shipment"

// PrintJobRequest is a request about the job of a printer: to queue it, to take it, or to report on it.
type PrintJobRequest struct {
	TrackingNo, Printer, RequestKey, Lease, State, Note string
	Weight                                              shipment.Thousandths
}

var (
	// QueuePrint is the body of a request to print a label.
	QueuePrint = bodyOf[PrintJobRequest]("queue_print_job")
	// TakePrint is the body of a request of an agent for a job.
	TakePrint = bodyOf[PrintJobRequest]("take_print_job")
	// ReportScale is the body of a report of an agent about the scale beside a printer.
	ReportScale = bodyOf[PrintJobRequest]("report_scale")
	// ReportPrint is the body of a report of an agent.
	ReportPrint = bodyOf[PrintJobRequest]("report_print_job")
	// AnswerPrint is a person's answer about a print job.
	AnswerPrint = bodyOf[PrintJobRequest]("answer_print_job")
)
