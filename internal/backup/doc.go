// Package backup writes and reads the file that `waybill backup` makes of an embedded database: a tar
// archive with waybill.db, the files of partners below blobs/, and at the end manifest.json, which
// says what must be in it. A path of a database copy and a folder enter, an archive leaves, and the
// other way round. It knows nothing of what the database holds, and imports nothing of Waybill but
// the limits of blobs.
package backup
