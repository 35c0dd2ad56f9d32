package server

import (
	"context"
	"fmt"

	"waybill/internal/importer"
	"waybill/internal/partnerlabel"
	"waybill/internal/sandbox"
	"waybill/internal/spool"
)

// openFiles opens the store of the labels of partners, and the folder of large request bodies. The
// returned function ends the processes that inspect labels and read spreadsheets.
func (p *process) openFiles(ctx context.Context) (closeAll func(), err error) {
	if p.spool, err = spool.Open(p.Config.SpoolFolder()); err != nil {
		return nil, err
	}
	if p.blobs, err = openCheckedBlobs(ctx, p.Config, p.Log); err != nil {
		return nil, err
	}
	inspecting, err := sandbox.New(sandbox.DefaultLimits, p.Log)
	if err != nil {
		return nil, fmt.Errorf("the labels of partners cannot be inspected: %w", err)
	}
	drawing, err := sandbox.New(sandbox.DrawingLimits, p.Log)
	if err != nil {
		return nil, fmt.Errorf("the labels of partners cannot be drawn: %w", err)
	}
	p.labels = partnerlabel.New(p.blobs, inspecting, drawing)
	if p.sheets, err = sandbox.New(importer.Limits, p.Log); err != nil {
		return nil, fmt.Errorf("spreadsheets cannot be read: %w", err)
	}
	sandbox.Share(p.plan.Files, p.makeRoomForReaders, inspecting, drawing, p.sheets)
	return func() { inspecting.Close(); drawing.Close(); p.sheets.Close() }, nil
}
