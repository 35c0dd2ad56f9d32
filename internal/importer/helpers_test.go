package importer

// Suggest is the mapping that is proposed for a table.
func Suggest(t *Table) Mapping { return Complete(t, Mapping{}) }
