package partnerlabel

import (
	"context"
	"errors"

	"waybill/internal/sandbox"
	"waybill/internal/shipment"
)

// logoTask is the name of the task that makes a logo of a PNG file.
const logoTask = "logo"

// ReadLogo is ReadLogo in a process that inspects labels. problem is why a file is refused, such as "it is no PNG".
func (s *Store) ReadLogo(ctx context.Context, file []byte) (logo shipment.Logo, problem string, err error) {
	logo, err = ReadLogo(ctx, s.inspecting, file)
	if refused, ok := errors.AsType[*sandbox.RefusedError](err); ok {
		return logo, refused.Reason, nil
	}
	return logo, "", err
}

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
