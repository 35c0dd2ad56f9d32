// The program man writes the man pages of all commands into a folder.
package main

import (
	"fmt"
	"os"
	"strconv"
	"time"

	"github.com/spf13/cobra/doc"

	"waybill/internal/cli"
)

func main() {
	if err := write(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// write makes pages with the date of SOURCE_DATE_EPOCH, so that they are the same each time.
func write(folder string) error {
	seconds, err := strconv.ParseInt(os.Getenv("SOURCE_DATE_EPOCH"), 10, 64)
	if err != nil {
		return fmt.Errorf("SOURCE_DATE_EPOCH: %w", err)
	}
	date := time.Unix(seconds, 0).UTC()
	return doc.GenManTree(cli.Root(cli.Process{}), &doc.GenManHeader{Section: "1", Source: "Waybill", Manual: "Waybill", Date: &date}, folder)
}
