//go:build race

package labelfile_test

const unlimitedMemory = true
