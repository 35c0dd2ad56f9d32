package console

import (
	"net/http"
	"path/filepath"
	"testing"

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
