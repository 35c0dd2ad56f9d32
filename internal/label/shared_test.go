package label

// SharedPrinter prints for the tests of both packages, because a printer parses the fonts on first use, which
// takes seconds with the race detector.
var SharedPrinter = NewPrinter()

// Peak is the growth of the live heap while work runs, for the tests of the other package.
func Peak(work func()) int { return peak(work) }
