package partnerlabel

import (
	"context"
	"errors"

	"waybill/internal/sandbox"
	"waybill/internal/shipment"
)

// logoTask is the name of the task that makes a logo of a PNG file.
const logoTask = "logo"

// ReadLogo makes the logo of an account of a PNG file, in a process of the runner. It returns a
// *sandbox.RefusedError for a file that is none, or an error that wraps ErrBusy.
func ReadLogo(ctx context.Context, run *sandbox.Runner, file []byte) (shipment.Logo, error) {
	packed, err := run.Run(ctx, "logo", logoTask, file)
	if err != nil {
		return shipment.Logo{}, err
	}
	logo, ok := shipment.UnpackLogo(packed)
	if !ok {
		return shipment.Logo{}, errors.New("the process that read the logo failed")
	}
	return logo, nil
}
