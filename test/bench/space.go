package main

import (
	"fmt"
	"syscall"

	"github.com/dustin/go-humanize"

	"waybill/test/harness"
)

const (
	// orderSpace is how much disk an order takes at most, with its entries in indexes, in bytes: measured 1,750 on SQLite
	// and 2,100 on PostgreSQL.
	orderSpace = 2400
	// logSpace is what PostgreSQL keeps of its log by default, and what is created besides.
	logSpace = 2 << 30
)

// checkSpace returns an error if the data of so many orders does not fit into a folder, before hours are spent on it.
func checkSpace(folder string, orders int) error {
	var stat syscall.Statfs_t
	if err := syscall.Statfs(folder, &stat); err != nil {
		return fmt.Errorf("look how much space %s has: %w", folder, err)
	}
	free, needed := stat.Bavail*uint64(stat.Bsize), uint64(orders)*orderSpace+logSpace
	if needed <= free {
		return nil
	}
	return fmt.Errorf("%s orders take up to %s, and %s has %s: use fewer (-rows), or another folder (TMPDIR)",
		harness.Thousands(orders), humanize.Bytes(needed), folder, humanize.Bytes(free))
}
