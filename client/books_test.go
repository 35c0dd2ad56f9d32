package client_test

import (
	"errors"
	"testing"

	"waybill/client"
)

func TestOrderTemplates(t *testing.T) {
	c := newClient(t, secretKey)
	set, err := c.SetOrderTemplate(t.Context(), "Kaos 10%", map[string]any{"order_weight": 0.3})
	if err != nil || set.Name != "Kaos 10%" || string(set.Order) != `{"order_weight":0.3}` || set.UpdatedOn.IsZero() {
		t.Fatalf("set %+v, %v", set, err)
	}
	if all, err := c.OrderTemplates(t.Context()); err != nil || len(all) != 1 || all[0].Name != set.Name {
		t.Errorf("templates %+v, %v", all, err)
	}
	if _, err := c.SetOrderTemplate(t.Context(), "Kaos", map[string]any{"weight": 1}); !invalid(err) {
		t.Errorf("a field that orders do not have: %v", err)
	}
	if err := c.DeleteOrderTemplate(t.Context(), set.Name); err != nil {
		t.Error(err)
	}
	if err := c.DeleteOrderTemplate(t.Context(), set.Name); !errors.Is(err, client.ErrNotFound) {
		t.Errorf("delete it again: %v", err)
	}
}
