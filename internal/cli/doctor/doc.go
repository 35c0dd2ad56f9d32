// Package doctor is the command waybill doctor: it checks the settings, the machine and the database that a server
// with the same settings would use, and says what to fix. It changes no data. Each check is a function from a target
// to a finding, in the table checks. Functions judge… compare values that were read with limits, and are tested
// without a machine.
package doctor
