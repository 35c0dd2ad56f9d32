package console

import (
	"context"
	"log"
	"os"
	"path/filepath"
	"testing"

	"waybill/test/browser"
	"waybill/test/harness"
)

// binary is the waybill under test, and shared a server of it, which runs after a test has asked for it.
var (
	binary string
	shared server
)

func TestMain(m *testing.M) {
	if err := buildAndRun(m); err != nil {
		log.Fatal(err)
	}
}

func buildAndRun(m *testing.M) error {
	folder, err := os.MkdirTemp("", "waybill-console-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(folder) }() // it is a temporary folder
	binary = filepath.Join(folder, "waybill")
	if err := harness.Build(context.Background(), folder, "waybill/cmd/waybill"); err != nil {
		return err
	}
	shared.folder = filepath.Join(folder, "data")
	defer shared.stop()
	defer browser.Close()
	m.Run()
	return nil
}
