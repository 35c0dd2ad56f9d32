package cli

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/png"
	"log/slog"

	"waybill/internal/config"
	"waybill/internal/partnerlabel"
	"waybill/internal/sandbox"
	"waybill/internal/shipment"
	"waybill/internal/spool"
)

// runTasks makes this program a process that reads the files of partners. It has no settings.
func runTasks(p Process) int {
	if err := sandbox.Main(p.Args, partnerlabel.Tasks); err != nil {
		fmt.Fprintf(p.Stderr, "waybill: %v\n", err)
		return exitError
	}
	return exitOK
}

// openLabels opens where the labels of couriers are kept. close ends the processes that
// inspect them.
func openLabels(ctx context.Context, c config.Config, log *slog.Logger) (labels *partnerlabel.Store, closeAll func(), err error) {
	blobs, err := openCheckedBlobs(ctx, c, log)
	if err != nil {
		return nil, nil, err
	}
	runner, err := sandbox.New(sandbox.DefaultLimits, log)
	if err != nil {
		return nil, nil, fmt.Errorf("the labels of couriers cannot be inspected: %w", err)
	}
	return partnerlabel.New(blobs, runner), runner.Close, nil
}

// openFiles opens where files are kept: the labels of couriers, and bodies under way. The returned
// function ends what inspects labels.
func openFiles(ctx context.Context, c config.Config, log *slog.Logger) (labels *partnerlabel.Store, spooled spool.Folder, closeAll func(), err error) {
	if spooled, err = spool.Open(c.SpoolFolder()); err != nil {
		return nil, spooled, nil, err
	}
	labels, closeAll, err = openLabels(ctx, c, log)
	return labels, spooled, closeAll, err
}

// checkInspection has a label inspected as a server does.
func checkInspection(ctx context.Context, _ patient) finding {
	const fix = "let the user that runs the server start /proc/self/exe, and setrlimit and prlimit64 through the filter of system calls"
	runner, err := sandbox.New(sandbox.DefaultLimits, slog.New(slog.DiscardHandler))
	if err != nil {
		return failed(fix, "%s", oneLine(err))
	}
	defer runner.Close()
	var probe bytes.Buffer
	if err := png.Encode(&probe, image.NewGray(image.Rect(0, 0, 8, 8))); err != nil {
		return failed(fix, "%s", oneLine(err))
	}
	if _, err := runner.Run(ctx, "doctor", string(shipment.LabelPNG), probe.Bytes()); err != nil {
		return failed(fix, "labels of couriers cannot be inspected: %s", oneLine(err))
	}
	return ok("labels of couriers are inspected in a process of their own")
}
