//go:build race

package sandbox

// raceDetector: it reserves terabytes of address space, which RLIMIT_DATA counts.
const raceDetector = true
