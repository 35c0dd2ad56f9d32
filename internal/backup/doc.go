// Package backup writes and reads the file of `waybill backup`: a tar archive with waybill.db, the
// files of partners below blobs/, and at the end manifest.json, which lists what must be in it.
// It makes an archive of a copy of the database and a folder, and restores both from an
// archive. It does not know what the database holds, and imports no other internal package but blob,
// for its limits.
package backup
