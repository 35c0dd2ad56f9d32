package label

import (
	"strings"

	"waybill/internal/shipment"
)

// maxLines is how many line breaks of its own an address may keep; an address with more has commas instead.
const maxLines = 6

// address returns a party's address as it is printed on a parcel.
func address(p *shipment.Party) string {
	place := make([]string, 0, 4)
	for _, part := range []string{p.City, p.Province, p.State, p.Postal} {
		if part != "" && (len(place) == 0 || place[len(place)-1] != part) {
			place = append(place, part)
		}
	}
	written := p.Address
	if lines := strings.FieldsFunc(written, func(r rune) bool { return r == '\n' || r == '\r' }); len(lines) > maxLines {
		written = strings.Join(lines, ", ")
	}
	return written + "\n" + strings.Join(place, ", ")
}
