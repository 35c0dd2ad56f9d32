package request

// MaxCancelled is how many orders a request may cancel.
const MaxCancelled = 200

var (
	// CancelOrders is the body of a request to cancel orders: their tracking numbers, as they were sent.
	CancelOrders = numbersBody().lenient()
	// MarkPrinted is the body of a request to mark labels as printed, which no client of the original interface sends.
	MarkPrinted = numbersBody()
)

func numbersBody() Body[[]string] {
	return newBody[[]string]().withNumbers(MaxCancelled, func(numbers *[]string) *[]string { return numbers })
}
