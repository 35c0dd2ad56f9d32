// Package config is what the operator decides: flags, WAYBILL_… variables and files
// of secrets enter; one typed, checked Config leaves, or an error that names each
// setting that is wrong and what it may be. The settings are one table, which
// --help walks too. It reads no environment itself and imports nothing of the house;
// only cli may read it.
package config
