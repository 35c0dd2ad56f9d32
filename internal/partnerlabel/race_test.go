//go:build race

package partnerlabel_test

const unlimitedMemory = true
