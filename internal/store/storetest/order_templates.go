package storetest

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"waybill/internal/store"
	"waybill/internal/store/audit"
	"waybill/internal/store/masterdata"
)

// testOrderTemplates: templates belong to their account, replace each other by name, and are limited.
func testOrderTemplates(t *testing.T, f *fixture) {
	s, ctx := f.open(t), byAnn(t)
	a, _, _ := account(t, s, "shipper")
	b, _, _ := account(t, s, "other")
	list := func(accountID int64) []masterdata.OrderTemplate {
		t.Helper()
		return must[[]masterdata.OrderTemplate](t)(s.MasterData.OrderTemplates(ctx, accountID))
	}
	equal(t, "templates at first", len(list(a.AccountID)), 0)
	wantError(t, s.MasterData.DeleteOrderTemplate(ctx, a.AccountID, "none"), store.ErrNotFound)
	wantError(t, s.MasterData.DeleteOrderTemplate(ctx, a.AccountID, "\x00"), store.ErrNotFound)

	shirts := masterdata.OrderTemplate{Name: "Shirts 👕", Order: `{"consignee_name":"Budi","order_weight":"1"}`}
	noError(t, s.MasterData.PutOrderTemplate(ctx, a.AccountID, shirts))
	f.clock.Advance(time.Second)
	shirts.Order = `{"order_weight":"2"}`
	noError(t, s.MasterData.PutOrderTemplate(ctx, a.AccountID, shirts))
	shirts.UpdatedOn = f.clock.Now()
	books := masterdata.OrderTemplate{Name: "Books", Order: `{}`, UpdatedOn: f.clock.Now()}
	noError(t, s.MasterData.PutOrderTemplate(ctx, a.AccountID, books))
	same(t, "templates", list(a.AccountID), []masterdata.OrderTemplate{books, shirts})
	same(t, "template", must[masterdata.OrderTemplate](t)(s.MasterData.OrderTemplate(ctx, a.AccountID, shirts.Name)), shirts)
	equal(t, "templates of another account", len(list(b.AccountID)), 0)
	_, err := s.MasterData.OrderTemplate(ctx, b.AccountID, "Books")
	wantError(t, err, store.ErrNotFound)
	wantError(t, s.MasterData.DeleteOrderTemplate(ctx, b.AccountID, "Books"), store.ErrNotFound)
	wantError(t, s.MasterData.PutOrderTemplate(ctx, 99, books), store.ErrNotFound)

	for i := len(list(a.AccountID)); i < masterdata.MaxTemplates; i++ {
		noError(t, s.MasterData.PutOrderTemplate(ctx, a.AccountID, masterdata.OrderTemplate{Name: fmt.Sprint(i), Order: `{}`}))
	}
	wantError(t, s.MasterData.PutOrderTemplate(ctx, a.AccountID, masterdata.OrderTemplate{Name: "more", Order: `{}`}),
		masterdata.ErrTooManyTemplates)
	noError(t, s.MasterData.PutOrderTemplate(ctx, a.AccountID, books)) // takes the place of one
	noError(t, s.MasterData.DeleteOrderTemplate(ctx, a.AccountID, "Books"))
	noError(t, s.MasterData.PutOrderTemplate(ctx, a.AccountID, masterdata.OrderTemplate{Name: "more", Order: `{}`}))

	log := auditText(t, s, audit.Filter{SubjectKind: audit.SubjectTemplate, Subject: shirts.Name})
	if lines := strings.Split(log, "\n"); len(lines) != 3 || !strings.Contains(lines[0], ` set template/Shirts 👕 {"fields":2,"hash":`) ||
		!strings.Contains(lines[0], ` -> {"fields":1,"hash":`) || strings.Contains(log, "Budi") {
		t.Errorf("audit log:\n%s", log)
	}
	deleted := auditText(t, s, audit.Filter{SubjectKind: audit.SubjectTemplate, Subject: "Books"})
	equal(t, "the log has the deletion: "+deleted, strings.Contains(deleted, "ann@depot delete template/Books"), true)
}
