package server

import (
	"context"
	"fmt"

	"waybill/internal/partnerlabel"
	"waybill/internal/sandbox"
	"waybill/internal/spool"
)

// openFiles opens the store of the labels of partners, and the folder of large request bodies. The
// returned function ends the processes that inspect labels.
func (p *process) openFiles(ctx context.Context) (closeAll func(), err error) {
	if p.spool, err = spool.Open(p.Config.SpoolFolder()); err != nil {
		return nil, err
	}
	blobs, err := openCheckedBlobs(ctx, p.Config, p.Log)
	if err != nil {
		return nil, err
	}
	runner, err := sandbox.New(sandbox.DefaultLimits, p.Log)
	if err != nil {
		return nil, fmt.Errorf("the labels of partners cannot be inspected: %w", err)
	}
	p.labels = partnerlabel.New(blobs, runner)
	return runner.Close, nil
}
