package shipment

import (
	"strings"
	"time"
)

// A batch number has 8 characters after its date while ids of orders have 40 bits, then 10 and 12.
const (
	minBatchBits = 40
	maxBatchBits = 60
	batchDate    = "060102"
)

// crockford is Crockford's base 32, which has no I, L, O and U, so that people can read it.
const crockford = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"

// BatchNumbers issues the numbers of batches: B, the UTC date, and a keyed permutation of the id of
// the batch's first order in base 32, such as B2602031F8K0ZQX. Like a tracking number, such a number is
// unique without a lookup and leads back to the id. Safe for concurrent use.
type BatchNumbers struct{ permutation permutation }

// NewBatchNumbers makes the issuer of a key of 16 bytes, which must be the same for the life of the
// data. It may be the key of NewTrackingNumbers.
func NewBatchNumbers(key [16]byte) BatchNumbers { return BatchNumbers{newPermutation(key)} }

// Issue returns the number of the batch whose first order has an id, from 1 to 10^18 - 1.
func (n BatchNumbers) Issue(firstOrderID int64, createdOn time.Time) string {
	bits := batchBits(uint64(firstOrderID))
	v := n.permutation.apply(uint64(firstOrderID), 1<<(bits/2), byte(bits))
	b := make([]byte, 0, 1+len(batchDate)+maxBatchBits/5)
	b = append(b, 'B')
	b = createdOn.UTC().AppendFormat(b, batchDate)
	for shift := bits - 5; shift >= 0; shift -= 5 {
		b = append(b, crockford[v>>shift&31])
	}
	return string(b)
}

// FirstOrderID returns the id of the first order of the batch that would have the number; false if
// no batch can have it. The order need not exist, and its batch may have the number of another date.
func (n BatchNumbers) FirstOrderID(number string) (orderID int64, ok bool) {
	if len(number) < 1+len(batchDate) || number[0] != 'B' {
		return 0, false
	}
	tail := number[1+len(batchDate):]
	bits := 5 * len(tail)
	if bits < minBatchBits || bits > maxBatchBits || bits%10 != 0 {
		return 0, false
	}
	v := uint64(0)
	for i := range len(tail) {
		digit := strings.IndexByte(crockford, tail[i])
		if digit < 0 {
			return 0, false
		}
		v = v<<5 | uint64(digit)
	}
	id := n.permutation.invert(v, 1<<(bits/2), byte(bits))
	return int64(id), id > 0 && batchBits(id) == bits
}

// batchBits is how many bits of a batch number stand for an id.
func batchBits(orderID uint64) int {
	bits := minBatchBits
	for orderID>>bits > 0 {
		bits += 10
	}
	return bits
}
