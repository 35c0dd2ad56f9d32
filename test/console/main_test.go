package console

import (
	"context"
	"log"
	"os"
	"path/filepath"
	"testing"

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
	folder, err := os.MkdirTemp("", "waybill-console-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(folder) }() // it is a temporary folder
	binary = filepath.Join(folder, "waybill")
	if err := harness.Build(context.Background(), folder, "waybill/cmd/waybill"); err != nil {
		return err
	}
	m.Run()
	return nil
}
