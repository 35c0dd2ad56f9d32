package label

// SharedPrinter prints for the tests of both packages, because a printer parses the fonts on first use, which
// takes seconds with the race detector.
var SharedPrinter = NewPrinter()
