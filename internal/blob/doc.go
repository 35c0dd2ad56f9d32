// Package blob stores files: the labels that partners draw, of at most a few MiB. A file has a name that Waybill
// made, and is read back complete or not at all. Two stores implement it: a folder, and a
// bucket of S3 or a compatible server. The meaning of a file, its order and who may see it do not belong
// here, nor does any other internal package.
package blob
