// Package printjobs is the labels that agents print: a row for each label to a printer, with a lease for the agent that prints it. A job
// that may have come out is never printed again by itself: its outcome is unknown until a person says what came out.
package printjobs
