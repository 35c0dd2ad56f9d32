// Package inspect reads the labels that couriers draw, PDF and PNG, and makes pages of them
// that can be put into other files. What it reads is a stranger's: it runs in the processes
// of package sandbox only. An error says, for the courier, why a label is refused.
package inspect
