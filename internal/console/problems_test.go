package console

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"waybill/internal/shipment"
	"waybill/internal/store/people"
)

// in sets the language of a user.
func (u *testUser) in(tag string) *testUser {
	u.c.t.Helper()
	_, err := u.c.Store.People.UpdateUser(u.c.t.Context(), u.user.UserID, func(stored *people.User) error {
		stored.Language = tag
		return nil
	})
	if err != nil {
		u.c.t.Fatal(err)
	}
	return u
}

// TestProblemsAreInTheLanguageOfTheUser looks at each kind of page that shows what the API refuses.
func TestProblemsAreInTheLanguageOfTheUser(t *testing.T) {
	t.Parallel()
	c := newTestConsole(t)
	indonesian, chinese := c.as(shipment.RoleAdmin).in("id"), c.as(shipment.RoleAdmin).in("zh-Hans")

	wrong := url.Values{"action": {"create"}, "consignee_country": {"Indonesia"}, "service_id": {"1"}, "order_weight": {"0"}}
	indonesian.post("/console/accounts/1/orders/new", wrong).want(t, http.StatusUnprocessableEntity,
		"Nama belum diisi.", "Berat dalam kg minimal 0.001.")
	chinese.post("/console/accounts/1/orders/new", wrong).want(t, http.StatusUnprocessableEntity, "请填写名称。", "不得小于 0.001。")

	past := url.Values{"name": {"Toko"}, "expires_on": {"2020-01-01"}}
	indonesian.post(settingsPath+"/keys", past).want(t, http.StatusUnprocessableEntity, "Pilih tanggal yang akan datang.")
	chinese.post(settingsPath+"/keys", past).want(t, http.StatusUnprocessableEntity, "请选择将来的日期。")

	hook := url.Values{"url": {"https://example.com"}, "basic_username": {"a:b"}}
	indonesian.post(settingsPath+"/webhooks", hook).want(t, http.StatusUnprocessableEntity, "tidak boleh berisi titik dua.")
	chinese.post(settingsPath+"/webhooks", hook).want(t, http.StatusUnprocessableEntity, "不能含有冒号。")

	page := ordersOfDemo + "/" + c.orderFor("Budi", "A-1")
	indonesian.post(page+"/cancel", url.Values{"confirmed": {"1"}}).want(t, http.StatusSeeOther)
	indonesian.post(page+"/hold", url.Values{"reason": {"x"}}).want(t, http.StatusUnprocessableEntity,
		"Pesanan dibatalkan. Gantikan, atau buat pesanan lain.")
	chinese.post(page+"/hold", url.Values{"reason": {"x"}}).want(t, http.StatusUnprocessableEntity, "订单已取消。请替换它，或创建新订单。")

	_, path := indonesian.upload("orders.pdf", []byte("%PDF-1.7 and more"), nil)
	indonesian.settled(path).want(t, http.StatusOK, "Berkas ini PDF. Simpan tabelnya sebagai XLSX atau CSV.")
	chinese.get(path).want(t, http.StatusOK, "文件是 PDF。请将表格另存为 XLSX 或 CSV。")
	_, path = indonesian.upload("orders.csv", wrongCells(t), nil)
	indonesian.settled(path)
	indonesian.post(path+"/check", origin)
	indonesian.settled(path).want(t, http.StatusOK, "Telepon harus", "Nomor ini tanpa kode negara.")
	indonesian.get(path+"?rows=all").want(t, http.StatusOK, "Kode pos Indonesia terdiri dari 5 digit")
	chinese.get(path+"?rows=all").want(t, http.StatusOK, "印度尼西亚的邮编为 5 位数字，例如 ")
}

// wrongCells is importFile with a row whose phone lacks its country, and one whose postal code is none of its country.
func wrongCells(t *testing.T) []byte {
	t.Helper()
	return []byte(strings.NewReplacer("+6281234500000", "08123456").Replace(
		strings.Replace(string(importFile(t, 2)), "10220", "1022", 2)))
}
