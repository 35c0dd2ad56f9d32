// Package config reads the settings of the operator. Flags, WAYBILL_… variables and files of secrets enter;
// one typed, checked Config leaves, or an error that names each wrong setting and its allowed values. The
// settings are one table (settings.go), which --help and the documentation also use. The package reads no
// environment itself and imports no other internal package; only server and cli import it.
package config
