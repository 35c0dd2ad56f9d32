// Package maintenance is the commands for the data as a whole: backup and restore of SQLite, the copy between SQLite
// and PostgreSQL, the schema, the environment that data are of, order ids after pg_restore, and the end of the pause of
// outgoing calls. Most run while no server does, or lock the data against one. What they store is decided in packages
// store and backup.
package maintenance
