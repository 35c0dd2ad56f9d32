package console

import (
	"testing"

	"waybill/client"
)

// TestLongTaskOfAPostalCode: from the list to the corrected code, with three clicks and Enter.
func TestLongTaskOfAPostalCode(t *testing.T) {
	s := newSite(t)
	w := s.browser("editor")
	no := s.reference("task-postal")
	w.openUntil(s.home+"orders", `document.querySelector("a[href$='`+no+`']")`)
	w.follow(`main a[href$="` + no + `"]`)
	w.follow(`#card-consignee a[href$="card=consignee"]`)
	w.click("#f-consignee_postal")
	w.write("#f-consignee_postal", "12430\r")
	w.await(`location.hash === "#card-consignee" && document.querySelector("#card-consignee address").innerText.includes("12430")`)
	if o, err := s.sdk.Order(t.Context(), no); err != nil || o.ConsigneePostal != "12430" {
		t.Errorf("the code is %q, %v", o.ConsigneePostal, err)
	}
}

// TestLongTaskOfAnAddressOfAPackedOrder: with three clicks and Enter. The page says that the label is another one now.
func TestLongTaskOfAnAddressOfAPackedOrder(t *testing.T) {
	s := newSite(t)
	w := s.browser("editor")
	no := s.reference("task-packed")
	if _, err := s.sdk.Pack(t.Context(), client.Packing{Code: no}); err != nil {
		t.Fatal(err)
	}
	w.openUntil(s.home+"orders", `document.querySelector("a[href$='`+no+`']")`)
	w.follow(`main a[href$="` + no + `"]`)
	w.follow(`#card-consignee a[href$="card=consignee"]`)
	w.click("#f-consignee_address")
	w.write("#f-consignee_address", "Jl. Merdeka 7\r")
	w.await(`document.querySelector("#card-consignee address")?.innerText.includes("Jl. Merdeka 7")`)
	if o, err := s.sdk.Order(t.Context(), no); err != nil || o.ConsigneeAddress != "Jl. Merdeka 7" {
		t.Errorf("the address is %q, %v", o.ConsigneeAddress, err)
	}
}

// TestLongAnAddressIsPastedAndTheLabelDrawn: the address is shown as it was read, and used by one click; the label follows what is typed.
func TestLongAnAddressIsPastedAndTheLabelDrawn(t *testing.T) {
	s := newSite(t)
	w := s.browser("editor")
	w.open(s.home + "orders/new")
	w.await(`document.querySelector("canvas").dataset.drawn > 0`)
	const pixels = `document.querySelector("canvas").toDataURL()`
	empty := evaluate[string](w, pixels)
	w.write("#f-order_weight", "1.25")
	w.write("#paste", "Budi Santoso, 0813 9876 5432, Jl. Asia Afrika 8, Bandung 40111, Indonesia")
	w.await(`document.querySelector("#pasted dl")?.innerText.includes("40111")`)
	w.seeText("Not sure, so it stays in the address:")
	w.click(`#pasted button[value="use"]`)
	w.seeText("Filled in from: the pasted address.")
	got := evaluate[string](w, `["consignee_country", "consignee_city", "consignee_postal", "consignee_number", "order_weight"]
		.map(n => document.getElementById("f-" + n).value).join()`)
	if got != "Indonesia,Bandung,40111,+6281398765432,1.25" {
		t.Errorf("the form has %q", got)
	}
	w.await(`document.querySelector("canvas").dataset.drawn > 0`)
	filled := evaluate[string](w, pixels)
	if empty == filled {
		t.Error("the label has nothing of what was typed")
	}
	w.write("#f-consignee_name", "Susan Wijaya")
	w.await(pixels + ` !== "` + filled + `"`)
	if s.orders() != 0 {
		t.Errorf("%d orders were created", s.orders())
	}
}
