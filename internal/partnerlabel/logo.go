package partnerlabel

import (
	"context"
	"errors"

	"waybill/internal/problem"
	"waybill/internal/sandbox"
	"waybill/internal/shipment"
)

// logoTask is the name of the task that makes a logo of a PNG file.
const logoTask = "logo"

// ReadLogo makes the logo of an account of a PNG file, nil of an empty one. Returns a *problem.FieldError that says why a file is refused,
// or an error that wraps ErrBusy.
func (s *Store) ReadLogo(ctx context.Context, file []byte) (*shipment.Logo, error) {
	switch {
	case len(file) == 0:
		return nil, nil //nolint:nilnil // without a file there is no logo
	case len(file) > shipment.MaxLogoFile:
		return nil, problem.Wrong("logo", problem.LogoTooLarge.With(shipment.MaxLogoFile>>10))
	}
	logo, refused, err := ReadLogo(ctx, s.inspecting, file)
	if !refused.IsZero() {
		err = problem.Wrong("logo", problem.FileRefused.With(refused))
	}
	return &logo, err
}

// ReadLogo makes the logo of an account of a PNG file, in a process of the runner. It returns why the file is refused, such as
// problem.LogoNotPNG, or an error that wraps ErrBusy.
func ReadLogo(ctx context.Context, run *sandbox.Runner, file []byte) (logo shipment.Logo, refused problem.Message, err error) {
	packed, err := run.Run(ctx, "logo", logoTask, file)
	if reason, ok := errors.AsType[*sandbox.RefusedError](err); ok {
		return logo, problem.Own(reason.Reason), nil
	}
	if err != nil {
		return logo, refused, err
	}
	logo, ok := shipment.UnpackLogo(packed)
	if refused = problem.Decode(string(packed), ""); !ok && refused.IsZero() {
		err = errors.New("the process that read the logo failed")
	}
	return logo, refused, err
}
