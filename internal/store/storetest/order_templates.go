package storetest

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"waybill/internal/store"
)

// testOrderTemplates: templates belong to their account, replace each other by name, and are limited.
func testOrderTemplates(t *testing.T, f *fixture) {
	s, ctx := f.open(t), byAnn(t)
	a, _, _ := account(t, s, "shipper")
	b, _, _ := account(t, s, "other")
	list := func(accountID int64) []store.OrderTemplate {
		t.Helper()
		return must[[]store.OrderTemplate](t)(s.OrderTemplates(ctx, accountID))
	}
	equal(t, "templates at first", len(list(a.AccountID)), 0)
	wantError(t, s.DeleteOrderTemplate(ctx, a.AccountID, "none"), store.ErrNotFound)
	wantError(t, s.DeleteOrderTemplate(ctx, a.AccountID, "\x00"), store.ErrNotFound)

	shirts := store.OrderTemplate{Name: "Shirts 👕", Order: `{"consignee_name":"Budi","order_weight":"1"}`}
	noError(t, s.PutOrderTemplate(ctx, a.AccountID, shirts))
	f.clock.Advance(time.Second)
	shirts.Order = `{"order_weight":"2"}`
	noError(t, s.PutOrderTemplate(ctx, a.AccountID, shirts))
	shirts.UpdatedOn = f.clock.Now()
	books := store.OrderTemplate{Name: "Books", Order: `{}`, UpdatedOn: f.clock.Now()}
	noError(t, s.PutOrderTemplate(ctx, a.AccountID, books))
	same(t, "templates", list(a.AccountID), []store.OrderTemplate{books, shirts})
	same(t, "template", must[store.OrderTemplate](t)(s.OrderTemplate(ctx, a.AccountID, shirts.Name)), shirts)
	equal(t, "templates of another account", len(list(b.AccountID)), 0)
	_, err := s.OrderTemplate(ctx, b.AccountID, "Books")
	wantError(t, err, store.ErrNotFound)
	wantError(t, s.DeleteOrderTemplate(ctx, b.AccountID, "Books"), store.ErrNotFound)
	wantError(t, s.PutOrderTemplate(ctx, 99, books), store.ErrNotFound)

	for i := len(list(a.AccountID)); i < store.MaxTemplates; i++ {
		noError(t, s.PutOrderTemplate(ctx, a.AccountID, store.OrderTemplate{Name: fmt.Sprint(i), Order: `{}`}))
	}
	wantError(t, s.PutOrderTemplate(ctx, a.AccountID, store.OrderTemplate{Name: "more", Order: `{}`}), store.ErrTooManyTemplates)
	noError(t, s.PutOrderTemplate(ctx, a.AccountID, books)) // takes the place of one
	noError(t, s.DeleteOrderTemplate(ctx, a.AccountID, "Books"))
	noError(t, s.PutOrderTemplate(ctx, a.AccountID, store.OrderTemplate{Name: "more", Order: `{}`}))

	log := auditText(t, s, store.AuditFilter{SubjectKind: store.SubjectTemplate, Subject: shirts.Name})
	if lines := strings.Split(log, "\n"); len(lines) != 3 || !strings.Contains(lines[0], ` set template/Shirts 👕 {"fields":2,"hash":`) ||
		!strings.Contains(lines[0], ` -> {"fields":1,"hash":`) || strings.Contains(log, "Budi") {
		t.Errorf("audit log:\n%s", log)
	}
	deleted := auditText(t, s, store.AuditFilter{SubjectKind: store.SubjectTemplate, Subject: "Books"})
	equal(t, "the log has the deletion: "+deleted, strings.Contains(deleted, "ann@depot delete template/Books"), true)
}
