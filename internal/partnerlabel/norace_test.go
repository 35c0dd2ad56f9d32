//go:build !race

package partnerlabel_test

const unlimitedMemory = false
