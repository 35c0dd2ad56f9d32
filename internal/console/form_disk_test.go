package console

import (
	"context"
	"net/http"
	"path/filepath"
	"testing"

	"waybill/internal/console/web"
	"waybill/internal/shipment"
)

// TestAFormThatFindsNoDisk sends a picture that is too large for memory while the folder of temporary files cannot be written: the page
// says that the server is busy, and not that the form is wrong.
func TestAFormThatFindsNoDisk(t *testing.T) {
	c := newTestConsole(t)
	u := c.as(shipment.RoleOperator)
	no := c.as(shipment.RoleEditor).createOrder(orderValues())
	path, picture := ordersPath+no+"/proof", make([]byte, 3<<20)
	u.sendFile(path, "image", picture, map[string]string{"name": "Sari"}).want(t, http.StatusUnprocessableEntity, "Choose a PNG or JPEG")
	t.Setenv("TMPDIR", filepath.Join(t.TempDir(), "missing"))
	u.sendFile(path, "image", picture, map[string]string{"name": "Sari"}).want(t, http.StatusServiceUnavailable, "Waybill is busy")
}

// TestAPictureIsChargedForItsText: the picture of a proof is read in base64 of JSON.
func TestAPictureIsChargedForItsText(t *testing.T) {
	t.Parallel()
	var charged int64
	c := newTestConsole(t, func(config *web.Config) {
		charge := config.Charge
		config.Charge = func(ctx context.Context, n int64) error {
			charged += n
			return charge(ctx, n)
		}
	})
	no, picture := c.as(shipment.RoleEditor).createOrder(orderValues()), make([]byte, 3<<20)
	u := c.as(shipment.RoleOperator)
	charged = 0
	u.sendFile(ordersPath+no+"/proof", "image", picture, map[string]string{"name": "Sari"}).want(t, http.StatusUnprocessableEntity)
	if least := shipment.MaxProofImage + 4*int64(len(picture)); charged < least {
		t.Errorf("%d bytes were charged, want %d", charged, least)
	}
}
