// Command server is `waybill serve` with the waits between attempts cut to a hundredth, for the
// faults test: five seconds become 50 ms, an hour 36 s. Leases and timeouts are those of the product. It
// takes its settings from the environment alone.
package main
