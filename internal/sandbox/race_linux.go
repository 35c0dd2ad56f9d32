//go:build race

package sandbox

// raceDetector reports whether the program has the race detector, which reserves terabytes of address space
// that RLIMIT_DATA counts.
const raceDetector = true
