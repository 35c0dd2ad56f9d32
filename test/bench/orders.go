package main

import (
	"bytes"
	"fmt"
	"strings"
	"sync/atomic"
)

// referenceHole stands where each order has its reference, which rises from order to order.
const referenceHole = "ORD-00000000"

// referenceDigits is how many digits of a reference are written anew.
const referenceDigits = 8

const orderText = `{"service_id":1,"shipper_order_id":"` + referenceHole + `","order_length":%d.5,"order_width":12,"order_height":12,` +
	`"order_weight":%d.25,"payment_type":"cod","cod_amt_to_collect":%d.50,"incoterm":"DDP","identification_document_name":"LOCALTAXID",` +
	`"consignee_identifcation_number":"S1234567G","consignee_name":"%s","consignee_number":"+62812345%05d",` +
	`"consignee_country":"Indonesia","consignee_address":"Jl. Berangin %d, Tanjung Gading","consignee_postal":"12420",` +
	`"consignee_state":"Daerah Khusus Ibukota Jakarta","consignee_city":"Jakarta Selatan","consignee_province":"Cilandak",` +
	`"consignee_email":"consignee%d@example.com","pickup_contact_name":"Jackson","pickup_contact_number":"+6591234567",` +
	`"pickup_country":"Singapore","pickup_address":"Jurong West Ave 1","pickup_postal":"640534","pickup_state":"Singapore",` +
	`"pickup_city":null,"pickup_province":null,"items":[`

const itemText = `{"item_desc":"%s","item_category":"Apparel","item_product_id":"P%03d","item_sku":"SKU%03d",` +
	`"item_quantity":%d,"item_price_value":%d.55,"item_price_currency":"IDR"}`

var (
	consignees   = []string{"Susan", "Budi Santoso", "Dewi Lestari", "Agus Wijaya", "Siti Nurhaliza", "Putu Ayu", "Rizky Pratama"}
	descriptions = []string{"Blue T-Shirt", "Linen Trousers", "Cotton Socks, 3 pairs", "Rain Jacket"}
	itemCounts   = []int{3, 1, 4, 3, 5} // 3.2 an order
)

// createRequest is a request to create so many orders, with room for their references.
// One sender at a time.
type createRequest struct {
	bytes []byte
	holes []int // where the digits of each reference start
	last  *atomic.Int64
}

// newCreateRequest makes a request whose references follow on those of others that share last.
func newCreateRequest(address string, orders int, last *atomic.Int64) *createRequest {
	var body bytes.Buffer
	body.WriteString(`{"secret_key":"` + secretKey + `","blocking":false,"orders":[`)
	for i := range orders {
		if i > 0 {
			body.WriteByte(',')
		}
		appendOrder(&body, i)
	}
	body.WriteString(`]}`)
	r := &createRequest{last: last}
	r.bytes = fmt.Appendf(nil, "POST /api/order/orders/ HTTP/1.1\r\nHost: %s\r\nContent-Type: application/json\r\n"+
		"Content-Length: %d\r\n\r\n%s",
		address, body.Len(), body.Bytes())
	for at := 0; ; {
		found := bytes.Index(r.bytes[at:], []byte(referenceHole))
		if found < 0 {
			return r
		}
		at += found + len(referenceHole)
		r.holes = append(r.holes, at-referenceDigits)
	}
}

func appendOrder(body *bytes.Buffer, i int) {
	fmt.Fprintf(body, orderText, 10+i%30, 1+i%20, 20+i%50, consignees[i%len(consignees)], i, 1+i%90, i)
	for line := range itemCounts[i%len(itemCounts)] {
		body.WriteString(strings.Repeat(",", min(line, 1)))
		fmt.Fprintf(body, itemText, descriptions[(i+line)%len(descriptions)], (i+line)%1000, (i*7+line)%1000, 1+line, 10+i%40)
	}
	body.WriteString(`]}`)
}

// next returns the request with new references. It is overwritten by the next call.
func (r *createRequest) next() []byte {
	n := int64(len(r.holes))
	reference := r.last.Add(n) - n
	for _, hole := range r.holes {
		reference++
		digits := reference
		for at := hole + referenceDigits - 1; at >= hole; at-- {
			r.bytes[at] = byte('0' + digits%10)
			digits /= 10
		}
	}
	return r.bytes
}

// viewRequest is a request for a page; query has what comes after the key.
func viewRequest(address, query string) []byte {
	return fmt.Appendf(nil, "GET /api/order/order/?secret_key=%s%s HTTP/1.1\r\nHost: %s\r\n\r\n", secretKey, query, address)
}
