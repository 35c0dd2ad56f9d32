package request

// MaxCancelled is how many orders a request may cancel.
const MaxCancelled = 200

// CancelShape is the shape of a request to cancel orders.
func CancelShape() *Shape { return cancelShape }

// PrintedShape is that of a request to mark labels as printed, which no client of the original interface sends.
func PrintedShape() *Shape { return printedShape }

var (
	cancelShape  = bodyShape().withList(trackingNos, MaxCancelled, numberShape).noting()
	printedShape = ownShape().withList(trackingNos, MaxCancelled, numberShape)
)

// ReadCancel reads the tracking numbers of a request to cancel orders, as they were sent.
func ReadCancel(f *Form) ([]string, Problems) {
	if problems := objectProblem(f.top()); problems != nil {
		return nil, problems
	}
	numbers, wrong := readElements(f, readNumberElement)
	return numbers, Problems(nil).with(trackingNos, wrong)
}
