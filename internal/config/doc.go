// Package config reads the settings of the operator. It takes flags, WAYBILL_… variables and files of
// secrets, and returns one typed, checked Config, or an error that names each wrong setting and its allowed values. The
// settings are one table (settings.go), which --help and the documentation also use. The package reads no
// environment itself and imports no other internal package; only server and cli import it.
package config
