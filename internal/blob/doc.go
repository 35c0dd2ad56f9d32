// Package blob keeps the files that couriers hand over: labels of at most a few MiB. A
// name that Waybill made and the content enter; the content leaves, whole or not at all.
// Two stores keep it: a folder, and a bucket of S3 or of what speaks like it. What a file
// means, who may see it and which one belongs to which order is not known here, and it
// imports nothing of the house.
package blob
