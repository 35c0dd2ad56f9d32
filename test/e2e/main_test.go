package e2e_test

import (
	"context"
	"flag"
	"log"
	"os"
	"path/filepath"
	"testing"

	"waybill/test/browser"
	"waybill/test/harness"
)

// binary is the waybill under test.
var binary string

func TestMain(m *testing.M) {
	if err := buildAndRun(m); err != nil {
		log.Fatal(err)
	}
}

func buildAndRun(m *testing.M) error {
	folder, err := os.MkdirTemp("", "waybill-e2e-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(folder) }() // it is a temporary folder
	binary = filepath.Join(folder, "waybill")
	if err := harness.Build(context.Background(), folder, "waybill/cmd/waybill"); err != nil {
		return err
	}
	// The tests wait more than they compute, so more of them than processors run at once.
	if err := flag.Set("test.parallel", "8"); err != nil {
		return err
	}
	defer browser.Close()
	m.Run()
	return nil
}
